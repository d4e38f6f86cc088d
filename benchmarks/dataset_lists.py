"""A dataset that is larger than the real one: the lists of its countries, its connectors and its news."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.dataset_records import Deck, Library, Names, RecordT, variation, varied
from locdata_build.data.countries import CountryFile
from locdata_build.data.files import Dataset
from locdata_build.data.products import (
    EInvoicing,
    SourceConnector,
    SourceErpSupport,
    SourceLocalErp,
    SourceLocalization,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.data.reports import SourceAbsentReport, SourceReport
from locdata_model.listings import NewsItem
from locdata_model.reports import ReportKind

ByProductT = TypeVar("ByProductT", SourceLocalization, SourcePartnerFlag, SourceErpSupport)
NamedT = TypeVar("NamedT", bound=SourceLocalErp | SourcePartner)


class _Growth(Struct, frozen=True):
    """The real dataset, all countries and products, the factor, and the random numbers and sources for generated records."""

    real: Dataset
    countries: tuple[CountryFile, ...]
    erps: tuple[str, ...]
    scale: int
    rng: Random
    library: Library

    def varied(self, record: RecordT, owner: str) -> RecordT:
        """Return a generated record like a real one."""
        today: dt.date = self.real.site.generated_at.date()
        return varied(record, variation(self.rng, owner, today, self.library))


class _List(Struct, Generic[RecordT], frozen=True):
    """A country's list: its real records, and records of any country as models for generated ones."""

    code: str
    kept: tuple[RecordT, ...]
    models: tuple[RecordT, ...]


def with_longer_lists(real: Dataset, larger: Dataset, scale: int, rng: Random, library: Library) -> Dataset:
    """Return ``larger`` with full matrices and with lists that together are ``scale`` times as long as those of ``real``.

    Real records stay as they are. The lists of a generated country grow in proportion to their length.
    """
    growth = _Growth(real, larger.countries, tuple(sorted(erp.id for erp in larger.erps)), scale, rng, library)
    columns = zip(
        larger.countries,
        _matrices(growth),
        [_by_product(growth, each) for each in _scaled(growth, lambda country: country.erp_localizations)],
        _reports(growth),
        _local_erps(growth),
        _partners(growth),
        [_by_product(growth, each) for each in _scaled(growth, lambda country: country.partner_flags)],
        strict=True,
    )
    countries = tuple(
        replace(
            country,
            e_invoicing=matrix,
            erp_localizations=localizations,
            reporting=reports,
            absent_reports=_still_absent(country, reports),
            local_erps=local_erps,
            partners=partners,
            partner_flags=flags,
        )
        for country, matrix, localizations, reports, local_erps, partners, flags in columns
    )
    connectors = replace(larger.connectors, connectors=_connectors(growth))
    return replace(larger, countries=countries, connectors=connectors, news=_news(growth))


