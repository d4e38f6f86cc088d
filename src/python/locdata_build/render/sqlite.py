"""The data files as a SQLite database: a table for each, and two that describe them."""

from collections.abc import Iterator

import msgspec

from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact
from locdata_build.render.data_files import data_fields
from locdata_build.render.database import (
    Column,
    ForeignKey,
    Table,
    about_table,
    columns_of,
    fields_table,
    write_database,
)
from locdata_model.data_files import DATA_FILES, Reference
from locdata_model.urls import SQLITE_PATH, PageName


def sqlite_artifact(published: Published) -> Artifact:
    """Return the database, with rows in the order of the records."""
    return Artifact(SQLITE_PATH, write_database(_tables(published)))


def _tables(published: Published) -> Iterator[Table]:
    """Yield every table. Tables that others refer to come first."""
    references = tuple(dict.fromkeys(reference for spec in DATA_FILES for reference in spec.references))
    tables = [
        Table(
            name=spec.name,
            columns=columns_of(data_fields(spec, published.erp_keys)),
            key=spec.key,
            foreign_keys=tuple(
                ForeignKey(columns=(each.field,), table=_values_name(each))
                for each in references
                if each in spec.references or each.file == spec.name
            ),
            rows=[[*row.values()] for row in msgspec.to_builtins(published.data_files[spec.name])],
        )
        for spec in DATA_FILES
    ]
    for reference in references:
        yield _values_table(reference, published)
    yield from tables
    yield about_table(published.site, PageName.DATA.path, published.site.data_licence)
    yield fields_table(tables)


def _values_name(reference: Reference) -> str:
    return f"{reference.field}s"


def _values_table(reference: Reference, published: Published) -> Table:
    """Return a table of the values that a field may have. A foreign key needs unique values, and data files repeat them."""
    values = dict.fromkeys(getattr(record, reference.field) for record in published.data_files[reference.file])
    return Table(
        name=_values_name(reference),
        columns=(Column(name=reference.field),),
        key=(reference.field,),
        rows=[[value] for value in values],
    )
