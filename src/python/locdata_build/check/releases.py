"""The rules of a release's record that its shape cannot state."""

from collections.abc import Iterator

from locdata_build.check.known import Known
from locdata_build.check.text import text_faults
from locdata_build.read.parse import parse_json
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.versions import version_parts
from locdata_model.changes import Release
from locdata_model.scalars import STAMP_FORMAT


def release_findings(release: Release, known: Known) -> Iterator[Finding]:
    """Every fault of the record of a release: it can be no newer than the site is, and its values are JSON text."""
    if known.now and release.released_at > known.now:
        message = f"must not lie after the build's time {known.now:{STAMP_FORMAT}}, but does"
        yield "$.release.released_at", Code.FUTURE_DATE, message
    if known.version and version_parts(release.version) > version_parts(known.version):
        message = f"must not be newer than the version of site.json, {known.version}, but is {release.version}"
        yield "$.release.version", Code.VERSION_ORDER, message
    for index, change in enumerate(release.changes):
        for side, text in (("before", change.before), ("after", change.after)):
            if text is not None:
                yield from _json_findings(text, f"$.release.changes[{index}].{side}")


def _json_findings(text: str, path: str) -> Iterator[Finding]:
    """What is wrong with JSON text, whose own texts are published as well."""
    value, faults = parse_json(text.encode(), path)
    for fault in faults:
        yield path, fault.code, f"must be JSON text: {fault.message}"
    for fault in text_faults(value, path):
        if fault.code is Code.CONTROL_CHARACTER:
            yield path, fault.code, f"must be JSON text of plain texts: {fault.message}"
