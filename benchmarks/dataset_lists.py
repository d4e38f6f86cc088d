"""The lists of the benchmarks' data: those of the real dataset, so many times as long."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.dataset_records import Deck, Names, RecordT, variation, varied
from locdata_build.source.files import CountryFile, Dataset
from locdata_build.source.records import (
    ConnectorNote,
    EInvoicing,
    ErpLocalization,
    ErpSupport,
    LocalErpNote,
    PartnerFlagNote,
    PartnerNote,
    Report,
)
from locdata_model.listings import NewsItem

ByProductT = TypeVar("ByProductT", ErpLocalization, PartnerFlagNote, ErpSupport)
NamedT = TypeVar("NamedT", bound=LocalErpNote | PartnerNote)


class _Growth(Struct, frozen=True):
    """What made-up records are made from: the real dataset, all countries and products, the factor, and chance."""

    real: Dataset
    countries: tuple[CountryFile, ...]
    erps: tuple[str, ...]
    scale: int
    rng: Random

    def varied(self, record: RecordT, owner: str) -> RecordT:
        """A made-up record from a real one."""
        today: dt.date = self.real.site.generated_at.date()
        return varied(record, variation(self.rng, owner, today))


class _List(Struct, Generic[RecordT], frozen=True):
    """A country's list: its real records, and the real ones of any country from which more of them are to be made."""

    code: str
    kept: tuple[RecordT, ...]
    models: tuple[RecordT, ...]


def with_longer_lists(real: Dataset, larger: Dataset, scale: int, rng: Random) -> Dataset:
    """``larger`` with lists that are together ``scale`` times as long as those of ``real``, and full matrices.

    Real records stay as they are. How long a made-up country's list becomes follows from how long it is.
    """
    growth = _Growth(real, larger.countries, tuple(sorted(erp.id for erp in larger.erps)), scale, rng)
    columns = zip(
        larger.countries,
        _matrices(growth),
        [_by_product(growth, notes) for notes in _scaled(growth, lambda country: country.erp_localizations)],
        _reports(growth),
        _local_erps(growth),
        _partners(growth),
        [_by_product(growth, notes) for notes in _scaled(growth, lambda country: country.partner_flags)],
        strict=True,
    )
    countries = tuple(
        replace(
            country,
            e_invoicing=matrix,
            erp_localizations=localizations,
            reporting=reports,
            local_erps=local_erps,
            partners=partners,
            partner_flags=flags,
        )
        for country, matrix, localizations, reports, local_erps, partners, flags in columns
    )
    return replace(larger, countries=countries, connectors=_connectors(growth), news=_news(growth))


def shares(weights: Sequence[int], total: int) -> list[int]:
    """Whole numbers with the sum ``total``, each as large as its weight demands, give or take one."""
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
    def cells(country: CountryFile) -> tuple[ErpSupport, ...]:
        return country.e_invoicing.erp_support if country.e_invoicing else ()

    lengths = [len(growth.erps) if country.e_invoicing else 0 for country in growth.countries]
    for country, column in zip(growth.countries, _lists(growth, cells, lengths), strict=True):
        yield country.e_invoicing and replace(country.e_invoicing, erp_support=_by_product(growth, column))


def _by_product(growth: _Growth, notes: _List[ByProductT]) -> tuple[ByProductT, ...]:
    """A list with one record at most for each product, in the order of products."""
    used = {note.erp for note in notes.kept}
    erps = growth.rng.sample([erp for erp in growth.erps if erp not in used], len(notes.models))
    records = list(notes.kept)
    for model, erp in zip(notes.models, erps, strict=True):
        records.append(replace(growth.varied(model, f"{notes.code}/{erp}"), erp=erp))
    return tuple(sorted(records, key=lambda note: note.erp))


def _reports(growth: _Growth) -> Iterator[tuple[Report, ...]]:
    for notes in _scaled(growth, lambda country: country.reporting):
        new = [
            _report(growth, model, notes.code, number) for number, model in enumerate(notes.models, len(notes.kept) + 1)
        ]
        yield (*notes.kept, *new)


def _report(growth: _Growth, model: Report, code: str, number: int) -> Report:
    report = growth.varied(model, f"{code}/{number}")
    erps = sorted(growth.rng.sample(growth.erps, len(model.erp_support)))
    support = tuple(replace(cell, erp=erp) for cell, erp in zip(report.erp_support, erps, strict=True))
    return replace(report, report_local=f"{report.report_local} {number}", erp_support=support)


def _local_erps(growth: _Growth) -> Iterator[tuple[LocalErpNote, ...]]:
    def placed(note: LocalErpNote) -> LocalErpNote:
        return replace(note, website=f"https://{note.slug}.example.org")

    return _named(growth, lambda country: country.local_erps, placed)


def _partners(growth: _Growth) -> Iterator[tuple[PartnerNote, ...]]:
    def placed(note: PartnerNote) -> PartnerNote:
        return replace(note, erp=growth.rng.choice(growth.erps))

    for notes in _named(growth, lambda country: country.partners, placed):
        yield tuple(sorted(notes, key=lambda note: (note.erp, note.slug)))


def _named(
    growth: _Growth, list_of: Callable[[CountryFile], tuple[NamedT, ...]], placed: Callable[[NamedT], NamedT]
) -> Iterator[tuple[NamedT, ...]]:
    """Lists of records with names of their own; ``placed`` gives a made-up one what its name or chance decides."""
    real = [note for country in growth.real.countries for note in list_of(country)]
    names = Names([note.name for note in real], [note.slug for note in real], growth.rng)
    for notes in _scaled(growth, list_of):
        new = []
        for model in notes.models:
            name, slug = names.new()
            new.append(placed(replace(growth.varied(model, f"{notes.code}/{slug}"), name=name, slug=slug)))
        yield (*notes.kept, *new)


def _connectors(growth: _Growth) -> tuple[ConnectorNote, ...]:
    real = growth.real.connectors
    names = Names([note.provider for note in real], (), growth.rng)
    deck = Deck(real, growth.rng)
    tracked = [country.code for country in growth.countries if country.e_invoicing]
    new = []
    for _ in range((growth.scale - 1) * len(real)):
        (name, slug), model = names.new(), deck.deal()
        codes = sorted(growth.rng.sample(tracked, len(model.countries_in_scope)))
        note = growth.varied(model, slug)
        erp = growth.rng.choice(growth.erps)
        new.append(replace(note, provider=name, erp=erp, countries_in_scope=tuple(codes)))
    return tuple(sorted([*real, *new], key=lambda note: (note.erp, note.provider.casefold())))


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
