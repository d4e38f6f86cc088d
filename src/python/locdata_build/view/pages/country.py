"""The page of a country: answers to the questions that readers ask first, then the details and sources."""

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Question, Questions, table_or_message
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import country_calendar, country_changes_feed, upcoming_country_calendar
from locdata_build.view.grades import counted_answers, known_as_of
from locdata_build.view.navigation import country_path, top_link
from locdata_build.view.obligations import ObligationSummary, summarize_obligations
from locdata_build.view.page import CoveredCountry, Page, section
from locdata_build.view.pages.country_brief import country_brief
from locdata_build.view.pages.country_erps import erp_section, localized_erps, support_by_type
from locdata_build.view.pages.country_phases import phases_section
from locdata_build.view.pages.country_sources import sources_section
from locdata_build.view.pages.country_tables import country_local_erps, country_partners
from locdata_build.view.pages.country_topics import e_invoicing_section, facts_section, reporting_sections
from locdata_build.view.provenance import check_date, graded_source, newest_check
from locdata_build.view.text import Link, Rich, rich
from locdata_model.anchors import CountryAnchor, obligation_anchor
from locdata_model.endpoints import COUNTRY
from locdata_model.urls import PageName


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
        brief=country_brief(context, country),
        blocks=(Questions(_questions(context, country)),),
        sections=(
            phases_section(context, country),
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
        last_checked=newest_check(context.claims_by_country[country.code]),
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
        source=graded_source(country.mandate.provenance if country.mandate else None),
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
        source=graded_source(summary.claim.provenance),
    )
