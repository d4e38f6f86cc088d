"""The command that checks the data, and the reading of the data that other commands share."""

import datetime as dt
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from locdata_build.cli.arguments import SOURCE_FOLDER, add_base_url, add_build_time, add_data, build_time
from locdata_build.cli.parser import Result
from locdata_build.data.citations import uncited_sentences
from locdata_build.data.claims import located_claims
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.data.files import Dataset, path_of
from locdata_build.data.reading import read_sources

DETAILS = (
    "Every issue is printed with its file, its JSON path and its code. A claim is due for a check if a date in it has passed "
    "since the last check, or if that check is too old for its kind. The day is that of the build; --generated-at now uses "
    "today. Time alone never makes data invalid: a claim that is due is an issue only with --strict. A sentence needs a marker if "
    "its claim cites several sources; exceptions.json lists the claims that may lack some for now, and --uncited counts them."
)
EXAMPLE = "check --data data_src --due --generated-at now"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options for the data, the build, and the claims that are due."""
    add_data(parser)
    add_base_url(parser)
    add_build_time(parser)
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--due", action="store_true", help="also list the claims that are due, the oldest check first")
    modes.add_argument("--strict", action="store_true", help="report each claim that is due as an issue")
    text = "also list the claims that have sentences without a marker, by country"
    parser.add_argument("--uncited", action="store_true", help=text)


def run(
    *,
    data: Path | None = None,
    base_url: str | None = None,
    generated_at: dt.datetime | None = None,
    due: bool = False,
    strict: bool = False,
    uncited: bool = False,
) -> Result:
    """Check the data. Raises ``SourceError``; with ``strict``, also for claims that are due."""
    dataset = read_dataset(data, base_url=base_url, generated_at=build_time(generated_at))
    lines = [*_due_lines(dataset, data_folder(data), is_strict=strict)] if due or strict else []
    lines += _uncited_lines(dataset, data_folder(data)) if uncited else ()
    summary = f"countries: {len(dataset.countries)}, ERP products: {len(dataset.erps)}, issues: none"
    return Result([*lines, *_untitled_sources(dataset), summary])


def read_dataset(data: Path | None, *, base_url: str | None = None, generated_at: dt.datetime | None = None) -> Dataset:
    """Return the checked source files in the folder ``data``, by default the packed ones. Raises ``SourceError``."""
    # Packed files may be links to the folder into which they were unpacked.
    sources = read_sources(data, str(data)) if data else read_sources(_packed_data(), SOURCE_FOLDER, is_trusted=True)
    return check_sources(sources, base_url=base_url, generated_at=generated_at)


def data_folder(data: Path | None) -> str:
    """Return the name of the folder of source files, as issues show it."""
    return str(data or SOURCE_FOLDER)


def _packed_data() -> Traversable:
    try:
        return files(SOURCE_FOLDER)
    except ModuleNotFoundError:
        return Path(SOURCE_FOLDER)


def _due_lines(dataset: Dataset, folder: str, *, is_strict: bool) -> Iterator[str]:
    """Yield a line for each claim that is due, the oldest check first, and then their number.

    Raises ``SourceError`` if ``is_strict`` and there are any.
    """
    # Derives every record, for which the plain check should not wait.
    from locdata_build.derive.published import derive

    published, today = derive(dataset), dataset.site.today
    due = [(each.claim, each.reason(today)) for each in published.due_claims]
    if due and is_strict:
        raise SourceError(
            [
                Issue(
                    f"{folder}/{path_of(claim.file)}",
                    claim.json_path,
                    IssueCode.DUE,
                    f"must be checked again: it was {reason}",
                )
                for claim, reason in due
            ]
        )
    for claim, reason in due:
        yield f"{claim.name}: {folder}/{path_of(claim.file)}: {claim.json_path}: {reason}"
    yield f"claims: {len(published.claims)}, due on {today}: {len(due) or 'none'}"


def _uncited_lines(dataset: Dataset, folder: str) -> Iterator[str]:
    """Yield a line for each claim with sentences that lack a marker, by file, and then the number of both."""
    files = (*dataset.countries, *dataset.other_files)
    claims = [claim for file in files for claim in located_claims(file) if not claim.spec.is_part]
    numbers = [(claim, number) for claim in claims if (number := sum(1 for _ in uncited_sentences(claim.source)))]
    for claim, number in numbers:
        yield f"{claim.name}: {folder}/{path_of(claim.file)}: {claim.json_path}: sentences without a marker: {number}"
    found = f"{len(numbers)}, sentences: {sum(number for _, number in numbers)}" if numbers else "none"
    yield f"claims: {len(claims)}, with sentences without a marker: {found}"


def _untitled_sources(dataset: Dataset) -> Iterator[str]:
    """Yield a line with the number of sources without a title if there are any."""
    files = (*dataset.countries, *dataset.other_files)
    titles = {name: source.title for file in files for name, source in file.sources.items()}
    untitled = [name for name, title in titles.items() if title is None]
    if untitled:
        yield f"sources: {len(titles)}, without a title: {len(untitled)}"
