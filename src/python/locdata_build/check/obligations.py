"""Whether the status of an obligation or of a product's support agrees with its phases and sources."""

from collections.abc import Iterator
from itertools import pairwise

from locdata_build.check.known import Known
from locdata_build.check.repeats import repeated
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.records import ErpSupport, Obligation
from locdata_model.record import Record
from locdata_model.vocabulary import Evidence, ObligationStatus, SupportType

STATUS_WITHOUT_PHASES = (ObligationStatus.NONE, ObligationStatus.UNKNOWN)


def status_findings(record: Record, known: Known) -> Iterator[Finding]:
    """Every contradiction in an obligation or in a cell of the matrix; nothing for other records."""
    if isinstance(record, Obligation):
        yield from _obligation_findings(record, known)
    if isinstance(record, ErpSupport):
        unknown = record.support_type is SupportType.UNKNOWN
        if unknown != (record.provenance.evidence is Evidence.UNVERIFIED):
            wanted = "have no source" if unknown else "have a source"
            message = f"must {wanted} where the support type is {record.support_type.value!r}"
            yield ".provenance", Code.SUPPORT_MARKER, message


def _obligation_findings(obligation: Obligation, known: Known) -> Iterator[Finding]:
    status, dates = obligation.status, [phase.date for phase in obligation.phases]
    for index, (earlier, later) in enumerate(pairwise(dates), start=1):
        if later < earlier:
            yield f".phases[{index}].date", Code.PHASE_ORDER, f"must not lie before {earlier}, but is {later}"
    yield from repeated([phase.slug for phase in obligation.phases], ".phases")
    if dates and status in STATUS_WITHOUT_PHASES:
        yield ".phases", Code.PHASE_STATUS, f"must be empty where the status is {status.value!r}, but is not"
    if status is ObligationStatus.PLANNED and dates and known.today and dates[0] <= known.today:
        message = f"must lie after the build's date {known.today} where the status is 'planned', but is {dates[0]}"
        yield ".phases[0].date", Code.PHASE_STATUS, message
    if obligation.provenance.evidence is Evidence.UNVERIFIED and status is not ObligationStatus.UNKNOWN:
        yield ".status", Code.SOURCE_MISSING, f"must be 'unknown' without a source, but is {status.value!r}"
