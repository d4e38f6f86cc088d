"""Rules for names and lists: names of files, slugs, unique values, and lists without duplicates and in order."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, NamedTuple, assert_never, get_args, get_origin, get_type_hints

from locdata_build.data.countries import CountryFile
from locdata_build.data.errors import IssueCode
from locdata_build.data.products import ErpFile
from locdata_build.data.record import SortedBy, SourceRecord, UniqueBy
from locdata_build.data.releases import ReleaseFile
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.site import SiteFile
from locdata_model.record import Record
from locdata_model.urls import MAX_SLUG_LENGTH, slugify
from locdata_model.vocabulary import Vocabulary


@rule(IssueCode.FILE_NAME)
def file_has_name_of_record(record: CountryFile | ErpFile | ReleaseFile, context: CheckContext) -> Issues:
    """The name of a file must be the code, id or version inside it."""
    match record:
        case CountryFile(code=name):
            path = ".code"
        case ErpFile(id=name):
            path = ".id"
        case ReleaseFile():
            path, name = ".release.version", record.release.version
        case _:
            assert_never(record)
    stem = PurePosixPath(context.file).stem
    if name != stem:
        yield path, f"must be the name of the file, {stem!r}, got {name!r}"


class _List(NamedTuple):
    """A list of a record: the sets of fields in which entries must differ, none for texts, and the key to sort by."""

    name: str
    unique: tuple[tuple[str, ...], ...]
    order: Callable[[Any], Any] | None


@cache
def _lists(kind: type[Record]) -> tuple[_List, ...]:
    """Return the lists of a type. Raises ``TypeError`` for a list of source records without ``UniqueBy``."""
    types, annotated = get_type_hints(kind), get_type_hints(kind, include_extras=True)
    lists = []
    for name in kind.__struct_fields__:
        for list_type in (types[name], *get_args(types[name])):
            if get_origin(list_type) is tuple:
                item, annotations = get_args(list_type)[0], getattr(annotated[name], "__metadata__", ())
                unique = tuple(each.fields for each in annotations if isinstance(each, UniqueBy))
                if issubclass(item, SourceRecord) and not unique:
                    raise TypeError(f"{kind.__name__}.{name}: a list of records must be annotated with UniqueBy")
                lists.append(_List(name, ((),) if issubclass(item, str) else unique, _order(item, annotations)))
    return tuple(lists)


def _order(item: type, annotations: Iterable[object]) -> Callable[[Any], Any] | None:
    if issubclass(item, Vocabulary):
        return [*item].index
    fields = next((each.fields for each in annotations if isinstance(each, SortedBy)), None)
    if fields is None:
        return None
    return partial(_values, fields=fields) if fields else str


def _key(entry: Any, fields: tuple[str, ...]) -> str:  # noqa: ANN401  # a record or a text
    # Ids are made from values in the same way.
    return "-".join(map(str, _values(entry, fields))) if fields else entry.casefold()


def _values(record: Record, fields: Iterable[str]) -> tuple[object, ...]:
    return tuple(getattr(record, name) for name in fields)


@rule(IssueCode.DUPLICATE, where=_lists)
def entries_differ(record: Record, context: CheckContext) -> Issues:
    """The entries of a list must differ, in their ids or in what their ids are made from."""
    for each in _lists(type(record)):
        for fields in each.unique:
            seen: dict[str, int] = {}
            for index, entry in enumerate(getattr(record, each.name) or ()):
                first = seen.setdefault(_key(entry, fields), index)
                if first != index:
                    difference = f" in {' or '.join(fields)}" if fields else f", got {str(entry)!r}"
                    yield f".{each.name}[{index}]", f"must differ from entry {first}{difference}"


@rule(IssueCode.LIST_ORDER, where=lambda kind: any(each.order for each in _lists(kind)))
def entries_are_sorted(record: Record, context: CheckContext) -> Issues:
    """Terms must be sorted by id, audits by date, refused sources by pattern, exceptions by rule and reason, the countries and related terms of a term and the claims of an exception by name, and words in the order of their vocabulary."""
    for each in _lists(type(record)):
        if each.order is None:
            continue
        for index, (earlier, later) in enumerate(pairwise(getattr(record, each.name) or ()), start=1):
            before, after = each.order(earlier), each.order(later)
            if after < before:
                yield f".{each.name}[{index}]", f"must be before entry {index - 1}, because the list is sorted"


@rule(IssueCode.DUPLICATE)
def files_differ(record: CountryFile | ErpFile, context: CheckContext) -> Issues:
    """ERP products must differ in key and localization label, countries in slug and map tile."""
    for path, value in unique_fields(record):
        first = context.first_files.get((path, value), context.file)
        if first != context.file:
            yield path, f"must differ from all others, got {value!r} as in {first}"


def unique_fields(record: CountryFile | ErpFile) -> Iterator[tuple[str, str]]:
    """Yield the path and the value of each field that must differ between files. No path occurs in two kinds of files."""
    match record:
        case CountryFile():
            yield ".name", slugify(record.name)
            yield ".map_tile", f"column {record.map_tile.column}, row {record.map_tile.row}"
        case ErpFile():
            yield ".key", record.key
            yield ".localization_label", record.localization_label
        case _:
            assert_never(record)


def _slugs(record: CountryFile | ErpFile | SiteFile) -> Iterator[tuple[str, str]]:
    """Yield each slug that is made from the record, with the path of its field."""
    match record:
        case CountryFile():
            yield ".name", slugify(record.name)
        case ErpFile():
            yield ".id", record.id
        case SiteFile():
            yield from ((f".regions[{index}]", slugify(region)) for index, region in enumerate(record.regions))
        case _:
            assert_never(record)


@rule(IssueCode.NO_SLUG)
def name_makes_slug(record: CountryFile | SiteFile, context: CheckContext) -> Issues:
    """The name of a country or region must have a Latin letter or a digit, because a URL is made from it."""
    for path, slug in _slugs(record):
        if not slug:
            yield path, "must have a Latin letter or a digit, because a URL is made from it"


@rule(IssueCode.TOO_LONG)
def slug_is_short(record: CountryFile | ErpFile | SiteFile, context: CheckContext) -> Issues:
    """The slug of a name or id must have at most 80 characters."""
    for path, slug in _slugs(record):
        if len(slug) > MAX_SLUG_LENGTH:
            yield path, f"must make a slug of at most {MAX_SLUG_LENGTH} characters, got {len(slug)}"
