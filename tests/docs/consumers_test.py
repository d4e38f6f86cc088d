"""The examples for consumers in Python and TypeScript run on the real site, and answer what its files say."""

import contextlib
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from protocol.connections import COMMAND, ENVIRONMENT
from support import npm_package
from support.programs import program
from support.sample import build_sample
from support.serving import served
from support.site import Rows, Values, build_site, read_files, read_values
from support.snippets import CONSUMERS, snippet, snippets_in

RUN = ("python", "typescript")
"""The languages of the examples that are run."""

PREVIEW = "http://localhost:8000"
"""Where the examples expect the site to be served."""

Run = Callable[[str], dict[str, Any]]
"""Runs the example below a heading, and returns its variables."""


def run_in(folder: Path, code: str) -> dict[str, Any]:
    """Run code in a folder, and return its variables."""
    variables: dict[str, Any] = {}
    with contextlib.chdir(folder):
        exec(code, variables)  # noqa: S102  # the documents are ours
    return variables


def folder_with(site: Path, scratch: pytest.TempPathFactory) -> Path:
    """Return a folder in which the site is at ``dist/site``."""
    folder = scratch.mktemp("consumer")
    (folder / "dist").mkdir()
    (folder / "dist/site").symlink_to(site)
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return build_site(tmp_path_factory)


@pytest.fixture(scope="module")
def values(site: Path) -> Values:
    """The value of each JSON file by path."""
    return read_values(read_files(site))


@pytest.fixture(scope="module")
def matrix(values: Values) -> Rows:
    """The rows of the e-invoicing matrix."""
    rows: Rows = values["/data/matrix.json"]
    return rows


