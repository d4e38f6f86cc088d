"""Reading the files of a finished site, which anybody may have made: JSON by its type, and the anchors of pages."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from locdata_build.contract.anchors import find_anchors
from locdata_build.contract.limited_json import LimitedDecoder, LimitError
from locdata_build.contract.record_lists import RecordList
from locdata_build.contract.site_files import Files
from locdata_build.contract.snapshot import Row
from locdata_build.data.errors import Issue, IssueCode
from locdata_model.media_types import is_compressed_copy
from locdata_model.scalars import UtcStamp, Version
from locdata_model.urls import PageName

T = TypeVar("T")

LARGEST_PAGE = 4_000_000
"""The number of bytes that a page may have: ten times the size of the largest page of our own site."""

MOST_IN_PAGES = 50_000_000
"""The number of bytes that all pages may have: ten times those of the site."""

MOST_ANCHORS = 200_000
"""The number of anchors that all pages may have together."""


class Meta(Struct):
    """The version and the time that a response states."""

    version: Version
    generated_at: UtcStamp


class Envelope(Struct, Generic[T]):
    """A response of the API. Unknown fields are allowed, here and below: the site may be of a later version."""

    meta: Meta
    data: tuple[T, ...]


class SiteReader:
    """Reads the files of a site and collects ``issues``. A file with an issue is read as if it were empty."""

    def __init__(self, files: Files, name: str) -> None:
        self._files = files
        self._name = name
        self._decoder = LimitedDecoder()
        self._page_bytes_left = MOST_IN_PAGES
        self._anchors_left = MOST_ANCHORS
        self.issues: list[Issue] = []

    def read(self, path: str, kind: type[T]) -> T | None:
        """Return the content of a JSON file, or None if that is not of type ``kind``."""
        content = self._files.get(path)
        if content is None:
            self._add_issue(path, IssueCode.MISSING_FILE, "must be a file of the site, but is missing")
            return None
        try:
            return self._decoder.decode(content, kind)
        except msgspec.ValidationError as error:
            self._add_issue(path, IssueCode.WRONG_TYPE, f"must match the published schema, but does not: {error}")
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._add_issue(path, IssueCode.NOT_JSON, f"must be JSON, but is not: {error}")
        except LimitError as error:
            self._add_issue(path, IssueCode.TOO_LONG, str(error))
        return None

    def data(self, path: str, kind: type[Envelope[T]]) -> tuple[T, ...]:
        """Return the items of a response."""
        envelope = self.read(path, kind)
        return envelope.data if envelope else ()

    def rows(self, record_list: RecordList) -> dict[str, Row]:
        """Return the rows of a list by id."""
        path = record_list.path
        records = (
            self.data(path, Envelope[dict[str, Any]])
            if record_list.has_envelope
            else self.read(path, list[dict[str, Any]]) or ()
        )
        missing = next(filter(None, (set(record_list.key) - record.keys() for record in records)), None)
        if missing:
            names = ", ".join(sorted(missing))
            self._add_issue(path, IssueCode.WRONG_TYPE, f"must identify each record, but one has no {names}")
        if not all(self.can_name(path, {record_list.id(record): record}) for record in records):
            return {}
        return dict(record_list.rows(records))

    def can_name(self, path: str, names: Mapping[str, object]) -> bool:
        """Tell whether the names in nested objects of a file are within the limit."""
        try:
            self._decoder.count_names(names)
        except LimitError as error:
            self._add_issue(path, IssueCode.TOO_LONG, str(error))
            return False
        return True

    def is_promised(self, path: str) -> bool:
        """Tell whether a path is promised. Assets are not: their names change with their content."""
        return not path.startswith(PageName.ASSETS.path) and not is_compressed_copy(path, self._files)

    def anchors(self, path: str) -> tuple[str, ...]:
        """Return the anchors of a page."""
        content = self._files[path]
        if len(content) > LARGEST_PAGE:
            self._add_issue(
                path, IssueCode.TOO_LONG, f"must have at most {LARGEST_PAGE:,} bytes, but has {len(content):,}"
            )
            return ()
        self._page_bytes_left -= len(content)
        if self._page_bytes_left < 0:
            message = f"must not have more than {MOST_IN_PAGES:,} bytes, together with other pages of the site"
            self._add_issue(path, IssueCode.TOO_LONG, message)
            return ()
        try:
            anchors = find_anchors(content)
        except UnicodeDecodeError as error:
            message = f"must be UTF-8, but byte {error.start} is {content[error.start]:#04x}"
            self._add_issue(path, IssueCode.NOT_UTF8, message)
            return ()
        except AssertionError as error:
            # The parser of the standard library gives up on some broken declarations in this way.
            self._add_issue(path, IssueCode.NOT_A_SITE, f"must be HTML, but is not: {error}")
            return ()
        self._anchors_left -= len(anchors)
        if self._anchors_left < 0:
            message = f"must not have more than {MOST_ANCHORS:,} anchors, together with other pages of the site"
            self._add_issue(path, IssueCode.TOO_LONG, message)
            return ()
        return anchors if self.can_name(path, {path: dict.fromkeys(anchors)}) else ()

    def _add_issue(self, path: str, code: IssueCode, message: str) -> None:
        self.issues.append(Issue(f"{self._name}{path}", "$", code, message))
