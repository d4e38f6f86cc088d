"""Audits: a random checklist of statements that a person compares with their sources, and figures on all claims."""

import datetime as dt
import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from locdata_build.data.citations import uncited_sentences
from locdata_build.data.claims import codes_of
from locdata_build.data.countries import SourceFact, missing_kinds, missing_report_names
from locdata_build.data.dated_records import SourceDated
from locdata_build.data.exceptions import excepted_source
from locdata_build.data.files import path_of
from locdata_build.data.obligations import SourceObligation
from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.reports import SourceReport
from locdata_build.data.statements import cited_sentences
from locdata_build.data.tax_rules import SourceTaxRule
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.obligations import is_unknown
from locdata_build.derive.provenance import Citation
from locdata_build.derive.published import Published
from locdata_build.derive.records import filled
from locdata_model.reports import ReportKind
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.vocabulary import ClaimKind, Evidence, SourceKind, Verification

Word = TypeVar("Word")

Exceptions = Mapping[str, Collection[str]]
"""Granted exceptions by the code of the rule: names of claims, and ``sources/<id>`` of sources."""


MAX_SOURCES = 3
"""The number of sources of a statement beyond which it is crowded: few readers open a fourth one."""


# Checklist


class AuditedSource(Struct, frozen=True, kw_only=True):
    """A source as a statement or its claim cites it."""

    id: str
    publisher: str
    title: str | None
    url: str
    read_at: str | None
    kind: SourceKind
    language: str
    published: dt.date | None
    read: dt.date
    evidence: Evidence
    verification: Verification
    locator: str | None


class AuditedStatement(Struct, frozen=True, kw_only=True):
    """A statement of a checklist: its claim, its field, the text of the field around it, its sources, and the rest of the claim.

    A statement is a sentence, or a part of one up to its markers. ``sources`` are those that it cites, in its order; those of
    the claim if it cites none itself. ``file`` is a path below the folder of source files.
    """

    claim: str
    file: str
    path: str
    before: str
    text: str
    after: str
    codes: tuple[str, ...]
    has_markers: bool
    sources: tuple[AuditedSource, ...]
    evidence: Evidence
    verification: Verification
    checked: dt.date


class Checklist(Struct, frozen=True, kw_only=True):
    """Statements that were drawn with a seed from ``population`` statements, in the order in which they were drawn."""

    day: dt.date
    seed: int
    population: int
    statements: tuple[AuditedStatement, ...]


def draw_checklist(claims: Iterable[Claim[Any, Any]], number: int, *, seed: int, day: dt.date) -> Checklist:
    """Draw ``number`` statements of the claims that state something, or all of them if there are not as many.

    A seed always draws the same statements, and those of a smaller number first.
    """
    known = sorted((claim for claim in claims if claim.is_known), key=lambda claim: claim.name)
    places = [place for claim in known for place in _statement_places(claim)]
    # Of the generator's methods, Python promises that random() alone stays the same in later versions.
    generator = random.Random(seed)  # noqa: S311  # must be reproducible, not secret
    drawn = sorted(places, key=lambda _: generator.random())[:number]
    return Checklist(
        day=day, seed=seed, population=len(places), statements=tuple(_audited_statement(*place) for place in drawn)
    )


def _statement_places(claim: Claim[Any, Any]) -> Iterator[tuple[Claim[Any, Any], Claim[Any, Any], str, int]]:
    """Yield the place of each statement of a claim: the claim, it or the part of it that has the text, the field and the position."""
    for part, name, text in _texts(claim):
        yield from ((claim, part, name, position) for position, _ in enumerate(cited_sentences(text)))


def _texts(claim: Claim[Any, Any]) -> Iterator[tuple[Claim[Any, Any], str, str]]:
    """Yield each text of a claim: the claim, or the part of it that has the text, the field and the text."""
    for part in (claim, *(part for part in claim.parts if part.spec.is_part)):
        yield from ((part, name, text) for name, text in part.texts.items())


def _audited_statement(claim: Claim[Any, Any], part: Claim[Any, Any], name: str, position: int) -> AuditedStatement:
    sentences = [*cited_sentences(part.texts[name])]
    texts, markers = [sentence.text for sentence in sentences], sentences[position].markers
    citations = tuple(map(part.provenance.cited_by, markers)) or part.provenance.citations
    return AuditedStatement(
        claim=claim.name,
        file=path_of(claim.file),
        path=f"{part.json_path}.{name}",
        before=" ".join(texts[:position]),
        text=texts[position],
        after=" ".join(texts[position + 1 :]),
        codes=codes_of(claim),
        has_markers=bool(markers),
        sources=tuple(map(_audited_source, citations)),
        evidence=claim.provenance.evidence,
        verification=claim.provenance.verification,
        checked=claim.provenance.last_checked,
    )


def _audited_source(citation: Citation) -> AuditedSource:
    return filled(AuditedSource, citation, citation.source)


# Summary


