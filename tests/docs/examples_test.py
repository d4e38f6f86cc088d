"""The examples in the documents run on the sample. `build-support/check-examples.sh` runs all of them on the real site."""

import ast
import contextlib
import importlib
from pathlib import Path
from typing import Any

import pytest

from support.sample import build_sample
from support.serving import served
from support.site import Values, read_files, read_values
from support.snippets import CONSUMERS, DOCUMENTS, snippet, snippets_in

OF_THE_SAMPLE = {
    **{f'"{code}"': '"aq"' for code in ("de", "it")},
    **{f'"{code}"': '"bv"' for code in ("fr", "pl")},
    '"be"': '"aq"',
    '"odoo"': '"erp_id_01"',
    "odoo": "erp_key_01",
}
"""Replacements of the countries and product in the examples by those of the sample."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sample's site."""
    return build_sample(tmp_path_factory)


@pytest.fixture(scope="module")
def values(site: Path) -> Values:
    """The value of each JSON file by path."""
    return read_values(read_files(site))


def run(heading: str, site: Path, folder: Path, *replacements: tuple[str, str]) -> dict[str, Any]:
    """Run the example below a heading where the site is built, and return its variables."""
    code = snippet(CONSUMERS, heading)
    for old, new in (*OF_THE_SAMPLE.items(), *replacements):
        code = code.replace(old, new)
    (folder / "dist").mkdir()
    (folder / "dist/site").symlink_to(site)
    variables: dict[str, Any] = {}
    with contextlib.chdir(folder):
        exec(code, variables)  # noqa: S102  # the documents are ours
    return variables


def test_every_snippet_compiles_and_imports_what_our_packages_have() -> None:
    snippets = [each for document in DOCUMENTS for each in snippets_in(document) if each.language == "python"]
    imports = [
        (node.module, alias.name)
        for each in snippets
        for node in ast.walk(ast.parse(each.code, f"{each.document}:{each.line}"))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("locdata_")
        for alias in node.names
    ]

    assert imports
    assert [(module, name) for module, name in imports if not hasattr(importlib.import_module(module), name)] == []


@pytest.mark.parametrize(
    ("heading", "answer"),
    [
        ("SQLite", "reports"),
        ("SQLite of the whole API", "clearance"),
        ("Obligations and reports", "clearance"),
        ("Columns of your own choice", "supported"),
        ("Calendar", "events"),
    ],
)
def test_example_has_a_result(site: Path, tmp_path: Path, heading: str, answer: str) -> None:
    assert run(heading, site, tmp_path)[answer]


def test_example_of_a_service_has_the_values_of_the_files(site: Path, values: Values, tmp_path: Path) -> None:
    with served(site) as url:
        answers = run("A service in Python", site, tmp_path, ("http://localhost:8000", url))

    country = values["/api/v1/countries/aq.json"]["data"]
    obligations = values["/api/v1/countries/aq/obligations.json"]["data"]
    assert answers["is_in_force"] == country["toggles"]["e_invoicing_b2b_in_force"]
    assert answers["applying"] == [each["obligation"] for each in obligations if each["applies"]]


def test_example_of_statements_has_the_sources_of_the_fact(site: Path, values: Values, tmp_path: Path) -> None:
    with served(site) as url:
        cited = run("Sources of a statement", site, tmp_path, ("http://localhost:8000", url))["cited"]

    (vat,) = (fact for fact in values["/api/v1/facts.json"]["data"] if fact["id"] == "bv-vat")
    assert {url for _, _, url, _ in cited} == {*vat["source_urls"]} != set()


def test_example_on_changes_finds_those_since_a_version(site: Path, values: Values, tmp_path: Path) -> None:
    releases = values["/api/v1/changes.json"]["data"]

    # The first release has no changes.
    answers = run("Changes", site, tmp_path, ('"1.0.0"', '"1.1.0"'))

    assert [release.version for release in answers["new"]] == ["1.2.0"]
    assert [(change.record, change.field) for change in answers["changes"]] == [
        (change["record"], change["field"]) for change in releases[0]["changes"] if change["country"] in {"aq", "bv"}
    ]
    assert [change.name for change in answers["breaking"]] == [
        change["name"] for change in releases[0]["contract"] if change["is_breaking"]
    ]
