"""The rules of a country file that its shape cannot state."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from iso3166 import countries_by_alpha2

from locdata_build.check.known import Known
from locdata_build.source.faults import Finding
from locdata_build.source.files import CountryFile
from locdata_build.source.records import Obligation, ObligationStatus
from locdata_model.vocabulary import Evidence, SupportType

STATUS_WITHOUT_PHASES = (ObligationStatus.NONE, ObligationStatus.UNKNOWN)


def country_findings(country: CountryFile, known: Known) -> Iterator[Finding]:
    """Every fault of the country beyond the shape of its file and the provenance of its records."""
    if country.code.upper() not in countries_by_alpha2:
        yield "$.code", "unknown-country", f"must be an ISO 3166-1 alpha-2 code in lower case, but is {country.code!r}"
    if known.regions is not None and country.region not in known.regions:
        yield "$.region", "unknown-region", f"must be a region of site.json, but is {country.region!r}"
    for kind in country.obligations.__struct_fields__:
        yield from _obligation_findings(getattr(country.obligations, kind), f"$.obligations.{kind}", known)
    yield from _matrix_findings(country, known)
    yield from _repeated_findings(country)


def _obligation_findings(obligation: Obligation, path: str, known: Known) -> Iterator[Finding]:
    status, dates = obligation.status, [phase.date for phase in obligation.phases]
    for index, (earlier, later) in enumerate(pairwise(dates), start=1):
        if later < earlier:
            yield f"{path}.phases[{index}].date", "phase-order", f"must not lie before {earlier}, but is {later}"
    if dates and status in STATUS_WITHOUT_PHASES:
        yield f"{path}.phases", "phase-status", f"must be empty where the status is {status.value!r}, but is not"
    if obligation.provenance.evidence is Evidence.UNVERIFIED and status is not ObligationStatus.UNKNOWN:
        yield f"{path}.status", "source-missing", f"must be 'unknown' without a source, but is {status.value!r}"


def _matrix_findings(country: CountryFile, known: Known) -> Iterator[Finding]:
    if country.e_invoicing is None:
        return
    support = country.e_invoicing.erp_support
    for missing in sorted(set(known.erps) - {cell.erp for cell in support}):
        message = f"must hold an entry for every ERP product, but {missing!r} is missing"
        yield "$.e_invoicing.erp_support", "matrix-gap", message
    for index, cell in enumerate(support):
        unknown = cell.support_type is SupportType.UNKNOWN
        if unknown != (cell.provenance.evidence is Evidence.UNVERIFIED):
            wanted = "have no source" if unknown else "have a source"
            path = f"$.e_invoicing.erp_support[{index}].provenance"
            yield path, "support-marker", f"must {wanted} where the support type is {cell.support_type.value!r}"


def _repeated_findings(country: CountryFile) -> Iterator[Finding]:
    cells = country.e_invoicing.erp_support if country.e_invoicing else ()
    keyed: dict[str, Iterable[object]] = {
        "$.e_invoicing.erp_support": [cell.erp for cell in cells],
        "$.erp_localizations": [note.erp for note in country.erp_localizations],
        "$.reporting": [(report.topic.value, report.report_local) for report in country.reporting],
        "$.local_erps": [note.slug for note in country.local_erps],
        "$.partners": [(note.erp, note.slug) for note in country.partners],
        "$.partner_flags": [note.erp for note in country.partner_flags],
        **{
            f"$.reporting[{index}].erp_support": [cell.erp for cell in report.erp_support]
            for index, report in enumerate(country.reporting)
        },
    }
    for path, keys in keyed.items():
        yield from repeated(keys, path)


def repeated(keys: Iterable[object], path: str) -> Iterator[Finding]:
    """A finding for each key of the list at ``path`` that an earlier entry has already."""
    seen: dict[object, int] = {}
    for index, key in enumerate(keys):
        if key in seen:
            message = f"must differ from its neighbours, but {key!r} stands in entry {seen[key]} too"
            yield f"{path}[{index}]", "duplicate", message
        seen.setdefault(key, index)
