"""Source data of any size: a folder like ``data_src``, so many times as large, the same for the same seed.

So many times as many there are of: cells of the matrix (by a rounding), ERP localizations, reporting rows and their
supports, local ERPs, partners, partner flags, connectors and news. Every pair of a tracked country and a product has a
cell, so countries and products grow by the square root of the scale. A country has a fact for each topic and an
obligation of each kind, once: these, and their phases, can grow no more than countries do. So the bytes of all files
grow less than the scale.

Countries end where the builder takes no more of them, with the places of its map and the codes of ISO. Beyond that,
products and the lists of each country grow in their place.

``python -m benchmarks.dataset 100 FOLDER`` writes such a folder.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct, structs

from benchmarks.dataset_growth import grown
from locdata_build.check.dataset import check_sources
from locdata_build.check.shapes import canonical
from locdata_build.read.sources import Sources, read_sources
from locdata_build.source.files import (
    CONNECTORS,
    COUNTRIES,
    ERPS,
    NEWS,
    ConnectorsFile,
    Dataset,
    FileKind,
    NewsFile,
)

DEFAULT_SOURCE, DEFAULT_SEED = Path("data_src"), 1


class Size(Struct, frozen=True, kw_only=True):
    """How much there is in a folder of source data. Supports are what is known of a product and a reporting row."""

    countries: int
    tracked_countries: int
    products: int
    topic_facts: int
    obligations: int
    phases: int
    erp_localizations: int
    matrix_cells: int
    reporting_rows: int
    reporting_supports: int
    local_erps: int
    partners: int
    partner_flags: int
    connectors: int
    news: int
    source_files: int
    source_bytes: int


def generate(source: Path, target: Path, scale: int, seed: int) -> Size:
    """Write into the new folder ``target`` what is in ``source``, ``scale`` times as large; how much that is.

    The real records are among them. Raises ``FileExistsError`` where there is a target already, ``SourceError`` for a
    source with faults and ``ValueError`` for a scale below 1.
    """
    if scale < 1:
        raise ValueError(f"scale must be at least 1, but is {scale}")
    sources = read_sources(source, str(source))
    # Not for secrets: the numbers must be the same again.
    dataset = grown(check_sources(sources), scale, Random(seed))  # noqa: S311
    files = {**_kept(sources), **dict(_made(dataset))}
    target.mkdir(parents=True)
    for place, content in sorted(files.items()):
        path = target / place
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return _size(dataset, files)


def _kept(sources: Sources) -> dict[str, bytes]:
    """The files of which there is no more at a larger scale."""
    return {file.place: file.raw for file in sources.files if file.kind not in (ERPS, COUNTRIES, CONNECTORS, NEWS)}


def _made(dataset: Dataset) -> Iterator[tuple[str, bytes]]:
    for erp in dataset.erps:
        yield _place(ERPS, erp.id), canonical(erp)
    for country in dataset.countries:
        yield _place(COUNTRIES, country.code), canonical(country)
    connectors = ConnectorsFile(schema="schema/connectors.schema.json", connectors=dataset.connectors)
    yield CONNECTORS.path, canonical(connectors)
    yield NEWS.path, canonical(NewsFile(schema="schema/news.schema.json", news=dataset.news))


def _place(kind: FileKind, stem: str) -> str:
    return kind.path.replace("*", stem)


def _size(dataset: Dataset, files: dict[str, bytes]) -> Size:
    countries = dataset.countries
    matrices = [country.e_invoicing for country in countries if country.e_invoicing]
    facts = [fact for country in countries for fact in structs.astuple(country.facts)]
    obligations = [duty for country in countries for duty in structs.astuple(country.obligations)]
    return Size(
        countries=len(countries),
        tracked_countries=len(matrices),
        products=len(dataset.erps),
        topic_facts=len(facts),
        obligations=len(obligations),
        phases=sum(len(duty.phases) for duty in obligations),
        erp_localizations=sum(len(country.erp_localizations) for country in countries),
        matrix_cells=sum(len(matrix.erp_support) for matrix in matrices),
        reporting_rows=sum(len(country.reporting) for country in countries),
        reporting_supports=sum(len(row.erp_support) for country in countries for row in country.reporting),
        local_erps=sum(len(country.local_erps) for country in countries),
        partners=sum(len(country.partners) for country in countries),
        partner_flags=sum(len(country.partner_flags) for country in countries),
        connectors=len(dataset.connectors),
        news=len(dataset.news),
        source_files=len(files),
        source_bytes=sum(map(len, files.values())),
    )


def main() -> None:
    """Write the folder that the command line asks for."""
    parser = argparse.ArgumentParser(prog="benchmarks.dataset", description="Make source data of any size.")
    parser.add_argument("scale", type=int, help="how many times as large as the source")
    parser.add_argument("target", type=Path, help="the folder to be made")
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE, help=f"default: {DEFAULT_SOURCE}")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help=f"default: {DEFAULT_SEED}")
    asked = parser.parse_args()
    size = generate(asked.source, asked.target, asked.scale, asked.seed)
    print(msgspec.json.format(msgspec.json.encode(size)).decode())


if __name__ == "__main__":
    main()
