"""The command that writes the source file of a new country, and the exceptions for its reports."""

import itertools
from collections.abc import Sequence
from pathlib import Path

from locdata_build.cli.arguments import SOURCE_FOLDER, Request, Result
from locdata_build.data.blank import blank_record
from locdata_build.data.canonical import canonical, decode_canonical
from locdata_build.data.countries import MAP_COLUMNS, MAP_ROWS, CountryFile, missing_report_names
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import IssueCode, SourceError
from locdata_build.data.exceptions import ExceptionRule, ExceptionsFile, GrantedException
from locdata_build.data.files import COUNTRIES, EXCEPTIONS
from locdata_build.data.reading import SourceFile, Sources, read_sources
from locdata_build.publish.files import PublishError, replace_files
from locdata_model.serialization import encode_json

NOT_RESEARCHED = "Not researched yet."
"""The reason for which the reports of a new country may be missing."""

NEXT_STEPS = (
    "Next: move map_tile to a free square near the neighbours, write down what a source states, name for every other claim "
    "the page that was read without an answer, take each report that is recorded or has a reason in absent_reports out of "
    f"{EXCEPTIONS.path}, run check until it names no claim without a source, and run ./pants run tests/golden:update"
)


def new(request: Request) -> Result:
    """Write the source file of a new country of which only the name and the region are known; say what comes next.

    Its reports are missing, so that they are added to the exceptions: both files are written, or none. Its claims have no
    source yet, so that ``check`` names each of them.

    Raises ``PublishError`` if the file exists or cannot be written. Raises ``SourceError``, with nothing written, if the
    data has issues, or would have other ones with the new country.
    """
    folder = request.data or Path(SOURCE_FOLDER)
    path = COUNTRIES.path.replace("*", request.code)
    file = folder / path
    if file.exists():
        raise PublishError(f"{file}: cannot be written: the country exists")
    sources = read_sources(folder, str(folder))
    dataset = check_sources(sources)
    known = {
        "code": request.code,
        "name": request.name,
        "region": request.region,
        "map_tile": _free_tile(dataset.countries, request.region),
    }
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
