"""The published record of a claim.

Most fields come from the source record, by their names, or from the provenance. The functions in ``_DERIVED`` return
the others.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct, UnsetType
from msgspec.structs import asdict

from locdata_build.data.claims import Erps, LocatedClaim
from locdata_build.data.countries import SourceFact
from locdata_build.data.formats import SourceFormat
from locdata_build.data.identifiers import SourcePeppolScheme
from locdata_build.data.obligations import SourceObligation, SourcePhase
from locdata_build.data.product_releases import SourceProductRelease
from locdata_build.data.products import SourceConnector, SourceErpSupport, SourceLocalization
from locdata_build.data.reports import SourceReport
from locdata_build.data.site import SiteFile
from locdata_build.derive.due_dates import DueDays, shift_of, shift_rules, undated
from locdata_build.derive.obligations import applies, effective_date, is_unknown, phase_state, required
from locdata_build.derive.provenance import Provenance
from locdata_build.derive.verdicts import verdict
from locdata_model.anchors import report_anchor
from locdata_model.facts import SupportDetails
from locdata_model.formats import OBLIGATION_OF_FLOW
from locdata_model.ids import obligation_id, record_id
from locdata_model.record import Record
from locdata_model.reports import CodedDeadline, CodedFrequency
from locdata_model.toggles import TOGGLES, Toggles
from locdata_model.urls import PageName
from locdata_model.vocabulary import ObligationKind, Topic

RecordT = TypeVar("RecordT")
StructT = TypeVar("StructT", bound=Struct)

Fields = dict[str, object]


class Setting(Struct, frozen=True, kw_only=True):
    """The settings that records depend on besides their claims: the site, the ERP products, and of the country its toggles and due days."""

    site: SiteFile
    erps: Erps
    toggles: Toggles | None = None
    due_days: DueDays = {}


class _Place(Struct, frozen=True, kw_only=True):
    """The fields of a published record that follow from the place of its claim."""

    id: str
    country: str | None
    url: str


def derive_record(claim: LocatedClaim[Any], provenance: Provenance, parts: tuple[Any, ...], setting: Setting) -> object:
    """Return the published record of a claim; None for a kind without one. ``parts`` are the records of its parts."""
    kind = claim.spec.record
    if kind is None:
        return None
    place = _Place(id=claim.id, country=claim.country, url=setting.site.url(claim.path))
    texts = {name: str(text) for name, text in claim.texts.items() if name in kind.__struct_fields__}
    derived = _DERIVED.get(claim.spec.source, _nothing)(claim, parts, setting)
    return filled(kind, claim.source, provenance, place, **texts | derived)


def filled(kind: type[StructT], /, *origins: Struct | UnsetType, **fields: object) -> StructT:
    """Return a record with ``fields``, and with those of the same name of the first of ``origins`` that has them."""
    values = {name: getattr(each, name) for each in reversed(origins) for name in _shared_names(kind, type(each))}
    return kind(**values | fields)


@cache
def _shared_names(kind: type[Struct], origin: type) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if hasattr(origin, name))


def _nothing(claim: LocatedClaim[Any], parts: tuple[Any, ...], setting: Setting) -> Fields:
    return {}


def _fact(claim: LocatedClaim[SourceFact], parts: tuple[Any, ...], setting: Setting) -> Fields:
    topic = Topic(claim.key)
    mandatory = effective = None
    if topic is Topic.E_INVOICING and setting.toggles:
        mandatory = setting.toggles.e_invoicing_mandatory_b2b
        effective = effective_date(claim.file.obligations.e_invoicing_b2b)
    return {
        "erp": None,
        "topic": topic,
        "label": "".join(claim.spec.label(claim, setting.erps)),
        "mandatory": mandatory,
        "effective_date": effective,
    }


def _localization(claim: LocatedClaim[SourceLocalization], parts: tuple[Any, ...], setting: Setting) -> Fields:
    return {**_fact_on_product(claim, setting), "topic": Topic.ERP_LOCALIZATION}


def _support(claim: LocatedClaim[SourceErpSupport], parts: tuple[Any, ...], setting: Setting) -> Fields:
    mandate, source = claim.file.e_invoicing.mandate, claim.source
    return {
        **_fact_on_product(claim, setting),
        "topic": Topic.E_INVOICING_ERP_SUPPORT,
        "value": source.support_type.value,
        "details": SupportDetails(
            mandate=str(mandate.mandate),
            scope=str(mandate.scope),
            deadlines=str(mandate.deadlines),
            format=str(mandate.format),
            vendors=source.vendors,
            notes=str(source.notes),
        ),
    }


def _fact_on_product(claim: LocatedClaim[Any], setting: Setting) -> Fields:
    label = "".join(claim.spec.label(claim, setting.erps))
    return {"label": label, "mandatory": None, "effective_date": None}


def _obligation(claim: LocatedClaim[SourceObligation], parts: tuple[Any, ...], setting: Setting) -> Fields:
    source, today, kind = claim.source, setting.site.today, ObligationKind(claim.key)
    return {
        "obligation": kind,
        "verdict": verdict(source, today).words,
        "applies": None if is_unknown(source) else applies(source, today),
        "effective_date": effective_date(source),
        "binds": required(source, today),
        "bound": getattr(source, "bound", None),
        "mode": getattr(source, "mode", None),
        "within_days": getattr(source, "within_days", None),
        "toggles": tuple(name for name, spec in TOGGLES.items() if spec.obligation is kind),
        "phases": tuple(phase.id for phase in parts),
        "formats": tuple(
            sorted(record_id(claim.file.code, each.slug) for each in claim.file.formats if each.is_for(kind))
        ),
    }


def _phase(claim: LocatedClaim[SourcePhase], parts: tuple[Any, ...], setting: Setting) -> Fields:
    return {
        "obligation": ObligationKind(claim.whole.key),
        "status": claim.whole.source.status,
        "state": phase_state(claim.source, setting.site.today),
    }


def _report(claim: LocatedClaim[SourceReport], parts: tuple[Any, ...], setting: Setting) -> Fields:
    days = setting.due_days.get(claim.id, ())
    today, shifts = setting.site.today, shift_rules(claim.file)
    return {
        "frequencies": tuple(CodedFrequency(**asdict(each)) for each in claim.source.frequencies),
        "deadlines": tuple(
            filled(CodedDeadline, each, shift=shift_of(each, today, shifts)) for each in claim.source.deadlines
        ),
        # On a day between the first and the last one by the tax number, the last one is to come.
        "next_due": min(
            (each.date if each.date >= today else each.last_date or each.date for each in days), default=None
        ),
        "undated": undated(claim.source, days),
        "erp_support": parts,
        "url": setting.site.url(f"{PageName.REPORTING.path}#{claim.id}"),
    }


def _connector(claim: LocatedClaim[SourceConnector], parts: tuple[Any, ...], setting: Setting) -> Fields:
    return {"countries_in_scope": tuple(sorted(claim.source.countries_in_scope))}


def _format(claim: LocatedClaim[SourceFormat], parts: tuple[Any, ...], setting: Setting) -> Fields:
    kinds = (OBLIGATION_OF_FLOW[flow] for flow in claim.source.flows if flow in OBLIGATION_OF_FLOW)
    return {"obligations": tuple(obligation_id(claim.file.code, kind) for kind in kinds)}


def _peppol_scheme(claim: LocatedClaim[SourcePeppolScheme], parts: tuple[Any, ...], setting: Setting) -> Fields:
    slug = claim.source.identifier
    return {"identifier": record_id(claim.file.code, slug) if slug else None}


def _product_release(claim: LocatedClaim[SourceProductRelease], parts: tuple[Any, ...], setting: Setting) -> Fields:
    source, code = claim.source, claim.file.code
    return {
        "report": report_anchor(source.topic, code, source.number) if source.topic and source.number else None,
        "formats": tuple(record_id(code, slug) for slug in source.formats),
    }


_DERIVED: Mapping[type[Record], Callable[[LocatedClaim[Any], tuple[Any, ...], Setting], Fields]] = {
    SourceFact: _fact,
    SourceLocalization: _localization,
    SourceErpSupport: _support,
    SourceObligation: _obligation,
    SourcePhase: _phase,
    SourceReport: _report,
    SourceConnector: _connector,
    SourceFormat: _format,
    SourcePeppolScheme: _peppol_scheme,
    SourceProductRelease: _product_release,
}
"""The fields of a published record that are not taken over, by the type of the source record."""
