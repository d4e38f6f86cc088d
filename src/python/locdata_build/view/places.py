"""Where pages and their anchors lie. The anchors are stable: a published one never changes."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.page_names import PageName
from locdata_build.source.records import Report
from locdata_build.source.slugs import page_slug
from locdata_build.view.text import Link
from locdata_model.vocabulary import ReportingTopic

HOME = "/"
NOT_FOUND = "/404"


class TopPage(Struct, frozen=True, kw_only=True):
    """A page for all countries: its title in lists, and what a reader finds there."""

    label: str
    text: str
    is_in_menu: bool = False


TOP_PAGES: Mapping[PageName, TopPage] = {
    PageName.E_INVOICING: TopPage(
        label="E-invoicing",
        text="The e-invoicing mandate of each tracked country, and how each ERP product supports it.",
        is_in_menu=True,
    ),
    PageName.REPORTING: TopPage(
        label="Reporting", text="VAT and tax reports and SAF-T files, country by country.", is_in_menu=True
    ),
    PageName.TIMELINE: TopPage(
        label="Timeline", text="What started when and what starts next, in all countries.", is_in_menu=True
    ),
    PageName.COUNTRIES: TopPage(
        label="Countries", text="Every country with its answers side by side.", is_in_menu=True
    ),
    PageName.ERP: TopPage(label="ERP products", text="Each ERP product, country by country.", is_in_menu=True),
    PageName.CONNECTORS: TopPage(
        label="Connectors", text="E-invoicing providers that an ERP product can be connected to."
    ),
    PageName.LOCAL_ERPS: TopPage(
        label="Local ERP systems", text="Local and regional ERP and accounting systems by country."
    ),
    PageName.PARTNERS: TopPage(
        label="Partners", text="Firms that localize an ERP product for a country, in alphabetical order."
    ),
    PageName.NEWS: TopPage(label="News", text="Vendor news that concerns localization: titles, dates and links."),
    PageName.DATA: TopPage(
        label="Data", text="The whole dataset as JSON and CSV files, with fields and checksums.", is_in_menu=True
    ),
    PageName.API: TopPage(
        label="API", text="Each endpoint of the JSON API with its fields and a real answer.", is_in_menu=True
    ),
    PageName.CHANGES: TopPage(
        label="Changes", text="What each release changed, record by record, and what was withdrawn."
    ),
    PageName.FEEDS: TopPage(
        label="Calendars and feeds", text="Dated steps for your calendar, and feeds of changes and of news."
    ),
    PageName.POLICY: TopPage(
        label="Compatibility",
        text="What may change within version 1, what may not, and what a client must put up with.",
    ),
    PageName.METHODOLOGY: TopPage(
        label="Methodology", text="What each marker and each answer means, and how to report an error."
    ),
    PageName.LICENCE: TopPage(label="Licence", text="How the data may be used, and how to name its origin."),
    PageName.SPONSORS: TopPage(label="Sponsors", text="Paid placements, apart from the data."),
}
"""The pages for all countries, in the order in which they are listed."""


def top_path(name: PageName) -> str:
    """The path of a page for all countries."""
    return f"/{name}/"


def top_link(name: PageName) -> Link:
    """A link to a page for all countries."""
    return Link(TOP_PAGES[name].label, top_path(name))


def country_path(country: CountryFile) -> str:
    """The path of a country's page."""
    return f"/{page_slug(country.name)}/"


def country_link(country: CountryFile, fragment: str = "") -> Link:
    """A link to a country's page, or to an anchor of it."""
    return Link(country.name, f"{country_path(country)}{fragment and f'#{fragment}'}")


def erp_path(erp: ErpFile) -> str:
    """The path of an ERP product's page."""
    return f"/{PageName.ERP}/{erp.id}/"


def erp_link(erp: ErpFile, fragment: str = "") -> Link:
    """A link to an ERP product's page, or to an anchor of it."""
    return Link(erp.name, f"{erp_path(erp)}{fragment and f'#{fragment}'}")


def erp_anchor(erp_id: str) -> str:
    """The anchor of an ERP product on a country's page."""
    return f"erp-{erp_id}"


def matrix_anchor(country_code: str, erp_id: str) -> str:
    """The anchor of a row of the e-invoicing matrix."""
    return f"{country_code}-{erp_id}"


def release_anchor(version: str) -> str:
    """The anchor of a release on the page of the changes."""
    return f"v{version.replace('.', '-')}"


def obligation_anchor(kind: str) -> str:
    """The anchor of an obligation on a country's page."""
    return f"duty-{kind.replace('_', '-')}"


def numbered_reports(country: CountryFile) -> Iterator[tuple[str, Report]]:
    """The country's reports with their anchors, by topic and in the order of its file: ``saf-t-pt-1``."""
    for topic in ReportingTopic:
        of_topic = [report for report in country.reporting if report.topic is topic]
        yield from ((f"{topic}-{country.code}-{n}", report) for n, report in enumerate(of_topic, 1))
