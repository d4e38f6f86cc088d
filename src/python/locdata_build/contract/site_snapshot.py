"""Take the snapshot of a finished site from its files.

Anchors come from the HTML pages, types and words from the OpenAPI document, records from the API and the data files.
"""

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct, field

from locdata_build.contract.record_lists import DATA_LISTS, SITE_LISTS, RecordList
from locdata_build.contract.site_files import Files
from locdata_build.contract.snapshot import DatedPhase, Row, Snapshot, ToggleFlip
from locdata_build.source.errors import Issue, IssueCode, SourceError
from locdata_model import endpoints
from locdata_model.changes import Tombstone
from locdata_model.json_schema import COMPONENTS
from locdata_model.media_types import is_compressed_copy
from locdata_model.scalars import UtcStamp, Version
from locdata_model.urls import OPENAPI_PATH, PACKAGE_PATH, PageName

T = TypeVar("T")


# Anchors

ANCHORED = frozenset({"h2", "h3", "tbody", "tr", "figcaption"})
"""The elements whose ids are promised: sections, groups of rows, rows and figures."""


def find_anchors(page: bytes) -> tuple[str, ...]:
    """Return the promised anchors of an HTML page, sorted. Raises ``UnicodeDecodeError`` if it is not UTF-8.

    Raises ``AssertionError`` for some kinds of broken HTML.
    """
    finder = _AnchorFinder()
    finder.feed(page.decode())
    return tuple(sorted(finder.anchors))


class _AnchorFinder(HTMLParser):
    """Collects the ids of anchored elements outside ``nav``: the table of contents has a heading with an id of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self._is_in_nav = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in_nav = self._is_in_nav or tag == "nav"
        if tag in ANCHORED and not self._is_in_nav:
            self.anchors.update(value for name, value in attrs if name == "id" and value)

    def handle_endtag(self, tag: str) -> None:
        self._is_in_nav = self._is_in_nav and tag != "nav"


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


def _signature(schema: Schema) -> str:
    if schema.reference:
        return schema.reference.removeprefix(COMPONENTS)
    if schema.any_of:
        return " | ".join(sorted(map(_signature, schema.any_of)))
    if schema.items:
        return f"list of {_signature(schema.items)}"
    return f"{schema.type} ({schema.format})" if schema.format else schema.type


# Snapshots


class _Meta(Struct):
    version: Version
    generated_at: UtcStamp


class _Envelope(Struct, Generic[T]):
    """A response of the API. Unknown fields are allowed, here and below: the site may be of a later version."""

    meta: _Meta
    data: tuple[T, ...]


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
    reader = _SiteReader(files, name)
    index = reader.read(endpoints.INDEX.path, _Envelope[dict[str, Any]])
    openapi = reader.read(OPENAPI_PATH, _OpenApi)
    paths = tuple(sorted(filter(reader.is_promised, files)))
    anchors = {path: reader.anchors(path) for path in paths if path.endswith(".html")}
    phases = reader.data(endpoints.PHASES.path, _Envelope[DatedPhase])
    flips = reader.data(endpoints.FLIPS.path, _Envelope[ToggleFlip])
    tombstones = reader.data(endpoints.TOMBSTONES.path, _Envelope[Tombstone])
    records = {record_list.name: reader.rows(record_list) for record_list in SITE_LISTS}
    if index is None or openapi is None or reader.issues:
        raise SourceError(reader.issues)
    return Snapshot(
        version=index.meta.version,
        generated_at=index.meta.generated_at,
        paths=paths,
        anchors={path.removesuffix("index.html"): names for path, names in anchors.items() if names},
        types=find_types(openapi.components.schemas),
        words=find_words(openapi.components.schemas),
        phases=phases,
        flips=flips,
        tombstones=tombstones,
        records=records,
    )


def take_data_snapshot(files: Files, name: str) -> Snapshot:
    """Return the snapshot of the data files among ``files``. Raises ``SourceError`` with every issue.

    Issues begin with ``name``, followed by the path of the file.
    """
    reader = _SiteReader(files, name)
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


class _SiteReader:
    """Reads the files of a site and collects ``issues``. A file with an issue is read as if it were empty."""

    def __init__(self, files: Files, name: str) -> None:
        self._files = files
        self._name = name
        self.issues: list[Issue] = []

    def read(self, path: str, kind: type[T]) -> T | None:
        """Return the content of a JSON file, or None if that is not of type ``kind``."""
        content = self._files.get(path)
        if content is None:
            self._add_issue(path, IssueCode.MISSING_FILE, "must be a file of the site, but is missing")
            return None
        try:
            return msgspec.json.decode(content, type=kind)
        except msgspec.ValidationError as error:
            self._add_issue(path, IssueCode.WRONG_TYPE, f"must match the published schema, but does not: {error}")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._add_issue(path, IssueCode.NOT_JSON, f"must be JSON, but is not: {error}")
        return None

    def data(self, path: str, kind: type[_Envelope[T]]) -> tuple[T, ...]:
        """Return the items of a response."""
        envelope = self.read(path, kind)
        return envelope.data if envelope else ()

    def rows(self, record_list: RecordList) -> dict[str, Row]:
        """Return the rows of a list by id."""
        path = record_list.path
        records = (
            self.data(path, _Envelope[dict[str, Any]])
            if record_list.has_envelope
            else self.read(path, list[dict[str, Any]]) or ()
        )
        missing = next(filter(None, (set(record_list.key) - record.keys() for record in records)), None)
        if missing:
            names = ", ".join(sorted(missing))
            self._add_issue(path, IssueCode.WRONG_TYPE, f"must identify each record, but one has no {names}")
        return dict(record_list.rows(records))

    def is_promised(self, path: str) -> bool:
        """Tell whether a path is promised. Assets are not: their names change with their content."""
        return not path.startswith(PageName.ASSETS.path) and not is_compressed_copy(path, self._files)

    def anchors(self, path: str) -> tuple[str, ...]:
        """Return the anchors of a page."""
        try:
            return find_anchors(self._files[path])
        except UnicodeDecodeError as error:
            message = f"must be UTF-8, but byte {error.start} is {self._files[path][error.start]:#04x}"
            self._add_issue(path, IssueCode.NOT_UTF8, message)
        except AssertionError as error:
            # The parser of the standard library gives up on some broken declarations in this way.
            self._add_issue(path, IssueCode.NOT_A_SITE, f"must be HTML, but is not: {error}")
        return ()

    def _add_issue(self, path: str, code: IssueCode, message: str) -> None:
        self.issues.append(Issue(f"{self._name}{path}", "$", code, message))
