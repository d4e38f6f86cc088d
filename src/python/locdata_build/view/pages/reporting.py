"""The page of VAT and tax reports and SAF-T files of all countries."""

from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Filters
from locdata_build.view.filters import country_filter, erp_filter
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Script, Section
from locdata_build.view.places import TOP_PAGES, top_path
from locdata_build.view.reports import reports_table
from locdata_build.view.text import rich
from locdata_build.view.words import REPORTING_TOPICS
from locdata_build.view.world import World
from locdata_model.data_files import REPORTING_FILE, DataFormat
from locdata_model.vocabulary import ReportingTopic


def reporting_page(world: World) -> Page:
    """One section for each topic, one group for each country."""
    countries = [country for country in world.countries if country.reporting]
    found = {topic: reports_table(world, countries, topic, by_country=True) for topic in ReportingTopic}
    tables = {topic: table for topic, table in found.items() if table}
    rows = sum(table.row_count for table in tables.values())
    filters = (country_filter(countries), erp_filter(world.erps))
    top = TOP_PAGES[PageName.REPORTING]
    counts = (f"{REPORTING_TOPICS[topic]}: {table.row_count}" for topic, table in tables.items())
    return Page(
        path=top_path(PageName.REPORTING),
        title="VAT reporting and SAF-T",
        description=top.text,
        lead=rich(
            f"{'; '.join(counts) or 'No report is recorded'}. What is due, when, how it is filed, and which ERP products make it."
        ),
        blocks=(Filters(filters, rows),),
        sections=tuple(
            Section(id=topic, title=REPORTING_TOPICS[topic], blocks=(table,)) for topic, table in tables.items()
        ),
        data=(REPORTING_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(country.reporting for country in countries),
        scripts=(Script.FILTER,),
    )
