"""The command that previews a built site, or the site of the data while the data is edited."""

import secrets
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from locdata_build.cli.arguments import DEFAULT_OUT, SOURCE_FOLDER, UsageError, add_data, number
from locdata_build.cli.output import write_error, write_output
from locdata_build.cli.parser import Result
from locdata_build.cli.watching import changes
from locdata_build.data.dataset import Checker
from locdata_build.data.errors import SourceError
from locdata_build.data.reading import read_sources
from locdata_build.derive.published import Deriver
from locdata_build.hosting.configuration import HostingError, prefix_of
from locdata_build.hosting.live import LiveSite
from locdata_build.hosting.server import listening, responding
from locdata_build.render.site import LazySite
from locdata_build.site.files import open_site
from locdata_build.view.context import SiteContext
from locdata_model.urls import OPENAPI_PATH

DETAILS = (
    "It sends the headers that the configurations send, to this machine only, until it is interrupted. With --watch, nothing "
    "is written, and pages show the issues of the data as long as there are any."
)
EXAMPLE = "serve --watch"

DEFAULT_PORT = 8000


def add_arguments(parser: ArgumentParser) -> None:
    """Add the site or the data, and the port."""
    sources = parser.add_mutually_exclusive_group()
    sources.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help="the site (default: %(default)s)")
    text = "build the site of the data instead, again after each change of a file, and reload open pages"
    sources.add_argument("--watch", action="store_true", help=text)
    add_data(parser, f"{SOURCE_FOLDER}; only with --watch")
    parser.add_argument(
        "--port",
        type=number(0, 65535),
        default=DEFAULT_PORT,
        metavar="N",
        help="where to listen; 0 for any free port (default: %(default)s)",
    )


def run(*, out: Path = DEFAULT_OUT, watch: bool = False, data: Path | None = None, port: int = DEFAULT_PORT) -> Result:
    """Serve a site to this machine until the user interrupts it. Raises ``HostingError``, also if the port is taken."""
    if watch:
        _watch(data or Path(SOURCE_FOLDER), port)
    elif data:
        raise UsageError("--data needs --watch: without it, the site in --out is served")
    else:
        _serve(out, port)
    return Result([])


def _serve(out: Path, port: int) -> None:
    """Serve the built site in a folder."""
    prefix = prefix_of(_base_url(out))
    with listening(out, prefix, port) as server:
        write_output([f"{out}: http://localhost:{server.server_port}{prefix}/ until Ctrl-C"])
        server.serve_forever()


def _base_url(out: Path) -> str:
    """Return the base URL that the site in a folder states."""
    base_url = open_site(out).base_url
    if base_url is None:
        raise HostingError(f"{out}: must be a built site, but its {OPENAPI_PATH} states no base URL")
    return base_url


def _watch(data: Path, port: int) -> None:
    """Serve the site of the data as it is after each change. Issues of the data are printed, and shown instead of every page."""
    live, checker, deriver = LiveSite(secrets.token_hex(4)), Checker(), Deriver()
    with responding(live.respond, port) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        write_output([f"{data}: watched until Ctrl-C"])
        try:
            for changed in changes(data):
                start, prefix = time.perf_counter(), ""
                try:
                    dataset = checker.check(read_sources(data, str(data)))
                except SourceError as error:
                    live.show_issues(error)
                    outcome, issues = "issues found", error.args
                else:
                    prefix = prefix_of(dataset.site.base_url)
                    live.show_site(LazySite(SiteContext(dataset=dataset, published=deriver.derive(dataset))), prefix)
                    outcome, issues = "ready", ()
                seconds = time.perf_counter() - start
                url = f"http://localhost:{server.server_port}{prefix}/"
                write_output([f"{url}: {outcome} in {seconds:.2f} s{_cause(changed)}"])
                write_error(*issues)
        finally:
            server.shutdown()


def _cause(changed: Sequence[str]) -> str:
    """Return the files that a build comes from, to be added to its line; empty for the first build."""
    if not changed:
        return ""
    others = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    return f" ({changed[0]}{others} changed)"
