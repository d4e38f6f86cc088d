"""The command that writes the source file of a new country, and the exceptions for its reports."""

import itertools
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path

from locdata_build.cli.arguments import SOURCE_FOLDER, add_data, country_code
from locdata_build.cli.parser import Result
from locdata_build.data.blank import blank_record
from locdata_build.data.canonical import canonical, decode_canonical
from locdata_build.data.countries import MAP_COLUMNS, MAP_ROWS, CountryFile, missing_report_names
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import IssueCode, SourceError
from locdata_build.data.exceptions import ExceptionRule, ExceptionsFile, GrantedException
from locdata_build.data.files import COUNTRIES, EXCEPTIONS
from locdata_build.data.reading import SourceFile, Sources, read_sources
from locdata_build.site.staging import PublishError, replace_files
from locdata_model.serialization import encode_json

DETAILS = (
    "Everything but the name and the region is unknown, and the tile of the map is a free one near the region. Nothing is "
    "written if the country exists, or if the data has an issue or would have one."
)
EXAMPLE = "new country tn --name Tunisia --region Africa"

NOT_RESEARCHED = "Not researched yet."
"""Reason of the exceptions for the reports of a new country."""

NEXT_STEPS = (
    "Next: move map_tile to a free tile near the neighbours, record what the sources state, cite for every other claim the "
    "page that was read without finding the answer, remove each report that is recorded or has a reason in absent_reports "
    f"from {EXCEPTIONS.path}, run check until every claim has a source, and run ./pants run tests/golden:update"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the code, the name and the region of the country, and the folder of the data."""
    parser.add_argument("kind", choices=("country",), metavar="KIND", help="what to add: country")
    parser.add_argument("code", type=country_code, metavar="CODE", help="its ISO 3166-1 alpha-2 code")
    text = "its English name, from which its URL is made"
    parser.add_argument("--name", required=True, type=utf_8, metavar="NAME", help=text)
    text = "its region, one of those in site.json"
    parser.add_argument("--region", required=True, type=utf_8, metavar="REGION", help=text)
    add_data(parser, SOURCE_FOLDER)


def utf_8(text: str) -> str:
    """Return a text. Bytes of an argument that are not UTF-8 are surrogates, which no file can contain."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError(f"must be UTF-8, got {text!r}") from None
    return text


def run(*, kind: str, code: str, name: str, region: str, data: Path | None = None) -> Result:
    """Write the source file of a new country of which only the name and the region are known; print the next steps.

    Its reports are missing, so they are added to the exceptions: both files are written, or none. Its claims have no source
    yet, so ``check`` names each of them.

    Raises ``PublishError`` if the file exists or cannot be written. Raises ``SourceError``, with nothing written, if the
    data has issues, or would have other ones with the new country.
    """
    folder = data or Path(SOURCE_FOLDER)
    path = COUNTRIES.path.replace("*", code)
    file = folder / path
    if file.exists():
        raise PublishError(f"{file}: cannot be written: the country exists")
    sources = read_sources(folder, str(folder))
    dataset = check_sources(sources)
    known = {"code": code, "name": name, "region": region, "map_tile": _free_tile(dataset.countries, region)}
    content = encode_json(blank_record(CountryFile, known, dataset.site.today))
    exceptions = _with_exceptions(dataset.exceptions, _missing_reports(content))
    new_files = [
        SourceFile(str(folder / EXCEPTIONS.path), EXCEPTIONS, EXCEPTIONS.path, exceptions),
        SourceFile(str(file), COUNTRIES, path, content),
    ]
    others = (each for each in sources.files if each.kind is not EXCEPTIONS)
    _check_but_sources(Sources((*others, *new_files), ()))
    replace_files({folder / each.path: each.raw for each in new_files})
    return Result([*(f"{each.name}: written" for each in new_files), NEXT_STEPS])


def _check_but_sources(sources: Sources) -> None:
    """Raise ``SourceError`` with every issue of the sources but claims without a source."""
    try:
        check_sources(sources)
    except SourceError as error:
        if others := [issue for issue in error.issues if issue.code is not IssueCode.NO_SOURCE]:
            raise SourceError(others) from None


def _missing_reports(content: bytes) -> Sequence[str]:
    """Return the names of the reports that the content of a country's file must have; none if it is not valid."""
    country = decode_canonical(content, CountryFile)
    return missing_report_names(country) if country else ()


def _with_exceptions(exceptions: Sequence[GrantedException], missing_reports: Sequence[str]) -> bytes:
    """Return the content of the file of exceptions with the missing reports of a new country."""
    by_reason = {(each.rule, each.reason): each.claims for each in exceptions}
    key = ExceptionRule.MISSING_REPORT, NOT_RESEARCHED
    if missing_reports:
        by_reason[key] = tuple(sorted((*by_reason.get(key, ()), *missing_reports)))
    ordered = tuple(
        GrantedException(rule=rule, reason=reason, claims=names) for (rule, reason), names in sorted(by_reason.items())
    )
    return canonical(ExceptionsFile(schema="schema/exceptions.schema.json", exceptions=ordered))


def _free_tile(countries: Sequence[CountryFile], region: str) -> dict[str, int]:
    """Return the tile of the map that no country has and that is nearest to the countries of ``region``."""
    tiles = {(country.map_tile.column, country.map_tile.row): country for country in countries}
    region_tiles = [tile for tile, country in tiles.items() if country.region == region]

    def distance(tile: tuple[int, int]) -> int:
        return sum((tile[0] - column) ** 2 + (tile[1] - row) ** 2 for column, row in region_tiles)

    free = itertools.product(range(1, MAP_COLUMNS + 1), range(1, MAP_ROWS + 1))
    # If no tile is free, the check refuses the first one.
    column, row = min((tile for tile in free if tile not in tiles), key=distance, default=(1, 1))
    return {"column": column, "row": row}
