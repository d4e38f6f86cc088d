"""The table of the kinds of claims: how each is identified, labelled, ordered and judged."""

from locdata_build.source.citations import CitedSource
from locdata_build.source.claims import (
    MAKER_KINDS,
    ClaimSpec,
    Erps,
    is_from_vendor,
    is_from_website,
    on_country_page,
)
from locdata_build.source.files import ErpFile
from locdata_build.source.obligations import SourceObligation, SourcePhase
from locdata_build.source.records import (
    ErpLocalization,
    ErpSupport,
    Mandate,
    SourceConnector,
    SourceFact,
    SourceLocalErp,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.source.reports import AbsentReport, ReportSupport, SourceReport
from locdata_build.source.terms import SourceTerm
from locdata_model.anchors import (
    CountryAnchor,
    PageAnchor,
    erp_anchor,
    fact_anchor,
    local_erp_anchor,
    obligation_anchor,
    partner_anchor,
    phase_path,
    report_anchor,
    term_path,
)
from locdata_model.erps import Connector
from locdata_model.facts import Fact
from locdata_model.ids import (
    absent_report_id,
    connector_id,
    fact_id,
    obligation_id,
    phase_id,
    record_id,
    report_support_id,
)
from locdata_model.obligations import Obligation
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Phase
from locdata_model.reports import REPORT_KIND_LABELS, Report, ReportErpSupport, ReportKind, topic_of_kind
from locdata_model.terms import Term
from locdata_model.urls import erp_page_path
from locdata_model.vocabulary import (
    COUNTRY_TOPIC_LABELS,
    OBLIGATION_LABELS,
    ClaimKind,
    ObligationKind,
    ReportingTopic,
    Topic,
)

FACT = ClaimSpec(
    source=SourceFact,
    record=Fact,
    kind=ClaimKind.FACT,
    id_of=lambda claim: fact_id(claim.file.code, claim.key),
    answer="value",
    label=lambda claim, erps: (COUNTRY_TOPIC_LABELS[Topic(claim.key)],),
    path=on_country_page(lambda claim: fact_anchor(Topic(claim.key))),
)

LOCALIZATION = ClaimSpec(
    source=ErpLocalization,
    record=Fact,
    kind=ClaimKind.FACT,
    id_of=lambda claim: fact_id(claim.file.code, Topic.ERP_LOCALIZATION, claim.source.erp),
    answer="value",
    is_legal=False,
    is_from_maker=is_from_vendor,
    label=lambda claim, erps: (erps[claim.source.erp].localization_label,),
    path=on_country_page(lambda claim: erp_anchor(claim.source.erp)),
    order=lambda claim: claim.source.erp,
)

SUPPORT = ClaimSpec(
    source=ErpSupport,
    record=Fact,
    kind=ClaimKind.FACT,
    id_of=lambda claim: fact_id(claim.file.code, Topic.E_INVOICING_ERP_SUPPORT, claim.source.erp),
    answer="support_type",
    is_legal=False,
    is_from_maker=is_from_vendor,
    label=lambda claim, erps: (f"E-invoicing support in {erps[claim.source.erp].name}",),
    path=on_country_page(lambda claim: erp_anchor(claim.source.erp)),
    order=lambda claim: claim.source.erp,
)

MANDATE: ClaimSpec[Mandate, None] = ClaimSpec(
    source=Mandate,
    kind=ClaimKind.MANDATE,
    id_of=lambda claim: claim.file.code,
    answer="mandate",
    label=lambda claim, erps: ("E-invoicing mandate",),
    path=on_country_page(lambda claim: CountryAnchor.E_INVOICING),
)

OBLIGATION = ClaimSpec(
    source=SourceObligation,
    record=Obligation,
    kind=ClaimKind.OBLIGATION,
    id_of=lambda claim: obligation_id(claim.file.code, claim.key),
    answer="summary",
    label=lambda claim, erps: (OBLIGATION_LABELS[ObligationKind(claim.key)],),
    path=on_country_page(lambda claim: obligation_anchor(claim.key)),
)

PHASE = ClaimSpec(
    source=SourcePhase,
    record=Phase,
    kind=ClaimKind.PHASE,
    id_of=lambda claim: phase_id(claim.file.code, claim.whole.key, claim.source.slug),
    is_part=True,
    label=lambda claim, erps: (claim.source.what,),
    path=lambda claim: phase_path(claim.id),
    order=lambda claim: (claim.source.date, claim.id),
)

REPORT = ClaimSpec(
    source=SourceReport,
    record=Report,
    kind=ClaimKind.REPORT,
    id_of=lambda claim: report_anchor(claim.source.topic, claim.file.code, claim.source.number),
    label=lambda claim, erps: (claim.source.report_local,),
    path=on_country_page(lambda claim: claim.id),
    order=lambda claim: ([*ReportingTopic].index(claim.source.topic), claim.source.number),
)

REPORT_SUPPORT = ClaimSpec(
    source=ReportSupport,
    record=ReportErpSupport,
    kind=ClaimKind.REPORT_SUPPORT,
    id_of=lambda claim: report_support_id(claim.whole.id, claim.source.erp),
    answer="support",
    is_legal=False,
    is_from_maker=is_from_vendor,
    label=lambda claim, erps: (erps[claim.source.erp].name, ": ", claim.whole.source.report_local),
    path=on_country_page(lambda claim: claim.whole.id),
    order=lambda claim: claim.source.erp,
)

ABSENT_REPORT: ClaimSpec[AbsentReport, None] = ClaimSpec(
    source=AbsentReport,
    kind=ClaimKind.ABSENT_REPORT,
    id_of=lambda claim: absent_report_id(claim.file.code, claim.key),
    label=lambda claim, erps: (f"Not filed: {REPORT_KIND_LABELS[ReportKind(claim.key)]}",),
    path=on_country_page(lambda claim: topic_of_kind(ReportKind(claim.key))),
    order=lambda claim: [*ReportKind].index(ReportKind(claim.key)),
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


def is_from_maker_of_connector(source: CitedSource, record: SourceConnector, erps: Erps) -> bool:
    """Return whether the vendor of the product, the provider or the builder of a connector published the source."""
    is_from_provider = source.kind in MAKER_KINDS and source.publisher in {record.provider, record.built_by}
    return is_from_provider or is_from_vendor(source, record, erps)


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

ERP: ClaimSpec[ErpFile, None] = ClaimSpec(
    source=ErpFile,
    kind=ClaimKind.ERP,
    id_of=lambda claim: claim.source.id,
    is_legal=False,
    is_from_maker=lambda source, erp, erps: source.kind in MAKER_KINDS and source.publisher == erp.vendor,
    label=lambda claim, erps: (claim.source.name,),
    path=lambda claim: erp_page_path(claim.source.id),
)

TERM = ClaimSpec(
    source=SourceTerm,
    record=Term,
    kind=ClaimKind.TERM,
    id_of=lambda claim: claim.source.id,
    label=lambda claim, erps: ("Term: ", claim.source.name),
    path=lambda claim: term_path(claim.source.id),
)
