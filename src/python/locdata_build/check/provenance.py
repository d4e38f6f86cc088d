"""Whether a record's markers, sources and dates agree with each other and with its text."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from locdata_build.check.known import Known
from locdata_build.check.repeats import repeated
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.records import (
    NOT_KNOWN,
    ErpLocalization,
    FactNote,
    Mandate,
    Obligation,
    Provenance,
    RatedProvenance,
    Report,
    ReportSupport,
)
from locdata_model.record import Record
from locdata_model.vocabulary import Evidence, Verification

LEGAL_OR_DATED = (FactNote, Obligation, Mandate, Report)
"""Records that state law or dates: a bare host is no source for them, because it shows nobody where the claim stands."""


def provenance_findings(record: Record, known: Known) -> Iterator[Finding]:
    """Every fault in what ``record`` says about its sources; nothing for a record without provenance."""
    provenance = getattr(record, "provenance", None)
    if isinstance(provenance, Provenance):
        yield from _marker_findings(provenance)
        yield from _date_findings(provenance, known)
        yield from _text_findings(record, provenance)
        yield from repeated(provenance.source_urls, ".provenance.source_urls")
        if isinstance(record, LEGAL_OR_DATED):
            yield from _bare_host_findings(provenance)
    if isinstance(record, ReportSupport):
        yield from repeated(record.source_urls, ".source_urls")
        if record.evidence is Evidence.UNVERIFIED:
            yield ".evidence", Code.SOURCE_PRESENT, "must be 'fetched' or 'search-extract' where there are sources"


def _marker_findings(provenance: Provenance) -> Iterator[Finding]:
    markers: dict[str, str] = {"evidence": provenance.evidence}
    if isinstance(provenance, RatedProvenance):
        markers["verification"] = provenance.verification
    for name, marker in markers.items():
        unverified = marker in (Evidence.UNVERIFIED, Verification.UNVERIFIED)
        if unverified and provenance.source_urls:
            yield f".provenance.{name}", Code.SOURCE_PRESENT, f"must not be '{marker}' where there are sources"
        if not unverified and not provenance.source_urls:
            message = f"must hold a source where {name} is '{marker}', but is empty"
            yield ".provenance.source_urls", Code.SOURCE_MISSING, message


def _date_findings(provenance: Provenance, known: Known) -> Iterator[Finding]:
    if known.today and provenance.last_checked > known.today:
        message = f"must not lie after the build's date {known.today}, but is {provenance.last_checked}"
        yield ".provenance.last_checked", Code.FUTURE_DATE, message


def _text_findings(record: Record, provenance: Provenance) -> Iterator[Finding]:
    texts = {
        FactNote: "value",
        ErpLocalization: "value",
        Obligation: "summary",
        Mandate: "mandate",
    }
    field = texts.get(type(record))
    if field and getattr(record, field) == NOT_KNOWN and provenance.source_urls:
        yield f".{field}", Code.NOT_KNOWN, f"must say what the sources say, but is {NOT_KNOWN!r}"


def _bare_host_findings(provenance: Provenance) -> Iterator[Finding]:
    if provenance.source_urls and all(map(_is_bare_host, provenance.source_urls)):
        message = "must hold a page that states the claim, but holds only a bare host"
        yield ".provenance.source_urls", Code.BARE_HOST, message


def _is_bare_host(url: str) -> bool:
    parts = urlsplit(url)
    return parts.path in ("", "/") and not parts.query and not parts.fragment
