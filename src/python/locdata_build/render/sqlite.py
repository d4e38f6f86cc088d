"""The data files as a SQLite database with the same bytes everywhere: a table for each, and two that describe them."""

from collections.abc import Iterator, Mapping, Sequence

import apsw
import msgspec

from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact
from locdata_build.render.data_package import DataField, data_fields
from locdata_build.source.files import SiteFile
from locdata_model.data_files import DATA_FILES, Reference
from locdata_model.scalars import STAMP_FORMAT
from locdata_model.urls import SQLITE_PATH, PageName

# Explicit settings, so that the bytes do not depend on the defaults of a version of SQLite. The checks of columns are for
# those who change the database. Here they would only take time, because the types of the records have checked every value.
SETTINGS = (
    "PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8'; PRAGMA foreign_keys = ON; "
    "PRAGMA ignore_check_constraints = ON"
)


class _Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table of texts. ``columns`` holds the SQL condition of each column, which is empty if every text is allowed."""

    name: str
    columns: Mapping[str, str]
    key: tuple[str, ...]
    references: tuple[Reference, ...] = ()
    rows: Sequence[Sequence[str]]


def sqlite_artifact(published: Published) -> Artifact:
    """Return the database, with rows in the order of the records."""
    database = apsw.Connection(":memory:")
    database.execute(SETTINGS)
    database.execute("BEGIN")
    for table in _tables(published):
        database.execute(_definition(table))
        placeholders = ", ".join("?" * len(table.columns))
        database.executemany(f"INSERT INTO {_quoted(table.name)} VALUES ({placeholders})", table.rows)  # noqa: S608  # names from the source code
    database.execute("COMMIT")
    content = database.serialize("main")
    database.close()
    return Artifact(SQLITE_PATH, content)


def _definition(table: _Table) -> str:
    lines = [
        *(f"{_quoted(name)} TEXT NOT NULL{check and f' CHECK ({check})'}" for name, check in table.columns.items()),
        f"PRIMARY KEY ({', '.join(map(_quoted, table.key))})",
        *(
            f"FOREIGN KEY ({_quoted(reference.field)}) REFERENCES {_quoted(_values_name(reference))}"
            for reference in table.references
        ),
    ]
    inside = ",\n  ".join(lines)
    return f"CREATE TABLE {_quoted(table.name)} (\n  {inside}\n) STRICT"


def _tables(published: Published) -> Iterator[_Table]:
    """Yield every table. Tables that others refer to come first."""
    fields = {spec.name: data_fields(spec, published.erp_keys) for spec in DATA_FILES}
    references = tuple(dict.fromkeys(reference for spec in DATA_FILES for reference in spec.references))
    for reference in references:
        yield _values_table(reference, published)
    for spec in DATA_FILES:
        yield _Table(
            name=spec.name,
            columns={field.name: _condition(field) for field in fields[spec.name]},
            key=spec.key,
            references=tuple(each for each in references if each in spec.references or each.file == spec.name),
            rows=[[*row.values()] for row in msgspec.to_builtins(published.data_files[spec.name])],
        )
    yield _about_table(published.site)
    yield _fields_table(fields)


def _values_name(reference: Reference) -> str:
    return f"{reference.field}s"


def _values_table(reference: Reference, published: Published) -> _Table:
    """Return a table of the values that a field may have. A foreign key needs unique values, and data files repeat them."""
    values = dict.fromkeys(getattr(record, reference.field) for record in published.data_files[reference.file])
    return _Table(
        name=_values_name(reference),
        columns={reference.field: ""},
        key=(reference.field,),
        rows=[[value] for value in values],
    )


def _about_table(site: SiteFile) -> _Table:
    about = {
        "title": site.title,
        "version": site.version,
        "generated_at": f"{site.generated_at:{STAMP_FORMAT}}",
        "homepage": site.url(PageName.DATA.path),
        "licence": site.data_licence.name,
        "licence_url": site.data_licence.url,
        "attribution": site.attribution,
    }
    return _Table(name="about", columns=dict.fromkeys(about, ""), key=("version",), rows=[[*about.values()]])


def _fields_table(fields: Mapping[str, Sequence[DataField]]) -> _Table:
    return _Table(
        name="fields",
        columns=dict.fromkeys(("table_name", "field", "description"), ""),
        key=("table_name", "field"),
        rows=[[name, field.name, field.description] for name, members in fields.items() for field in members],
    )


def _condition(field: DataField) -> str:
    column = _quoted(field.name)
    if field.words:
        return f"{column} IN ({', '.join(map(apsw.format_sql_value, field.words))})"
    if field.is_date:
        # Without a modifier, older versions of SQLite accept 30 February.
        return f"date({column}, '+0 days') IS {column}"
    return f"length({column}) >= {field.min_length}" if field.min_length else ""


def _quoted(name: str) -> str:
    return f'"{name}"'
