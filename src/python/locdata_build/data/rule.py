"""The interface of a rule on source data: its type, and what it may know besides the record that it checks."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import PurePosixPath
from types import UnionType
from typing import Generic, TypeVar, get_type_hints

from msgspec import Struct

from locdata_build.data.errors import IssueCode
from locdata_build.data.sources import CitedSource, RefusedSources
from locdata_model.record import Record
from locdata_model.scalars import STAMP_FORMAT

CheckedT = TypeVar("CheckedT", bound=Record | str)


PathAndMessage = tuple[str, str]
"""One issue: the JSON path below the record, empty for the record itself, and the message."""


class CheckContext(Struct, frozen=True, kw_only=True):
    """What is known about the file that holds a record, and about all other files.

    Ids come from the names of files, so that a broken file causes no issues in other files. A field is None, or empty,
    where a file that it comes from is missing or broken.
    """

    file: str
    requested_time: dt.datetime | None = None
    build_time: dt.datetime | None = None
    version: str | None = None
    regions: tuple[str, ...] | None = None
    erp_ids: frozenset[str] | None = None
    country_codes: frozenset[str] | None = None
    untracked_countries: frozenset[str] = frozenset()
    base_url: str | None = None
    vendors: frozenset[str] = frozenset()
    """The vendors of the ERP products, by the name under which they publish."""
    refused_sources: RefusedSources = RefusedSources()
    sources: Mapping[str, CitedSource] | None = None
    """The sources of the file, by id. None if it has no sources, or not the right shape."""
    cited: frozenset[str] = frozenset()
    """The ids of the sources that claims and phases of the file name."""
    former_addresses: Mapping[str, str] = {}
    """The address by which a page was cited before, for each address of a page that has more than one."""
    first_sources: Mapping[str, tuple[str, str, CitedSource]] = {}
    """The first file that cites each address, with the id and the record of the source there."""
    first_urls: Mapping[str, tuple[str, str]] = {}
    """The first file that has each id of a source, with the address of the source there."""
    first_files: Mapping[tuple[str, str], str] = {}
    """The first file with each value that no other file may have, by path and value."""

    def source(self, source_id: str) -> CitedSource | None:
        """Return a source of the file by id; None if the file has none with this id."""
        return self.sources.get(source_id) if self.sources else None

    @property
    def file_stem(self) -> str:
        """The name of the file without its folder and suffix."""
        return PurePosixPath(self.file).stem

    @property
    def build_date(self) -> dt.date | None:
        """The UTC date of the build."""
        return self.build_time and self.build_time.date()


Check = Callable[[CheckedT, CheckContext], Iterator[PathAndMessage]]
"""A function that yields the issues of one record or text."""


class Rule(Struct, Generic[CheckedT], frozen=True):
    """A rule: its code, one sentence that says what must hold, what it applies to, and the function that checks it.

    A rule for a type applies to its subclasses as well. A rule for ``str`` applies to every text of a file.
    """

    code: IssueCode
    sentence: str
    applies_to: type[CheckedT] | UnionType
    check: Check[CheckedT]


def rule(code: IssueCode) -> Callable[[Check[CheckedT]], Rule[CheckedT]]:
    """Make a rule from a function. Its docstring is the sentence; its first parameter has the type that it applies to."""

    def make(check: Check[CheckedT]) -> Rule[CheckedT]:
        applies_to = next(iter(get_type_hints(check).values()))
        return Rule(code, " ".join((check.__doc__ or "").split()), applies_to, check)

    return make


def unsorted_entries(path: str, keys: Iterable[tuple[str, ...]]) -> Iterator[PathAndMessage]:
    """Yield an issue for each entry of the list at ``path`` whose key is less than that of the entry before it."""
    for index, (earlier, later) in enumerate(pairwise(keys), start=1):
        if later < earlier:
            yield f"{path}[{index}]", f"must be sorted, but {' '.join(later)!r} is after {' '.join(earlier)!r}"


def after_build(build: dt.date, found: dt.date) -> str:
    """Return the message about a date or time after that of the build."""
    what = "time" if isinstance(build, dt.datetime) else "date"
    return f"must not be after the {what} of the build, {_shown_moment(build)}, but is {_shown_moment(found)}"


def _shown_moment(moment: dt.date) -> str:
    return f"{moment:{STAMP_FORMAT}}" if isinstance(moment, dt.datetime) else moment.isoformat()
