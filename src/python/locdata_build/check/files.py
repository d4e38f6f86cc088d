"""The rules of each kind of source file that its shape cannot state."""

from collections.abc import Iterator

from locdata_build.check.country import country_findings
from locdata_build.check.known import Known
from locdata_build.check.releases import release_findings
from locdata_build.check.repeats import repeated
from locdata_build.check.site import site_findings
from locdata_build.check.slugs import slug_findings
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.files import (
    ConnectorsFile,
    CountryFile,
    ErpFile,
    NewsFile,
    ReleaseFile,
    SiteFile,
    SponsorsFile,
    TombstonesFile,
)
from locdata_model.data_files import ReportingFields
from locdata_model.record import Record
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS


def file_findings(record: Record, stem: str, known: Known) -> Iterator[Finding]:
    """Every fault of the file whose name without ending is ``stem``."""
    match record:
        case CountryFile():
            yield from _name_findings(record.code, "code", stem)
            yield from country_findings(record, known)
        case ErpFile():
            yield from _name_findings(record.id, "id", stem)
            yield from slug_findings(record.id, "$.id", "page")
            if record.key in ReportingFields.__struct_fields__:
                yield (
                    "$.key",
                    Code.DUPLICATE,
                    f"must not be the name of another column of the reporting file, but is {record.key!r}",
                )
            if record.localization_label in COUNTRY_TOPIC_LABELS.values():
                message = f"must not be the label of a country's topic, but is {record.localization_label!r}"
                yield "$.localization_label", Code.DUPLICATE, message
        case SiteFile():
            yield from site_findings(record)
        case ReleaseFile():
            yield from _name_findings(record.release.version, "release.version", stem)
            yield from release_findings(record.release, known)
        case _:
            for path, keys in _lists(record):
                yield from repeated(keys, path)


def _lists(record: Record) -> Iterator[tuple[str, list[str]]]:
    """The path of each list in a file that holds one list of records, with what must tell its entries apart."""
    match record:
        case ConnectorsFile():
            yield "$.connectors", [f"{note.erp} {note.provider}" for note in record.connectors]
        case NewsFile():
            yield "$.news", [item.id for item in record.news]
            yield "$.news", [item.url for item in record.news]
        case SponsorsFile():
            yield "$.sponsors", [sponsor.id for sponsor in record.sponsors]
        case TombstonesFile():  # pragma: no branch  # every other kind stands above
            yield "$.tombstones", [f"{stone.part} {stone.name}" for stone in record.tombstones]


def _name_findings(name: str, field: str, stem: str) -> Iterator[Finding]:
    if name != stem:
        yield f"$.{field}", Code.FILE_NAME, f"must be the name of the file, {stem!r}, but is {name!r}"