class Figures(Struct, frozen=True, kw_only=True):
    """Figures on claims and on the countries that they are about. ``sources`` counts each source once.

    ``uncited_statements`` counts sentences without the marker that they must have, by the topic of their claim, or its kind if
    it has none. ``exceptions`` counts the claims, sources and missing reports that each rule excepts, and ``missing_reports``
    names, for each kind, the countries in which it is expected and that have neither a report of it nor the reason why not.
    The facts are those of the country's topics: what is stated of a product is none of them. ``words`` counts the words of them
    and of the summaries of obligations. ``crowded_statements`` counts those with more than three sources, ``records`` the dated
    records by their kind, and ``countries_with_rules`` the countries that have tax rules of each kind.
    """

    claims: int
    grades: Mapping[Verification, Mapping[Evidence, int]]
    statements: int
    crowded_statements: int
    uncited_statements: Mapping[str, int]
    due: int
    exceptions: Mapping[str, int]
    sources: int
    sources_by_kind: Mapping[SourceKind, int]
    sources_without_title: int
    facts_and_obligations: int
    official_facts_and_obligations: int
    words: int
    unknown_obligations: int
    unknown_toggles: int
    reports: int
    reports_without_frequency: int
    reports_without_deadline: int
    missing_reports: Mapping[ReportKind, tuple[str, ...]]
    records: Mapping[ClaimKind, int]
    countries_with_rules: Mapping[TaxRuleKind, int]


class AuditSummary(Struct, frozen=True, kw_only=True):
    """The figures on the whole dataset, and on each country by its code. Connectors, products and terms belong to no country."""

    day: dt.date
    whole: Figures
    countries: Mapping[str, Figures]


def whole_figures(published: Published, exceptions: Exceptions) -> Figures:
    """Return the figures on the whole dataset as of the day of the build."""
    return _figures(published.claims, published.records, _due_names(published), exceptions)


def audit_summary(published: Published, exceptions: Exceptions) -> AuditSummary:
    """Return the figures on the whole dataset and on each country as of the day of the build."""
    due = _due_names(published)
    claims_of: dict[str | None, list[Claim[Any, Any]]] = {}
    for claim in published.claims:
        claims_of.setdefault(claim.country, []).append(claim)
    return AuditSummary(
        day=published.site.today,
        whole=whole_figures(published, exceptions),
        countries={
            country.code: _figures(claims_of[country.code], [country], due, exceptions) for country in published.records
        },
    )


def _due_names(published: Published) -> frozenset[str]:
    return frozenset(due.claim.name for due in published.due_claims)


def _figures(
    claims: Sequence[Claim[Any, Any]], countries: Sequence[CountryRecords], due: Collection[str], exceptions: Exceptions
) -> Figures:
    markers = [claim.provenance for claim in claims]
    legal = [claim for claim in claims if isinstance(claim.source, SourceFact | SourceObligation)]
    reports = [claim.source for claim in claims if isinstance(claim.source, SourceReport)]
    sources = {citation.id: citation.source for each in markers for citation in each.citations}
    statements = [each for claim in claims for _, _, text in _texts(claim) for each in cited_sentences(text)]
    missing = (name for country in countries for name in missing_report_names(country.source))
    names = {*(claim.name for claim in claims), *map(excepted_source, sources), *missing}
    rules = ((claim.country, claim.source.kind) for claim in claims if isinstance(claim.source, SourceTaxRule))
    uncited = Counter(
        str(getattr(claim.record, "topic", claim.kind)) for claim in claims for _ in uncited_sentences(claim.source)
    )
    return Figures(
        claims=len(claims),
        grades={
            verification: _counts(Evidence, (each.evidence for each in markers if each.verification is verification))
            for verification in Verification
        },
        statements=len(statements),
        crowded_statements=sum(len(statement.markers) > MAX_SOURCES for statement in statements),
        uncited_statements=dict(sorted(uncited.items())),
        due=len(names.intersection(due)),
        exceptions={rule: len(names.intersection(exceptions[rule])) for rule in sorted(exceptions)},
        sources=len(sources),
        sources_by_kind=_counts(SourceKind, (source.kind for source in sources.values())),
        sources_without_title=sum(source.title is None for source in sources.values()),
        facts_and_obligations=len(legal),
        official_facts_and_obligations=sum(each.provenance.verification is Verification.OFFICIAL for each in legal),
        words=sum(len(text.split()) for claim in legal for text in claim.texts.values()),
        unknown_obligations=sum(_is_unknown_obligation(claim) for claim in legal),
        unknown_toggles=sum(value is None for country in countries for value in astuple(country.detail.toggles)),
        reports=len(reports),
        reports_without_frequency=sum(report.frequency == NOT_KNOWN for report in reports),
        reports_without_deadline=sum(report.deadline == NOT_KNOWN for report in reports),
        missing_reports={
            kind: tuple(country.code for country in countries if kind in missing_kinds(country.source))
            for kind in ReportKind
        },
        records=_counts(ClaimKind, (claim.kind for claim in claims if isinstance(claim.source, SourceDated))),
        countries_with_rules=_counts(TaxRuleKind, (kind for _, kind in {*rules})),
    )


def _is_unknown_obligation(claim: Claim[Any, Any]) -> bool:
    return isinstance(obligation := claim.source, SourceObligation) and is_unknown(obligation)


def _counts(words: Iterable[Word], found: Iterable[Word]) -> Mapping[Word, int]:
    """Return the number of times each word was found, in the order of the vocabulary."""
    counter = Counter(found)
    return {word: counter[word] for word in words}
