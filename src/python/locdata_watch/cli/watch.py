"""The command line of the watch: it visits cited pages, and reports what editors should look at."""

import datetime as dt
import sqlite3
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx
from msgspec import Struct

from locdata_build.cli.arguments import SOURCE_FOLDER, add_data, country_code, number, word_of
from locdata_build.cli.interrupts import INTERRUPTED, raise_on_interrupts
from locdata_build.cli.output import OutputError, open_missing_streams, write_error, write_output
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import SourceError
from locdata_build.data.files import require_country
from locdata_build.data.findings import DEFAULT_FINDINGS, Findings
from locdata_build.data.reading import read_sources
from locdata_build.derive.published import derive
from locdata_model.serialization import encode_json
from locdata_model.urls import PageName
from locdata_model.vocabulary import SourceKind
from locdata_watch.findings.found import find_all, of_country
from locdata_watch.findings.reports import findings_as_markdown, findings_as_text
from locdata_watch.visits.addresses import cited_addresses, select_addresses
from locdata_watch.visits.client import PROGRAM, Client
from locdata_watch.visits.repositories import RepositoryListing, list_repository
from locdata_watch.visits.state import State, StateError
from locdata_watch.visits.watching import NoNetworkError, list_repositories, watch_addresses

DEFAULT_STATE = Path("dist/watch/state.sqlite")

DESCRIPTION = (
    "Visit the pages that claims cite, one request at a time for each host and as robots.txt allows, and report pages that are "
    "gone, have moved or have changed since the claims were checked. Pages that were never visited come first, then those whose "
    "last visit is longest ago, so that a run continues the one before. Nothing is written to the data."
)
EPILOG = "Example: ./pants run src/python/locdata_watch -- --country fr --max-requests 200"


class Options(Struct, frozen=True, kw_only=True):
    """The arguments of the command line."""

    data: Path | None
    state: Path
    json: Path
    markdown: Path | None
    country: str | None
    kind: SourceKind | None
    sample: int | None
    due_first: bool
    interval: int
    max_requests: int | None


def parse_options(arguments: Sequence[str]) -> Options:
    """Parse command-line arguments. Exits with status 2 and a message if they are wrong."""
    parser = ArgumentParser(prog="locdata_watch", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False)
    add_data(parser, SOURCE_FOLDER)
    text = "the file that keeps what was seen; it is made if it does not exist (default: %(default)s)"
    parser.add_argument("--state", type=_file, default=DEFAULT_STATE, metavar="FILE", help=text)
    text = "where the findings are written as JSON, for recheck (default: %(default)s)"
    parser.add_argument("--json", type=_file, default=DEFAULT_FINDINGS, metavar="FILE", help=text)
    parser.add_argument(
        "--markdown", type=_file, metavar="FILE", help="also write the findings as Markdown, for an issue"
    )
    parser.add_argument(
        "--country", type=country_code, metavar="CODE", help="visit and show only what claims of this country cite"
    )
    text = f"visit only sources of this kind: {', '.join(SourceKind)}"
    parser.add_argument("--kind", type=word_of(SourceKind), metavar="KIND", help=text)
    text = "visit only N of these addresses, drawn at random; the same day and state give the same ones"
    parser.add_argument("--sample", type=number(1, 999_999), metavar="N", help=text)
    parser.add_argument(
        "--due-first", action="store_true", help="visit what claims cite that are due before the others"
    )
    text = "leave out what was visited less than N days ago (default: %(default)s)"
    parser.add_argument("--interval", type=number(0, 999), default=7, metavar="N", help=text)
    text = "end after N requests, of which robots.txt and redirects need some; 0 visits nothing and only reports"
    parser.add_argument("--max-requests", type=number(0, 999_999), metavar="N", help=text)
    return Options(**vars(parser.parse_args(arguments)))


def _file(text: str) -> Path:
    """Parse the path of a file, which need not exist."""
    if Path(text).is_dir():
        raise ArgumentTypeError(f"must be a file, got the folder {text!r}")
    return Path(text)


def run(
    options: Options,
    *,
    now: dt.datetime,
    transport: httpx.BaseTransport | None = None,
    listing_of: Callable[[str], RepositoryListing] = list_repository,
) -> Findings:
    """Visit the selected addresses, write the findings about all addresses, and return them.

    ``now`` is the time in UTC. ``transport`` sends the requests, and ``listing_of`` lists a repository. Raises ``SourceError`` if
    the data has issues, ``StateError`` if the state cannot be used, ``NoNetworkError``, and ``OSError`` if another file cannot be
    used.
    """
    folder, day = options.data or Path(SOURCE_FOLDER), now.date()
    published = derive(check_sources(read_sources(folder, str(folder)), generated_at=now))
    if options.country:
        known = {each.code for each in published.countries}
        require_country(options.country, known, folder=str(folder), argument="--country")
    addresses = cited_addresses(published)
    state = State(options.state)
    user_agent = f"{PROGRAM}/1 (+{published.site.base_url}{PageName.DUE.path}#visits; {published.site.contact})"
    client = Client(user_agent, transport=transport, max_requests=options.max_requests)
    try:
        selected = select_addresses(
            addresses,
            {url: page.visited for url, page in state.pages().items()},
            country=options.country,
            kind=options.kind,
            sample=options.sample,
            is_due_first=options.due_first,
            visited_before=day - dt.timedelta(days=options.interval - 1),
            seed=day.toordinal(),
        )
        watch_addresses(selected[: options.max_requests], state, client, day=day, report=write_error)
        if options.max_requests != 0:
            list_repositories(selected, addresses, state, day=day, listing_of=listing_of, report=write_error)
        findings = find_all(addresses, state, day)
    except sqlite3.Error as error:
        raise StateError(f"{options.state}: cannot be used: {error}") from error
    finally:
        client.close()
        state.close()
    _write(options.json, encode_json(findings))
    if options.markdown:
        _write(options.markdown, findings_as_markdown(findings).encode())
    return findings


def _write(file: Path, content: bytes) -> None:
    """Replace a file as a whole. Raises ``OSError`` with its name."""
    scratch = file.with_name(f".{file.name}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(content)
        scratch.replace(file)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error


def main() -> int:
    """Run the command line and return the exit status: 0 whatever was found, and 1 if something cannot be read or written."""
    try:
        raise_on_interrupts()
        open_missing_streams()
        options = parse_options(sys.argv[1:])
        findings = run(options, now=dt.datetime.now(dt.UTC).replace(microsecond=0))
        shown = of_country(findings, options.country) if options.country else findings
        write_output(findings_as_text(shown))
    except SourceError as error:
        write_error(*error.args)
    except (StateError, NoNetworkError, OutputError) as error:
        write_error(str(error))
    except OSError as error:
        write_error(f"{error.filename}: cannot be used: {error.strerror}")
    except KeyboardInterrupt:
        write_error("interrupted; the visits so far are kept")
        return INTERRUPTED
    else:
        return 0
    return 1
