"""The database of the API on the page of the API: the file, its tables, and a query."""

from locdata_build.data.site import SiteFile
from locdata_build.view.blocks import Column, Pair, Snippet, pair_list, paragraph, row, table_of
from locdata_build.view.context import DatabaseDownload
from locdata_build.view.page import Section, section
from locdata_build.view.text import Code, Link, rich

CLEARANCE_QUERY = """\
SELECT countries.name, obligations.verdict, sources.url
FROM obligations
JOIN countries ON countries.code = obligations.country
LEFT JOIN obligation_sources ON obligation_sources.obligation = obligations.id AND obligation_sources.position = 1
LEFT JOIN sources ON sources.id = obligation_sources.source
WHERE obligations.applies AND obligations.mode = 'clearance'
ORDER BY countries.name;"""
"""An example: the countries in which invoices are cleared before they are issued, and the source of each."""


def database_section(database: DatabaseDownload, site: SiteFile) -> Section:
    """Return what the database of the whole API has, and how to ask it."""
    name = database.path.rpartition("/")[2]
    return section(
        "database",
        "One file",
        paragraph(
            "The records of the API as a SQLite database with keys. Lists are tables of their own, and the sources of each "
            "record are in order. Null is null in the API too. Changes, tombstones and paid placements are not in it. The table ",
            Code("fields"),
            " describes the columns of the others. Licence: ",
            Link(site.api_licence.name, site.api_licence.url),
            ".",
        ),
        pair_list(
            Pair("File", rich(Link(database.path, database.path))),
            Pair("Bytes", rich(f"{database.size:,}")),
            Pair("SHA-256", rich(Code(database.sha256))),
        ),
        Snippet("sh", "SQLite, 3.37 or later", f"curl --fail --remote-name {site.url(database.path)}\nsqlite3 {name}"),
        Snippet("sql", "Countries in which invoices are cleared before they are issued", CLEARANCE_QUERY),
        table_of(
            "Tables",
            ("Table", "Content", Column("Rows", is_number=True)),
            (row(Code(table.name), table.content, f"{table.row_count:,}") for table in database.tables),
        ),
    )
