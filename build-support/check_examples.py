"""Run the examples of docs/consumers.md on a built site, and check their answers and the types of all code in the documents.

``build-support/check-examples.sh`` runs it, where the packages are installed that the examples import. It imports none of them
itself, and compares each answer with the files of the site.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from support.snippets import CONSUMERS, DOCUMENTS, Snippet, snippets_in

ROOT = Path(__file__).parents[1]
PACKAGES = {"PYTHONPATH": str(ROOT / "src/python")}
PREVIEW = "http://localhost:8000"
"""Where the examples expect the site to be served."""

MISUSE = (
    (
        "",
        "from locdata_model import CountriesResponse, CountryResponse, FactsResponse, MatrixRecord, ReportingFields, decode",
    ),
    ("attr-defined", 'decode("/api/v1/countries.json", b"", type=CountriesResponse).data[0].capital'),
    ("attr-defined", 'decode("/data/matrix.csv", b"", type=tuple[MatrixRecord, ...])[0].report_en'),
    ("attr-defined", 'decode("/data/reporting.json", b"", type=tuple[ReportingFields, ...])[0].odoo'),
    ("union-attr", 'decode("/api/v1/facts.json", b"", type=FactsResponse).data[0].statements[0].locators[0].title()'),
    ("operator", 'decode("/api/v1/countries/fr.json", b"", type=CountryResponse).data.name + 1'),
    ("call-overload", 'decode("/api/v1/countries/fr.json", b"", type="CountryResponse")'),
)
"""Misuse of the types, and the error that mypy finds in it."""


class Site:
    """The files of a built site, with which answers are compared."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names = {country["code"]: country["name"] for country in self.api("countries")}
        self.day = self.read("api/v1/flips.json")["meta"]["generated_at"][:10]
        self.clearing = [each for each in self.api("obligations") if each["applies"] and each["mode"] == "clearance"]
        self.upcoming = [phase for phase in self.api("phases") if phase["state"] == "upcoming"]
        self.native = [row for row in self.data("matrix") if row["support_type"].startswith("native")]

    def read(self, path: str) -> Any:  # noqa: ANN401  # JSON
        """Return the value of a JSON file."""
        return json.loads((self.folder / path).read_bytes())

    def api(self, name: str) -> Any:  # noqa: ANN401
        """Return the data of a response of the API."""
        return self.read(f"api/v1/{name}.json")["data"]

    def data(self, name: str) -> list[dict[str, str]]:
        """Return the rows of a data file."""
        rows: list[dict[str, str]] = self.read(f"data/{name}.json")
        return rows


Answers = dict[str, Any]
"""The variables of an example that has run."""

