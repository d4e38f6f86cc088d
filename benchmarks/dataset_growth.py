"""From the real dataset to one that is so many times as large."""

import datetime as dt
from collections.abc import Sequence
from itertools import product
from math import sqrt
from random import Random

from iso3166 import countries_by_alpha2
from msgspec import Struct
from msgspec.structs import replace

from benchmarks.dataset_lists import with_longer_lists
from benchmarks.dataset_records import Deck, Names, variation, varied
from locdata_build.source.files import CountryFile, Dataset, ErpFile
from locdata_build.source.page_names import PageName
from locdata_build.source.records import MAP_COLUMNS, MAP_ROWS, MapTile

MOST_COUNTRIES = min(len(countries_by_alpha2), MAP_COLUMNS * MAP_ROWS)
"""The builder takes no country without an ISO code and a place of its own on the map."""


class Extent(Struct, frozen=True):
    """How many countries, countries with a matrix, and products a dataset has."""

    countries: int
    tracked: int
    products: int


def extent(dataset: Dataset, scale: int) -> Extent:
    """The extent of a dataset ``scale`` times as large as ``dataset``: pairs of country and product are its measure.

    Countries and products grow by the same factor as long as there are so many countries; then products grow more.
    """
    real, tracked = len(dataset.countries), sum(country.e_invoicing is not None for country in dataset.countries)
    countries = min(round(real * sqrt(scale)), MOST_COUNTRIES)
    return Extent(
        countries=countries,
        tracked=round(tracked * countries / real),
        products=round(len(dataset.erps) * scale * real / countries),
    )


def grown(dataset: Dataset, scale: int, rng: Random) -> Dataset:
    """``dataset`` with made-up records added, until it is ``scale`` times as large."""
    goal, today = extent(dataset, scale), dataset.site.generated_at.date()
    erps = (*dataset.erps, *_new_products(dataset.erps, goal.products - len(dataset.erps), today, rng))
    countries = (*dataset.countries, *_new_countries(dataset, goal, rng))
    return with_longer_lists(dataset, replace(dataset, erps=erps, countries=countries), scale, rng)


def _new_products(erps: Sequence[ErpFile], count: int, today: dt.date, rng: Random) -> list[ErpFile]:
    deck = Deck(erps, rng)
    names = Names([erp.name for erp in erps], [erp.id for erp in erps], rng)
    products = []
    for _ in range(count):
        (name, slug), model = names.new(), deck.deal()
        erp = replace(
            varied(model, variation(rng, slug, today)),
            id=slug,
            key=slug.replace("-", "_"),
            name=name,
            vendor=name.partition(" ")[0],
            website=f"https://{slug}.example.org/",
            localization_label=f"{name} localization",
        )
        products.append(erp)
    return products


def _new_countries(dataset: Dataset, goal: Extent, rng: Random) -> list[CountryFile]:
    """Made-up countries. Their lists say how long a real country's are, and are still to be made themselves."""
    real = dataset.countries
    count = goal.countries - len(real)
    tracked = [country for country in real if country.e_invoicing]
    kinds = [index < goal.tracked - len(tracked) for index in range(count)]
    rng.shuffle(kinds)
    decks = {True: Deck(tracked, rng), False: Deck([country for country in real if not country.e_invoicing], rng)}
    names = Names([country.name for country in real], PageName, rng)
    codes = sorted({code.lower() for code in countries_by_alpha2} - {country.code for country in real})
    places = [MapTile(row=row + 1, column=column + 1) for row, column in product(range(MAP_ROWS), range(MAP_COLUMNS))]
    used = {country.map_tile for country in real}
    free = [place for place in places if place not in used]
    today = dataset.site.generated_at.date()
    return [
        replace(
            varied(decks[is_tracked].deal(), variation(rng, code, today)), code=code, name=names.new()[0], map_tile=tile
        )
        for is_tracked, code, tile in zip(kinds, codes, free, strict=False)
    ]
