"""Writing SQLite databases with the same bytes everywhere: tables with their keys, their constraints and their rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import apsw
import msgspec.inspect as types
from msgspec import Struct

from locdata_build.data.site import SiteFile, SourceLicence
from locdata_build.render.record_fields import Field
from locdata_build.view.words import licence_terms
from locdata_model.scalars import STAMP_FORMAT

# Explicit settings, so that the bytes do not depend on the defaults of a version of SQLite. The checks of columns are for
# those who change the database. Here they would only take time, because the types of the records have checked every value.
SETTINGS = (
    "PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8'; PRAGMA foreign_keys = ON; "
    "PRAGMA ignore_check_constraints = ON"
)

Value = str | int | None
ColumnType = Literal["TEXT", "INTEGER"]


class Column(Struct, frozen=True, kw_only=True):
    """A column. ``check`` is the SQL condition of its values, which is empty if every value of the type is allowed."""

    name: str
    description: str = ""
    type: ColumnType = "TEXT"
    is_nullable: bool = False
    check: str = ""


class ForeignKey(Struct, frozen=True, kw_only=True):
    """Columns that refer to a row of another table, by its primary key unless ``parent_columns`` names other columns."""

    columns: tuple[str, ...]
    table: str
    parent_columns: tuple[str, ...] = ()


class Table(Struct, frozen=True, kw_only=True):
    """A table and its rows; ``description`` describes a row.

    With ``has_rowid``, the rows are kept in their order, which the column ``rowid`` counts. Without it, they are sorted by
    their key, which then needs no index: that is smaller for rows without long texts.
    """

    name: str
    description: str = ""
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    unique: tuple[tuple[str, ...], ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    has_rowid: bool = True
    rows: Sequence[Sequence[Value]]


def write_database(tables: Sequence[Table], views: Mapping[str, str] | None = None) -> bytes:
    """Return a database. Tables that others refer to come first; ``views`` are queries by name."""
    keys = {table.name: table.key for table in tables}
    database = apsw.Connection(":memory:")
    database.execute(SETTINGS)
    database.execute("BEGIN")
    for table in tables:
        database.execute(_definition(table, keys))
        placeholders = ", ".join("?" * len(table.columns))
        database.executemany(f"INSERT INTO {quoted(table.name)} VALUES ({placeholders})", table.rows)  # noqa: S608  # names from the source code
    for name, query in (views or {}).items():
        database.execute(f"CREATE VIEW {quoted(name)} AS\n{query}")
    database.execute("COMMIT")
    content = database.serialize("main")
    database.close()
    return content


def about_table(site: SiteFile, homepage: str, licence: SourceLicence) -> Table:
    """Return the table with the origin and the licence of a database; ``homepage`` is the path of the page about it."""
    about = {
        "title": site.title,
        "version": site.version,
        "generated_at": f"{site.generated_at:{STAMP_FORMAT}}",
        "homepage": site.url(homepage),
        "licence": licence.name,
        "licence_url": licence.url,
        "licences": licence_terms(site),
        "attribution": site.attribution,
    }
    return Table(
        name="about", columns=tuple(Column(name=name) for name in about), key=("version",), rows=[[*about.values()]]
    )


def fields_table(tables: Iterable[Table]) -> Table:
    """Return the table with the description of each column of ``tables``."""
    names = "table_name", "field", "description"
    return Table(
        name="fields",
        columns=tuple(Column(name=name) for name in names),
        key=names[:2],
        rows=[[table.name, column.name, column.description] for table in tables for column in table.columns],
    )


def columns_of(fields: Mapping[str, Field], prefix: str = "") -> tuple[Column, ...]:
    """Return a column for each field that has one value. Lists, and records inside a record, have none."""
    columns = (value_column(prefix + name, field) for name, field in fields.items())
    return tuple(column for column in columns if column)


def value_column(name: str, field: Field) -> Column | None:
    """Return the column of a field that has one value; None for a list or a record."""
    kind = field.kind
    is_number = isinstance(kind, types.BoolType | types.IntType)
    match kind:
        case types.StrType():
            check = f"length({quoted(name)}) >= {field.min_length}" if field.min_length else ""
        case types.EnumType():
            check = f"{quoted(name)} IN ({', '.join(map(apsw.format_sql_value, field.words))})"
        case types.DateType():
            # Without a modifier, older versions of SQLite accept 30 February.
            check = f"date({quoted(name)}, '+0 days') IS {quoted(name)}"
        case types.DateTimeType():
            check = f"strftime('{STAMP_FORMAT}', {quoted(name)}) IS {quoted(name)}"
        case types.BoolType():
            check = is_within(name, 0, 1)
        case types.IntType():
            check = is_within(name, kind.ge, kind.le)
        case _:
            return None
    return Column(
        name=name,
        description=field.description,
        type="INTEGER" if is_number else "TEXT",
        is_nullable=field.is_nullable,
        check=check,
    )


def is_within(column: str, low: int | None, high: int | None) -> str:
    """Return the condition that a number is in a range; a bound that is None is left out."""
    bounds = (">=", low), ("<=", high)
    return " AND ".join(f"{quoted(column)} {operator} {bound}" for operator, bound in bounds if bound is not None)


def quoted(name: str) -> str:
    """Return a name of a table or a column as SQL."""
    return f'"{name}"'


def _definition(table: Table, keys: Mapping[str, tuple[str, ...]]) -> str:
    parts = ",\n  ".join(_parts(table, keys))
    options = "STRICT" if table.has_rowid else "STRICT, WITHOUT ROWID"
    return f"CREATE TABLE {quoted(table.name)} (\n  {parts}\n) {options}"


def _parts(table: Table, keys: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for column in table.columns:
        null = "" if column.is_nullable else " NOT NULL"
        yield f"{quoted(column.name)} {column.type}{null}{column.check and f' CHECK ({column.check})'}"
    yield f"PRIMARY KEY {_listed(table.key)}"
    for names in table.unique:
        yield f"UNIQUE {_listed(names)}"
    for each in table.foreign_keys:
        # SQLite can do without the columns of a primary key, but programs such as Datasette cannot.
        parent = f"{quoted(each.table)} {_listed(each.parent_columns or keys[each.table])}"
        yield f"FOREIGN KEY {_listed(each.columns)} REFERENCES {parent}"


def _listed(names: Iterable[str]) -> str:
    return f"({', '.join(map(quoted, names))})"
