"""Claims as pages name them: a label for each, and where on the site it stands."""

from collections.abc import Mapping

from locdata_build.derive.claims import DerivedClaim
from locdata_build.source.claims import LocatedClaim
from locdata_build.source.files import ErpFile
from locdata_build.source.obligations import SourceObligation
from locdata_build.source.records import (
    ErpLocalization,
    ErpSupport,
    Mandate,
    SourceConnector,
    SourceLocalErp,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.source.reports import AbsentReport, ReportSupport, SourceReport
from locdata_build.source.terms import SourceTerm
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_path
from locdata_build.view.report_words import REPORT_KINDS, topic_of_kind
from locdata_build.view.text import Link, Rich, rich
from locdata_build.view.words import OBLIGATIONS
from locdata_model.anchors import (
    CountryAnchor,
    PageAnchor,
    erp_anchor,
    local_erp_anchor,
    obligation_anchor,
    partner_anchor,
    term_path,
)
from locdata_model.reports import ReportKind
from locdata_model.urls import erp_page_path
from locdata_model.vocabulary import ReportingTopic, Topic

TOPIC_FACTS: Mapping[ReportingTopic, tuple[Topic, ...]] = {
    ReportingTopic.VAT_REPORTING: (Topic.VAT, Topic.PERIODIC_REPORTING)
}
"""The facts shown in the section of a reporting topic. The section of facts has all others but e-invoicing."""

_SECTIONS: Mapping[Topic, str] = {
    Topic.E_INVOICING: CountryAnchor.E_INVOICING,
    **{topic: section for section, topics in TOPIC_FACTS.items() for topic in topics},
}


def claim_line(context: SiteContext, claim: DerivedClaim) -> Rich:
    """Return the country and the label of a claim, with a link to where it stands: ``Spain: VAT / GST``."""
    *before, name = claim_label(context, claim)
    country = (context.country(claim.country).name, ": ") if claim.country else ()
    return rich(*country, *before, Link(name, claim_path(context, claim)))


def claim_path(context: SiteContext, claim: DerivedClaim) -> str:
    """Return where a claim stands: the path of its page with its anchor."""
    if claim.country is None:
        return _path(claim.located)
    return country_path(context.country(claim.country), claim_anchor(context, claim.located))


def claim_label(context: SiteContext, claim: DerivedClaim) -> tuple[str, ...]:
    """Return what a claim is about, without its country, in parts: names from the data are apart from other words."""
    located = claim.located
    match located.claim:
        case SourceObligation():
            return (OBLIGATIONS[context.obligations[located.id].kind].label,)
        case Mandate():
            return ("E-invoicing mandate",)
        case SourceReport(report_local=name):
            return (name,)
        case AbsentReport():
            return (f"Not filed: {REPORT_KINDS[_absent_kind(located)].label}",)
        case ReportSupport(erp=erp):
            return context.erp(erp).name, ": ", context.reports[_report_anchor(located, erp)].source.report_local
        case SourcePartnerFlag(erp=erp):
            return "Localization by others: ", context.erp(erp).name
        case SourceConnector(erp=erp, provider=provider):
            return "Connector of ", context.erp(erp).name, ": ", provider
        case SourceTerm(name=name):
            return "Term: ", name
        case SourceLocalErp(name=name) | SourcePartner(name=name) | ErpFile(name=name):
            return (name,)
        case _:
            return (context.facts[located.id].label,)


def claim_anchor(context: SiteContext, located: LocatedClaim) -> str:
    """Return the anchor of a claim on the page of its country."""
    match located.claim:
        case SourceObligation():
            return obligation_anchor(context.obligations[located.id].kind)
        case Mandate():
            return CountryAnchor.E_INVOICING
        case SourceReport():
            return located.id
        case AbsentReport():
            return topic_of_kind(_absent_kind(located))
        case ReportSupport(erp=erp):
            return _report_anchor(located, erp)
        case SourceLocalErp():
            return local_erp_anchor(located.id)
        case SourcePartner():
            return partner_anchor(located.id)
        case ErpLocalization(erp=erp) | ErpSupport(erp=erp) | SourcePartnerFlag(erp=erp):
            return erp_anchor(erp)
        case _:
            return _SECTIONS.get(context.facts[located.id].topic, CountryAnchor.FACTS)


def _path(located: LocatedClaim) -> str:
    """Return where a claim on a connector, on an ERP product or on a term stands."""
    match located.claim:
        case SourceConnector(erp=erp):
            return f"{erp_page_path(erp)}#{PageAnchor.PROVIDERS}"
        case SourceTerm():
            return term_path(located.id)
        case _:
            return erp_page_path(located.id)


def _report_anchor(located: LocatedClaim, erp_id: str) -> str:
    """Return the anchor of the report that a product supports."""
    return located.id.removesuffix(f"-{erp_id}")


def _absent_kind(located: LocatedClaim) -> ReportKind:
    """Return the kind of the reports that nobody files, which follows the code of the country in the id."""
    _, _, kind = located.id.partition("-")
    return ReportKind(kind)
