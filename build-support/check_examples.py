"""Run the examples of docs/consumers.md on a built site, and check their answers and the types of all code in the documents.

``build-support/check-examples.sh`` runs it, where the packages are installed that the examples import. It imports none of them
itself, and compares each answer with the files of the site.
"""

import contextlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from support.snippets import CONSUMERS, DOCUMENTS, Snippet, snippets_in

ROOT = Path(__file__).parents[1]
PACKAGES = {"PYTHONPATH": str(ROOT / "src/python")}
PREVIEW = "http://localhost:8000"
"""Where the examples expect the site to be served."""

Answers = dict[str, Any]
"""The variables of an example that has run."""

Values = Callable[[str], Any]
"""Returns the value of a JSON file of the site."""

Comparison = tuple[object, object]
"""What an example found, and what the files say."""

MISUSE = (
    ("", "from locdata_model import CountryResponse, decode"),
    ("attr-defined", 'decode("/api/v1/countries.json", b"").data[0].capital'),
    ("attr-defined", 'decode("/data/matrix.csv", b"")[0].report_en'),
    ("attr-defined", 'decode("/data/reporting.json", b"")[0].odoo'),
    ("union-attr", 'decode("https://data.example/api/v1/countries/fr.json", b"").data'),
    ("operator", 'decode("/api/v1/countries/fr.json", b"", type=CountryResponse).data.name + 1'),
    ("call-overload", 'decode("/api/v1/countries/fr.json", b"", type="CountryResponse")'),
)
"""What a program must not do, and the error that mypy finds in it."""


# The answers


def data(values: Values, name: str) -> Any:  # noqa: ANN401  # JSON
    """Return what a response of the API has."""
    return values(f"api/v1/{name}.json")["data"]


def is_native(row: dict[str, Any]) -> bool:
    """Whether a row of the matrix says that a product supports the mandate natively."""
    return bool(row["support_type"].startswith("native"))