CHECKS: dict[str, Callable[[Answers, Site], tuple[object, object]]] = {
    "pandas": lambda answers, site: (
        [*answers["products"].explode().items()],
        sorted(((row["country"], row["erp"]) for row in site.native), key=lambda pair: pair[0]),
    ),
    "DuckDB": lambda answers, site: (
        [(country, erp, provider) for country, erp, providers in answers["rows"] for provider in providers],
        sorted(
            (row["country"], row["erp"], connector["provider"])
            for row in site.data("matrix")
            for connector in site.data("connectors")
            if (row["support_type"], row["erp"]) == ("via provider", connector["erp"])
            and row["country_code"] in connector["countries_in_scope"].split()
        ),
    ),
    "SQLite": lambda answers, site: (
        sorted(answers["reports"]),
        sorted(
            tuple(row[field] for field in ("country", "report_en", "frequency", "deadline", "odoo"))
            for row in site.data("reporting")
            if row["country_code"] in answers["countries"]
        ),
    ),
    "SQLite of the whole API": lambda answers, site: (
        ([(name, url) for name, _, url in answers["clearance"]], {country for country, *_ in answers["native"]}),
        (
            sorted((site.names[each["country"]], each["source_urls"][0]) for each in site.clearing),
            {row["country"] for row in site.native}
            & {site.names[phase["country"]] for phase in site.upcoming if phase["obligation"] == "e_invoicing_b2b"},
        ),
    ),
    "Spreadsheet": lambda answers, site: (
        {*answers["ready"][answers["ready"]].index},
        {row["country"] for row in site.native if row["erp"] == "odoo"},
    ),
    "Obligations and reports": lambda answers, site: (
        (
            answers["clearance"],
            [name for name in ("suppliers", "receiving", "january", "monthly") if not answers[name]],
        ),
        ([each["country"] for each in site.clearing], []),
    ),
    "Terms": lambda answers, site: (
        answers["publishers"],
        {
            source["url"]: source["publisher"]
            for source in site.api("sources")
            if source["url"] in answers["term"].source_urls
        },
    ),
    "Next quarter": lambda answers, site: (
        [phase.id for phase in answers["phases"]],
        [
            phase["id"]
            for phase in site.api("phases")
            if phase["country"] in answers["COUNTRIES"] and quarter(phase["date"]) == quarter(site.day) + 1
        ],
    ),
    "Columns of your own choice": lambda answers, site: (
        [(row.country, row.report_en, row.odoo) for row in answers["supported"]],
        [(row["country"], row["report_en"], row["odoo"]) for row in site.data("reporting") if row["odoo"] != "unknown"],
    ),
    "A service in Python": lambda answers, site: (
        (answers["applying"], {phase.country for phase in answers["upcoming"]}),
        ([each["obligation"] for each in site.api("countries/it/obligations") if each["applies"]], {"de", "pl"}),
    ),
    "Sources of a statement": lambda answers, site: (
        [(text, url) for text, _, url, _ in answers["cited"]],
        [
            (statement["text"], url)
            for fact in site.api("facts")
            if fact["id"] == "fr-vat"
            for statement in fact["statements"]
            for url in statement["source_urls"]
        ],
    ),
    "An agent": lambda answers, site: (
        (answers["found"][0]["id"], {record["country"] for record in answers["clearing"]}),
        ("vat-reporting-es-3", {each["country"] for each in site.clearing}),
    ),
    "TypeScript": lambda answers, site: (
        answers["lines"],
        [
            f"{flip['date']} {site.names[flip['country']]}"
            for flip in site.api("flips")
            if flip["toggle"] == "e_invoicing_b2b_in_force" and flip["after"] and flip["date"] > site.day
        ],
    ),
    "Calendar": lambda answers, site: (
        {phase["date"] for phase in site.upcoming} - {day.isoformat() for day, _ in answers["events"]},
        set(),
    ),
    "Changes": lambda answers, site: (
        [release.version for release in answers["new"]],
        [release["version"] for release in site.api("changes")[:-1]],
    ),
}
"""Comparisons of the answers of each example with the files of the site, by its heading."""


def quarter(day: str) -> int:
    """Return the number of the quarter of a day."""
    return int(day[:4]) * 4 + (int(day[5:7]) - 1) // 3


# Running


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
    (package / "package.json").write_text('{"exports": "./index.js"}')
    Path("example.mjs").write_text(code, encoding="utf-8")
    done = subprocess.run(["node", "example.mjs"], check=True, stdout=subprocess.PIPE, encoding="utf-8")  # noqa: S607
    return {"lines": done.stdout.splitlines()}


def issues_of(example: Snippet, url: str, site: Site) -> Iterator[str]:
    """Run an example, and yield what is wrong with its answers."""
    run = run_typescript if example.language == "typescript" else run_python
    try:
        found, expected = CHECKS[example.heading](run(example.code.replace(PREVIEW, url)), site)
        if found != expected:
            yield f"found {found!r}, but the files of the site have {expected!r}"
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
    site, url = Path(sys.argv[1]).resolve(), sys.argv[2]
    os.chdir(ROOT)
    examples = [each for each in snippets_in(CONSUMERS) if each.language in ("python", "typescript")]
    if unexpected := {each.heading for each in examples} ^ {*CHECKS}:
        sys.exit(f"examples without a check, or checks without an example: {', '.join(sorted(unexpected))}")
    with tempfile.TemporaryDirectory() as scratch:
        types = Path(scratch) / "types"
        types.mkdir()
        results = {"types of all code": [*issues_of_types(types)]}
        os.chdir(scratch)
        Path("dist").mkdir()
        Path("dist/site").symlink_to(site)
        results |= {each.heading: [*issues_of(each, url, Site(site))] for each in examples}
    for name, issues in results.items():
        print("\n  ".join([f"{name}: {len(issues) or 'no'} issues", *issues]))
    return any(results.values())


if __name__ == "__main__":
    sys.exit(main())
