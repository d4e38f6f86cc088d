"""From parsed source files to the checked dataset, or to every fault in them."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TypeVar

from msgspec.inspect import type_info
from msgspec.structs import replace

from locdata_build.check.dates import date_findings
from locdata_build.check.files import file_findings
from locdata_build.check.known import Known
from locdata_build.check.obligations import status_findings
from locdata_build.check.provenance import provenance_findings
from locdata_build.check.references import reference_findings
from locdata_build.check.shapes import Checked, check_shapes
from locdata_build.check.walk import records_in, salvage, walk
from locdata_build.read.sources import SourceFile, Sources
from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, Finding, SourceError
from locdata_build.source.files import (
    COUNTRIES,
    ERPS,
    SITE,
    ConnectorsFile,
    CountryFile,
    Dataset,
    ErpFile,
    FileKind,
    NewsFile,
    ReleaseFile,
    SiteFile,
    SponsorsFile,
    TombstonesFile,
)
from locdata_build.source.slugs import page_slug
from locdata_build.source.versions import version_parts
from locdata_model.changes import Release
from locdata_model.record import Record
from locdata_model.scalars import STAMP_FORMAT

RecordT = TypeVar("RecordT", bound=Record)

_shape_of = cache(type_info)

RECORD_RULES = (date_findings, provenance_findings, reference_findings, status_findings)
"""The rules that look at one record at a time."""


def check_sources(sources: Sources, *, base_url: str | None = None, generated_at: dt.datetime | None = None) -> Dataset:
    """The dataset that ``sources`` hold, with ``base_url`` and ``generated_at`` (UTC) in place of those of ``site.json``.

    Raises ``SourceError`` with every fault of every file.
    """
    checked, faults = check_shapes(sources)
    site = next((each.record for each in checked if isinstance(each.record, SiteFile)), None)
    if site is not None:
        if generated_at and generated_at < site.generated_at:
            faults.append(_too_early(sources, site, generated_at))
            generated_at = None
        site = replace(site, base_url=base_url or site.base_url, generated_at=generated_at or site.generated_at)
    known = _known(sources.files, checked, site)
    for each in checked:
        faults.extend(Fault(each.file.name, *finding) for finding in _findings(each, known))
    faults.extend(_shared(checked, ErpFile, "key", lambda erp: erp.key))
    faults.extend(_shared(checked, ErpFile, "localization_label", lambda erp: erp.localization_label))
    faults.extend(_shared(checked, CountryFile, "name", lambda country: page_slug(country.name)))
    faults.extend(_shared(checked, CountryFile, "map_tile", _place))
    if faults or site is None:
        raise SourceError(faults)
    return _dataset(site, [each.record for each in checked if each.record])


def _too_early(sources: Sources, site: SiteFile, generated_at: dt.datetime) -> Fault:
    """The one fault of a time before the release: each record that was checked since then would be another."""
    name = next(file.name for file in sources.files if file.kind is SITE)
    message = f"must not lie after the time of the build, {generated_at:{STAMP_FORMAT}}, but is {site.generated_at:{STAMP_FORMAT}}"
    return Fault(name, "$.generated_at", Code.FUTURE_DATE, message)


def _known(files: Sequence[SourceFile], checked: Sequence[Checked], site: SiteFile | None) -> Known:
    def stems(kind: FileKind) -> frozenset[str] | None:
        return frozenset(file.stem for file in files if file.kind is kind) or None

    return Known(
        erps=stems(ERPS),
        countries=stems(COUNTRIES),
        regions=site.regions if site else None,
        untracked=frozenset(country.code for _, country in _of(checked, CountryFile) if not country.e_invoicing),
        now=site.generated_at if site else None,
        version=site.version if site else None,
    )


def _findings(checked: Checked, known: Known) -> Iterator[Finding]:
    """What is wrong with one file, given what is known of the others.

    Where the shape of the file is wrong, its single records are looked at, as far as they stand.
    """
    file, record = checked.file, checked.record
    if record is None:
        yield from _record_findings(salvage(checked.value, _shape_of(file.kind.type)), known)
        return
    # To tell where a record stands costs more than to tell that nothing is wrong with it.
    if any(_broken(inner, known) for inner in records_in(record)):
        yield from _record_findings(walk(record), known)
    if not checked.is_canonical:
        yield "$", Code.FORMAT, "must be in canonical format, but is not: the command 'format' rewrites it"
    yield from file_findings(record, file.stem, known)


def _broken(record: Record, known: Known) -> bool:
    return any(finding for rule in RECORD_RULES for finding in rule(record, known))


def _record_findings(inside: Iterable[tuple[str, Record]], known: Known) -> Iterator[Finding]:
    for path, record in inside:
        for rule in RECORD_RULES:
            yield from ((f"{path}{below}", code, message) for below, code, message in rule(record, known))


def _of(checked: Sequence[Checked], kind: type[RecordT]) -> Iterator[tuple[SourceFile, RecordT]]:
    """The files of one kind that have the right shape."""
    for each in checked:
        if isinstance(each.record, kind):
            yield each.file, each.record


def _shared(
    checked: Sequence[Checked], kind: type[RecordT], field: str, value_of: Callable[[RecordT], str]
) -> Iterator[Fault]:
    """A fault for each file whose value an earlier file of its kind has already."""
    owners: dict[str, str] = {}
    for file, record in _of(checked, kind):
        value = value_of(record)
        if value in owners:
            message = f"must differ from all others, but {value!r} is that of {owners[value]} too"
            yield Fault(file.name, f"$.{field}", Code.DUPLICATE, message)
        owners.setdefault(value, file.name)


def _place(country: CountryFile) -> str:
    return f"column {country.map_tile.column}, row {country.map_tile.row}"


def _dataset(site: SiteFile, records: Sequence[Record]) -> Dataset:
    def of(kind: type[RecordT]) -> list[RecordT]:
        return [record for record in records if isinstance(record, kind)]

    connectors, news, sponsors = of(ConnectorsFile)[0], of(NewsFile)[0], of(SponsorsFile)[0]
    return Dataset(
        site=site,
        erps=tuple(sorted(of(ErpFile), key=lambda erp: erp.id)),
        countries=tuple(sorted(of(CountryFile), key=lambda country: country.code)),
        connectors=tuple(sorted(connectors.connectors, key=lambda note: (note.erp, note.provider.casefold()))),
        news=news.news,
        sponsors=sponsors.sponsors,
        sponsors_notice=sponsors.notice,
        tombstones=of(TombstonesFile)[0].tombstones,
        releases=tuple(sorted((file.release for file in of(ReleaseFile)), key=_age)),
    )


def _age(release: Release) -> tuple[int, ...]:
    """What sorts the newest release first."""
    return tuple(-part for part in version_parts(release.version))
