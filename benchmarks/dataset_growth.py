"""A dataset that is larger than the real one: its countries and products."""

import datetime as dt
from collections.abc import Sequence
from itertools import product
from math import sqrt
from random import Random
from typing import TypeVar

from iso3166 import countries_by_alpha2
from msgspec import Struct
from msgspec.structs import replace

from benchmarks.dataset_lists import with_longer_lists
from benchmarks.dataset_records import Deck, Library, Names, variation, varied
from locdata_build.data.claims import located_claims
from locdata_build.data.countries import MAP_COLUMNS, MAP_ROWS, CountryFile, MapTile, SourcedFile
from locdata_build.data.files import Dataset
from locdata_build.data.products import ErpFile
from locdata_model.urls import PageName

FileT = TypeVar("FileT", bound=SourcedFile)

MOST_COUNTRIES = min(len(countries_by_alpha2), MAP_COLUMNS * MAP_ROWS)
"""A country needs an ISO code and a square of its own on the map."""


class Extent(Struct, frozen=True):
    """The numbers of countries, tracked countries and products of a dataset."""

    countries: int
    tracked: int
    products: int


def extent(dataset: Dataset, scale: int) -> Extent:
    """Return the extent of a dataset with ``scale`` times as many pairs of a country and a product as ``dataset``.

    Countries and products grow by the same factor until there are no more countries; then products grow more.
    """
    real, tracked = len(dataset.countries), sum(country.e_invoicing is not None for country in dataset.countries)
    countries = min(round(real * sqrt(scale)), MOST_COUNTRIES)
    return Extent(
        countries=countries,
        tracked=round(tracked * countries / real),
        products=round(len(dataset.erps) * scale * real / countries),
    )


def grown(dataset: Dataset, scale: int, rng: Random) -> Dataset:
    """Return ``dataset`` with generated records, ``scale`` times as large."""
    goal, today = extent(dataset, scale), dataset.site.generated_at.date()
    library = {name: source for file in dataset.sourced_files for name, source in file.sources.items()}
    erps = (*dataset.erps, *_new_products(dataset.erps, goal.products - len(dataset.erps), today, rng, library))
    countries = (*dataset.countries, *_new_countries(dataset, goal, rng, library))
    larger = with_longer_lists(dataset, replace(dataset, erps=erps, countries=countries), scale, rng, library)
    return replace(
        larger,
        erps=tuple(_with_sources(erp, library) for erp in larger.erps),
        countries=tuple(_with_sources(country, library) for country in larger.countries),
        connectors=_with_sources(larger.connectors, library),
    )


def _with_sources(file: FileT, library: Library) -> FileT:
    """Return a file with a record of each source that its claims cite, its own record if it has one."""
    cited = {name for located in located_claims(file) for name in located.source_provenance.sources}
    return replace(file, sources={name: file.sources.get(name) or library[name] for name in sorted(cited)})


def _new_products(erps: Sequence[ErpFile], count: int, today: dt.date, rng: Random, library: Library) -> list[ErpFile]:
    deck = Deck(erps, rng)
    names = Names([erp.name for erp in erps], [erp.id for erp in erps], rng)
    products = []
    for _ in range(count):
        (name, slug), model = names.new(), deck.deal()
        erp = replace(
            varied(model, variation(rng, slug, today, library)),
            id=slug,
            key=slug.replace("-", "_"),
            name=name,
            vendor=name.partition(" ")[0],
            website=f"https://{slug}.example.org/",
            localization_label=f"{name} localization",
        )
        products.append(erp)
    return products


def _new_countries(dataset: Dataset, goal: Extent, rng: Random, library: Library) -> list[CountryFile]:
    """Return generated countries. Their lists are copies, whose lengths the generated lists will have."""
    real = dataset.countries
    count = goal.countries - len(real)
    tracked = [country for country in real if country.e_invoicing]
    kinds = [index < goal.tracked - len(tracked) for index in range(count)]
    rng.shuffle(kinds)
    decks = {True: Deck(tracked, rng), False: Deck([country for country in real if not country.e_invoicing], rng)}
    names = Names([country.name for country in real], PageName, rng)
    codes = sorted({code.lower() for code in countries_by_alpha2} - {country.code for country in real})
    tiles = [MapTile(row=row + 1, column=column + 1) for row, column in product(range(MAP_ROWS), range(MAP_COLUMNS))]
    used = {country.map_tile for country in real}
    free = [tile for tile in tiles if tile not in used]
    today = dataset.site.generated_at.date()
    return [
        replace(
            varied(decks[is_tracked].deal(), variation(rng, code, today, library)),
            code=code,
            name=names.new()[0],
            map_tile=tile,
            absent_reports={},
        )
        for is_tracked, code, tile in zip(kinds, codes, free, strict=False)
    ]
