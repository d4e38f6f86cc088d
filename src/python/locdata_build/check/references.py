"""Whether every ERP product and country that a record names exists."""

import difflib
from collections.abc import Iterator

from locdata_build.check.known import Known
from locdata_build.check.repeats import repeated
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.records import ConnectorNote
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.record import Record
from locdata_model.scalars import STAMP_FORMAT


def reference_findings(record: Record, known: Known) -> Iterator[Finding]:
    """Every id of an ERP product or country in ``record`` that no source file defines."""
    erp = getattr(record, "erp", None)
    if isinstance(erp, str):
        yield from _unknown(erp, ".erp", Code.UNKNOWN_ERP, "an ERP product", known.erps)
    if isinstance(record, NewsItem):
        yield from repeated(record.erps, ".erps")
        for index, erp in enumerate(record.erps):
            yield from _unknown(erp, f".erps[{index}]", Code.UNKNOWN_ERP, "an ERP product", known.erps)
        if known.now and record.first_seen > known.now:
            message = f"must not lie after the build's time {known.now:{STAMP_FORMAT}}, but does"
            yield ".first_seen", Code.FUTURE_DATE, message
        if record.date and known.today and record.date > known.today:
            message = f"must not lie after the build's date {known.today}, but is {record.date}"
            yield ".date", Code.FUTURE_DATE, message
    if isinstance(record, Sponsor) and record.end and record.end < record.start:
        yield ".end", Code.DATE_ORDER, f"must not lie before the start {record.start}, but is {record.end}"
    if isinstance(record, ConnectorNote):
        yield from repeated(record.countries_in_scope, ".countries_in_scope")
        for index, code in enumerate(record.countries_in_scope):
            path = f".countries_in_scope[{index}]"
            yield from _unknown(code, path, Code.UNKNOWN_COUNTRY, "a country", known.countries)
            if code in known.untracked:
                yield path, Code.UNKNOWN_COUNTRY, f"must be a country of the matrix, but {code!r} is none"


def _unknown(value: str, path: str, code: Code, what: str, known: frozenset[str] | None) -> Iterator[Finding]:
    if known is not None and value not in known:
        near = difflib.get_close_matches(value, sorted(known), n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        yield path, code, f"must be {what} that has a file, but is {value!r}{hint}"
