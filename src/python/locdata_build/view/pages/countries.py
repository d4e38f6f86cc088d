"""All countries, with their toggles side by side."""

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Column, Filter, Filters, Option, Row, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_link, region_filter, top_link
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import rich
from locdata_build.view.words import counted, toggle_badge
from locdata_model.endpoints import COUNTRIES
from locdata_model.toggles import TOGGLES
from locdata_model.urls import PageName, country_anchor, slugify


def page(context: SiteContext) -> Page:
    """Return the page, with a row for each country and a column for each toggle."""
    values = tuple(Option(slugify(badge.text), badge.text) for badge in map(toggle_badge, (True, False, None)))
    filters = (region_filter(context), *(Filter(slugify(name), spec.label, values) for name, spec in TOGGLES.items()))
    table = table_of(
        "Countries and their toggles",
        ("Country", *(spec.label for spec in TOGGLES.values()), Column("Facts verified", is_number=True)),
        map(_row, context.countries),
        is_compact=True,
    )
    return Page(
        **top_page(PageName.COUNTRIES),
        lead=rich(
            f"{counted(table.row_count, 'country', 'countries')}. Toggles as of ",
            context.today,
            ". Unknown means that no clear source was found; nothing is guessed. What each toggle means: ",
            top_link(PageName.METHODOLOGY),
            ".",
        ),
        blocks=(Filters(filters, table.row_count), table),
        data=(COUNTRIES.path,),
        last_checked=newest_check(
            (country.source.obligations, country.source.facts, country.source.erp_localizations)
            for country in context.countries
        ),
        scripts=(Script.FILTER,),
    )


def _row(country: CountryRecords) -> Row:
    badges = {name: toggle_badge(getattr(country.detail.toggles, name)) for name in TOGGLES}
    counts = country.detail.counts
    return row(
        country_link(country),
        *(rich(badge) for badge in badges.values()),
        f"{counts.facts_verified} of {counts.facts}",
        anchor=country_anchor(country.code),
        facets={
            "region": (slugify(country.region),),
            **{slugify(name): (slugify(badge.text),) for name, badge in badges.items()},
        },
    )
