"""ERP products: the registry, support of mandates, localizations, local systems, partners and connectors, and their rules."""

from typing import Annotated, Literal

from msgspec import Meta, field

from locdata_build.data.claims import (
    MAKER_KINDS,
    ClaimSpec,
    Erps,
    fact_order,
    is_from_vendor,
    is_from_website,
    on_country_page,
)
from locdata_build.data.errors import IssueCode, suggestion
from locdata_build.data.record import NOT_KNOWN, SCHEMA_OF_FILE, SourceRecord, UniqueBy
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.sources import CitedSource, CitedSources
from locdata_build.data.statements import CITES
from locdata_model import scalars
from locdata_model.anchors import CountryAnchor, PageAnchor, erp_anchor, local_erp_anchor, partner_anchor
from locdata_model.data_files import ReportingFields
from locdata_model.erps import Connector, LocalErp, Partner, PartnerFlag
from locdata_model.facts import Fact, Mandate
from locdata_model.ids import connector_id, fact_id, record_id
from locdata_model.service import NewsItem
from locdata_model.urls import erp_page_path
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, ClaimKind, ConnectorType, SupportType, Topic


class ErpFile(SourceRecord, frozen=True, kw_only=True):
    """An ERP product of the registry. Products are published in the order of their ids."""

    schema: Annotated[Literal["../schema/erp.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    id: scalars.ErpId
    key: scalars.ErpKey
    name: scalars.ProductName
    vendor: scalars.Vendor
    category: scalars.Category
    profile: Annotated[scalars.Profile, CITES]
    website: scalars.ProductSite
    localization_label: Annotated[scalars.Text, Meta(description="Label of the product's localization facts")]
    in_countries_file: Annotated[
        bool, Meta(description="Whether the data file countries has the product's localization facts, as the API has")
    ] = False
    checked: scalars.LastChecked
    sources: CitedSources


class SourceMandate(SourceRecord, frozen=True, kw_only=True):
    """The e-invoicing mandate of a tracked country, as shown in the matrix."""

    short_label: Annotated[scalars.MandateLabel, Meta(max_length=80)]
    mandate: Annotated[scalars.MandateText, CITES]
    scope: Annotated[scalars.MandateScope, CITES]
    deadlines: Annotated[scalars.MandateDeadlines, CITES]
    format: Annotated[scalars.MandateFormat, CITES]
    checked: scalars.LastChecked


class SourceErpSupport(SourceRecord, frozen=True, kw_only=True):
    """The support of the mandate by an ERP product."""

    erp: scalars.ErpId
    support_type: SupportType
    vendors: scalars.Vendors
    notes: Annotated[scalars.Notes, CITES]
    checked: scalars.LastChecked


class EInvoicing(SourceRecord, frozen=True, kw_only=True):
    """The mandate of a tracked country, and how every ERP product of the registry supports it."""

    mandate: SourceMandate
    erp_support: Annotated[
        tuple[SourceErpSupport, ...], UniqueBy("erp"), Meta(description="One item for each product of the registry")
    ]


class SourceLocalization(SourceRecord, frozen=True, kw_only=True):
    """The localization of an ERP product for the country."""

    erp: scalars.ErpId
    value: Annotated[scalars.Text, Meta(description=f"Sentences on the localization, or {NOT_KNOWN!r}"), CITES]
    checked: scalars.LastChecked


class SourceLocalErp(SourceRecord, frozen=True, kw_only=True):
    """A local or regional ERP or accounting system."""

    slug: scalars.PermanentSlug
    name: scalars.ProductName
    segment: scalars.Segment
    description: Annotated[scalars.ProductDescription, CITES]
    website: scalars.ProductSite
    checked: scalars.LastChecked


class SourcePartner(SourceRecord, frozen=True, kw_only=True):
    """A firm that localizes an ERP product for the country."""

    erp: scalars.ErpId
    slug: scalars.PermanentSlug
    name: scalars.PartnerName
    partner_type: scalars.PartnerType
    summary: Annotated[scalars.PartnerSummary, CITES]
    source_kind: scalars.ListingKind
    checked: scalars.LastChecked


class SourcePartnerFlag(SourceRecord, frozen=True, kw_only=True):
    """A statement that partners or add-ons localize an ERP product for the country."""

    erp: scalars.ErpId
    flag: scalars.Flag
    note: Annotated[scalars.FlagNote, CITES]
    checked: scalars.LastChecked


class SourceConnector(SourceRecord, frozen=True, kw_only=True):
    """A connector between an ERP product and an e-invoicing provider."""

    provider: scalars.ProviderName
    erp: scalars.ErpId
    countries_covered: scalars.CountriesCovered
    countries_in_scope: scalars.CountriesInScope
    connector_type: ConnectorType
    built_by: scalars.BuiltBy
    direction: scalars.Direction
    notes: Annotated[scalars.Notes, CITES]
    checked: scalars.LastChecked


class ConnectorsFile(SourceRecord, frozen=True, kw_only=True):
    """The connectors between ERP products and e-invoicing providers."""

    schema: Annotated[Literal["schema/connectors.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    connectors: Annotated[tuple[SourceConnector, ...], UniqueBy("erp", "provider"), Meta(description="Every connector")]
    sources: CitedSources


@rule(IssueCode.UNKNOWN_ERP, where=lambda kind: {"erp", "erps"} & {*kind.__struct_fields__})
def erp_has_file(record: SourceRecord | NewsItem, context: CheckContext) -> Issues:
    """An ERP product that a record refers to must have a file."""
    if context.erp_ids is None:
        return
    named = {f".erps[{index}]": erp for index, erp in enumerate(getattr(record, "erps", ()))}
    if hasattr(record, "erp"):
        named[".erp"] = record.erp
    for path, erp in named.items():
        if erp not in context.erp_ids:
            yield path, f"must be an ERP product that has a file, got {erp!r}{suggestion(erp, context.erp_ids)}"


@rule(IssueCode.UNKNOWN_COUNTRY)
def countries_of_connector_are_tracked(connector: SourceConnector, context: CheckContext) -> Issues:
    """A country that a connector refers to must have a file and be in the matrix."""
    for index, code in enumerate(connector.countries_in_scope):
        path = f".countries_in_scope[{index}]"
        if context.country_codes is not None and code not in context.country_codes:
            yield path, f"must be a country that has a file, got {code!r}"
        if code in context.untracked_countries:
            yield path, f"must be a country of the matrix, got {code!r}"


@rule(IssueCode.MATRIX_GAP)
def matrix_is_complete(e_invoicing: EInvoicing, context: CheckContext) -> Issues:
    """A country in the matrix must have an entry for every ERP product."""
    for erp in sorted((context.erp_ids or frozenset()) - {support.erp for support in e_invoicing.erp_support}):
        yield ".erp_support", f"must have an entry for every ERP product, and lacks {erp!r}"


@rule(IssueCode.DUPLICATE)
def names_of_erp_are_free(erp: ErpFile, context: CheckContext) -> Issues:
    """The key of an ERP product must not be another column, its localization label not a country topic, and its id not like the code of a country."""
    if erp.key in ReportingFields.__struct_fields__:
        yield ".key", f"must not be the name of another column of the reporting file, got {erp.key!r}"
    if erp.localization_label in COUNTRY_TOPIC_LABELS.values():
        yield ".localization_label", f"must not be the label of a country's topic, got {erp.localization_label!r}"
    if len(erp.id) == 2 and erp.id.isalpha():
        reason = "because feeds are named by both"
        yield ".id", f"must not have two letters like the code of a country, {reason}, got {erp.id!r}"


# Claims


def is_from_maker_of_connector(source: CitedSource, record: SourceConnector, erps: Erps) -> bool:
    """Return whether the vendor of the product, the provider or the builder of a connector published the source."""
    is_from_provider = source.kind in MAKER_KINDS and source.publisher in {record.provider, record.built_by}
    return is_from_provider or is_from_vendor(source, record, erps)


ERP: ClaimSpec[ErpFile, None] = ClaimSpec(
    source=ErpFile,
    kind=ClaimKind.ERP,
    id_of=lambda claim: claim.source.id,
    is_legal=False,
    is_from_maker=lambda source, erp, erps: source.kind in MAKER_KINDS and source.publisher == erp.vendor,
    label=lambda claim, erps: (claim.source.name,),
    path=lambda claim: erp_page_path(claim.source.id),
)

MANDATE = ClaimSpec(
    source=SourceMandate,
    record=Mandate,
    kind=ClaimKind.MANDATE,
    id_of=lambda claim: claim.file.code,
    answer="mandate",
    label=lambda claim, erps: ("E-invoicing mandate",),
    path=on_country_page(lambda claim: CountryAnchor.E_INVOICING),
)

SUPPORT = ClaimSpec(
    source=SourceErpSupport,
    record=Fact,
    kind=ClaimKind.FACT,
    id_of=lambda claim: fact_id(claim.file.code, Topic.E_INVOICING_ERP_SUPPORT, claim.source.erp),
    answer="support_type",
    is_legal=False,
    is_from_maker=is_from_vendor,
    label=lambda claim, erps: (f"E-invoicing support in {erps[claim.source.erp].name}",),
    path=on_country_page(lambda claim: erp_anchor(claim.source.erp)),
    order=lambda claim: fact_order(Topic.E_INVOICING_ERP_SUPPORT, claim.source.erp),
)

LOCALIZATION = ClaimSpec(
    source=SourceLocalization,
    record=Fact,
    kind=ClaimKind.FACT,
    id_of=lambda claim: fact_id(claim.file.code, Topic.ERP_LOCALIZATION, claim.source.erp),
    answer="value",
    is_legal=False,
    is_from_maker=is_from_vendor,
    label=lambda claim, erps: (erps[claim.source.erp].localization_label,),
    path=on_country_page(lambda claim: erp_anchor(claim.source.erp)),
    order=lambda claim: fact_order(Topic.ERP_LOCALIZATION, claim.source.erp),
)

LOCAL_ERP = ClaimSpec(
    source=SourceLocalErp,
    record=LocalErp,
    kind=ClaimKind.LOCAL_ERP,
    id_of=lambda claim: record_id(claim.file.code, claim.source.slug),
    is_legal=False,
    is_from_maker=is_from_website,
    label=lambda claim, erps: (claim.source.name,),
    path=on_country_page(lambda claim: local_erp_anchor(claim.id)),
    order=lambda claim: claim.source.name.casefold(),
)

PARTNER = ClaimSpec(
    source=SourcePartner,
    record=Partner,
    kind=ClaimKind.PARTNER,
    id_of=lambda claim: record_id(claim.file.code, claim.source.erp, claim.source.slug),
    is_legal=False,
    is_from_maker=is_from_vendor,
    label=lambda claim, erps: (claim.source.name,),
    path=on_country_page(lambda claim: partner_anchor(claim.id)),
    order=lambda claim: (claim.source.erp, claim.source.name.casefold(), claim.source.slug),
)

PARTNER_FLAG = ClaimSpec(
    source=SourcePartnerFlag,
    record=PartnerFlag,
    kind=ClaimKind.PARTNER_FLAG,
    id_of=lambda claim: record_id(claim.file.code, claim.source.erp),
    is_legal=False,
    is_from_maker=is_from_vendor,
    label=lambda claim, erps: ("Localization by others: ", erps[claim.source.erp].name),
    path=on_country_page(lambda claim: erp_anchor(claim.source.erp)),
    order=lambda claim: claim.source.erp,
)

CONNECTOR = ClaimSpec(
    source=SourceConnector,
    record=Connector,
    kind=ClaimKind.CONNECTOR,
    id_of=lambda claim: connector_id(claim.source.erp, claim.source.provider),
    is_legal=False,
    is_from_maker=is_from_maker_of_connector,
    label=lambda claim, erps: ("Connector of ", erps[claim.source.erp].name, ": ", claim.source.provider),
    path=lambda claim: f"{erp_page_path(claim.source.erp)}#{PageAnchor.PROVIDERS}",
    order=lambda claim: (claim.source.erp, claim.source.provider.casefold()),
)
