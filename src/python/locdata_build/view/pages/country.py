"""The page of a country: the answers first, then what they rest on."""

from locdata_build.source.files import CountryFile
from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Answer, Answers, Paragraph, nothing
from locdata_build.view.chart import phase_chart
from locdata_build.view.dates import steps_by_date
from locdata_build.view.evidence import checked, primary_source
from locdata_build.view.feeds import calendar_of_country
from locdata_build.view.newest_check import newest_check
from locdata_build.view.obligations import Told, tell_obligations
from locdata_build.view.page import Page, Place, Section
from locdata_build.view.pages.country_erps import erp_section, localized_by, support_by_type
from locdata_build.view.pages.country_sources import sources_section, uses_of_sources
from locdata_build.view.pages.country_topics import e_invoicing_section, facts_section, saft_section, vat_section
from locdata_build.view.pages.listings import local_erps_table, partners_table
from locdata_build.view.pages.timeline import steps_table
from locdata_build.view.places import country_path, obligation_anchor, top_link
from locdata_build.view.text import Link, Rich, rich
from locdata_build.view.words import counted
from locdata_build.view.world import World
from locdata_model.endpoints import COUNTRY

WORTH_A_CHART = 6
"""Fewer steps are read faster than they are seen."""


def country_page(world: World, country: CountryFile) -> Page:
    """The country's page: a function of its own file, the ERP registry, its connectors and the site's settings."""
    return Page(
        path=country_path(country),
        title=country.name,
        subject="e-invoicing, VAT reporting, SAF-T",
        description=(
            f"{country.name}: e-invoicing, VAT reporting and SAF-T. What is mandatory, from when, in what format, and which "
            "ERP products support it, with sources."
        ),
        lead=_lead(world, country),
        blocks=(Answers(_answers(world, country)),),
        sections=(
            _phases_section(world, country),
            e_invoicing_section(world, country),
            vat_section(world, country),
            saft_section(world, country),
            facts_section(world, country),
            erp_section(world, country),
            _local_erps_section(world, country),
            _partners_section(world, country),
            sources_section(world, country),
        ),
        crumbs=(top_link(PageName.COUNTRIES),),
        note=_note(world, country),
        data=(COUNTRY.path_for(country.code),),
        feeds=(calendar_of_country(country),),
        place=Place(country.name, country.code.upper()),
        last_checked=newest_check(use.provenance for use in uses_of_sources(world, country)),
    )


def _lead(world: World, country: CountryFile) -> Rich:
    counts = world.detail(country.code).counts
    days = [use.provenance.last_checked for use in uses_of_sources(world, country)]
    return rich(
        f"{country.region}. Answers as of ",
        world.today,
        "; sources ",
        *checked(min(days), world.today),
        *(() if min(days) == max(days) else rich(" to ", max(days))),
        f". {counts.facts_verified} of {counted(counts.facts, 'fact')} verified.",
    )


def _note(world: World, country: CountryFile) -> str:
    told = tell_obligations(country.obligations, world.today)
    return f"{country.code}; {'; '.join(f'{each.words.label}: {each.verdict.text}' for each in told)}"


def _answers(world: World, country: CountryFile) -> tuple[Answer, ...]:
    b2b, b2g, *others = (_answer(obligation) for obligation in tell_obligations(country.obligations, world.today))
    return b2b, b2g, _format(country), _erps(world, country), *others


def _answer(told: Told) -> Answer:
    provenance = told.obligation.provenance
    return Answer(
        question=told.words.question,
        verdict=told.verdict,
        content=told.account,
        more=Link(f"Details: {told.words.label}", f"#{obligation_anchor(told.kind)}"),
        source=rich(*(("Source: ",) if provenance.source_urls else ()), *primary_source(provenance)),
    )


def _format(country: CountryFile) -> Answer:
    untold = "No format is recorded apart; the section on e-invoicing tells what is known."
    return Answer(
        question="In what format?",
        verdict=None,
        content=rich(country.e_invoicing.mandate.format if country.e_invoicing else untold),
        more=Link("E-invoicing and its sources", "#e-invoicing"),
    )


def _erps(world: World, country: CountryFile) -> Answer:
    return Answer(
        question="Which ERP products support e-invoicing here, and how?",
        verdict=None,
        content=support_by_type(world, country) if country.e_invoicing else localized_by(world, country),
        more=Link("Notes and sources for each product", "#erp"),
    )


def _phases_section(world: World, country: CountryFile) -> Section:
    steps = steps_by_date((country,))
    charts = (phase_chart("phase-chart", steps, world.today, country.name),) if len(steps) >= WORTH_A_CHART else ()
    recorded = (steps_table(world, steps, country=country),) if steps else nothing("No dated step is recorded.")
    dates = Link(f"dates of {country.name}", calendar_of_country(country).path)
    subscribing = Paragraph(rich("In your calendar: ", dates, ". How to subscribe: ", top_link(PageName.FEEDS), "."))
    return Section(id="phases", title="What starts when", blocks=(*charts, *recorded, subscribing))


def _local_erps_section(world: World, country: CountryFile) -> Section:
    title = "Local ERP and accounting systems"
    if not country.local_erps:
        return Section(id="local-erps", title=title, blocks=nothing("None is recorded."))
    return Section(id="local-erps", title=title, blocks=(local_erps_table(world, (country,)),))


def _partners_section(world: World, country: CountryFile) -> Section:
    if not country.partners:
        return Section(id="partners", title="Partners", blocks=nothing("None is recorded."))
    return Section(id="partners", title="Partners", blocks=(partners_table(world, (country,)),))
