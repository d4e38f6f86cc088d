"""The command that writes the source file of a new country, and the exceptions that it needs."""

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path

from locdata_build.check.blank import blank_record
from locdata_build.check.canonical import canonical, decode_canonical
from locdata_build.check.dataset import check_sources
from locdata_build.cli.arguments import SOURCE_FOLDER, Request, Result
from locdata_build.publish.files import PublishError, replace_files
from locdata_build.source.claims import located_claims
from locdata_build.source.expected_reports import missing_report_names
from locdata_build.source.files import COUNTRIES, EXCEPTIONS, CountryFile, ExceptionsFile
from locdata_build.source.granted_exceptions import ExceptionRule, GrantedException
from locdata_build.source.reading import SourceFile, Sources, read_sources
from locdata_build.source.records import MAP_COLUMNS, MAP_ROWS
from locdata_model.serialization import encode_json

NOT_RESEARCHED = "Not researched yet."
"""The reason for which the claims of a new country need no source, and for which its reports may be missing."""

NEXT_STEPS = (
    "Next: move map_tile to a free square near the neighbours, write down what a source states, take each claim that "
    f"has a source, and each report that is recorded or has a reason in absent_reports, out of {EXCEPTIONS.path}, and "
    "run ./pants run tests/golden:update"
)


def new(request: Request) -> Result:
    """Write the source file of a new country of which only the name and the region are known; say what comes next.

    Its claims have no source, and its reports are missing, so that they are added to the exceptions: both files are
    written, or none.

    Raises ``PublishError`` if the file exists or cannot be written. Raises ``SourceError``, with nothing written, if the
    data has issues, or would have with the new country.
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
    exceptions = _with_exceptions(dataset.exceptions, _needed_exceptions(content))
    new_files = [
        SourceFile(str(folder / EXCEPTIONS.path), EXCEPTIONS, EXCEPTIONS.path, exceptions),
        SourceFile(str(file), COUNTRIES, path, content),
    ]
    others = (each for each in sources.files if each.kind is not EXCEPTIONS)
    check_sources(Sources((*others, *new_files), ()))
    replace_files({folder / each.path: each.raw for each in new_files})
    return Result([*(f"{each.name}: written" for each in new_files), NEXT_STEPS])


def _needed_exceptions(content: bytes) -> dict[ExceptionRule, Sequence[str]]:
    """Return the names that each rule must except in the content of a country's file; none if it is not valid."""
    country = decode_canonical(content, CountryFile)
    if country is None:
        return {}
    return {
        ExceptionRule.MISSING_REPORT: missing_report_names(country),
        ExceptionRule.NO_SOURCE: [each.name for each in located_claims(country) if not each.provenance.sources],
    }


def _with_exceptions(exceptions: Sequence[GrantedException], needed: Mapping[ExceptionRule, Sequence[str]]) -> bytes:
    """Return the content of the file of exceptions with the names that each rule must except because of a new country."""
    by_reason = {(each.rule, each.reason): each.claims for each in exceptions}
    for rule, names in needed.items():
        former = by_reason.get((rule, NOT_RESEARCHED), ())
        by_reason[rule, NOT_RESEARCHED] = tuple(sorted((*former, *names)))
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
