"""Snapshot of a finished site, taken from its files.

Anchors come from the HTML pages, types and words from the strict OpenAPI document, records from the API and the data files.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html.parser import HTMLParser
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from locdata_build.contract.record_lists import DATA_LISTS, SITE_LISTS, RecordList
from locdata_build.contract.snapshot import DatedPhase, Records, Row, Snapshot, ToggleFlip
from locdata_build.data.errors import IssueCode
from locdata_build.site.files import Files, Stated, read_all, read_json, site_error
from locdata_model import endpoints
from locdata_model.changes import Tombstone
from locdata_model.json_schema import COMPONENTS, SchemaForm
from locdata_model.media_types import is_compressed_copy
from locdata_model.scalars import UtcStamp, Version
from locdata_model.urls import OPENAPI_PATH, PACKAGE_PATH, PageName
from locdata_model.vocabulary import known_words_only

T = TypeVar("T")

STRICT_OPENAPI_PATH = SchemaForm.STRICT.path(OPENAPI_PATH)

# Anchors

ANCHORED = frozenset({"h2", "h3", "tbody", "tr", "figcaption", "a", "span"})
"""The elements whose ids are promised: sections, groups of rows, rows, figures, links, further anchors of a row."""


def find_anchors(page: bytes) -> tuple[str, ...]:
    """Return the promised anchors of an HTML page, sorted. Raises ``UnicodeDecodeError`` if it is not UTF-8.

    Raises ``AssertionError`` for some kinds of broken HTML.
    """
    finder = _AnchorFinder()
    finder.feed(page.decode())
    return tuple(sorted(finder.anchors))


class _AnchorFinder(HTMLParser):
    """Collects the ids of anchored elements outside ``nav``: the heading of the table of contents has an id too."""

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
    # Earlier sites list the one value of a boolean, which is not a word.
    vocabularies = {name: each for name, each in {**schemas, **inline}.items() if each.type != "boolean"}
    return {name: tuple(sorted(map(str, each.enum))) for name, each in vocabularies.items() if each.enum}


def _signature(schema: Schema) -> str:
    if schema.reference:
        return schema.reference.removeprefix(COMPONENTS)
    if schema.any_of:
        return " | ".join(sorted(map(_signature, schema.any_of)))
    if schema.items:
        return f"list of {_signature(schema.items)}"
    return f"{schema.type} ({schema.format})" if schema.format else schema.type


# Files


class Envelope(Struct, Generic[T]):
    """A response of the API. Unknown fields are allowed, here and below: the site may be of a later version."""

    meta: Stated
    data: tuple[T, ...]


def _records(files: Files, name: str, lists: Iterable[RecordList]) -> Records:
    return read_all({each.name: partial(_rows, files, name, each) for each in lists})


def _site_records(files: Files, name: str) -> Records:
    """Return the records of a whole site. A list that its index does not name came later: the site has no records of it."""
    index = read_json(files, name, endpoints.INDEX.path, Envelope[dict[str, Any]]).data
    named = {each.get("path") for each in index}
    lists = [each for each in SITE_LISTS if not each.has_envelope or each.path in named]
    nothing: Records = {each.name: {} for each in SITE_LISTS}
    return {**nothing, **_records(files, name, lists)}


def _rows(files: Files, name: str, record_list: RecordList) -> dict[str, Row]:
    """Return the rows of a list by id."""
    path = record_list.path
    records: Sequence[dict[str, Any]]
    if record_list.has_envelope:
        records = read_json(files, name, path, Envelope[dict[str, Any]]).data
    else:
        records = read_json(files, name, path, list[dict[str, Any]])
    for record in records:
        if missing := sorted(set(record_list.key) - record.keys()):
            message = f"must identify each record: one has no {', '.join(missing)}"
            raise site_error(f"{name}{path}", IssueCode.WRONG_TYPE, message)
    return dict(record_list.rows(records))


def _anchors(files: Files, name: str, path: str) -> tuple[str, ...]:
    try:
        return find_anchors(files[path])
    except UnicodeDecodeError as error:
        message = f"must be UTF-8, but byte {error.start} is {error.object[error.start]:#04x}"
        raise site_error(f"{name}{path}", IssueCode.NOT_UTF8, message) from error
    except AssertionError as error:
        # The parser of the standard library raises it for some broken declarations.
        raise site_error(f"{name}{path}", IssueCode.NOT_A_SITE, f"must be HTML: {error}") from error


# Snapshots


class _Components(Struct):
    schemas: dict[str, Schema]


class _OpenApi(Struct):
    components: _Components


class _DataPackage(Struct):
    version: Version
    created: UtcStamp


def is_whole_site(files: Files) -> bool:
    """Return whether ``files`` are those of a whole site, and not its data files alone."""
    return endpoints.INDEX.path in files


def take_snapshot(files: Files, name: str) -> Snapshot:
    """Return the snapshot of the site with these ``files``. Raises ``SourceError`` with the first issue of each file.

    Issues begin with ``name``, followed by the path of the file.
    """

    def read(path: str, kind: type[T]) -> Callable[[], T]:
        return partial(read_json, files, name, path, kind)

    # Assets are not promised: their names change with their content.
    promised = (path for path in files if not path.startswith(PageName.ASSETS.path))
    paths = tuple(sorted(path for path in promised if not is_compressed_copy(path, files)))
    pages = {path.removesuffix("index.html"): path for path in paths if path.endswith(".html")}
    with known_words_only():
        parts: dict[str, Any] = read_all(
            {
                "index": read(endpoints.INDEX.path, Envelope[dict[str, Any]]),
                "openapi": read(STRICT_OPENAPI_PATH, _OpenApi),
                "phases": read(endpoints.PHASES.path, Envelope[DatedPhase]),
                "flips": read(endpoints.FLIPS.path, Envelope[ToggleFlip]),
                "tombstones": read(endpoints.TOMBSTONES.path, Envelope[Tombstone]),
                "anchors": lambda: read_all({key: partial(_anchors, files, name, pages[key]) for key in pages}),
                "records": lambda: _site_records(files, name),
            }
        )
    meta, schemas = parts["index"].meta, parts["openapi"].components.schemas
    return Snapshot(
        version=meta.version,
        generated_at=meta.generated_at,
        paths=paths,
        anchors={page: anchors for page, anchors in parts["anchors"].items() if anchors},
        types=find_types(schemas),
        words=find_words(schemas),
        phases=parts["phases"].data,
        flips=parts["flips"].data,
        tombstones=parts["tombstones"].data,
        records=parts["records"],
    )


def take_data_snapshot(files: Files, name: str) -> Snapshot:
    """Return the snapshot of the data files among ``files``. Raises ``SourceError`` with the first issue of each file.

    Issues begin with ``name``, followed by the path of the file.
    """
    package = read_json(files, name, PACKAGE_PATH, _DataPackage)
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
        records=_records(files, name, DATA_LISTS),
    )