@pytest.fixture(scope="module")
def run(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Give what runs examples where the site is built and served."""
    folder = folder_with(site, tmp_path_factory)
    with served(site) as url:
        yield lambda heading: run_in(folder, snippet(CONSUMERS, heading).replace(PREVIEW, url))


def test_every_example_in_python_and_typescript_is_run() -> None:
    tested = re.findall(r'(?:run\(|CONSUMERS, )"([^"]+)"', Path(__file__).read_text(encoding="utf-8"))

    assert {each.heading for each in snippets_in(CONSUMERS) if each.language in RUN} == {*tested}


def test_pandas_finds_the_products_with_native_support(run: Run, matrix: Rows) -> None:
    native = [(row["country"], row["erp"]) for row in matrix if row["support_type"].startswith("native")]
    products = run("pandas")["products"]

    assert [*products.explode().items()] == sorted(native, key=lambda pair: pair[0])


def test_duckdb_finds_the_providers_of_a_product_that_needs_one(run: Run, values: Values, matrix: Rows) -> None:
    found = [(country, erp, provider) for country, erp, providers in run("DuckDB")["rows"] for provider in providers]

    assert found == sorted(
        (row["country"], row["erp"], connector["provider"])
        for row in matrix
        for connector in values["/data/connectors.json"]
        if row["support_type"] == "via provider"
        and row["erp"] == connector["erp"]
        and row["country_code"] in connector["countries_in_scope"].split()
    )


def test_sqlite_finds_the_reports_of_countries(run: Run, values: Values) -> None:
    fields = ("country", "report_en", "frequency", "deadline", "odoo")
    rows = [row for row in values["/data/reporting.json"] if row["country_code"] in {"de", "fr", "pl"}]

    assert sorted(run("SQLite")["reports"]) == sorted(tuple(row[field] for field in fields) for row in rows)


def test_sqlite_of_the_whole_api_finds_clearance_and_native_support(run: Run, values: Values, matrix: Rows) -> None:
    obligations = values["/api/v1/obligations.json"]["data"]
    names = {country["code"]: country["name"] for country in values["/api/v1/countries.json"]["data"]}
    found = run("SQLite of the whole API")
    clearing = [each for each in obligations if each["applies"] and each["mode"] == "clearance"]
    upcoming = {
        phase["country"]
        for phase in values["/api/v1/phases.json"]["data"]
        if phase["obligation"] == "e_invoicing_b2b" and phase["state"] == "upcoming"
    }

    assert [(name, url) for name, _, url in found["clearance"]] == sorted(
        (names[each["country"]], each["source_urls"][0]) for each in clearing
    )
    assert len({(country, product) for country, product, _ in found["native"]}) == len(found["native"])
    assert {country for country, _, _ in found["native"]} == {
        row["country"] for row in matrix if row["country_code"] in upcoming and row["support_type"].startswith("native")
    }


def test_toggles_of_any_day_are_those_of_the_data(run: Run) -> None:
    assert run("Toggles of any day")["toggles"].e_invoicing_mandatory_b2b is True


def test_spreadsheet_has_the_countries_in_which_a_product_is_ready(run: Run, matrix: Rows) -> None:
    ready = run("Spreadsheet")["ready"]

    assert {*ready[ready].index} == {
        row["country"] for row in matrix if row["erp"] == "odoo" and row["support_type"].startswith("native")
    }


@pytest.mark.parametrize("name", ["clearance", "suppliers", "receiving", "early", "monthly"])
def test_questions_on_obligations_and_reports_have_answers(run: Run, name: str) -> None:
    assert run("Obligations and reports")[name]


def test_term_has_a_definition_and_the_publisher_of_each_source(run: Run, values: Values) -> None:
    term, publishers = (run("Terms")[name] for name in ("term", "publishers"))
    by_url = {source["url"]: source["publisher"] for source in values["/api/v1/sources.json"]["data"]}

    assert (term.category, term.countries) == ("platform", ("it",))
    assert publishers == {url: by_url[url] for url in term.source_urls}


def test_next_quarter_has_all_phases_of_the_quarter_after_the_build(run: Run, values: Values) -> None:
    response = values["/api/v1/phases.json"]
    quarter = str(pd.Period(response["meta"]["generated_at"][:10], "Q") + 1)

    assert [phase.id for phase in run("Next quarter")["phases"]] == [
        phase["id"]
        for phase in response["data"]
        if phase["country"] in {"de", "es", "pl"} and str(pd.Period(phase["date"], "Q")) == quarter
    ]


def test_deadlines_are_in_order(run: Run, values: Values) -> None:
    rules = [
        rule["unit"]
        for report in values["/api/v1/reports.json"]["data"]
        if report["kind"] == "vat-return"
        for rule in report["deadlines"]
    ]
    dated = run("Deadlines")["dated"]

    assert dated == sorted(dated)
    assert len(dated) == rules.count("day-of-month") + rules.count("last-day") > 0


def test_columns_of_your_own_choice_are_read(run: Run, values: Values) -> None:
    rows = values["/data/reporting.json"]
    answers = run("Columns of your own choice")

    assert [(row.country, row.report_en, row.odoo) for row in answers["supported"]] == [
        (row["country"], row["report_en"], row["odoo"]) for row in rows if row["odoo"] != "unknown"
    ]
    assert answers["products"] == {
        row["report_en"]: [name for name, text in row.items() if text == "native"]
        for row in rows
        if row["country_code"] == "pl"
    }


def test_service_in_python_answers_what_the_files_say(run: Run, values: Values) -> None:
    answers = run("A service in Python")
    italy = values["/api/v1/countries/it.json"]["data"]
    (cell,) = (fact for fact in italy["facts"] if fact["id"] == "it-e-invoicing-erp-support-odoo")

    assert answers["is_in_force"] == italy["toggles"]["e_invoicing_b2b_in_force"]
    assert answers["applying"] == [
        each["obligation"] for each in values["/api/v1/countries/it/obligations.json"]["data"] if each["applies"]
    ]
    assert {phase.country for phase in answers["upcoming"]} == {"de", "pl"}
    assert answers["reports_in_real_time"] in (True, False, None)
    assert answers["support"].e_invoicing.value == cell["value"]


def test_agent_finds_a_report_and_the_countries_that_clear_invoices(
    site: Path, values: Values, tmp_path_factory: pytest.TempPathFactory
) -> None:
    command, *arguments = COMMAND
    parameters = f"command={command!r}, args={[*arguments, 'dist/site']!r}, env={ENVIRONMENT!r}"
    code = snippet(CONSUMERS, "An agent").replace('command="locdata-mcp", args=["dist/site"]', parameters)
    answers = run_in(folder_with(site, tmp_path_factory), code)

    assert answers["found"][0]["id"] == "vat-reporting-es-3"
    assert {record["country"] for record in answers["clearing"]} == {
        each["country"]
        for each in values["/api/v1/obligations.json"]["data"]
        if each["mode"] == "clearance" and each["applies"]
    }


def test_typescript_prints_what_starts_where(
    site: Path, values: Values, tmp_path_factory: pytest.TempPathFactory
) -> None:
    node = program("NODE", "node")
    folder = tmp_path_factory.mktemp("typescript")
    npm_package.install(npm_package.pack(site), folder)
    with served(site) as url:
        # The example has no syntax that JavaScript has not.
        (folder / "example.mjs").write_text(snippet(CONSUMERS, "TypeScript").replace(PREVIEW, url), encoding="utf-8")
        done = subprocess.run([node, "example.mjs"], cwd=folder, check=True, capture_output=True, encoding="utf-8")
    response = values["/api/v1/flips.json"]
    names = {country["code"]: country["name"] for country in values["/api/v1/countries.json"]["data"]}

    assert done.stdout.splitlines() == [
        f"{flip['date']} {names[flip['country']]}"
        for flip in response["data"]
        if flip["toggle"] == "e_invoicing_b2b_in_force"
        and flip["after"]
        and flip["date"] > response["meta"]["generated_at"][:10]
    ]


def test_calendar_has_every_event(run: Run, site: Path) -> None:
    events = run("Calendar")["events"]

    assert len(events) == (site / "feeds/upcoming.ics").read_text(encoding="utf-8").count("BEGIN:VEVENT")
    assert [date for date, _ in events] == sorted(date for date, _ in events)


def test_changes_since_a_version_are_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    sample = build_sample(tmp_path_factory)
    releases = read_values(read_files(sample))["/api/v1/changes.json"]["data"]
    # The first release has no changes, and the countries of the sample are places without inhabitants.
    code = snippet(CONSUMERS, "Changes").replace('{"de", "fr", "pl"}', '{"aq", "bv"}').replace('"1.0.0"', '"1.1.0"')
    answers = run_in(folder_with(sample, tmp_path_factory), code)

    assert [release.version for release in answers["new"]] == ["1.2.0"]
    assert [(change.record, change.field) for change in answers["changes"]] == [
        (change["record"], change["field"]) for change in releases[0]["changes"] if change["country"] in {"aq", "bv"}
    ]
    assert [change.name for change in answers["breaking"]] == [
        change["name"] for change in releases[0]["contract"] if change["is_breaking"]
    ]
