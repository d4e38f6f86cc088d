"""The whole API as one SQLite database: its records in tables that refer to each other, with their sources and statements."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from locdata_build.derive.provenance import Provenance
from locdata_build.render.api_tables import CITING_FIELDS, RECORD_TABLES, STATEMENTS, VIEWS, ItemTable, RecordTable, Row
from locdata_build.render.artifacts import Artifact
from locdata_build.render.database import (
    Column,
    ForeignKey,
    Table,
    Value,
    about_table,
    columns_of,
    fields_table,
    is_within,
    value_column,
    write_database,
)
from locdata_build.render.record_fields import Field, fields_of, record_fields
from locdata_build.view.context import DatabaseDownload, SiteContext, TableSummary
from locdata_model.data_files import cell_of
from locdata_model.sources import Locator, Statement
from locdata_model.urls import API_SQLITE_PATH, PageName
from locdata_model.vocabulary import ClaimKind

POSITION = Column(
    name="position", description="Place in the list, from 1", type="INTEGER", check=is_within("position", 1, None)
)

SOURCE = Column(name="source", description="Id of a source")

LOCATOR = columns_of(fields_of(locator=Locator | None))
"""The place in a source; null if none is named."""

STATEMENT = columns_of(record_fields(Statement))


def api_database(context: SiteContext) -> tuple[Artifact, DatabaseDownload]:
    """Return the database of what the API publishes, and its description for the page of the API."""
    tables = tuple(api_tables(context))
    about = about_table(context.site, PageName.API.path, context.site.api_licence)
    artifact = Artifact(API_SQLITE_PATH, write_database([*tables, about, fields_table(tables)], VIEWS))
    summaries = tuple(
        TableSummary(name=table.name, content=table.description, row_count=len(table.rows)) for table in tables
    )
    download = DatabaseDownload(
        path=artifact.path, size=len(artifact.content), sha256=artifact.sha256, tables=summaries
    )
    return artifact, download


def api_tables(context: SiteContext) -> Iterator[Table]:
    """Yield the tables of the records, each followed by those of its lists, of its sources and of its statements."""
    provenances = _provenances(context)
    for spec in RECORD_TABLES:
        rows = list(spec.rows(context))
        yield _record_table(spec, rows)
        for name, items in spec.lists.items():
            yield _item_table(spec, name, items, rows)
        if spec.cited_as:
            yield _source_table(spec, provenances[spec.cited_as])
            if STATEMENTS in spec.fields:
                yield from _statement_tables(spec, provenances[spec.cited_as])


def _record_table(spec: RecordTable, rows: Sequence[Row]) -> Table:
    columns = record_table_columns(spec)
    return Table(
        name=spec.name,
        description=spec.about,
        columns=columns,
        key=spec.key,
        unique=spec.unique,
        foreign_keys=(
            *(ForeignKey(columns=(column,), table=table) for column, table in spec.parents.items()),
            *spec.foreign_keys,
        ),
        has_rowid=spec.has_rowid,
        rows=[
            [row.get(column.name) for column in columns]
            for row in ({**row, **_parts_and_counts(spec, row)} for row in rows)
        ],
    )


def record_table_columns(spec: RecordTable) -> tuple[Column, ...]:
    """Return the columns of a table of records: their fields with one value, those of their parts, and counts of lists.

    A list that is null has no items, like one that is empty. Its count tells them apart.
    """
    # A record that is no claim has no table of sources.
    hidden = {*spec.elsewhere, *(CITING_FIELDS if spec.cited_as else CITING_FIELDS[1:])}
    shown = {name: field for name, field in spec.fields.items() if name not in hidden}
    parts = (columns_of(field.members, prefix=f"{name}_") for name, field in spec.parts.items())
    counts = (_count_column(f"{name}_count", spec.fields[name], items) for name, items in spec.lists.items())
    return (*columns_of(shown), *chain.from_iterable(parts), *filter(None, counts))


def _count_column(name: str, field: Field, items: ItemTable) -> Column | None:
    if not field.is_nullable:
        return None
    return Column(
        name=name,
        description=f"Number of rows in {items.name}. {field.description}",
        type="INTEGER",
        is_nullable=True,
        check=is_within(name, 0, None),
    )


def _parts_and_counts(spec: RecordTable, row: Row) -> Row:
    """Return the values of the parts of a record, and the number of the items of each list."""
    parts = {f"{part}_{name}": value for part in spec.parts for name, value in row[part].items()}
    counts = {f"{name}_count": None if row[name] is None else len(row[name]) for name in spec.lists}
    return {**parts, **counts}


def _item_table(spec: RecordTable, name: str, items: ItemTable, rows: Sequence[Row]) -> Table:
    item = spec.fields[name].item
    columns = _item_columns(item.members) if item.members else columns_of({items.column: item})
    lists = ((row[spec.key[0]], row[name] or ()) for row in rows)
    return _list_table(
        spec,
        name=items.name,
        description=spec.fields[name].description,
        columns=columns,
        parents={items.column: items.parent} if items.parent else {},
        rows=[
            [key, position, *([_cell(item[column.name]) for column in columns] if isinstance(item, dict) else [item])]
            for key, members in lists
            for position, item in enumerate(members, 1)
        ],
    )


def _item_columns(fields: Mapping[str, Field]) -> tuple[Column, ...]:
    """Return the columns of a record in a list. A list in it is a text."""
    columns = (
        Column(name=name, description=f"{field.description}. Joined by one space", is_nullable=field.is_nullable)
        if field.is_list
        else value_column(name, field)
        for name, field in fields.items()
    )
    return tuple(column for column in columns if column)


def _cell(value: Any) -> Value:  # noqa: ANN401  # JSON
    """Return the value of a cell: a list as a text with one space between its values."""
    return cell_of(value) if isinstance(value, list | tuple) else value


def _source_table(spec: RecordTable, provenances: Mapping[str, Provenance]) -> Table:
    return _list_table(
        spec,
        name=f"{spec.row}_sources",
        description=f"The sources of {spec.name}, the primary one first",
        columns=(SOURCE,),
        parents={SOURCE.name: "sources"},
        rows=[
            [key, position, citation.id]
            for key, provenance in provenances.items()
            for position, citation in enumerate(provenance.citations, 1)
        ],
    )


def _statement_tables(spec: RecordTable, provenances: Mapping[str, Provenance]) -> Iterator[Table]:
    """Yield the table of the statements of records, and that of the sources of each statement."""
    statements = _list_table(
        spec,
        name=f"{spec.row}_statements",
        description=f"The texts of {spec.name} in statements",
        columns=STATEMENT,
        parents={},
        rows=[
            [key, position, *(getattr(statement, column.name) for column in STATEMENT)]
            for key, provenance in provenances.items()
            for position, statement in enumerate(provenance.statements, 1)
        ],
    )
    yield statements
    ids = {citation.source.url: citation.id for each in provenances.values() for citation in each.citations}
    number = Column(name="statement", description=f"Its position in {statements.name}", type="INTEGER")
    yield Table(
        name=f"{spec.row}_statement_sources",
        description=f"The sources of the statements of {spec.name}, the strongest first",
        columns=(statements.columns[0], number, POSITION, SOURCE, *LOCATOR),
        key=(spec.row, number.name, POSITION.name),
        foreign_keys=(
            ForeignKey(columns=(spec.row, number.name), table=statements.name),
            ForeignKey(columns=(SOURCE.name,), table="sources"),
        ),
        has_rowid=False,
        rows=[
            [key, number, position, ids[url], locator]
            for key, provenance in provenances.items()
            for number, statement in enumerate(provenance.statements, 1)
            for position, (url, locator) in enumerate(zip(statement.source_urls, statement.locators, strict=True), 1)
        ],
    )


def _list_table(
    spec: RecordTable,
    *,
    name: str,
    description: str,
    columns: tuple[Column, ...],
    parents: Mapping[str, str],
    rows: Sequence[Sequence[Value]],
) -> Table:
    """Return a table of what belongs to the records of another table, in order."""
    return Table(
        name=name,
        description=description,
        columns=(Column(name=spec.row, description=f"The record in {spec.name}"), POSITION, *columns),
        key=(spec.row, POSITION.name),
        foreign_keys=tuple(
            ForeignKey(columns=(column,), table=table) for column, table in {spec.row: spec.name, **parents}.items()
        ),
        has_rowid=False,
        rows=rows,
    )


def _provenances(context: SiteContext) -> Mapping[ClaimKind, Mapping[str, Provenance]]:
    """Return the provenance of each record: by the kind of its claim, then by its id."""
    found: defaultdict[ClaimKind, dict[str, Provenance]] = defaultdict(dict)
    for claim in context.published.claims:
        for each in (claim, *claim.parts):
            found[each.kind][each.id] = each.provenance
    return found
