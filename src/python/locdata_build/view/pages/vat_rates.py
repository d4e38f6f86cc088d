"""The VAT or GST rates and the currency of every country in one table."""

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Filters, Row, row, table_of
from locdata_build.view.claim_sources import folded_sources
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_link, region_filter
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import rich
from locdata_build.view.words import counted
from locdata_model.anchors import country_anchor
from locdata_model.endpoints import FACTS
from locdata_model.urls import PageName, slugify
from locdata_model.vocabulary import ReportingTopic, Topic

COLUMNS = ("Country", "VAT or GST", "Currency", "Source")


def page(context: SiteContext) -> Page:
    """Return the page, with a row for each country."""
    rows = [_row(context, country) for country in context.countries]
    filters = (country_filter(context), region_filter(context))
    return Page(
        **top_page(PageName.VAT_RATES),
        lead=rich(
            f"{counted(len(rows), 'country', 'countries')}. The rates as they are recorded, with what they apply to, "
            "and their source. That of a currency is on the page of its country."
        ),
        blocks=(
            Filters(filters, len(rows), has_words=True, file_name="vat-rates.csv"),
            table_of("VAT or GST rates by country", COLUMNS, rows),
        ),
        data=(FACTS.path,),
        last_checked=newest_check(
            claim for country in context.countries for claim in country.topics if claim.record.topic is Topic.VAT
        ),
        scripts=(Script.FILTER,),
    )


def _row(context: SiteContext, country: CountryRecords) -> Row:
    facts = {claim.record.topic: claim for claim in country.topics}
    rates, currency = facts[Topic.VAT], facts[Topic.CURRENCY]
    return row(
        country_link(country, ReportingTopic.VAT_REPORTING),
        rates.record.value,
        currency.record.value,
        folded_sources(context, rates, in_column=True),
        anchor=country_anchor(country.code),
        facets={"country": (country.code,), "region": (slugify(country.region),)},
    )
