"""The page of a country: answers to the questions that readers ask first, then the details and sources."""

from collections.abc import Iterator

from msgspec.structs import replace

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.view.blocks import Block, Question, Questions, paragraph, table_or_message
from locdata_build.view.chart import phase_chart
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import country_calendar, country_changes_feed, upcoming_country_calendar
from locdata_build.view.grades import counted_answers, known_as_of
from locdata_build.view.navigation import country_path, top_link
from locdata_build.view.obligations import ObligationSummary, summarize_obligations
from locdata_build.view.page import CoveredCountry, Page, Section, section
from locdata_build.view.pages.country_erps import erp_section, localized_erps, support_by_type
from locdata_build.view.pages.country_sources import sources_section
from locdata_build.view.pages.country_tables import country_local_erps, country_partners
from locdata_build.view.pages.country_topics import e_invoicing_section, facts_section, reporting_sections
from locdata_build.view.pages.timeline import phases_table
from locdata_build.view.provenance import check_date, graded_source, newest_check
from locdata_build.view.text import Link, Rich, rich
from locdata_build.view.words import counted
from locdata_model.anchors import CountryAnchor, obligation_anchor
from locdata_model.endpoints import COUNTRY
from locdata_model.urls import PageName

SMALLEST_CHART = 6
"""Phases below which there is no chart: a short table is read faster."""


def country_page(context: SiteContext, country: CountryRecords) -> Page:
    """Return the page. It depends on the country's own file, the ERP products, the connectors and the site's settings."""
    return Page(
        path=country_path(country),
        title=country.name,
        subject="e-invoicing, VAT reporting, SAF-T",
        description=(
            f"{country.name}: e-invoicing, VAT reporting and SAF-T. What is mandatory, from when, in what format, and which "
            "ERP products support it, with sources."
        ),
        lead=_lead(context, country),
        blocks=(Questions(_questions(context, country)),),
        sections=(
            _phases_section(context, country),
            e_invoicing_section(context, country),
            *reporting_sections(context, country),
            erp_section(context, country),
            section(
                CountryAnchor.LOCAL_ERPS,
                "Local ERP and accounting systems",
                table_or_message(country_local_erps(context, country), "None is recorded."),
            ),
            section(
                CountryAnchor.PARTNERS,
                "Partners",
                table_or_message(country_partners(context, country), "None is recorded."),
            ),
            facts_section(context, country),
            sources_section(context, country),
        ),
        crumbs=(top_link(PageName.COUNTRIES),),
        summary=_summary(context, country),
        data=(COUNTRY.path_for(country.code),),
        feeds=(upcoming_country_calendar(country), country_calendar(country), country_changes_feed(country)),
        country=CoveredCountry(country.name, country.code.upper()),
        last_checked=newest_check(claim.provenance for claim in context.claims_by_country[country.code]),
    )


def _lead(context: SiteContext, country: CountryRecords) -> Rich:
    checks = sorted(
        (claim.provenance for claim in context.claims_by_country[country.code]), key=lambda each: each.last_checked
    )
    oldest, newest = checks[0], checks[-1]
    return rich(
        country.region,
        f". Answers: {counted_answers(country)}. ",
        *known_as_of(checks),
        ", ",
        *check_date(oldest, context.today),
        *(() if oldest.last_checked == newest.last_checked else rich(" to ", newest.last_checked)),
        ". Verdicts are those of ",
        context.today,
        ".",
    )


def _summary(context: SiteContext, country: CountryRecords) -> str:
    summaries = summarize_obligations(country.obligations, context.today)
    verdicts = (f"{summary.words.label}: {summary.verdict.text}" for summary in summaries)
    # A verdict may have a semicolon.
    return f"{country.code}. {'. '.join(verdicts)}"


def _questions(context: SiteContext, country: CountryRecords) -> tuple[Question, ...]:
    b2b, b2g, *others = map(_question, summarize_obligations(country.obligations, context.today))
    unknown = "No format is recorded separately. The section on e-invoicing says what is known."
    e_invoicing = country.source.e_invoicing
    in_format = Question(
        question="In what format?",
        content=rich(e_invoicing.mandate.format if e_invoicing else unknown),
        more=Link("E-invoicing and its sources", f"#{CountryAnchor.E_INVOICING}"),
        source=graded_source(country.mandate),
    )
    by_erp = Question(
        question="Which ERP products support e-invoicing here, and how?",
        content=support_by_type(context, country) if country.support else localized_erps(context, country),
        more=Link("Notes and sources for each product", f"#{CountryAnchor.ERP}"),
    )
    return b2b, b2g, in_format, by_erp, *others


def _question(summary: ObligationSummary) -> Question:
    return Question(
        question=summary.words.question,
        verdict=summary.verdict,
        content=summary.text,
        more=Link(f"Details: {summary.words.label}", f"#{obligation_anchor(summary.kind)}"),
        source=graded_source(summary.provenance),
    )


def _phases_section(context: SiteContext, country: CountryRecords) -> Section:
    phases = country.phases
    charts = (
        (phase_chart(phases, context.today, country.name, lambda phase: phase.what),)
        if len(phases) >= SMALLEST_CHART
        else ()
    )
    subscribing = paragraph(
        "Subscribe: ",
        Link(f"upcoming dates of {country.name}", upcoming_country_calendar(country).path),
        ", ",
        Link("all dates", country_calendar(country).path),
        ", ",
        Link("changes of the data", country_changes_feed(country).path),
        " (",
        Link("how", PageName.FEEDS.path),
        ").",
    )
    return section("phases", "What starts when", *charts, *_phases_tables(context, country), subscribing)


def _phases_tables(context: SiteContext, country: CountryRecords) -> Iterator[Block]:
    """Yield the phases after today, then all others with the latest first, folded away."""
    later = [phase for phase in country.phases if phase.date > context.today]
    past = [phase for phase in reversed(country.phases) if phase.date <= context.today]
    missing = "No later phase is recorded." if past else "No dated phase is recorded."
    yield table_or_message(phases_table(context, later, country), missing)
    if past:
        fold = f"{counted(len(past), 'phase')} up to {day_in_words(context.today)}"
        yield replace(phases_table(context, past, country), caption=f"Past phases: {country.name}", fold=fold)
