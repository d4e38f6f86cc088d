"""The rules of a release's record that its shape cannot state."""

from collections.abc import Iterator

from locdata_build.check.known import Known
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.versions import version_parts
from locdata_model.changes import Release
from locdata_model.scalars import STAMP_FORMAT


def release_findings(release: Release, known: Known) -> Iterator[Finding]:
    """Every fault of the record of a release: it can be no newer than the site is."""
    if known.now and release.released_at > known.now:
        message = f"must not lie after the build's time {known.now:{STAMP_FORMAT}}, but does"
        yield "$.release.released_at", Code.FUTURE_DATE, message
    if known.version and version_parts(release.version) > version_parts(known.version):
        message = f"must not be newer than the version of site.json, {known.version}, but is {release.version}"
        yield "$.release.version", Code.VERSION_ORDER, message