def shares(weights: Sequence[int], total: int) -> list[int]:
    """Return whole numbers with the sum ``total``, each proportional to its weight, apart from rounding."""
    sums = [0, *accumulate(weights)]
    return [after * total // sums[-1] - before * total // sums[-1] for before, after in pairwise(sums)]


def _scaled(growth: _Growth, list_of: Callable[[CountryFile], tuple[RecordT, ...]]) -> list[_List[RecordT]]:
    total = growth.scale * sum(len(list_of(country)) for country in growth.real.countries)
    return _lists(growth, list_of, shares([len(list_of(country)) for country in growth.countries], total))


def _lists(
    growth: _Growth, list_of: Callable[[CountryFile], tuple[RecordT, ...]], lengths: Sequence[int]
) -> list[_List[RecordT]]:
    real = {country.code: list_of(country) for country in growth.real.countries}
    deck = Deck((record for records in real.values() for record in records), growth.rng)
    lists = []
    for country, length in zip(growth.countries, lengths, strict=True):
        kept = real.get(country.code, ())
        lists.append(_List(country.code, kept, tuple(deck.deal() for _ in range(length - len(kept)))))
    return lists


def _matrices(growth: _Growth) -> Iterator[EInvoicing | None]:
    def cells(country: CountryFile) -> tuple[SourceErpSupport, ...]:
        return country.e_invoicing.erp_support if country.e_invoicing else ()

    lengths = [len(growth.erps) if country.e_invoicing else 0 for country in growth.countries]
    for country, column in zip(growth.countries, _lists(growth, cells, lengths), strict=True):
        yield country.e_invoicing and replace(country.e_invoicing, erp_support=_by_product(growth, column))


def _by_product(growth: _Growth, column: _List[ByProductT]) -> tuple[ByProductT, ...]:
    """Return a list with at most one record for each product, in the order of products."""
    used = {record.erp for record in column.kept}
    erps = growth.rng.sample([erp for erp in growth.erps if erp not in used], len(column.models))
    records = list(column.kept)
    for model, erp in zip(column.models, erps, strict=True):
        records.append(replace(growth.varied(model, f"{column.code}/{erp}"), erp=erp))
    return tuple(sorted(records, key=lambda record: record.erp))


def _reports(growth: _Growth) -> Iterator[tuple[SourceReport, ...]]:
    for column in _scaled(growth, lambda country: country.reporting):
        models = enumerate(column.models, max((report.number for report in column.kept), default=0) + 1)
        yield (*column.kept, *(_report(growth, model, column.code, number) for number, model in models))


def _report(growth: _Growth, model: SourceReport, code: str, number: int) -> SourceReport:
    report = growth.varied(model, f"{code}/{number}")
    erps = sorted(growth.rng.sample(growth.erps, len(model.erp_support)))
    support = tuple(replace(cell, erp=erp) for cell, erp in zip(report.erp_support, erps, strict=True))
    return replace(report, number=number, report_local=f"{report.report_local} {number}", erp_support=support)


def _still_absent(country: CountryFile, reports: Sequence[SourceReport]) -> Mapping[ReportKind, SourceAbsentReport]:
    """Return why reports are absent from a country, but for those of the kinds that it was given."""
    given = {report.kind for report in reports}
    return {kind: absent for kind, absent in country.absent_reports.items() if kind not in given}


def _local_erps(growth: _Growth) -> Iterator[tuple[SourceLocalErp, ...]]:
    def with_website(local_erp: SourceLocalErp) -> SourceLocalErp:
        return replace(local_erp, website=f"https://{local_erp.slug}.example.org")

    return _named(growth, lambda country: country.local_erps, with_website)


def _partners(growth: _Growth) -> Iterator[tuple[SourcePartner, ...]]:
    def with_erp(partner: SourcePartner) -> SourcePartner:
        return replace(partner, erp=growth.rng.choice(growth.erps))

    for partners in _named(growth, lambda country: country.partners, with_erp):
        yield tuple(sorted(partners, key=lambda partner: (partner.erp, partner.slug)))


def _named(
    growth: _Growth, list_of: Callable[[CountryFile], tuple[NamedT, ...]], complete: Callable[[NamedT], NamedT]
) -> Iterator[tuple[NamedT, ...]]:
    """Yield lists of records with names of their own. ``complete`` fills in what depends on the name or on chance."""
    real = [record for country in growth.real.countries for record in list_of(country)]
    names = Names([record.name for record in real], [record.slug for record in real], growth.rng)
    for column in _scaled(growth, list_of):
        new = []
        for model in column.models:
            name, slug = names.new()
            new.append(complete(replace(growth.varied(model, f"{column.code}/{slug}"), name=name, slug=slug)))
        yield (*column.kept, *new)


def _connectors(growth: _Growth) -> tuple[SourceConnector, ...]:
    real = growth.real.connectors.connectors
    names = Names([connector.provider for connector in real], (), growth.rng)
    deck = Deck(real, growth.rng)
    tracked = [country.code for country in growth.countries if country.e_invoicing]
    new = []
    for _ in range((growth.scale - 1) * len(real)):
        (name, slug), model = names.new(), deck.deal()
        codes = sorted(growth.rng.sample(tracked, len(model.countries_in_scope)))
        connector = growth.varied(model, slug)
        erp = growth.rng.choice(growth.erps)
        new.append(replace(connector, provider=name, erp=erp, countries_in_scope=tuple(codes)))
    return (*real, *new)


def _news(growth: _Growth) -> tuple[NewsItem, ...]:
    real = growth.real.news
    deck = Deck(real, growth.rng)
    last = max(int(item.id.removeprefix("n")) for item in real)
    new = []
    for number in range(last + 1, last + 1 + (growth.scale - 1) * len(real)):
        model = deck.deal()
        item = growth.varied(model, f"n{number}")
        erps = tuple(sorted(growth.rng.sample(growth.erps, len(model.erps))))
        new.append(replace(item, id=f"n{number}", erps=erps))
    return (*real, *new)
