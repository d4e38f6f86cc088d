"""Take the snapshot of a finished site from its files.

Anchors come from the HTML pages, types and words from the strict OpenAPI document, records from the API and the data files.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from locdata_build.contract.record_lists import DATA_LISTS, SITE_LISTS
from locdata_build.contract.site_files import Files
from locdata_build.contract.site_reader import Envelope, SiteReader
from locdata_build.contract.snapshot import DatedPhase, Snapshot, ToggleFlip
from locdata_build.data.errors import SourceError
from locdata_model import endpoints
from locdata_model.changes import Tombstone
from locdata_model.json_schema import COMPONENTS, SchemaForm
from locdata_model.scalars import UtcStamp, Version
from locdata_model.urls import OPENAPI_PATH, PACKAGE_PATH

STRICT_OPENAPI_PATH = SchemaForm.STRICT.path(OPENAPI_PATH)

# Types and words


class Schema(Struct, frozen=True, kw_only=True, rename="camel"):
    """The keywords of a JSON Schema that clients rely on. Descriptions, examples and patterns are not among them."""

    reference: str = field(name="$ref", default="")
    any_of: tuple["Schema", ...] = ()
    items: "Schema | None" = None
    type: str = "any"
    format: str = ""
    enum: tuple[Any, ...] = ()
    properties: Mapping[str, "Schema"] = {}
    required: tuple[str, ...] = ()


Schemas = Mapping[str, Schema]
"""The component schemas of an OpenAPI document by name."""


def find_types(schemas: Schemas) -> dict[str, dict[str, str]]:
    """Return the type of each field, grouped by the type that has the field. ``?`` marks a field that may be missing."""
    return {
        name: {
            member: f"{_signature(inner)}{'' if member in schema.required else '?'}"
            for member, inner in schema.properties.items()
        }
        for name, schema in schemas.items()
        if not schema.enum
    }


def find_words(schemas: Schemas) -> dict[str, tuple[str, ...]]:
    """Return the sorted words of each vocabulary. The vocabulary of a single field has a name like ``Flip.toggle``."""
    inline = {
        f"{name}.{member}": inner for name, schema in schemas.items() for member, inner in schema.properties.items()
    }
    return {name: tuple(sorted(map(str, schema.enum))) for name, schema in {**schemas, **inline}.items() if schema.enum}


def _names(schemas: Schemas) -> dict[str, object]:
    """Return the names that types and words have, in nested objects."""
    return {
        "fields": {
            name: {member: _words(inner) for member, inner in schema.properties.items()}
            for name, schema in schemas.items()
        },
        "words": {name: _words(schema) for name, schema in schemas.items()},
    }


def _words(schema: Schema) -> dict[str, object]:
    return dict.fromkeys(map(str, schema.enum))


def _signature(schema: Schema) -> str:
    if schema.reference:
        return schema.reference.removeprefix(COMPONENTS)
    if schema.any_of:
        return " | ".join(sorted(map(_signature, schema.any_of)))
    if schema.items:
        return f"list of {_signature(schema.items)}"
    return f"{schema.type} ({schema.format})" if schema.format else schema.type


# Snapshots


class _Components(Struct):
    schemas: dict[str, Schema]


class _OpenApi(Struct):
    components: _Components


class _DataPackage(Struct):
    version: Version
    created: UtcStamp


def is_whole_site(files: Files) -> bool:
    """Tell whether ``files`` are those of a whole site, and not its data files alone."""
    return endpoints.INDEX.path in files


def take_snapshot(files: Files, name: str) -> Snapshot:
    """Return the snapshot of the site with these ``files``. Raises ``SourceError`` with every issue.

    Issues begin with ``name``, followed by the path of the file.
    """
    reader = SiteReader(files, name)
    index = reader.read(endpoints.INDEX.path, Envelope[dict[str, Any]])
    openapi = reader.read(STRICT_OPENAPI_PATH, _OpenApi)
    paths = tuple(sorted(filter(reader.is_promised, files)))
    anchors = {path: reader.anchors(path) for path in paths if path.endswith(".html")}
    phases = reader.data(endpoints.PHASES.path, Envelope[DatedPhase])
    flips = reader.data(endpoints.FLIPS.path, Envelope[ToggleFlip])
    tombstones = reader.data(endpoints.TOMBSTONES.path, Envelope[Tombstone])
    records = {record_list.name: reader.rows(record_list) for record_list in SITE_LISTS}
    schemas = openapi.components.schemas if openapi else {}
    if index is None or not reader.can_name(STRICT_OPENAPI_PATH, _names(schemas)) or reader.issues:
        raise SourceError(reader.issues)
    return Snapshot(
        version=index.meta.version,
        generated_at=index.meta.generated_at,
        paths=paths,
        anchors={path.removesuffix("index.html"): names for path, names in anchors.items() if names},
        types=find_types(schemas),
        words=find_words(schemas),
        phases=phases,
        flips=flips,
        tombstones=tombstones,
        records=records,
    )


def take_data_snapshot(files: Files, name: str) -> Snapshot:
    """Return the snapshot of the data files among ``files``. Raises ``SourceError`` with every issue.

    Issues begin with ``name``, followed by the path of the file.
    """
    reader = SiteReader(files, name)
    package = reader.read(PACKAGE_PATH, _DataPackage)
    records = {record_list.name: reader.rows(record_list) for record_list in DATA_LISTS}
    if package is None or reader.issues:
        raise SourceError(reader.issues)
    return Snapshot(
        version=package.version,
        generated_at=package.created,
        paths=tuple(record_list.path for record_list in DATA_LISTS),
        anchors={},
        types={},
        words={},
        phases=(),
        flips=(),
        tombstones=(),
        records=records,
    )
