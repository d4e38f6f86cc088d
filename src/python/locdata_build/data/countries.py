"""The files of countries, the reports that each must have, and the rules for both."""

from typing import Annotated, Literal, TypeAlias

from iso3166 import countries_by_alpha2
from msgspec import Meta, field

from locdata_build.data.claims import ClaimSpec, fact_order, on_country_page
from locdata_build.data.errors import IssueCode, member_path
from locdata_build.data.formats import SourceFormat
from locdata_build.data.identifiers import SourceIdentifier, SourcePeppolScheme
from locdata_build.data.obligations import Obligations
from locdata_build.data.platforms import SourcePlatform
from locdata_build.data.product_releases import SourceProductRelease
from locdata_build.data.products import (
    ConnectorsFile,
    EInvoicing,
    ErpFile,
    SourceLocalErp,
    SourceLocalization,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.data.record import NOT_KNOWN, SCHEMA_OF_FILE, SourceRecord, UniqueBy
from locdata_build.data.reports import AbsentReports, SourceReport
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.sources import CitedSources
from locdata_build.data.statements import CITES
from locdata_build.data.tax_rules import SourceTaxRule
from locdata_build.data.terms import TermsFile
from locdata_build.data.thresholds import SourceThreshold
from locdata_build.data.vat_rates import SourceVatRate
from locdata_model.anchors import fact_anchor
from locdata_model.facts import Fact
from locdata_model.ids import absent_report_id, claim_name, fact_id
from locdata_model.reports import ReportKind
from locdata_model.scalars import CountryCode, CountryName, LastChecked, Text
from locdata_model.urls import PageName, slugify
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, ClaimKind, ObligationStatus, Topic

MAP_COLUMNS, MAP_ROWS = 12, 12
"""The size of the tile map. More columns would not fit on a phone."""


class MapTile(SourceRecord, frozen=True, kw_only=True):
    """The position of a country on the tile map of the world, where each country is one square."""

    column: Annotated[int, Meta(ge=1, le=MAP_COLUMNS, description="Column of the tile, counted from the left")]
    row: Annotated[int, Meta(ge=1, le=MAP_ROWS, description="Row of the tile, counted from the top")]


class SourceFact(SourceRecord, frozen=True, kw_only=True):
    """A statement on one topic."""

    value: Annotated[Text, Meta(description=f"Sentences on the topic, or {NOT_KNOWN!r}"), CITES]
    checked: LastChecked


class CountryFacts(SourceRecord, frozen=True, kw_only=True):
    """The facts that every country has, one for each topic."""

    currency: SourceFact
    vat: SourceFact
    e_invoicing: SourceFact
    periodic_reporting: SourceFact
    eu_vida: SourceFact
    statutory_accounts: SourceFact
    tax_authority: SourceFact


class CountryFile(SourceRecord, frozen=True, kw_only=True):
    """Everything that is known about one country."""

    schema: Annotated[Literal["../schema/country.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    code: CountryCode
    name: CountryName
    aliases: Annotated[
        tuple[Text, ...],
        Meta(description="What else readers call it: in its own languages, and in short; absent if there is nothing"),
    ] = ()
    region: Annotated[Text, Meta(description="One of the regions of site.json")]
    map_tile: MapTile
    facts: CountryFacts
    obligations: Obligations
    e_invoicing: Annotated[
        EInvoicing | None, Meta(description="The mandate and its ERP support; null for a country outside the matrix")
    ]
    erp_localizations: Annotated[
        tuple[SourceLocalization, ...],
        UniqueBy("erp"),
        Meta(description="What ERP products offer for the country; may be empty"),
    ]
    reporting: Annotated[
        tuple[SourceReport, ...],
        UniqueBy("topic", "report_local", "report_en"),
        UniqueBy("topic", "number"),
        Meta(description="VAT and tax reports and SAF-T files, by topic and number"),
    ]
    absent_reports: AbsentReports
    vat_rates: Annotated[tuple[SourceVatRate, ...], UniqueBy("slug"), Meta(description="VAT and similar rates")] = ()
    thresholds: Annotated[tuple[SourceThreshold, ...], UniqueBy("slug"), Meta(description="Amounts that decide")] = ()
    formats: Annotated[tuple[SourceFormat, ...], UniqueBy("slug"), Meta(description="Formats by version")] = ()
    tax_rules: Annotated[
        tuple[SourceTaxRule, ...], UniqueBy("slug"), Meta(description="Rules on invoices and deadlines")
    ] = ()
    identifiers: Annotated[
        tuple[SourceIdentifier, ...], UniqueBy("slug"), Meta(description="Numbers of businesses")
    ] = ()
    peppol_schemes: Annotated[
        tuple[SourcePeppolScheme, ...],
        UniqueBy("slug"),
        UniqueBy("code"),
        Meta(description="Schemes of participants in Peppol"),
    ] = ()
    platforms: Annotated[tuple[SourcePlatform, ...], UniqueBy("slug"), Meta(description="Systems of authorities")] = ()
    product_releases: Annotated[
        tuple[SourceProductRelease, ...], UniqueBy("slug"), Meta(description="Releases of ERP products with support")
    ] = ()
    local_erps: Annotated[
        tuple[SourceLocalErp, ...], UniqueBy("slug"), Meta(description="Local and regional ERP or accounting systems")
    ]
    partners: Annotated[
        tuple[SourcePartner, ...],
        UniqueBy("erp", "slug"),
        Meta(description="Firms that localize an ERP product for the country"),
    ]
    partner_flags: Annotated[
        tuple[SourcePartnerFlag, ...],
        UniqueBy("erp"),
        Meta(description="ERP products that partners or add-ons localize for the country"),
    ]
    sources: CitedSources


SourcedFile: TypeAlias = CountryFile | ErpFile | ConnectorsFile | TermsFile
"""A file that holds claims and the sources that they cite."""

EUROPEAN_UNION = frozenset({
    "at", "be", "bg", "cy", "cz", "de", "dk", "ee", "es", "fi", "fr", "gr", "hr", "hu",
    "ie", "it", "lt", "lu", "lv", "mt", "nl", "pl", "pt", "ro", "se", "si", "sk",
})  # fmt: skip
"""The codes of the member states of the European Union."""


def missing_kinds(country: CountryFile) -> tuple[ReportKind, ...]:
    """Return the expected kinds for which a country has neither a report nor a reason for its absence."""
    missing = expected_kinds(country) - kinds_of(country) - country.absent_reports.keys()
    return tuple(kind for kind in ReportKind if kind in missing)


def missing_report_names(country: CountryFile) -> tuple[str, ...]:
    """Return the names of the missing reports in exceptions, such as ``absent-reports/ch-vat-return``."""
    ids = (absent_report_id(country.code, kind) for kind in missing_kinds(country))
    return tuple(claim_name(ClaimKind.ABSENT_REPORT, identifier) for identifier in ids)


def kinds_of(country: CountryFile) -> frozenset[ReportKind]:
    """Return the kinds of the reports of a country."""
    return frozenset(report.kind for report in country.reporting)


def expected_kinds(country: CountryFile) -> frozenset[ReportKind]:
    """Return the kinds that a country must have: the VAT return, those of the VAT directive in the Union, SAF-T if it is law."""
    kinds = {ReportKind.VAT_RETURN}
    if country.code in EUROPEAN_UNION:
        kinds |= {ReportKind.RECAPITULATIVE_STATEMENT, ReportKind.ONE_STOP_SHOP}
    if country.obligations.saft.status in {ObligationStatus.IN_FORCE, ObligationStatus.ENACTED}:
        kinds.add(ReportKind.SAF_T)
    return frozenset(kinds)


@rule(IssueCode.UNKNOWN_COUNTRY)
def country_code_is_assigned(country: CountryFile, context: CheckContext) -> Issues:
    """The code of a country must be assigned by ISO 3166-1."""
    if country.code.upper() not in countries_by_alpha2:
        yield ".code", f"must be an ISO 3166-1 alpha-2 code in lower case, got {country.code!r}"


@rule(IssueCode.UNKNOWN_REGION)
def region_is_listed(country: CountryFile, context: CheckContext) -> Issues:
    """The region of a country must be listed in `site.json`."""
    if context.regions is not None and country.region not in context.regions:
        yield ".region", f"must be a region of site.json ({', '.join(context.regions)}), got {country.region!r}"


@rule(IssueCode.DUPLICATE)
def country_page_has_own_path(country: CountryFile, context: CheckContext) -> Issues:
    """The page of a country must not have the path of another page."""
    slug = slugify(country.name)
    if slug in [*PageName]:
        yield ".name", f"must not make the path of another page of the site, got '/{slug}/'"


@rule(IssueCode.WRONG_VALUE)
def identifier_of_scheme_exists(country: CountryFile, context: CheckContext) -> Issues:
    """The identifier of a Peppol scheme must be one of the country."""
    slugs = {each.slug for each in country.identifiers}
    for index, scheme in enumerate(country.peppol_schemes):
        if scheme.identifier is not None and scheme.identifier not in slugs:
            yield (
                f".peppol_schemes[{index}].identifier",
                f"must be the slug of an identifier, got {scheme.identifier!r}",
            )


@rule(IssueCode.WRONG_VALUE)
def references_of_release_exist(country: CountryFile, context: CheckContext) -> Issues:
    """The report and the formats of a product release must be those of the country."""
    reports = {(each.topic, each.number) for each in country.reporting}
    formats = {each.slug for each in country.formats}
    for index, release in enumerate(country.product_releases):
        path = f".product_releases[{index}]"
        if (release.topic or release.number) and (release.topic, release.number) not in reports:
            yield f"{path}.number", f"must be the number of a report on its topic, got {release.number}"
        for slug in sorted({*release.formats} - formats):
            yield f"{path}.formats", f"must be slugs of formats, got {slug!r}"


@rule(IssueCode.MISSING_REPORT)
def country_has_expected_reports(country: CountryFile, context: CheckContext) -> Issues:
    """A country must have the reports that its tax system requires, or state in `absent_reports` why there is none."""
    for kind in missing_kinds(country):
        path = member_path(".absent_reports", kind.value)
        yield path, f"must state why there is no report of the kind {kind.value!r}, unless a report is added"


@rule(IssueCode.DUPLICATE)
def absent_report_is_absent(country: CountryFile, context: CheckContext) -> Issues:
    """A country must not have a report of a kind that is listed in `absent_reports`."""
    for kind in sorted(kinds_of(country) & country.absent_reports.keys()):
        path = member_path(".absent_reports", kind.value)
        yield path, f"must be left out, because a report is of the kind {kind.value!r}"


# Claims

FACT = ClaimSpec(
    source=SourceFact,
    record=Fact,
    kind=ClaimKind.FACT,
    id_of=lambda claim: fact_id(claim.file.code, claim.key),
    answer="value",
    label=lambda claim, erps: (COUNTRY_TOPIC_LABELS[Topic(claim.key)],),
    path=on_country_page(lambda claim: fact_anchor(Topic(claim.key))),
    order=lambda claim: fact_order(Topic(claim.key)),
)
