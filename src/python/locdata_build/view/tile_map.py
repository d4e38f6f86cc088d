"""The map of the world with one tile for each country, so that a small country is as easy to hit as a large one."""

from collections.abc import Sequence

from locdata_build.derive.filters import TOGGLE_NAMES
from locdata_build.source.files import CountryFile
from locdata_build.view.pictures import Tile, TileMap, TileMaps
from locdata_build.view.places import country_path
from locdata_build.view.text import Badge
from locdata_build.view.words import TOGGLE_LABELS, TOGGLE_MEANINGS, toggle_badge
from locdata_model.toggles import Toggles


def tile_maps(countries: Sequence[tuple[CountryFile, Toggles]]) -> TileMaps:
    """One map for each toggle."""
    tiles = [country.map_tile for country, _ in countries]
    return TileMaps(
        caption="Choose an answer. Each tile is a country and leads to its page.",
        width=max((tile.column for tile in tiles), default=1),
        height=max((tile.row for tile in tiles), default=1),
        maps=tuple(_tile_map(countries, toggle) for toggle in TOGGLE_NAMES),
    )


def _tile_map(countries: Sequence[tuple[CountryFile, Toggles]], toggle: str) -> TileMap:
    badges = [(country, toggle_badge(getattr(toggles, toggle))) for country, toggles in countries]
    values = [getattr(toggles, toggle) for _, toggles in countries]
    return TileMap(
        id=f"map-{toggle.replace('_', '-')}",
        label=TOGGLE_LABELS[toggle],
        title=TOGGLE_MEANINGS[toggle],
        tiles=tuple(_tile(country, badge) for country, badge in badges),
        legend=tuple((toggle_badge(value), values.count(value)) for value in (True, False, None)),
    )


def _tile(country: CountryFile, badge: Badge) -> Tile:
    return Tile(
        x=country.map_tile.column - 1,
        y=country.map_tile.row - 1,
        code=country.code.upper(),
        name=country.name,
        answer=badge,
        href=country_path(country),
    )
