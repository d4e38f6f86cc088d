"""Links between pages, rows grouped by country, and filters of rows.

Rows have the options of the filters that select them in their ``facets``.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from locdata_build.data.obligations import B2gObligation, SourceObligation
from locdata_build.data.products import ErpFile
from locdata_build.data.site import SiteFile
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.obligations import required
from locdata_build.derive.verdicts import VerdictForm, verdict
from locdata_build.view.blocks import Filter, Group, Option, Row
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import countries_by_region
from locdata_build.view.obligations import TONE_WORDS, verdict_tone
from locdata_build.view.text import Link, Tone, Words, rich
from locdata_build.view.words import REPORTING_MODES, STATUSES, support_label
from locdata_model.anchors import PageAnchor, country_anchor
from locdata_model.urls import PageName, country_page_path, erp_page_path, hyphenated, slugify
from locdata_model.vocabulary import (
    OBLIGATION_LABELS,
    BoundParty,
    ObligationKind,
    ObligationStatus,
    ReportingMode,
    Requirement,
    SupportType,
)

REPORT_AN_ERROR = Link("Report an error", f"{PageName.METHODOLOGY.path}#{PageAnchor.ERRORS}")


def top_link(name: PageName) -> Link:
    """Return a link to a page for all countries."""
    return Link(name.label, name.path)


def contact_link(site: SiteFile) -> Link:
    """Return a link for a mail to the publisher."""
    return Link(site.contact, f"mailto:{site.contact}")


def country_path(country: CountryRecords, anchor: str = "") -> str:
    """Return the path of a country's page, followed by the anchor if there is one."""
    return _with_anchor(country_page_path(country.name), anchor)


def country_link(country: CountryRecords, anchor: str = "") -> Link:
    """Return a link to a country's page or to an anchor on it."""
    return Link(country.name, country_path(country, anchor))


def former_country_link(context: SiteContext, code: str | None) -> Link | Words:
    """Return a link to a country that a change concerned, or its code if it is no longer covered."""
    if code is None:
        return Words("No single country")
    country = context.find_country(code)
    return country_link(country) if country else Words(code.upper())


def erp_link(erp: ErpFile) -> Link:
    """Return a link to an ERP product's page."""
    return Link(erp.name, erp_page_path(erp.id))


def erp_in_country_link(erp: ErpFile, country: CountryRecords) -> Link:
    """Return a link to the row of a country on the page of an ERP product."""
    return Link(erp.name, _with_anchor(erp_page_path(erp.id), country_anchor(country.code)), subject=country.name)


def _with_anchor(path: str, anchor: str) -> str:
    return f"{path}#{anchor}" if anchor else path


def country_groups(
    countries: Iterable[CountryRecords], rows_of: Callable[[CountryRecords], Iterable[Row]], anchor: str
) -> Iterator[Group]:
    """Yield a group for each country with rows, titled with a link to ``anchor`` on its page unless ``anchor`` is empty."""
    for country in countries:
        if rows := tuple(rows_of(country)):
            yield Group(title=rich(country_link(country, anchor)) if anchor else (), rows=rows)


# Filters

REGION = "region"
"""The parameter of a region in the URL."""


def country_filter(context: SiteContext) -> Filter:
    """Return the filter by country, in which a region chooses all its countries.

    It has all countries, so that a reader's choice applies to every page, even one without rows for a chosen country.
    """
    regions = countries_by_region(context).items()
    options = (
        Option(country.code, country.name, _region_option(region))
        for region, countries in regions
        for country in countries
    )
    return Filter("country", "Countries", tuple(options), is_multiple=True, group_name=REGION)


def country_picker(context: SiteContext) -> Filter:
    """Return the choice of countries as a part of the page."""
    return replace(country_filter(context), unchosen="None", is_in_page=True)


def region_filter(context: SiteContext) -> Filter:
    """Return the filter by region, for a page without a filter by country."""
    return Filter(REGION, "Region", tuple(map(_region_option, context.site.regions)))


def _region_option(region: str) -> Option:
    return Option(slugify(region), region)


def erp_filter(context: SiteContext) -> Filter:
    """Return the filter by ERP product."""
    options = tuple(Option(erp.id, erp.name) for erp in context.erps)
    return Filter("erp", "ERP products", options, is_multiple=True)


def support_filter() -> Filter:
    """Return the filter by type of e-invoicing support."""
    labels = {SupportType.NATIVE: "native, with or without access point"}
    options = (Option(slugify(support), labels.get(support, support_label(support))) for support in SupportType)
    return Filter("support", "Support", tuple(options))


def support_options(support: SupportType) -> tuple[str, ...]:
    """Return the options of the filter that select a type of support: native support with an access point is native as well."""
    is_native_with_more = support is SupportType.NATIVE_ACCESS_POINT
    return (*((slugify(SupportType.NATIVE),) if is_native_with_more else ()), slugify(support))


# Filters by the status of an obligation

FULLY = "fully"
PARTLY = "partly"
DATED = "dated"
UNDATED = "undated"
ISSUING = "issuing"
RECEIVING = "receiving"

MODE_UNKNOWN = "how soon is not known"

