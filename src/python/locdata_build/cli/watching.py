"""The command that serves the site of the data while the data is edited."""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

from locdata_build.cli.arguments import SOURCE_FOLDER, Request, Result
from locdata_build.cli.build import rendered_site, site_context
from locdata_build.cli.data import read_dataset
from locdata_build.cli.output import write_error, write_output
from locdata_build.data.errors import SourceError
from locdata_build.hosting.configuration import prefix_of
from locdata_build.hosting.live import LiveSite
from locdata_build.hosting.server import responding
from locdata_build.source.watching import changes


def watch(request: Request) -> Result:
    """Serve the site of the data to this machine, and build it again after each change, until the user interrupts it.

    Issues of the data are printed, and shown in place of every page. Raises ``HostingError`` if the port is taken.
    """
    data = request.data or Path(SOURCE_FOLDER)
    request = request._replace(data=data)
    live = LiveSite()
    with responding(live.respond, request.port) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        write_output([f"{data}: watched until Ctrl-C"])
        # An interrupt is how it is meant to end.
        with suppress(KeyboardInterrupt):
            for changed in changes(data):
                _show_build(live, request, f"http://localhost:{server.server_port}", _cause(changed))
        server.shutdown()
    return Result([])


def _show_build(live: LiveSite, request: Request, url: str, cause: str) -> None:
    """Build the site, show it or the issues of the data, and print which, with the time that this took."""
    start = time.perf_counter()
    try:
        site, prefix = _build(request)
    except SourceError as error:
        live.show_issues(error)
        write_output([f"{url}/: issues found in {time.perf_counter() - start:.2f} s{cause}"])
        write_error(*error.args)
    else:
        live.show_site(site, prefix)
        write_output([f"{url}{prefix}/: {len(site)} files built in {time.perf_counter() - start:.2f} s{cause}"])


def _build(request: Request) -> tuple[Mapping[str, bytes], str]:
    """Return the content of each file of the site by path, and the path of its base URL. Raises ``SourceError``."""
    context = site_context(read_dataset(request))
    # One process, because the threads of the server may hold locks, which a forked process would wait for.
    site = {artifact.path: artifact.content for artifact in rendered_site(context, workers=1)}
    return site, prefix_of(context.site.base_url)


def _cause(changed: Sequence[str]) -> str:
    """Return the files that a build comes from, to be added to its line; empty for the first build."""
    if not changed:
        return ""
    others = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    return f" ({changed[0]}{others} changed)"
