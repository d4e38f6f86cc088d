"""The records of the API, put together again from the tables of its database with nothing but SQL and the documents."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from locdata_model.endpoints import ENDPOINTS

Record = dict[str, Any]

WITHOUT_TABLE = {"index", "status", "sponsors", "changes", "tombstones"}
"""Lists that the database omits: descriptions of the API, sponsors, and the history of the data."""

LISTS = sorted({spec.list_name for spec in ENDPOINTS if spec.parameter is None} - WITHOUT_TABLE)

BOOLEANS = frozenset({"after", "applies", "before", "in_scope", "mandatory", "may_move", "value"})
"""The columns that hold 1, 0 or null for true, false or null."""

CLAIMS = {
    "absent_report": "absent-reports",
    "connector": "connectors",
    "fact": "facts",
    "format": "formats",
    "identifier": "identifiers",
    "local_erp": "local-erps",
    "mandate": "mandates",
    "obligation": "obligations",
    "partner": "partners",
    "partner_flag": "partner-flags",
    "peppol_scheme": "peppol-schemes",
    "platform": "platforms",
    "product": "erps",
    "product_release": "product-releases",
    "report": "reporting",
    "report_support": "report-support",
    "tax_rule": "tax-rules",
    "term": "terms",
    "threshold": "thresholds",
    "vat_rate": "vat-rates",
}
"""The first part of the names of claims, by the column of the record in the table of its sources."""


class DatabaseRecords:
    """The lists of the API, as the database has them."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def lists(self) -> Mapping[str, list[Record]]:
        """Return every list by the name of its endpoint."""
        return {
            "countries": self._countries(),
            "erps": [with_counts(erp) for erp in self._rows("products")],
            "facts": self._facts(),
            "mandates": self._with_statements("mandates", "mandate"),
            "local-erps": self._with_source("local_erps", "local_erp"),
            "partner-flags": self._with_source("partner_flags", "partner_flag"),
            "partners": self._with_sources("partners", "partner"),
            "news": [item | {"erps": self._items("news_products", item["id"])} for item in self._rows("news")],
            "phases": [self._required("phase", phase) for phase in self._with_statements("phases", "phase")],
            "flips": [
                flip | {"source_urls": self._urls("phase_sources", flip["phase"])} for flip in self._rows("flips")
            ],
            "sources": self._sources(),
            "obligations": self._obligations(),
            "reports": self._reports(),
            "connectors": [
                connector | {"countries_in_scope": self._items("connector_countries", connector["id"])}
                for connector in self._with_sources("connectors", "connector")
            ],
            "terms": [
                term
                | {
                    "aliases": self._items("term_aliases", term["id"]),
                    "countries": self._items("term_countries", term["id"]),
                    "see": self._items("related_terms", term["id"]),
                }
                for term in self._with_statements("terms", "term")
            ],
            "vat-rates": [
                rate | {"territory_codes": self._items("vat_rate_territory_codes", rate["id"])}
                for rate in self._with_statements("vat_rates", "vat_rate")
            ],
            "thresholds": self._with_statements("thresholds", "threshold"),
            "formats": self._formats(),
            "tax-rules": self._with_statements("tax_rules", "tax_rule"),
            "identifiers": self._with_statements("identifiers", "identifier"),
            "peppol-schemes": self._with_statements("peppol_schemes", "peppol_scheme"),
            "platforms": [
                platform | {"for_obligations": self._items("platform_obligations", platform["id"])}
                for platform in self._with_statements("platforms", "platform")
            ],
            "product-releases": [
                release
                | {
                    "backports": self._items("product_release_backports", release["id"]),
                    "formats": self._items("product_release_formats", release["id"]),
                }
                for release in self._with_statements("product_releases", "product_release")
            ],
            "due-dates": self._rows("due_dates"),
        }

    def _rows(self, table: str, condition: str = "true", *values: str, order: str = "rowid") -> list[Record]:
        query = f"SELECT * FROM {table} WHERE {condition} ORDER BY {order}"  # noqa: S608  # our own texts
        cursor = self._database.execute(query, values)
        names = [column[0] for column in cursor.description]
        return [
            {name: bool(value) if name in BOOLEANS and isinstance(value, int) else value for name, value in pairs}
            for pairs in (zip(names, row, strict=True) for row in cursor)
        ]

    def _parts(self, table: str, owner: str) -> list[Record]:
        """Return the rows of a list of a record, without the columns of their place."""
        (column, *_) = (row[1] for row in self._database.execute(f"PRAGMA table_info({table})"))
        rows = self._rows(table, f"{column} = ?", owner, order="position")
        assert [row.pop("position") for row in rows] == [*range(1, len(rows) + 1)]
        return [{name: value for name, value in row.items() if name != column} for row in rows]

    def _items(self, table: str, owner: str) -> list[Any]:
        return [value for row in self._parts(table, owner) for value in row.values()]

    def _urls(self, table: str, owner: str) -> list[str]:
        sources = self._items(table, owner)
        return [
            self._database.execute("SELECT url FROM sources WHERE id = ?", [each]).fetchone()[0] for each in sources
        ]

    def _with_sources(self, table: str, row: str) -> list[Record]:
        return [record | {"source_urls": self._urls(f"{row}_sources", record["id"])} for record in self._rows(table)]

    def _with_statements(self, table: str, row: str) -> list[Record]:
        return [
            record | {"statements": self._statements(row, record["id"])} for record in self._with_sources(table, row)
        ]

    def _statements(self, row: str, owner: str) -> list[Record]:
        places = self._database.execute(
            f"SELECT statement, url, locator FROM {row}_statement_sources JOIN sources ON source = id "  # noqa: S608  # our own names
            f"WHERE {row} = ? ORDER BY statement, position",
            [owner],
        ).fetchall()
        return [
            statement
            | {
                "source_urls": [url for each, url, _ in places if each == number],
                "locators": [locator for each, _, locator in places if each == number],
            }
            for number, statement in enumerate(self._parts(f"{row}_statements", owner), 1)
        ]

    def _with_source(self, table: str, row: str) -> list[Record]:
        records = self._with_sources(table, row)
        return [record | {"source_url": next(iter(record.pop("source_urls")), None)} for record in records]

    def _countries(self) -> list[Record]:
        return [
            with_counts(country)
            | {
                "aliases": self._items("country_aliases", country["code"]),
                "toggles": {
                    row["toggle"]: row["value"]
                    for row in self._rows("country_toggles", "country = ?", country["code"], order="toggle")
                },
            }
            for country in self._rows("countries")
        ]

    def _facts(self) -> list[Record]:
        mandates = {
            mandate["country"]: {name: mandate[name] for name in ("mandate", "scope", "deadlines", "format")}
            for mandate in self._rows("mandates")
        }
        support = {row["fact"]: row for row in self._rows("support")}
        facts = self._with_statements("facts", "fact")
        for fact in facts:
            fact["source_url"] = next(iter(fact["source_urls"]), None)
            if row := support.get(fact["id"]):
                assert (row["country"], row["erp"], row["support_type"]) == (
                    fact["country"],
                    fact["erp"],
                    fact["value"],
                )
                fact["details"] = mandates[row["country"]] | {name: row[name] for name in ("vendors", "notes")}
        return facts

    def _sources(self) -> list[Record]:
        claims = defaultdict(list)
        for row, kind in CLAIMS.items():
            for record, source in self._database.execute(f"SELECT {row}, source FROM {row}_sources"):  # noqa: S608  # our own names
                claims[source].append(f"{kind}/{record}")
        return [source | {"claims": sorted(claims[source["id"]])} for source in self._rows("sources", order="id")]

    def _required(self, row: str, record: Record) -> Record:
        """Return a record with what it requires: None if that is unknown, which has no rows either."""
        count = record.pop("binds_count")
        items = self._items(f"{row}_requirements", record["id"])
        assert len(items) == (count or 0)
        return record | {"binds": None if count is None else items}

    def _obligations(self) -> list[Record]:
        obligations = [
            self._required("obligation", each) for each in self._with_statements("obligations", "obligation")
        ]
        for obligation in obligations:
            phases = self._rows(
                "phases", "country = ? AND obligation = ?", obligation["country"], obligation["obligation"]
            )
            obligation["bound"] = self._items("obligation_bound", obligation["id"]) or None
            assert len(obligation["bound"] or ()) == (obligation.pop("bound_count") or 0)
            obligation["toggles"] = self._items("obligation_toggles", obligation["id"])
            obligation["phases"] = [phase["id"] for phase in phases]
            obligation["formats"] = sorted(
                row["format"]
                for row in self._rows("format_obligations", "obligation = ?", obligation["id"], order="format")
            )
        return obligations

    def _formats(self) -> list[Record]:
        formats = self._with_statements("formats", "format")
        for each in formats:
            for field in ("flows", "networks", "obligations"):
                each[field] = self._items(f"format_{field}", each["id"])
            count = each.pop("syntaxes_count")
            each["syntaxes"] = None if count is None else self._items("format_syntaxes", each["id"])
            assert len(each["syntaxes"] or ()) == (count or 0)
        return formats

    def _reports(self) -> list[Record]:
        support = defaultdict(list)
        for each in self._with_statements("report_support", "report_support"):
            support[each.pop("report")].append(each)
        return [
            report
            | {
                "also_kinds": self._items("report_also_kinds", report["id"]),
                "aliases": self._items("report_aliases", report["id"]),
                "frequencies": self._parts("report_frequencies", report["id"]),
                "deadlines": [
                    deadline | {name: numbers(deadline[name]) for name in ("end_months", "digit_days")}
                    for deadline in self._parts("report_deadlines", report["id"])
                ],
                "erp_support": support[report["id"]],
            }
            for report in self._with_statements("reports", "report")
        ]


def numbers(cell: str | None) -> list[int] | None:
    """Return the numbers of a list that is a text."""
    return None if cell is None else [*map(int, cell.split())]


def with_counts(record: Record) -> Record:
    """Return a record with its counts in a nested record."""
    counts = {name.removeprefix("counts_"): value for name, value in record.items() if name.startswith("counts_")}
    return {name: value for name, value in record.items() if not name.startswith("counts_")} | {"counts": counts}
