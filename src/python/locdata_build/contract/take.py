"""From the files of a site to what it is compared by."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from locdata_build.contract.anchors import anchors_of
from locdata_build.contract.lists import API_LISTS, DATA_LISTS, SAID_BY_FACTS, RecordList
from locdata_build.contract.snapshot import Contract, Row, Snapshot, Step, Turn
from locdata_build.contract.types import Schema, Schemas, types_of, words_of
from locdata_build.source.codes import Code
from locdata_build.source.copies import is_copy
from locdata_build.source.faults import Fault, SourceError
from locdata_build.source.page_names import PageName
from locdata_model import endpoints
from locdata_model.changes import Tombstone
from locdata_model.data_files import PACKAGE_PATH
from locdata_model.scalars import UtcStamp, Version

T = TypeVar("T")

Files = Mapping[str, bytes]
"""The files of a site by their paths, which begin with a slash."""

NAMED_BY_CONTENT = f"/{PageName.ASSETS}/"
"""The names of these files change with their bytes; no path to them is promised."""


class _Meta(Struct):
    version: Version
    generated_at: UtcStamp


class _Answer(Struct):
    """A response as far as it is read here: fields that are unknown today do not matter."""

    meta: _Meta
    data: list[dict[str, Any]]


class _Components(Struct):
    schemas: dict[str, Schema]


class _OpenApi(Struct):
    components: _Components


class _Package(Struct):
    version: Version
    created: UtcStamp


def is_whole(files: Files) -> bool:
    """Whether these are the files of a site, and not the data files alone."""
    return endpoints.INDEX.path in files


def take_snapshot(files: Files, name: str, *, whole: bool = True) -> Snapshot:
    """What the site with these files is compared by, or its data files where it is not to be the ``whole`` of it.

    ``name`` stands for the site in messages. Raises ``SourceError`` with every fault.
    """
    reader = _Reader(files, name)
    snapshot = _whole(reader) if whole else _data_alone(reader)
    if reader.faults or snapshot is None:
        raise SourceError(reader.faults)
    return snapshot


def _whole(reader: "_Reader") -> Snapshot | None:
    index = reader.read(endpoints.INDEX.path, _Answer)
    openapi = reader.read(endpoints.OPENAPI_PATH, _OpenApi)
    lists = {lst.name: reader.rows(lst, reader.items(lst.path)) for lst in API_LISTS}
    data = {lst.name: reader.rows(lst, reader.table(lst.path), SAID_BY_FACTS.get(lst.name)) for lst in DATA_LISTS}
    steps = reader.convert(endpoints.PHASES.path, Step)
    turns = reader.convert(endpoints.FLIPS.path, Turn)
    tombstones = reader.convert(endpoints.TOMBSTONES.path, Tombstone)
    if index is None or openapi is None:
        return None
    return Snapshot(
        version=index.meta.version,
        generated_at=index.meta.generated_at,
        contract=reader.contract(openapi.components.schemas),
        records=lists | data,
        steps=steps,
        turns=turns,
        tombstones=tombstones,
    )


def _data_alone(reader: "_Reader") -> Snapshot | None:
    package = reader.read(PACKAGE_PATH, _Package)
    records = {lst.name: reader.rows(lst, reader.table(lst.path)) for lst in DATA_LISTS}
    if package is None:
        return None
    paths = tuple(lst.path for lst in DATA_LISTS)
    return Snapshot(
        version=package.version,
        generated_at=package.created,
        contract=Contract(paths=paths),
        records=records,
    )


class _Reader:
    """Reads files of a site, and notes every fault in ``faults``."""

    def __init__(self, files: Files, name: str) -> None:
        self._files = files
        self._name = name
        self.faults: list[Fault] = []

    def read(self, path: str, kind: type[T]) -> T | None:
        """The JSON value of a file; None and a fault where it has none of this kind."""
        content = self._files.get(path)
        if content is None:
            self._fault(path, Code.MISSING_FILE, "must be a file of the site, but there is none")
            return None
        try:
            return msgspec.json.decode(content, type=kind)
        except msgspec.ValidationError as error:
            self._fault(path, Code.WRONG_TYPE, f"must be what the site publishes there, but is not: {error}")
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._fault(path, Code.NOT_JSON, f"must be JSON, but is not: {error}")
        return None

    def items(self, path: str) -> Sequence[Mapping[str, Any]]:
        """The items of a response; none where it cannot be read."""
        answer = self.read(path, _Answer)
        return answer.data if answer else ()

    def table(self, path: str) -> Sequence[Mapping[str, Any]]:
        """The records of a data file; none where it cannot be read."""
        return self.read(path, list[dict[str, Any]]) or ()

    def convert(self, path: str, kind: type[T]) -> tuple[T, ...]:
        """The items of a response as values of ``kind``."""
        try:
            return msgspec.convert(self.items(path), tuple[kind, ...])  # type: ignore[valid-type]  # a tuple of a variable
        except msgspec.ValidationError as error:
            self._fault(path, Code.WRONG_TYPE, f"must be what the site publishes there, but is not: {error}")
            return ()

    def rows(
        self, lst: RecordList, records: Sequence[Mapping[str, Any]], left_out: frozenset[str] | None = None
    ) -> dict[str, Row]:
        """The rows of a list by id, without the fields that are ``left_out``."""
        if nameless := next((record for record in records if not record.keys() >= set(lst.key)), None):
            names = ", ".join(sorted(set(lst.key) - nameless.keys()))
            self._fault(lst.path, Code.WRONG_TYPE, f"must name each record, but one has no {names}")
        return {
            name: {field: value for field, value in row.items() if field not in (left_out or ())}
            for name, row in lst.rows(records)
        }

    def contract(self, schemas: Schemas) -> Contract:
        """What the files and the schemas of the OpenAPI document promise."""
        paths = tuple(sorted(filter(self._is_promised, self._files)))
        pages = {path: self._anchors(path) for path in paths if path.endswith(".html")}
        return Contract(
            paths=paths,
            anchors={path.removesuffix("index.html"): anchors for path, anchors in pages.items() if anchors},
            types=types_of(schemas),
            words=words_of(schemas),
        )

    def _is_promised(self, path: str) -> bool:
        return not path.startswith(NAMED_BY_CONTENT) and not is_copy(path, self._files)

    def _anchors(self, path: str) -> tuple[str, ...]:
        try:
            return anchors_of(self._files[path])
        except UnicodeDecodeError as error:
            self._fault(path, Code.NOT_UTF8, f"must be UTF-8, but byte {error.start} is none")
            return ()

    def _fault(self, path: str, code: Code, message: str) -> None:
        self.faults.append(Fault(f"{self._name}{path}", "$", code, message))
