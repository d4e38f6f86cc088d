"""Source data of any size: a folder like ``data_src``, but larger by a factor, the scale. The same seed gives the same data.

Matrix cells (apart from rounding), ERP localizations, reporting rows and their supports, local ERPs, partners, partner flags,
connectors and news are multiplied by the scale. Every pair of a tracked country and a product has a cell, so countries and
products are multiplied by its square root. A country has one fact for each topic and one obligation of each kind, so these,
and the phases, grow as countries do, and the bytes of all files grow less than the scale.

The number of countries is limited by the squares of the map and the codes of ISO. Beyond that, products and the lists of
each country grow instead.

``python -m benchmarks.dataset 100 FOLDER`` writes such a folder.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct, structs

from benchmarks.dataset_growth import grown
from locdata_build.data.canonical import check_shapes
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import SourceError
from locdata_build.data.exceptions import ExceptionRule, ExceptionsFile, GrantedException, needed_exceptions
from locdata_build.data.files import CONNECTORS, COUNTRIES, ERPS, EXCEPTIONS, NEWS, Dataset, FileKind
from locdata_build.data.reading import Sources, read_sources
from locdata_build.data.site import NewsFile
from locdata_model.serialization import encode_json

DEFAULT_SOURCE, DEFAULT_SEED = Path("data_src"), 1


class Size(Struct, frozen=True, kw_only=True):
    """The number of records in a folder of source data. A support is about a product and a reporting row."""

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
    """Write the data in ``source``, ``scale`` times as large, into the new folder ``target``, and return its size.

    The real records are part of it. Raises ``FileExistsError`` if the target exists, ``SourceError`` if the source has
    issues, and ``ValueError`` for a scale below 1.
    """
    if scale < 1:
        raise ValueError(f"scale must be at least 1, but is {scale}")
    sources = read_sources(source, str(source))
    # Not for secrets: the numbers must be reproducible.
    dataset = grown(check_sources(sources), scale, Random(seed))  # noqa: S311
    files = {**_same_files(sources), **dict(_larger_files(dataset))}
    target.mkdir(parents=True)
    for path, content in sorted(files.items()):
        file = target / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
    _grant_exceptions(target, dataset.exceptions)
    return _size(dataset, files)


def _grant_exceptions(target: Path, exceptions: tuple[GrantedException, ...]) -> None:
    """Add the exceptions that generated claims need to those of the real ones."""
    sources = read_sources(target, str(target))
    parsed, _ = check_shapes(sources)
    try:
        check_sources(sources)
    except SourceError as error:
        records = {each.file.name: each.record for each in parsed if each.record}
        claims: dict[str, set[str]] = {}
        for rule, claim in needed_exceptions(error.issues, records).values():
            claims.setdefault(rule, set()).add(claim)
        generated = [
            GrantedException(rule=ExceptionRule(rule), reason="Generated.", claims=tuple(sorted(names)))
            for rule, names in claims.items()
        ]
        every = tuple(sorted((*exceptions, *generated), key=lambda each: (each.rule, each.reason)))
        file = ExceptionsFile(schema="schema/exceptions.schema.json", exceptions=every)
        (target / EXCEPTIONS.path).write_bytes(encode_json(file))


def _same_files(sources: Sources) -> dict[str, bytes]:
    """Return the files that are the same at every scale."""
    return {file.path: file.raw for file in sources.files if file.kind not in (ERPS, COUNTRIES, CONNECTORS, NEWS)}


def _larger_files(dataset: Dataset) -> Iterator[tuple[str, bytes]]:
    for erp in dataset.erps:
        yield _path(ERPS, erp.id), encode_json(erp)
    for country in dataset.countries:
        yield _path(COUNTRIES, country.code), encode_json(country)
    yield CONNECTORS.path, encode_json(dataset.connectors)
    yield NEWS.path, encode_json(NewsFile(schema="schema/news.schema.json", news=dataset.news))


def _path(kind: FileKind, stem: str) -> str:
    return kind.path.replace("*", stem)


def _size(dataset: Dataset, files: dict[str, bytes]) -> Size:
    countries = dataset.countries
    matrices = [country.e_invoicing for country in countries if country.e_invoicing]
    facts = [fact for country in countries for fact in structs.astuple(country.facts)]
    obligations = [each for country in countries for each in structs.astuple(country.obligations)]
    return Size(
        countries=len(countries),
        tracked_countries=len(matrices),
        products=len(dataset.erps),
        topic_facts=len(facts),
        obligations=len(obligations),
        phases=sum(len(obligation.phases) for obligation in obligations),
        erp_localizations=sum(len(country.erp_localizations) for country in countries),
        matrix_cells=sum(len(matrix.erp_support) for matrix in matrices),
        reporting_rows=sum(len(country.reporting) for country in countries),
        reporting_supports=sum(len(row.erp_support) for country in countries for row in country.reporting),
        local_erps=sum(len(country.local_erps) for country in countries),
        partners=sum(len(country.partners) for country in countries),
        partner_flags=sum(len(country.partner_flags) for country in countries),
        connectors=len(dataset.connectors.connectors),
        news=len(dataset.news),
        source_files=len(files),
        source_bytes=sum(map(len, files.values())),
    )


def main() -> None:
    """Write the folder that the command line asks for."""
    parser = argparse.ArgumentParser(prog="benchmarks.dataset", description="Make source data of any size.")
    parser.add_argument("scale", type=int, help="the factor by which the data is larger than the source")
    parser.add_argument("target", type=Path, help="the new folder")
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE, help=f"default: {DEFAULT_SOURCE}")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help=f"default: {DEFAULT_SEED}")
    options = parser.parse_args()
    size = generate(options.source, options.target, options.scale, options.seed)
    print(msgspec.json.format(msgspec.json.encode(size)).decode())


if __name__ == "__main__":
    main()
