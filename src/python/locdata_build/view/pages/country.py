"""The page of a country: the answers to the questions that readers ask first, then the details; and the brief of its twin."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.obligations import effective_date, is_mandatory
from locdata_build.derive.provenance import Provenance
from locdata_build.view.blocks import Question, Questions
from locdata_build.view.components.dated_records import formats_in_words
from locdata_build.view.components.listings import local_erps_list, partners_list
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import country_feeds
from locdata_build.view.navigation import country_path, top_link
from locdata_build.view.obligations import ObligationSummary, phase_badge, summarize_obligations
from locdata_build.view.page import Brief, BriefLine, CoveredCountry, Page, Script, section
from locdata_build.view.pages.country_erps import erp_section, localized_erps, support_by_type
from locdata_build.view.pages.country_sections import (
    PHASES_ANCHOR,
    PHASES_TITLE,
    e_invoicing_section,
    facts_section,
    later_phases,
    phases_section,
    records_section,
    reporting_sections,
    sources_section,
    without_later_phases,
)
from locdata_build.view.provenance import (
    counted_answers,
    format_carrier,
    graded_source,
    newest_check,
    newest_source,
)
from locdata_build.view.text import Code, Link, Rich, Strong, joined, rich
from locdata_build.view.words import (
    APPLIES_FROM,
    NO_INFORMATION,
    NOT_KNOWN,
    OBLIGATION_QUESTIONS,
    STATUSES,
    VERIFICATIONS,
    sentence,
    tokens_in_words,
)
from locdata_model.anchors import CountryAnchor, obligation_anchor
from locdata_model.endpoints import COUNTRY, COUNTRY_OBLIGATIONS, COUNTRY_REPORTS
from locdata_model.phases import Phase
from locdata_model.serialization import encode_json, estimated_tokens
from locdata_model.urls import PageName
from locdata_model.vocabulary import OBLIGATION_LABELS, Verification

_FILE_WITH_URLS = PurePosixPath(COUNTRY_OBLIGATIONS.path).name
"""The name of the file with the URL of every source that a brief may name."""


def country_page(context: SiteContext, country: CountryRecords) -> Page:
    """Return the page. It depends on the country's own file, the ERP products, the connectors and the site's settings."""
    summaries = summarize_obligations(country.obligations, context.today)
    verdicts = (f"{OBLIGATION_LABELS[summary.kind]}: {summary.verdict.text}" for summary in summaries)
    vat_reports, audit_files = reporting_sections(context, country)
    return Page(
        path=country_path(country),
        title=country.name,
        subject="e-invoicing, VAT reporting, SAF-T",
        description=(
            f"{country.name}: e-invoicing, VAT reporting and SAF-T. What is mandatory, from when, in what format, and which "
            "ERP products support it, with sources."
        ),
        lead=_lead(context, country),
        brief=country_brief(context, country),
        blocks=(Questions(_questions(context, country)),),
        sections=(
            records_section(context, country),
            phases_section(context, country),
            vat_reports,
            e_invoicing_section(context, country),
            audit_files,
            erp_section(context, country),
            section(
                CountryAnchor.LOCAL_ERPS,
                "Local ERP and accounting systems",
                local_erps_list(context, country),
            ),
            section(
                CountryAnchor.PARTNERS,
                "Partners",
                partners_list(context, country),
            ),
            facts_section(context, country),
            sources_section(context, country),
        ),
        crumbs=(top_link(PageName.COUNTRIES),),
        # A verdict may have a semicolon.
        summary=f"{country.code}. {'. '.join(verdicts)}",
        data=(COUNTRY.path_for(country.code),),
        feeds=country_feeds(country),
        country=CoveredCountry(country.name, country.code.upper()),
        last_checked=newest_check(context.claims_by_country[country.code]),
        scripts=(Script.FOLD, Script.RELATIVE_DAYS),
    )


def _lead(context: SiteContext, country: CountryRecords) -> Rich:
    claims = [claim.provenance for claim in context.claims_by_country[country.code]]
    return rich(
        country.region,
        ". Last checked ",
        max(claim.last_checked for claim in claims),
        ". ",
        *newest_source(claims),
        f" Sources of the answers: {counted_answers(country, context.today)}.",
    )


def _questions(context: SiteContext, country: CountryRecords) -> tuple[Question, ...]:
    b2b, b2g, *others = map(_question, summarize_obligations(country.obligations, context.today))
    in_format = Question(
        question="In what format?",
        content=formats_in_words(context, country) or rich(NO_INFORMATION),
        more=Link("Details", f"#{CountryAnchor.E_INVOICING_RULES}"),
        source=graded_source(format_carrier(country, context.today)),
    )
    by_erp = Question(
        question="Which ERP products support it?",
        content=support_by_type(context, country) if country.support else localized_erps(context, country),
        more=Link("Details", f"#{CountryAnchor.ERP}"),
    )
    return b2b, b2g, in_format, by_erp, *others


def _question(summary: ObligationSummary) -> Question:
    return Question(
        question=OBLIGATION_QUESTIONS[summary.kind],
        verdict=summary.verdict,
        content=summary.text,
        more=Link("Details", f"#{obligation_anchor(summary.kind)}"),
        source=graded_source(summary.carrier),
    )


# The brief


def country_brief(context: SiteContext, country: CountryRecords) -> Brief:
    """Return the brief on a country as of the day of the build."""
    return Brief(
        obligations=tuple(map(_obligation_line, summarize_obligations(country.obligations, context.today))),
        phases=tuple(_phase_line(context, country, phase) for phase in later_phases(context, country)),
        without_phases=without_later_phases(country),
        all_phases=Link(PHASES_TITLE, country_path(country, PHASES_ANCHOR)),
        files=rich("As JSON: ", *joined(", ", _files(context, country)), "."),
    )


def _obligation_line(summary: ObligationSummary) -> BriefLine:
    label, status = Strong(OBLIGATION_LABELS[summary.kind]), STATUSES[summary.obligation.status].label
    is_unverified = summary.carrier.verification is Verification.UNVERIFIED
    source = "; not answered by " if is_unverified else "; source: "
    content = rich(label, ": ", summary.verdict, f"; status: {status}", *_start(summary), source)
    return BriefLine(content, tuple(_source_forms(summary.carrier)))


def _start(summary: ObligationSummary) -> Rich:
    """Return the start date of an obligation unless its verdict already gives it."""
    obligation = summary.obligation
    start = effective_date(obligation)
    if not is_mandatory(obligation) or (start and day_in_words(start) in summary.verdict.text):
        return ()
    return rich(f"; {APPLIES_FROM}: ", start or NOT_KNOWN)


def _phase_line(context: SiteContext, country: CountryRecords, phase: Phase) -> BriefLine:
    """Return the line of a phase, without its source if the line of its obligation has the same one."""
    state, label = phase_badge(phase, context.today), OBLIGATION_LABELS[phase.obligation]
    content = rich(Strong(day_in_words(phase.date)), f", {label} (", state, "): ", sentence(phase.what))
    provenance = country.phase(phase.id).provenance
    if provenance.source_url == country.obligation(phase.obligation).provenance.source_url:
        return BriefLine(content)
    return BriefLine(rich(*content, " Source: "), tuple(_source_forms(provenance)))


def _source_forms(provenance: Provenance) -> Iterator[Rich]:
    """Yield the forms of the first source of a claim, from the longest to the shortest."""
    source, grade = provenance.citations[0].source, VERIFICATIONS[provenance.verification].label
    yield rich(Link(source.publisher, source.url), f", {grade}")
    yield rich(source.publisher, f", {grade}, URL in ", Code(_FILE_WITH_URLS))
    yield rich("one in ", Code(_FILE_WITH_URLS), f", {grade}")


def _files(context: SiteContext, country: CountryRecords) -> Iterator[Rich]:
    """Yield a link to each small file on a country, with its size."""
    for spec in (COUNTRY_OBLIGATIONS, COUNTRY_REPORTS):
        path = spec.path_for(country.code)
        tokens = estimated_tokens(encode_json(context.responses[path]))
        yield rich(Link(PurePosixPath(path).name, path), f" ({tokens_in_words(tokens)})")
