"""Rules on source data: the type of a rule, its decorator, and the context of a check."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import Any, Generic, TypeAlias, TypeVar, get_type_hints

from msgspec import Struct

from locdata_build.data.errors import IssueCode
from locdata_build.data.sources import CitedSource, RefusedSources
from locdata_model.record import Record

CheckedT = TypeVar("CheckedT", bound=Record | str)

Issues: TypeAlias = Iterator[tuple[str, str]]
"""The issues of a record: for each, the JSON path below the record, empty for the record itself, and the message."""


class CheckContext(Struct, frozen=True, kw_only=True):
    """Facts about the file of a record and about all other files.

    Ids come from the names of files, so that a broken file causes no issues in other files. A field is None or empty if the
    file that it comes from is missing or broken.
    """

    file: str
    requested_time: dt.datetime | None = None
    build_time: dt.datetime | None = None
    version: str | None = None
    regions: tuple[str, ...] | None = None
    erp_ids: frozenset[str] | None = None
    country_codes: frozenset[str] | None = None
    term_ids: frozenset[str] | None = None
    untracked_countries: frozenset[str] = frozenset()
    base_url: str | None = None
    vendors: frozenset[str] = frozenset()
    """The vendors of the ERP products, by the name under which they publish."""
    refused_sources: RefusedSources = RefusedSources()
    sources: Mapping[str, CitedSource] | None = None
    """The sources of the file, by id. None if it has no sources, or not the right shape."""
    cited: frozenset[str] = frozenset()
    """The ids of the sources that claims and phases of the file cite."""
    former_addresses: Mapping[str, str] = {}
    """The first URL of a page, by each of its other URLs."""
    first_sources: Mapping[str, tuple[str, str, CitedSource]] = {}
    """The first file that cites each URL, with the id and the record of the source in it."""
    first_urls: Mapping[str, tuple[str, str]] = {}
    """The first file with each id of a source, with the URL of the source in it."""
    first_files: Mapping[tuple[str, str], str] = {}
    """The first file with each value that must differ between files, by path and value."""

    def source(self, source_id: str) -> CitedSource | None:
        """Return a source of the file by id; None if the file has none with this id."""
        return self.sources.get(source_id) if self.sources else None


Check = Callable[[CheckedT, CheckContext], Issues]
"""A function that yields the issues of one record or text."""


class Rule(Struct, Generic[CheckedT], frozen=True):
    """A rule: its code, its sentence, the function that checks it, and the types that it applies to.

    A rule for a type applies to those of its subclasses for which ``where`` is true. A rule for ``str`` applies to every text
    of a file.
    """

    code: IssueCode
    sentence: str
    check: Check[CheckedT]
    checked: type[CheckedT] | UnionType
    where: Callable[[Any], object]


RULES: list[Rule[Any]] = []
"""Every rule on texts and records. The decorator ``rule`` adds them."""


def rule(
    code: IssueCode, *, where: Callable[[Any], object] = lambda kind: True
) -> Callable[[Check[CheckedT]], Rule[CheckedT]]:
    """Register a function as a rule: its docstring is the sentence, and the type of its first parameter is what it applies to."""

    def make(check: Check[CheckedT]) -> Rule[CheckedT]:
        kind = next(iter(get_type_hints(check).values()))
        made = Rule(code, " ".join((check.__doc__ or "").split()), check, kind, where)
        RULES.append(made)
        return made

    return make