_IN_FORCE: Mapping[ObligationKind, Mapping[str, str]] = {
    ObligationKind.E_INVOICING_B2B: {FULLY: "not only receiving", ISSUING: "issuing", RECEIVING: "receiving only"},
    ObligationKind.E_INVOICING_B2G: {
        FULLY: "not only receiving or public bodies",
        BoundParty.SUPPLIERS: "suppliers must issue",
        PARTLY: "receiving or public bodies only",
        BoundParty.PUBLIC_BODIES: "public bodies only",
    },
    ObligationKind.REAL_TIME_REPORTING: {
        **{mode: words.label for mode, words in REPORTING_MODES.items()},
        FULLY: MODE_UNKNOWN,
    },
}
"""The options that are more precise than the status of an obligation in force, with their labels."""

QUESTIONS: Sequence[tuple[str, ObligationKind, str]] = (
    ("Invoices are cleared before or at their issue", ObligationKind.REAL_TIME_REPORTING, ReportingMode.CLEARANCE),
    ("The law sets the day on which B2B e-invoicing becomes mandatory", ObligationKind.E_INVOICING_B2B, DATED),
    ("Suppliers must send e-invoices to public bodies", ObligationKind.E_INVOICING_B2G, BoundParty.SUPPLIERS),
    ("Businesses must receive e-invoices, but need not issue them yet", ObligationKind.E_INVOICING_B2B, RECEIVING),
)
"""Questions of readers, each with the filter of countries and the option that answer it."""

_ENACTED = {DATED: "with a date", UNDATED: "without a date"}

_TONE_OPTIONS: Mapping[Tone, str] = {
    Tone.YES: FULLY,
    Tone.CLEARANCE: ReportingMode.CLEARANCE,
    Tone.REAL_TIME: ReportingMode.REAL_TIME,
    Tone.WITHIN_DAYS: ReportingMode.WITHIN_DAYS,
    Tone.PARTLY: PARTLY,
    Tone.SOON: DATED,
    Tone.UNDATED: UNDATED,
    Tone.PLANNED: ObligationStatus.PLANNED,
    Tone.VOLUNTARY: ObligationStatus.VOLUNTARY,
    Tone.NO: ObligationStatus.NONE,
    Tone.UNKNOWN: ObligationStatus.UNKNOWN,
}
"""The option that selects the obligations whose verdict has a tone."""

_FORM_OPTIONS: Mapping[VerdictForm, str] = {
    VerdictForm.RECEIVING: RECEIVING,
    VerdictForm.RECEIVING_ISSUING: RECEIVING,
    VerdictForm.PUBLIC_BODIES: BoundParty.PUBLIC_BODIES,
    VerdictForm.PUBLIC_BODIES_ISSUING: BoundParty.PUBLIC_BODIES,
    VerdictForm.WITHIN_WORKING_DAYS: ReportingMode.WITHIN_WORKING_DAYS,
}
"""The options that are more precise than the tone of a verdict."""


def status_filter(kind: ObligationKind) -> Filter:
    """Return the filter by an obligation. Its options are the statuses and their parts."""
    parts = {ObligationStatus.IN_FORCE: _IN_FORCE.get(kind, {}), ObligationStatus.ENACTED: _ENACTED}
    options = []
    for status, words in STATUSES.items():
        options.append(Option(status, words.label))
        options.extend(Option(value, f"{words.label}: {label}") for value, label in parts.get(status, {}).items())
    return Filter(hyphenated(kind), OBLIGATION_LABELS[kind], tuple(options))


def status_options(kind: ObligationKind, obligation: SourceObligation, today: dt.date) -> Iterator[str]:
    """Yield each option that an obligation matches: the status in its verdict, and the parts of that status."""
    form = verdict(obligation, today).form
    matched = [form.status, tone_option(kind, verdict_tone(form))]
    if form in _FORM_OPTIONS:
        matched.append(_FORM_OPTIONS[form])
    if form.status is ObligationStatus.IN_FORCE:
        matched.extend(_bound(kind, obligation, today))
    yield from dict.fromkeys(map(str, matched))


def _bound(kind: ObligationKind, obligation: SourceObligation, today: dt.date) -> Iterator[str]:
    if isinstance(obligation, B2gObligation) and BoundParty.SUPPLIERS in (obligation.bound or ()):
        yield BoundParty.SUPPLIERS
    if kind is ObligationKind.E_INVOICING_B2B and Requirement.ISSUE in (required(obligation, today) or ()):
        yield ISSUING


def tone_option(kind: ObligationKind, tone: Tone) -> str:
    """Return the option that selects the obligations of a kind whose verdict has the tone."""
    # Between businesses, receiving is the only part with an option.
    is_receiving = tone is Tone.PARTLY and kind is ObligationKind.E_INVOICING_B2B
    option = RECEIVING if is_receiving else _TONE_OPTIONS[tone]
    is_offered = any(each.value == option for each in status_filter(kind).options)
    return option if is_offered else ObligationStatus.IN_FORCE


def tone_link(kind: ObligationKind, tone: Tone, count: int) -> Link:
    """Return a link to the ``count`` countries whose verdict on an obligation has the tone."""
    # Only in real-time reporting, "in force" alone would be unclear beside the modes.
    is_mode_unknown = tone is Tone.YES and kind is ObligationKind.REAL_TIME_REPORTING
    words = f"{TONE_WORDS[tone]}: {MODE_UNKNOWN}" if is_mode_unknown else TONE_WORDS[tone]
    return Link(f"{words} ({count})", countries_path(kind, tone_option(kind, tone)))


def countries_path(kind: ObligationKind, option: str) -> str:
    """Return the path of the countries that an option of the filter by an obligation selects."""
    return f"{PageName.COUNTRIES.path}?{hyphenated(kind)}={option}"
