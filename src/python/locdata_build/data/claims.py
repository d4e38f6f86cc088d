"""Claims: every record, or part of one, that has sources; and the table of their kinds."""

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache, cached_property
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

from msgspec import Struct

from locdata_build.data.record import NOT_KNOWN, walk
from locdata_build.data.sources import CitedSource
from locdata_build.data.statements import CitedStatement, Marker, cited_fields, statements_of
from locdata_model.ids import claim_name
from locdata_model.record import Record
from locdata_model.urls import country_page_path
from locdata_model.vocabulary import ClaimKind, ReportingSupport, SourceKind, SupportType, Topic

SourceT = TypeVar("SourceT", bound=Record)
RecordT = TypeVar("RecordT")

_UNKNOWN_ANSWERS = frozenset({NOT_KNOWN, SupportType.UNKNOWN, ReportingSupport.UNKNOWN})

LEGAL_CHECK_DAYS, PRODUCT_CHECK_DAYS = 180, 365
"""The number of days for which the check of a claim holds. Laws and returns change about every half-year."""

MAKER_KINDS = frozenset({SourceKind.VENDOR, SourceKind.SERVICE})
"""The kinds of sources in which makers of products speak. Under a maker's name, users and reporters may speak as well."""


class _Product(Protocol):
    """The properties of an ERP product that claims need."""

    @property
    def name(self) -> str: ...
    @property
    def vendor(self) -> str: ...
    @property
    def localization_label(self) -> str: ...


Erps: TypeAlias = Mapping[str, _Product]
"""The ERP products by id."""


# Who makes the product that a claim is about


class _OfErp(Protocol):
    @property
    def erp(self) -> str: ...


class _WithWebsite(Protocol):
    @property
    def website(self) -> str: ...


def is_from_vendor(source: CitedSource, record: _OfErp, erps: Erps) -> bool:
    """Return whether the vendor of the ERP product that ``record`` is about published the source."""
    return source.kind in MAKER_KINDS and record.erp in erps and source.publisher == erps[record.erp].vendor


def is_from_website(source: CitedSource, record: _WithWebsite, erps: Erps) -> bool:
    """Return whether the source is on the website of the product that ``record`` is about."""
    host, site = _host(source.url), _host(record.website)
    is_same = host == site or host.endswith(f".{site}") or site.endswith(f".{host}")
    return is_same and source.kind is SourceKind.VENDOR


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


# The table


class ClaimSpec(Struct, Generic[SourceT, RecordT], frozen=True, kw_only=True):
    """A kind of claim: its types, and everything that depends on the kind. It registers itself.

    - ``source``: the type of its source record. Subtypes belong to it as well.
    - ``record``: the type of its published record; None if it is published as part of others only.
    - ``kind``: the first part of its name. ``id_of`` returns the other part.
    - ``answer``: the field that is "Not known." or ``unknown`` in a claim that states nothing.
    - ``is_legal``: whether the claim is about law, dates, rates, thresholds, deadlines or terms, and not about a product.
    - ``is_part``: whether the claim is checked, audited and counted as part of another one.
    - ``is_from_maker``: whether a source is published by the maker of the product that the claim is about.
    - ``label``: the subject of the claim without its country, in parts, so that names from the data are apart from other words.
    - ``path``: the path of the page that shows the claim, with its anchor.
    - ``order``: the sort key of the claims of a file as they are published. By default, they keep their order.
    """

    source: type[SourceT]
    kind: ClaimKind
    id_of: "Callable[[LocatedClaim[SourceT]], str]"
    label: "Callable[[LocatedClaim[SourceT], Erps], tuple[str, ...]]"
    path: "Callable[[LocatedClaim[SourceT]], str]"
    record: type[RecordT] | None = None
    order: "Callable[[LocatedClaim[SourceT]], Any]" = lambda claim: 0
    answer: str = ""
    is_legal: bool = True
    is_part: bool = False
    is_from_maker: Callable[[CitedSource, SourceT, Erps], bool] = lambda source, record, erps: False

    def __post_init__(self) -> None:
        """Register the kind."""
        CLAIM_SPECS[self.source] = self

    @property
    def check_days(self) -> int:
        """The number of days for which a check holds. After that, the claim is due."""
        return LEGAL_CHECK_DAYS if self.is_legal else PRODUCT_CHECK_DAYS

    def is_known(self, source: SourceT) -> bool:
        """Return whether the claim states anything. One that does not may cite a page that does not answer it."""
        return not self.answer or getattr(source, self.answer) not in _UNKNOWN_ANSWERS


CLAIM_SPECS: dict[type[Record], ClaimSpec[Any, Any]] = {}
"""The kinds of claims by the type of their source record."""


@cache
def claim_spec(kind: type) -> ClaimSpec[Any, Any] | None:
    """Return the kind of claim that source records of a type are; None if they are no claims."""
    return next((CLAIM_SPECS[base] for base in kind.__mro__ if base in CLAIM_SPECS), None)


def is_checked(kind: type[Record]) -> bool:
    """Return whether records of a type have the date of a check, as all claims but parts of others have."""
    return "checked" in kind.__struct_fields__


def is_unregistered(kind: type[Record]) -> bool:
    """Return whether records of a type have citations or a check, but are no registered kind of claim."""
    return (is_checked(kind) or bool(cited_fields(kind))) and claim_spec(kind) is None


def on_country_page(anchor_of: "Callable[[LocatedClaim[SourceT]], str]") -> "Callable[[LocatedClaim[SourceT]], str]":
    """Make the ``path`` of a kind from the function that returns its anchor on the page of its country."""
    return lambda claim: f"{country_page_path(claim.file.name)}#{anchor_of(claim)}"


