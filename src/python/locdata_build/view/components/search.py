"""The index of the search: what readers find, with its value, in a piece for all countries and one for each country."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from textwrap import shorten
from typing import Any

from msgspec import Struct

from locdata_build.data.countries import FACT
from locdata_build.data.dated_records import SourceDated
from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.formats import FORMAT
from locdata_build.data.identifiers import IDENTIFIER, PEPPOL_SCHEME
from locdata_build.data.obligations import OBLIGATION, PHASE
from locdata_build.data.platforms import PLATFORM
from locdata_build.data.product_releases import PRODUCT_RELEASE
from locdata_build.data.products import LOCALIZATION, SUPPORT
from locdata_build.data.reports import ABSENT_REPORT, REPORT, REPORT_SUPPORT
from locdata_build.data.tax_rules import TAX_RULE
from locdata_build.data.thresholds import THRESHOLD
from locdata_build.data.vat_rates import VAT_RATE
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords
from locdata_build.view.claims import claim_label
from locdata_build.view.components.dated_tables import (
    DATED_TABLES,
    IDENTIFIER_KINDS,
    IN_WORDS,
    Parts,
    days_in_words,
    flow_label,
    identifier_name,
    in_words,
    rate_name,
    release_name,
    rule_name,
    rule_value,
    syntaxes_in_words,
    threshold_name,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.names import Name, NameKind, all_names
from locdata_build.view.navigation import QUESTIONS, countries_path, country_path
from locdata_build.view.obligations import PHASE_STATES, verdict_badge
from locdata_build.view.report_words import REPORT_KINDS, frequency_labels
from locdata_build.view.search_words import ADJECTIVES, FILLERS, KINDS, PAGE_WORDS, PAST, SYNONYMS, SearchKind, kind_key
from locdata_build.view.words import PRODUCT_ACTIONS, REPORTING_SUPPORT
from locdata_model.reports import ReportKind
from locdata_model.thresholds import Establishment
from locdata_model.urls import TOP_PAGES, PageName
from locdata_model.vocabulary import OBLIGATION_LABELS, ClaimKind, PhaseState, Topic

MAX_VALUE_LENGTH = 80
"""Maximum number of characters of a text in an entry."""


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry that readers may look for.

    - ``kind``: the key of its kind.
    - ``path``: the path of its link; the anchor alone, if it is on the page of the country of the piece.
    - ``name``, ``value``: the name and the answer after it, in parts that are isolated from each other.
    - ``note``: what is shown in smaller letters.
    - ``aliases``: other names; ``words``: further words by which it is found.
    - ``countries``: the codes of the countries of a term that several have.
    """

    kind: str
    name: Parts
    path: str
    value: Parts = ()
    note: str = ""
    aliases: tuple[str, ...] = ()
    words: str = ""
    countries: tuple[str, ...] = ()


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A country: its names, and the names that only few countries have, by which its piece is found."""

    code: str
    name: str
    path: str
    aliases: tuple[str, ...] = ()
    names: str = ""


class SearchIndex(Struct, frozen=True, kw_only=True):
    """The piece of the index that every search needs."""

    synonyms: tuple[str, ...]
    fillers: str
    kinds: Mapping[str, SearchKind]
    places: tuple[Place, ...]
    entries: tuple[Entry, ...]


class CountryPiece(Struct, frozen=True, kw_only=True):
    """The piece of the index on a country."""

    entries: tuple[Entry, ...]


def search_pieces(context: SiteContext) -> tuple[SearchIndex, Mapping[str, CountryPiece]]:
    """Return the piece for all countries, and those of the countries by code."""
    names = [_of_name(context, name) for name in all_names(context) if name.kind in _OF_NAMES]
    pieces = {
        country.code: (*_of_country(context, country), *_on_country(names, country)) for country in context.countries
    }
    index = SearchIndex(
        synonyms=SYNONYMS,
        fillers=FILLERS,
        kinds=KINDS,
        places=tuple(_places(context, pieces)),
        entries=(*(each for each in names if _is_general(each)), *_topic_pages()),
    )
    return index, {code: CountryPiece(entries=entries) for code, entries in pieces.items()}


def _is_general(entry: Entry) -> bool:
    return len(entry.countries) != 1


def _on_country(names: Iterable[Entry], country: CountryRecords) -> Iterator[Entry]:
    for entry in names:
        if country.code in entry.countries and not _is_general(entry):
            yield _in_piece(entry, country)


def _in_piece(entry: Entry, country: CountryRecords) -> Entry:
    """Return an entry as it is in the piece of its country, which it need not name."""
    return Entry(
        kind=entry.kind,
        name=entry.name,
        path=entry.path.removeprefix(country_path(country)),
        value=entry.value,
        note=entry.note,
        aliases=entry.aliases,
        words=entry.words,
    )


# Names

_OF_NAMES: Mapping[str, str] = {
    NameKind.TERM: ClaimKind.TERM,
    NameKind.ERP: ClaimKind.ERP,
    NameKind.PAGE: "page",
    NameKind.PROVIDER: "provider",
    NameKind.LOCAL_ERP: ClaimKind.LOCAL_ERP,
    NameKind.PARTNER: ClaimKind.PARTNER,
}
"""The key of the kind of each kind of name. Countries are places, and reports and authorities are found as claims."""


def _of_name(context: SiteContext, name: Name) -> Entry:
    page = next((each for each in TOP_PAGES if each.path == name.path), None)
    return Entry(
        kind=_OF_NAMES[name.kind],
        name=(name.name,),
        path=name.path,
        note=_short(name.text),
        aliases=name.aliases,
        countries=name.countries,
        words=_page_words(page) if page else "",
    )


def _page_words(page: PageName) -> str:
    """Return the words of a page. That of a kind of dated records has those of the kind."""
    words = [PAGE_WORDS.get(page, ""), *(kind.words for key, kind in KINDS.items() if key.split("/")[0] == page)]
    return " ".join(dict.fromkeys(" ".join(words).split()))


def _topic_pages() -> Iterator[Entry]:
    """Yield the pages of dated records with one of their kinds chosen, and the countries to which an answer applies."""
    for table in DATED_TABLES:
        if table.spec not in (THRESHOLD, TAX_RULE, IDENTIFIER):
            continue
        for kind, label in table.kinds.items():
            yield Entry(
                kind="page/topic",
                name=(f"{table.page.label}: {label}",),
                path=f"{table.page.path}?kind={kind}",
                note="all countries",
                words=KINDS[kind_key(table.spec.kind, kind)].words,
            )
    for question, obligation, option in QUESTIONS:
        yield Entry(
            kind="page/topic",
            name=(f"{PageName.COUNTRIES.label}: {uncapitalized(question)}",),
            path=countries_path(obligation, option),
            note="all countries",
            words=KINDS[kind_key(ClaimKind.OBLIGATION, obligation)].words,
        )


# Claims


def _of_country(context: SiteContext, country: CountryRecords) -> Iterator[Entry]:
    """Yield the entries of the claims of a country, without records that no longer apply."""
    for claim in (each for whole in country.claims for each in (whole, *whole.parts)):
        make = ENTRIES.get(claim.spec.source)
        is_past = isinstance(claim.source, SourceDated) and claim.source.is_past(context.today)
        if make and not is_past and (claim.is_known or claim.spec in _WITH_UNKNOWN):
            yield _in_piece(make(context, country, claim), country)


AnyClaim = Claim[Any, Any]


def uncapitalized(label: str) -> str:
    """Return a label as it is written after the name of a country: ``penalty``, but ``VAT`` and ``B2B e-invoicing``."""
    return label if label[1:2].isupper() or label[1:2].isdecimal() else f"{label[:1].lower()}{label[1:]}"


def _parts(text: Parts | str) -> Parts:
    return (text,) if isinstance(text, str) else text


def _short(text: str) -> str:
    return shorten(text, MAX_VALUE_LENGTH, placeholder="…", break_on_hyphens=False)


def _entry(
    context: SiteContext,
    claim: AnyClaim,
    part: str = "",
    *,
    name: Parts | str = (),
    value: Parts | str = (),
    note: str = "",
    aliases: tuple[str, ...] = (),
    words: str = "",
) -> Entry:
    """Return the entry of a claim, which is named by its label unless it has a ``name``."""
    return Entry(
        kind=kind_key(claim.spec.kind, part),
        name=_parts(name) or claim_label(context, claim),
        path=claim.path,
        value=_parts(value),
        note=note,
        aliases=aliases,
        words=words,
    )


def _obligation(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    verdict = verdict_badge(claim.source, context.today).text
    name = uncapitalized(OBLIGATION_LABELS[claim.record.obligation])
    return _entry(context, claim, claim.record.obligation, name=name, value=verdict, note=_short(claim.source.summary))


def _phase(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    phase = claim.record
    is_past = phase.state is PhaseState.STARTED
    return _entry(
        context,
        claim,
        PAST if is_past else "",
        name=f"{uncapitalized(OBLIGATION_LABELS[phase.obligation])}, {day_in_words(phase.date)}",
        value=_short(phase.what),
        note="" if is_past else PHASE_STATES[phase.state].text,
    )


def _report(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    report = claim.source
    next_due = next((each.date for each in country.due_dates if each.report == claim.id), None)
    often = ", ".join(frequency_labels(report)) or _short(report.frequency)
    kind = REPORT_KINDS[report.kind].label if report.kind is not ReportKind.OTHER else None
    others = dict.fromkeys((report.report_en, report.form, *report.aliases, kind))
    return _entry(
        context,
        claim,
        report.kind,
        value=f"{often}, next due {day_in_words(next_due)}" if next_due else often,
        note=report.report_en if report.report_en != report.report_local else "",
        aliases=tuple(each for each in others if each and each != report.report_local),
    )


def _report_support(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    report = claim.whole.source
    words = " ".join(filter(None, (report.report_en, report.form, REPORT_KINDS[report.kind].label)))
    badge = PRODUCT_ACTIONS[claim.source.action].badge
    return _entry(context, claim, value=badge.text, note=REPORTING_SUPPORT[claim.source.support].label, words=words)


def _absent_report(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    kind = ReportKind(claim.key)
    words = KINDS[kind_key(ClaimKind.REPORT, kind)].words
    name = REPORT_KINDS[kind].label
    return _entry(context, claim, name=name, value=_short(claim.source.reason), words=words)


def _fact(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    name = uncapitalized(claim.record.label)
    return _entry(context, claim, claim.record.topic, name=name, value=_short(claim.record.value))


def _localization(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    return _entry(context, claim, Topic.ERP_LOCALIZATION, value=_short(claim.record.value))


def _support(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    return _entry(
        context,
        claim,
        Topic.E_INVOICING_ERP_SUPPORT,
        name=uncapitalized(claim.record.label),
        value=claim.source.support_type,
        note=_short(claim.source.vendors or ""),
    )


# Dated records


def _dated(
    context: SiteContext,
    claim: AnyClaim,
    part: str = "",
    *,
    name: Parts | str,
    value: Parts | str,
    text: str | None = None,
    words: str = "",
) -> Entry:
    days = days_in_words(claim.source, context) if claim.source.since or claim.source.until else ""
    note = " · ".join(filter(None, (days, text)))
    return _entry(context, claim, part, name=name, value=value, note=note, words=words)


def _rate(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    rate = claim.source
    name, value = f"{rate.tax}, {rate.category} rate", rate_name(rate)
    return _dated(context, claim, rate.category, name=name, value=value, text=_short(rate.applies_to))


def _threshold(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    threshold = claim.source
    name, value = f"{in_words(threshold.kind)} threshold", threshold_name(threshold)
    words = "foreign" if threshold.established is Establishment.NON_RESIDENT else ""
    return _dated(context, claim, threshold.kind, name=name, value=value, words=words)


def _format(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    record = claim.source
    name = f"format for {', '.join(map(flow_label, record.flows))}"
    return _dated(context, claim, name=name, value=record.full_name, text=syntaxes_in_words(record))


def _rule(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    record = claim.source
    (label, *who), value = rule_name(record), rule_value(record)
    return _dated(
        context,
        claim,
        record.kind,
        name=(uncapitalized(label), *who),
        value=_short(record.rule) if value == IN_WORDS else value,
    )


def _identifier(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    record = claim.source
    name, value = IDENTIFIER_KINDS[record.kind], identifier_name(record)
    example = (", such as ", record.example) if record.example else ()
    return _dated(context, claim, record.kind, name=name, value=(*value, *example), text=record.name_en)


def _scheme(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    scheme = claim.source
    return _dated(context, claim, name="Peppol scheme", value=(scheme.code, " ", scheme.name), text=scheme.state)


def _platform(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    platform = claim.source
    systems = {
        "production": platform.production_url,
        "test system": platform.test_url,
        "documentation": platform.documentation_url,
    }
    value = ", ".join(name for name, url in systems.items() if url)
    return _dated(context, claim, name=platform.name, value=value, text=platform.operator)


def _release(context: SiteContext, country: CountryRecords, claim: AnyClaim) -> Entry:
    release = claim.source
    value = in_words(release.action) if release.action else ""
    return _dated(context, claim, name=release_name(context, release), value=value)


ENTRIES: Mapping[type, Callable[[SiteContext, CountryRecords, AnyClaim], Entry]] = {
    OBLIGATION.source: _obligation,
    THRESHOLD.source: _threshold,
    VAT_RATE.source: _rate,
    FORMAT.source: _format,
    TAX_RULE.source: _rule,
    IDENTIFIER.source: _identifier,
    PEPPOL_SCHEME.source: _scheme,
    PLATFORM.source: _platform,
    REPORT.source: _report,
    FACT.source: _fact,
    SUPPORT.source: _support,
    LOCALIZATION.source: _localization,
    REPORT_SUPPORT.source: _report_support,
    PRODUCT_RELEASE.source: _release,
    ABSENT_REPORT.source: _absent_report,
    PHASE.source: _phase,
}
"""The function that makes the entry of a claim, by the type of its source record."""

_WITH_UNKNOWN = (OBLIGATION, SUPPORT)
"""The kinds of claims that are found even if the answer is unknown."""

# Places

MAX_COUNTRIES_OF_WORD = 2
"""A word that the names in more countries have leads to no country."""

_NAMED = frozenset(
    {ClaimKind.TERM, ClaimKind.LOCAL_ERP, ClaimKind.PARTNER, REPORT.kind, PLATFORM.kind, FORMAT.kind, IDENTIFIER.kind}
)
"""The kinds whose names belong to a country."""


def _places(context: SiteContext, pieces: Mapping[str, Iterable[Entry]]) -> Iterator[Place]:
    """Yield the countries with the words of names by which their pieces are found."""
    words = {code: dict.fromkeys(_words_of_names(entries)) for code, entries in pieces.items()}
    counts = Counter(chain.from_iterable(words.values()))
    for country in context.countries:
        yield Place(
            code=country.code,
            name=country.name,
            path=country_path(country),
            aliases=(*country.source.aliases, *ADJECTIVES.get(country.code, "").split()),
            names=" ".join(sorted(word for word in words[country.code] if counts[word] <= MAX_COUNTRIES_OF_WORD)),
        )


def _words_of_names(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        kind, _, part = entry.kind.partition("/")
        texts = entry.value if kind in {FORMAT.kind, IDENTIFIER.kind} else (*entry.name, *entry.aliases)
        if kind in _NAMED:
            yield from (word for text in texts for word in _words(text) if kind == REPORT.kind or not word.isdecimal())
        elif part == Topic.TAX_AUTHORITY:
            yield from _words("".join(entry.value).partition(",")[0])


def _words(text: str) -> Iterator[str]:
    """Yield the words of a name, those with hyphens or dots whole."""
    yield from re.findall(r"\w[\w./-]*\w", text.casefold())
