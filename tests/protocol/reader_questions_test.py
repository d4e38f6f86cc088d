"""What readers ask the real data, through the server: each answer, with its source, in at most two calls and 2,000 tokens.

The pages answer the same questions in ``tests/browser/questions_test.py``.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from locdata_model import estimated_tokens
from protocol.connections import Connection, Transport, connected, text_of
from support.site import build_site

MOST_CALLS = 2
MOST_TOKENS = 2_000

Answer = dict[str, Any]

TERMS = {
    "FatturaPA": ("XML format of Italian e-invoices", "it"),
    "Chorus Pro": ("French public bodies", "fr"),
    "ZATCA": ("Zakat, Tax and Customs Authority of Saudi Arabia", "sa"),
    "KSeF": ("Polish national system of e-invoices", "pl"),
    "Peppol": ("international network", "be"),
}
"""Words of the description and a country by what a reader asks."""


class Reader:
    """Somebody who asks the tools. What is called and received is counted."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.calls = 0
        self.tokens = 0

    def ask(self, tool: str, **arguments: object) -> Answer:
        """Call a tool, and return its answer."""
        result = self._connection.tool(tool, arguments)
        assert not result.is_error, text_of(result)
        self.calls += 1
        self.tokens += estimated_tokens(text_of(result).encode())
        answer: Answer = result.structured_content
        return answer


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site of the real data."""
    return build_site(tmp_path_factory)


@pytest.fixture(params=[*Transport], scope="module")
def connection(request: pytest.FixtureRequest, site: Path) -> Iterator[Connection]:
    """A connection to a server of the real data."""
    with connected(request.param, site) as connection:
        yield connection


@pytest.fixture
def reader(connection: Connection) -> Iterator[Reader]:
    """A reader, who must have the answer after two calls and 2,000 tokens."""
    reader = Reader(connection)
    yield reader
    assert 0 < reader.calls <= MOST_CALLS
    assert reader.tokens <= MOST_TOKENS


def assert_sourced(records: list[Answer]) -> None:
    """Fail unless there are records, each with a source."""
    assert records
    assert all(record["source_url"].startswith("http") for record in records)


def test_deadline_and_format_of_modelo_349(reader: Reader) -> None:
    report, *_ = reader.ask("find", text="deadline and format of Spain's modelo 349")["records"]

    assert report["id"] == "vat-reporting-es-3"
    assert "20th of the month after" in report["text"]
    assert "file in AEAT's layout" in report["text"]
    assert_sourced([report])


@pytest.mark.parametrize(("term", "answer"), TERMS.items())
def test_what_a_term_is_and_where_it_applies(reader: Reader, term: str, answer: tuple[str, str]) -> None:
    meaning, country = answer

    first, *_ = reader.ask("find", text=term)["records"]

    assert first["kind"] == "term"
    assert meaning in first["text"]
    assert country in first["countries"]
    assert_sourced([first])


def test_everything_that_a_polish_company_files_each_month(reader: Reader) -> None:
    answer = reader.ask("reports", countries=["Poland"], frequency="monthly")
    names = " ".join(record["report_local"] for record in answer["records"])

    assert "JPK_V7M" in names
    assert "VAT-UE" in names
    assert "left_out" not in answer
    assert_sourced(answer["records"])


def test_what_changes_in_eight_countries_in_the_first_quarter_of_2027(reader: Reader) -> None:
    countries = ["es", "pl", "de", "be", "fr", "it", "pt", "ro"]

    answer = reader.ask("upcoming", countries=countries, **{"from": "2027-01-01", "to": "2027-03-31"})
    changing = {record["country"] for record in answer["records"]}
    (nothing,) = answer["unknown"]

    assert "turnover above EUR 800,000 in 2026 must issue" in answer["records"][0]["what"]
    assert {*nothing.rpartition(" in ")[2].split(", ")} == {*countries} - changing
    assert "left_out" not in answer
    assert_sourced(answer["records"])


def test_products_that_cover_the_romanian_e_factura_natively(reader: Reader) -> None:
    answer = reader.ask("erp_support", countries=["Romania"])
    native = [record for record in answer["records"] if record["support"].startswith("native")]

    assert "odoo" in [record["product"] for record in native]
    assert "left_out" not in answer
    assert_sourced(native)


def test_italy_spain_and_portugal_side_by_side(reader: Reader) -> None:
    answer = reader.ask("obligations", countries=["Italy", "Spain", "Portugal"])

    assert Counter(record["country"] for record in answer["records"]) == {"it": 5, "es": 5, "pt": 5}
    assert_sourced(answer["records"])


def test_product_that_covers_four_countries_best(reader: Reader) -> None:
    answer = reader.ask("erp_support", countries=["ae", "sa", "my", "in"])
    natives = Counter(
        {
            row["product"]: sum(cell["support"].startswith("native") for cell in row["cells"].values())
            for row in answer["matrix"]
        }
    )

    assert natives.most_common(1)[0][1] >= 2
    assert "left_out" not in answer
    assert_sourced([cell for row in answer["matrix"] for cell in row["cells"].values()])


def test_countries_that_clear_invoices_before_issue(reader: Reader) -> None:
    answer = reader.ask("obligations", mode="clearance", applies=True)

    assert {"it", "br", "cl", "tr"} & {record["country"] for record in answer["records"]} >= {"it", "br", "cl"}
    assert {record["verdict"] for record in answer["records"]} == {"Yes, clearance"}
    assert "left_out" not in answer
    assert_sourced(answer["records"])


def test_providers_that_connect_business_central_with_peppol(reader: Reader) -> None:
    answer = reader.ask("find", text="Business Central Peppol", limit=10)
    connectors = [record for record in answer["records"] if record["kind"] == "connector"]
    of_peppol = [record for record in connectors if "peppol" in record.get("text", "").lower()]

    assert any("Continia" in record["name"] for record in of_peppol)
    assert_sourced(of_peppol)


def test_what_began_in_the_last_90_days(reader: Reader) -> None:
    answer = reader.ask("upcoming", **{"from": "2026-08-28", "to": "2026-11-26"})

    assert {record["state"] for record in answer["records"]} >= {"started"}
    assert "left_out" not in answer
    assert_sourced(answer["records"])


def test_whether_e_invoices_must_be_issued_in_germany_and_above_which_turnover(reader: Reader) -> None:
    obligations = reader.ask("obligations", countries=["Germany"], kind="e_invoicing_b2b")
    phases = reader.ask("upcoming", countries=["Germany"], kind="e_invoicing_b2b")

    assert obligations["records"][0]["verdict"] == "Yes, receiving only; issuing from 1 January 2027"
    assert "turnover above EUR 800,000" in phases["records"][0]["what"]
    assert_sourced([*obligations["records"], *phases["records"]])


def test_countries_that_require_saf_t(reader: Reader) -> None:
    answer = reader.ask("obligations", kind="saft", applies=True)

    assert {"no", "pl", "pt", "ro"} <= {record["country"] for record in answer["records"]}
    assert "left_out" not in answer
    assert_sourced(answer["records"])


def test_all_sources_of_a_statement(reader: Reader) -> None:
    answer = reader.ask("sources", record="it-e-invoicing-b2b")

    assert answer["records"][0]["verification"] == "official"
    assert all(record["publisher"] for record in answer["records"])


# What agents asked, in their words and spellings.


def test_from_when_a_company_with_500_000_euros_of_turnover_issues_e_invoices_in_germany(reader: Reader) -> None:
    answer = reader.ask("upcoming", countries=["Deutschland"], kind="e_invoicing_b2b")
    above, others = answer["records"]

    assert (above["date"], above["who"]) == ("2027-01-01", "businesses with prior-year turnover above EUR 800,000")
    assert (others["date"], others["state"]) == ("2028-01-01", "upcoming")
    assert_sourced(answer["records"])


def test_whether_france_requires_saf_t_is_unknown(reader: Reader) -> None:
    (record,) = reader.ask("obligations", countries=["France"], kind="saft")["records"]

    assert (record["status"], record["applies"], record["verdict"]) == ("unknown", None, "Unknown")
    assert "FEC" in record["summary"]
    assert_sourced([record])


def test_no_report_is_due_by_the_15th_in_slovakia(reader: Reader) -> None:
    answer = reader.ask("reports", countries=["Slovak Republic"], due=15)
    reports = reader.ask("reports", countries=["Slovak Republic"])["records"]

    assert answer["records"] == []
    assert answer["hint"].startswith(f"no report matches, of {len(reports)} that are recorded")
    assert_sourced(reports)


def test_products_that_make_modelo_303(reader: Reader) -> None:
    answer = reader.ask("find", text="modelo 303")
    (report,) = [record for record in answer["records"] if record["kind"] == "report"]

    assert report["erp_support"].items() >= {("odoo", "native"), ("netsuite", "native")}
    assert_sourced([report])


def test_what_applies_in_belgium_on_a_day_to_come(reader: Reader) -> None:
    answer = reader.ask("obligations", countries=["Belgium"], date="2028-03-01")
    applies = {record["obligation"]: record["applies"] for record in answer["records"]}

    assert applies["e_invoicing_b2b"] is True
    assert applies["audit_file"] is False
    assert_sourced(answer["records"])


def test_countries_that_plan_b2b_e_invoicing_without_a_date(reader: Reader) -> None:
    answer = reader.ask("obligations", kind="e_invoicing_b2b", status="planned")
    without_date = [record for record in answer["records"] if record["verdict"] == "Planned, no date"]

    assert "bg" in {record["country"] for record in without_date}
    assert "left_out" not in answer
    assert_sourced(without_date)


def test_countries_without_b2b_e_invoicing_are_counted_by_status(reader: Reader) -> None:
    answer = reader.ask("obligations", kind="e_invoicing_b2b", status="none")
    voluntary = reader.ask("obligations", kind="e_invoicing_b2b", status="voluntary")["records"]

    assert answer["records"] == []
    assert f"{len(voluntary)} voluntary" in answer["hint"]
    assert_sourced(voluntary)


@pytest.mark.parametrize(
    ("name", "country"),
    [("UK", "gb"), ("USA", "us"), ("Holland", "nl"), ("Czech Republic", "cz"), ("Turkey", "tr"), ("대한민국", "kr")],
)
def test_countries_by_the_names_that_people_use(reader: Reader, name: str, country: str) -> None:
    (record,) = reader.ask("obligations", countries=[name], kind="e_invoicing_b2g")["records"]

    assert record["country"] == country
    assert_sourced([record])


def test_local_systems_of_hungary(reader: Reader) -> None:
    answer = reader.ask("find", text="local ERP Hungary")

    assert {(record["kind"], *record["countries"]) for record in answer["records"]} == {("local-erp", "hu")}
    assert_sourced(answer["records"])


def test_deadline_of_the_german_return_by_its_name_in_one_word(reader: Reader) -> None:
    answer = reader.ask("find", text="Wann ist die Umsatzsteuervoranmeldung in Deutschland fällig?")
    (report,) = [record for record in answer["records"] if record["id"] == "vat-reporting-de-1"]

    assert "Deadline: 10th" in report["text"]
    assert_sourced([report])


def test_format_of_e_invoices_in_romania(reader: Reader) -> None:
    first, *_ = reader.ask("find", text="e-invoice format Romania")["records"]

    assert first["id"] == "ro-e-invoicing"
    assert "RO_CIUS" in first["text"]
    assert_sourced([first])


def test_penalty_that_no_record_has_is_unknown(reader: Reader) -> None:
    answer = reader.ask("find", text="penalty late SAF-T Norway")

    assert answer["unknown"] == ["penalty"]
    assert_sourced(answer["records"])