def fact_order(topic: Topic, erp_id: str = "") -> tuple[int, str]:
    """Return the key that sorts facts: by topic, then by ERP product."""
    return [*Topic].index(topic), erp_id


# The claims of a file


class LocatedClaim(Struct, Generic[SourceT], frozen=True, kw_only=True, dict=True):
    """A claim in its file.

    ``json_path`` is its JSON path, and ``parent`` the claim that it is a part of.
    """

    spec: ClaimSpec[SourceT, Any]
    source: SourceT
    file: Any
    json_path: str
    parent: "LocatedClaim[Any] | None" = None

    @property
    def kind(self) -> ClaimKind:
        """The kind, which is the first part of the name."""
        return self.spec.kind

    @property
    def key(self) -> str:
        """The name or key of its innermost object or list in the file."""
        return str(re.findall(r"[a-z][\w-]*", self.json_path)[-1])

    @property
    def country(self) -> str | None:
        """The code of the country whose file has the claim; None for a connector, an ERP product and a term."""
        return getattr(self.file, "code", None)

    @property
    def whole(self) -> "LocatedClaim[Any]":
        """The claim that this one is a part of."""
        if self.parent is None:
            raise TypeError(f"{self.kind} is no part of another claim")
        return self.parent

    @property
    def countries(self) -> tuple[str, ...]:
        """The codes of the countries that the claim is about; none for a claim on an ERP product as such."""
        scope: tuple[str, ...] = getattr(self.source, "countries_in_scope", ())
        return (self.country,) if self.country else scope

    @cached_property
    def id(self) -> str:
        """The id, which no other claim of the kind has."""
        return self.spec.id_of(self)

    @cached_property
    def name(self) -> str:
        """The name, which no other claim has: ``facts/fr-vat``."""
        return claim_name(self.kind, self.id)

    @property
    def path(self) -> str:
        """The path of the page where the claim is shown, with its anchor."""
        return self.spec.path(self)

    @property
    def anchor(self) -> str:
        """The anchor of the claim on that page."""
        return self.path.partition("#")[2]

    @property
    def is_known(self) -> bool:
        """Whether the claim states anything."""
        return self.spec.is_known(self.source)

    @property
    def checked(self) -> dt.date:
        """The date of the last check. A part is checked with the whole."""
        source: Any = self.source
        day: dt.date = self.whole.checked if self.spec.is_part else source.checked
        return day

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts that may cite, by the names of their fields."""
        return {name: getattr(self.source, name) for name in cited_fields(type(self.source))}

    @property
    def statements(self) -> Iterator[tuple[str, CitedStatement]]:
        """The statements of the texts that may cite, each with the name of its field."""
        for name, text in self.texts.items():
            yield from ((name, statement) for statement in statements_of(text))

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers in the order of the texts. A part without markers has those of the whole."""
        found = tuple(marker for _, statement in self.statements for marker in statement.markers)
        return self.whole.markers if self.spec.is_part and not found else found


def located_claims(file: Record) -> Iterator[LocatedClaim[Any]]:
    """Yield every claim of a file, in the order of the file. A part comes after the claim that it is part of."""
    parents: list[LocatedClaim[Any]] = []
    for path, record in walk(file):
        if spec := claim_spec(type(record)):
            parents = [each for each in parents if path.startswith((f"{each.json_path}.", f"{each.json_path}["))]
            parent = parents[-1] if parents else None
            parents.append(LocatedClaim(spec=spec, source=record, file=file, json_path=path, parent=parent))
            yield parents[-1]


# The content of a claim

_NO_CONTENT = frozenset({"id", "slug", "key", "checked", "schema"})
"""The fields that state nothing: names that the project gives, and the date of the check."""


def codes_of(claim: LocatedClaim[Any]) -> tuple[str, ...]:
    """Return the values of a claim that cannot cite, such as dates and words of vocabularies, each with the name of its field.

    Its parts are included, other claims are not. Values that state nothing, such as null, are left out.
    """
    return tuple(f"{name}: {_in_words(value)}" for name, value in _contents(claim.source) if name not in claim.texts)


def _contents(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a record that state anything, each with its value. Items of lists come one by one."""
    for name in record.__struct_fields__:
        value = getattr(record, name)
        is_stated = value or (value == () and name in _nullable_lists(type(record)))
        if name in _NO_CONTENT or isinstance(value, dict) or not is_stated:
            continue
        if isinstance(value, tuple) and value and isinstance(value[0], Record):
            yield from ((name, item) for item in value if not is_checked(type(item)))
        else:
            yield name, value


@cache
def _nullable_lists(kind: type[Record]) -> frozenset[str]:
    """Return the names of the lists that may be null: an empty one states that there is nothing."""
    kinds = {name: {get_origin(each) or each for each in get_args(hint)} for name, hint in get_type_hints(kind).items()}
    return frozenset(name for name in kind.__struct_fields__ if {type(None), tuple} <= kinds[name])


def _in_words(value: object) -> str:
    if isinstance(value, Record):
        return ", ".join(f"{name} {_in_words(member)}" for name, member in _contents(value))
    if isinstance(value, tuple):
        return ", ".join(map(_in_words, value)) or "nothing"
    return str(value.value if isinstance(value, Enum) else value)


def contents_of(claim: LocatedClaim[Any]) -> tuple[str, tuple[dt.date, ...]]:
    """Return the texts that a claim states, one on each line, and the dates. Those of its parts are included."""
    texts: list[str] = []
    dates: list[dt.date] = []
    waiting: list[object] = [claim.source]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Record):
            waiting.extend(member for name, member in _contents(value))
        elif isinstance(value, tuple):
            waiting.extend(value)
        elif isinstance(value, dt.date):
            dates.append(value)
        elif isinstance(value, str) and not isinstance(value, Enum):
            texts.append(value)
    return "\n".join(texts), tuple(dates)
