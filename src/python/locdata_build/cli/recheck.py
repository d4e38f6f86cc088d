"""The command that goes through the claims to check again, and sets the days of their checks and readings."""

import datetime as dt
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from locdata_build.cli.arguments import SOURCE_FOLDER, UsageError, add_data, add_generated_at, country_code, stamp
from locdata_build.cli.confirming import Snapshot, SourceFolder
from locdata_build.cli.desktop import open_file, open_page
from locdata_build.cli.output import write_output
from locdata_build.cli.parser import Result
from locdata_build.cli.sitting import Sitting, Terminal, card_of
from locdata_build.data.files import require_country
from locdata_build.data.findings import DEFAULT_FINDINGS, Findings, read_findings
from locdata_build.derive.recheck import Recheck, rechecks

DETAILS = (
    "With COUNTRY, it shows claims of the country one by one, with the text, the sources and what was found: those with findings of the "
    "watch, those that are due, and then those of which only the text of a page has changed. If a claim is still true, the days "
    "of its check and of the readings of its sources are set at once; it can also be opened in $VISUAL or $EDITOR. With --confirm, "
    "it sets them without asking: 'recheck --confirm facts/de-vat --read haufe-rates'. A claim cannot be checked after its first "
    "source was last read. Only the lines of these dates change, and the evidence of a source of which only an extract had been "
    "read. Nothing is written if the data has an issue or would have one."
)
EXAMPLE = "recheck de"

NO_FINDINGS = (
    "no findings: {file} does not exist; ./pants run src/python/locdata_watch visits the cited pages and writes it"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the country, what to do, the findings, the folder of the data, and the day."""
    text = "the ISO 3166-1 alpha-2 code of the country whose claims are shown"
    parser.add_argument("country", nargs="?", type=country_code, metavar="COUNTRY", help=text)
    modes = parser.add_mutually_exclusive_group()
    text = "print the claims and ask nothing, which is the default if there is no terminal"
    modes.add_argument("--list", dest="is_list", action="store_true", help=text)
    text = "set the check of this claim, of any country or none, to the day; may be repeated"
    modes.add_argument("--confirm", action="append", metavar="CLAIM", help=text)
    text = "with --confirm: set the reading of this source, whose page was read, to the day; may be repeated"
    parser.add_argument("--read", action="append", metavar="SOURCE", help=text)
    text = f"the findings of the watch (default: {DEFAULT_FINDINGS}, if it exists)"
    parser.add_argument("--findings", type=Path, metavar="FILE", help=text)
    add_data(parser, SOURCE_FOLDER)
    add_generated_at(parser, "check, whose day is set", "now")


def run(
    *,
    country: str | None = None,
    is_list: bool = False,
    confirm: Sequence[str] | None = None,
    read: Sequence[str] | None = None,
    findings: Path | None = None,
    data: Path | None = None,
    generated_at: dt.datetime | None = None,
) -> Result:
    """Confirm the named claims, or list those of a country to check again, or ask about each of them.

    Raises ``UsageError``; ``SourceError``, with nothing written, if the data has an issue or would have one; ``PublishError``
    if a file cannot be written; and ``OSError`` if the findings cannot be read.
    """
    folder = SourceFolder(data or Path(SOURCE_FOLDER), generated_at or stamp("now"))
    if confirm:
        if country:
            _refuse_other_countries(folder.read(), confirm, country)
        return Result(folder.confirm(confirm, read or ()))
    if read:
        raise UsageError("--read needs --confirm: a page is read again for a claim")
    if country is None:
        raise UsageError("recheck needs COUNTRY or --confirm")
    snapshot = folder.read()
    found, notes = _read_findings(findings, snapshot.published.site.today)
    known = {each.code for each in snapshot.published.countries}
    require_country(country, known, folder=str(folder.folder), argument="COUNTRY")
    queue = rechecks(snapshot.published, found, country)
    if is_list or not queue or not _is_interactive():
        return Result([*_cards(snapshot, queue), _summary(snapshot, queue, country), *notes])
    write_output([*notes, _summary(snapshot, queue, country)])
    Sitting(folder, snapshot, found, country, Terminal(_ask, write_output, open_page, open_file)).hold()
    return Result([])


def _refuse_other_countries(snapshot: Snapshot, names: Sequence[str], country: str) -> None:
    for name in names:
        if snapshot.claim(name).country != country:
            raise UsageError(f"--confirm must be a claim of COUNTRY, {country}, got {name!r}")


def _read_findings(file: Path | None, today: dt.date) -> tuple[Findings, Sequence[str]]:
    """Return the findings, and a line about them if there is no file at the default place."""
    try:
        return read_findings(file or DEFAULT_FINDINGS), ()
    except FileNotFoundError:
        if file:
            raise
    none = Findings(day=today, findings=(), unreadable_hosts=(), outcomes={})
    return none, [NO_FINDINGS.format(file=DEFAULT_FINDINGS)]


def _ask(question: str) -> str:
    """Return the answer to a question; a question mark if it is not encoded as the terminal says."""
    try:
        return input(question)
    except UnicodeDecodeError:
        return "?"


def _is_interactive() -> bool:
    """Return whether a user can see the questions and answer them. A standard stream may be closed."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _cards(snapshot: Snapshot, queue: Sequence[Recheck]) -> Iterator[str]:
    """Yield the lines of each claim to check again, with a blank line after it."""
    for number, each in enumerate(queue, 1):
        yield from card_of(snapshot, each, f"{number} of {len(queue)}")
        yield ""


def _summary(snapshot: Snapshot, queue: Sequence[Recheck], country: str) -> str:
    """Return a line with the number of claims to check again."""
    line = f"{country}: claims to check again on {snapshot.published.site.today}"
    with_findings, due = sum(bool(each.findings) for each in queue), sum(each.due is not None for each in queue)
    return f"{line}: {len(queue)}, with findings: {with_findings}, due: {due}" if queue else f"{line}: none"
