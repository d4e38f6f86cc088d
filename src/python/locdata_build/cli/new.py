"""The command that writes the source file of a new country."""

import itertools
from collections.abc import Sequence
from pathlib import Path

from locdata_build.check.blank import blank_record
from locdata_build.check.dataset import check_sources
from locdata_build.cli.arguments import SOURCE_FOLDER, Request, Result
from locdata_build.publish.files import PublishError, replace_file
from locdata_build.source.files import COUNTRIES, CountryFile
from locdata_build.source.reading import SourceFile, Sources, read_sources
from locdata_build.source.records import MAP_COLUMNS, MAP_ROWS
from locdata_model.serialization import encode_json

NEXT_STEPS = (
    "Next: move map_tile to a free square near the neighbours, write down what a source states, "
    "and run ./pants run tests/golden:update"
)


def new(request: Request) -> Result:
    """Write the source file of a new country of which only the name and the region are known; say what comes next.

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
    check_sources(Sources((*sources.files, SourceFile(str(file), COUNTRIES, path, content)), ()))
    replace_file(file, content)
    return Result([f"{file}: written", NEXT_STEPS])


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