def check_pandas(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Which products support the mandate of each country natively."""
    native = [(row["country"], row["erp"]) for row in values("data/matrix.json") if is_native(row)]
    yield [*answers["products"].explode().items()], sorted(native, key=lambda pair: pair[0])


def check_duckdb(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Which providers connect a product that needs one."""
    yield (
        [(country, erp, provider) for country, erp, providers in answers["rows"] for provider in providers],
        sorted(
            (row["country"], row["erp"], connector["provider"])
            for row in values("data/matrix.json")
            for connector in values("data/connectors.json")
            if row["support_type"] == "via provider"
            and row["erp"] == connector["erp"]
            and row["country_code"] in connector["countries_in_scope"].split()
        ),
    )


def check_sqlite(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Which reports three countries have."""
    fields = ("country", "report_en", "frequency", "deadline", "odoo")
    rows = [row for row in values("data/reporting.json") if row["country_code"] in answers["countries"]]
    yield sorted(answers["reports"]), sorted(tuple(row[field] for field in fields) for row in rows)


def check_sqlite_of_the_api(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Which countries clear invoices, and which products are ready for a phase to come."""
    names = {country["code"]: country["name"] for country in data(values, "countries")}
    upcoming = {
        phase["country"]
        for phase in data(values, "phases")
        if phase["obligation"] == "e_invoicing_b2b" and phase["state"] == "upcoming"
    }
    yield (
        [(name, url) for name, _, url in answers["clearance"]],
        sorted((names[each["country"]], each["source_urls"][0]) for each in clearing(values)),
    )
    found = [(country, product) for country, product, _ in answers["native"]]
    yield len({*found}), len(found)
    yield (
        {country for country, _ in found},
        {row["country"] for row in values("data/matrix.json") if row["country_code"] in upcoming and is_native(row)},
    )


def clearing(values: Values) -> list[dict[str, Any]]:
    """Return the obligations that clear invoices on the day of the build."""
    return [each for each in data(values, "obligations") if each["applies"] and each["mode"] == "clearance"]


def check_spreadsheet(answers: Answers, values: Values) -> Iterator[Comparison]:
    """In which countries a product is ready."""
    ready = answers["ready"]
    rows = [row for row in values("data/matrix.json") if row["erp"] == "odoo" and is_native(row)]
    yield {*ready[ready].index}, {row["country"] for row in rows}


def check_obligations(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Each question has answers, and one of them is in the files as it is."""
    yield answers["clearance"], [each["country"] for each in clearing(values)]
    names = ("clearance", "suppliers", "receiving", "early", "monthly")
    yield [name for name in names if not answers[name]], []


def check_terms(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Who says what the SdI is."""
    term, by_url = answers["term"], {source["url"]: source["publisher"] for source in data(values, "sources")}
    yield (term.category, term.countries), ("platform", ("it",))
    yield answers["publishers"], {url: by_url[url] for url in term.source_urls}


def check_next_quarter(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Which phases of three countries are in the quarter after the build."""
    built = values("api/v1/phases.json")["meta"]["generated_at"]

    def quarter(day: str) -> int:
        return int(day[:4]) * 4 + (int(day[5:7]) - 1) // 3

    yield (
        [phase.id for phase in answers["phases"]],
        [
            phase["id"]
            for phase in data(values, "phases")
            if phase["country"] in answers["COUNTRIES"] and quarter(phase["date"]) == quarter(built) + 1
        ],
    )


def check_toggles(answers: Answers, _: Values) -> Iterator[Comparison]:
    """Belgium obliges businesses."""
    yield answers["toggles"].e_invoicing_mandatory_b2b, True


def check_deadlines(answers: Answers, values: Values) -> Iterator[Comparison]:
    """VAT returns by deadline."""
    rules = [
        rule["unit"]
        for report in data(values, "reports")
        if report["kind"] == "vat-return"
        for rule in report["deadlines"]
    ]
    yield answers["dated"], sorted(answers["dated"])
    yield len(answers["dated"]), rules.count("day-of-month") + rules.count("last-day")


def check_columns(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Which reports a product makes, and which products make those of a country."""
    rows = values("data/reporting.json")
    yield (
        [(row.country, row.report_en, row.odoo) for row in answers["supported"]],
        [(row["country"], row["report_en"], row["odoo"]) for row in rows if row["odoo"] != "unknown"],
    )
    yield (
        answers["products"],
        {
            row["report_en"]: [name for name, text in row.items() if text == "native"]
            for row in rows
            if row["country_code"] == "pl"
        },
    )


def check_service(answers: Answers, values: Values) -> Iterator[Comparison]:
    """What applies in Italy, and what comes next elsewhere."""
    italy = data(values, "countries/it")
    (cell,) = (fact for fact in italy["facts"] if fact["id"] == "it-e-invoicing-erp-support-odoo")
    obligations = data(values, "countries/it/obligations")
    yield answers["is_in_force"], italy["toggles"]["e_invoicing_b2b_in_force"]
    yield answers["applying"], [each["obligation"] for each in obligations if each["applies"]]
    yield {phase.country for phase in answers["upcoming"]}, {"de", "pl"}
    yield answers["reports_in_real_time"] in (True, False, None), True
    yield answers["support"].e_invoicing.value, cell["value"]


def check_agent(answers: Answers, values: Values) -> Iterator[Comparison]:
    """An agent finds a report, and the countries that clear invoices."""
    yield answers["found"][0]["id"], "vat-reporting-es-3"
    yield {record["country"] for record in answers["clearing"]}, {each["country"] for each in clearing(values)}


def check_calendar(answers: Answers, values: Values) -> Iterator[Comparison]:
    """The events are in order, and the phases that are still to come are among them."""
    days = [day.isoformat() for day, _ in answers["events"]]
    yield days, sorted(days)
    yield {phase["date"] for phase in data(values, "phases") if phase["state"] == "upcoming"} - {*days}, set()


def check_changes(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Which releases followed, and what they changed in three countries."""
    new = [each for each in data(values, "changes") if order(each["version"]) > order(answers["KNOWN"])]
    yield [release.version for release in answers["new"]], [release["version"] for release in new]
    found = [
        change["record"] for each in new for change in each["changes"] if change["country"] in answers["COUNTRIES"]
    ]
    yield [change.record for change in answers["changes"]], found


def order(version: str) -> tuple[int, ...]:
    """Return the parts of a version, which are ordered as the versions are."""
    return tuple(map(int, version.split(".")))


def check_typescript(answers: Answers, values: Values) -> Iterator[Comparison]:
    """Where and when e-invoices among businesses begin."""
    names = {country["code"]: country["name"] for country in data(values, "countries")}
    built = values("api/v1/flips.json")["meta"]["generated_at"][:10]
    yield (
        answers["lines"],
        [
            f"{flip['date']} {names[flip['country']]}"
            for flip in data(values, "flips")
            if flip["toggle"] == "e_invoicing_b2b_in_force" and flip["after"] and flip["date"] > built
        ],
    )


CHECKS: dict[str, Callable[[Answers, Values], Iterator[Comparison]]] = {
    "pandas": check_pandas,
    "DuckDB": check_duckdb,
    "SQLite": check_sqlite,
    "SQLite of the whole API": check_sqlite_of_the_api,
    "Spreadsheet": check_spreadsheet,
    "Obligations and reports": check_obligations,
    "Terms": check_terms,
    "Next quarter": check_next_quarter,
    "Toggles of any day": check_toggles,
    "Deadlines": check_deadlines,
    "Columns of your own choice": check_columns,
    "A service in Python": check_service,
    "An agent": check_agent,
    "TypeScript": check_typescript,
    "Calendar": check_calendar,
    "Changes": check_changes,
}
"""What the answers of each example must be, by its heading."""


# Running


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a site, and give its URL."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Print no line for each request."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def run_python(code: str) -> Answers:
    """Run code in the current folder."""
    started = f"command={sys.executable!r}, args=['-m', 'locdata_mcp', 'dist/site'], env={PACKAGES!r}"
    answers: Answers = {}
    with contextlib.redirect_stdout(None):
        exec(code.replace('command="locdata-mcp", args=["dist/site"]', started), answers)  # noqa: S102  # the documents are ours
    return answers


def run_typescript(code: str) -> Answers:
    """Run code that has no syntax that JavaScript has not, with the client of the npm package."""
    package = Path("node_modules/locdata-types")
    package.mkdir(parents=True)
    shutil.copy(ROOT / "src/npm/locdata_types/index.js", package)
    (package / "package.json").write_text('{"type": "module", "exports": "./index.js"}')
    Path("example.mjs").write_text(code, encoding="utf-8")
    done = subprocess.run(["node", "example.mjs"], check=True, stdout=subprocess.PIPE, encoding="utf-8")  # noqa: S607
    return {"lines": done.stdout.splitlines()}


def issues_of(example: Snippet, url: str, values: Values) -> Iterator[str]:
    """Run an example, and yield what is wrong with its answers."""
    run = run_typescript if example.language == "typescript" else run_python
    try:
        answers = run(example.code.replace(PREVIEW, url))
        for found, expected in CHECKS[example.heading](answers, values):
            if found != expected:
                yield f"found {found!r}, but the files of the site say {expected!r}"
    except Exception:  # noqa: BLE001  # an example may raise anything
        yield traceback.format_exc(limit=-2)


def issues_of_types(scratch: Path) -> Iterator[str]:
    """Yield the errors that mypy finds in the code of the documents, and the misuse that it does not find."""
    snippets = [each for document in DOCUMENTS for each in snippets_in(document) if each.language == "python"]
    for snippet in snippets:
        module = re.sub(r"\W+", "_", f"{snippet.document.with_suffix('')}_{snippet.line}")
        # With its line in the document.
        (scratch / f"{module}.py").write_text("\n" * (snippet.line - 1) + snippet.code, encoding="utf-8")
    (scratch / "misuse.py").write_text("\n".join(line for _, line in MISUSE), encoding="utf-8")
    options = ("--strict", "--config-file=", f"--cache-dir={os.devnull}", "--no-error-summary", "--hide-error-context")
    done = subprocess.run(  # noqa: S603  # mypy
        [sys.executable, "-m", "mypy", *options, "."],
        cwd=scratch,
        env={**os.environ, "MYPYPATH": PACKAGES["PYTHONPATH"]},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    errors = [line for line in done.stdout.splitlines() if ": note:" not in line]
    expected = [f"misuse.py:{number}: [{code}]" for number, (code, _) in enumerate(MISUSE, start=1) if code]
    found = [re.sub(r"(:\d+:) error: .*(?=\[)", r"\1 ", line) for line in errors]
    yield from (line for line, short in zip(errors, found, strict=True) if short not in expected)
    yield from (f"{line}: mypy does not find this error" for line in expected if line not in found)
    if not snippets:
        yield "the documents have no code in Python"


def main() -> int:
    """Print what is wrong with each example and with the types; return the exit status."""
    site = Path(sys.argv[1]).resolve()
    os.chdir(ROOT)
    examples = [each for each in snippets_in(CONSUMERS) if each.language in ("python", "typescript")]
    failed = {each.heading for each in examples} ^ {*CHECKS}
    for heading in sorted(failed):
        print(f"{heading}: must be an example of {CONSUMERS} and have a check")
    with tempfile.TemporaryDirectory() as scratch, served(site) as url:
        types = Path(scratch) / "types"
        types.mkdir()
        results = {"types of all code": [*issues_of_types(types)]}
        os.chdir(scratch)
        Path("dist").mkdir()
        Path("dist/site").symlink_to(site)
        results |= {
            each.heading: [*issues_of(each, url, lambda path: json.loads((site / path).read_bytes()))]
            for each in examples
            if each.heading not in failed
        }
    for name, issues in results.items():
        print(f"{name}: {'no issues' if not issues else ''}")
        for issue in issues:
            print(f"  {issue}")
        failed |= {name} if issues else set()
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
