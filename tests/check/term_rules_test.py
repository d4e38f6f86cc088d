"""Rules for the terms of the glossary."""

from pathlib import Path
from typing import Any

import pytest

from check.citing import citing, refusals
from support.dataset import Files, changed, issues, whole
from support.records import provenance

FILE = "terms.json"


def term(identifier: str, **fields: object) -> dict[str, Any]:
    """Return a term with ``fields`` in place of its own."""
    named = {"id": identifier, "name": identifier, "aliases": [], "category": "format", "text": "A format."}
    return {
        **named,
        "countries": [],
        "see": [],
        "provenance": provenance(f"https://law.example/{identifier}"),
        **fields,
    }


def with_terms(*terms: dict[str, Any]) -> Files:
    """Return the small set with these terms alone."""
    return changed(FILE, "$.terms", list(terms))


def test_terms_may_be_none(tmp_path: Path) -> None:
    assert issues(tmp_path, with_terms()) == []


def test_terms_with_names_of_their_own_are_accepted(tmp_path: Path) -> None:
    files = with_terms(
        term("alpha", aliases=["First", "فاتورة"], countries=["fr"], see=["beta", "gamma"]),
        term("beta", aliases=["Second"], see=["alpha"]),
        term("gamma"),
    )

    assert issues(tmp_path, files) == []


def test_terms_must_be_sorted_by_id(tmp_path: Path) -> None:
    assert issues(tmp_path, with_terms(term("beta"), term("alpha"))) == [
        "data/terms.json: $.terms[1]: must be sorted, but 'alpha' is after 'beta' [list-order]"
    ]


def test_ids_of_terms_must_differ(tmp_path: Path) -> None:
    assert issues(tmp_path, with_terms(term("alpha"), term("alpha", name="Other"))) == [
        "data/terms.json: $.terms[1]: must differ from the other entries, but 'alpha' is also entry 0 [duplicate]"
    ]


def test_related_terms_must_be_sorted(tmp_path: Path) -> None:
    files = with_terms(term("alpha", see=["gamma", "beta"]), term("beta"), term("gamma"))

    assert issues(tmp_path, files) == [
        "data/terms.json: $.terms[0].see[1]: must be sorted, but 'beta' is after 'gamma' [list-order]"
    ]


def test_countries_of_a_term_must_be_sorted_and_differ(tmp_path: Path) -> None:
    files = with_terms(term("alpha", countries=["fr", "at", "fr"])) | {
        "countries/at.json": whole()["countries/fr.json"] | {"code": "at", "name": "Austria"}
    }
    found = [issue for issue in issues(tmp_path, files) if FILE in issue]

    assert found == [
        "data/terms.json: $.terms[0].countries[1]: must be sorted, but 'at' is after 'fr' [list-order]",
        "data/terms.json: $.terms[0].countries[2]: must differ from the other entries, but 'fr' is also entry 0 [duplicate]",
    ]


def test_country_of_a_term_must_have_a_file(tmp_path: Path) -> None:
    assert issues(tmp_path, with_terms(term("alpha", countries=["de", "fr"]))) == [
        "data/terms.json: $.terms[0].countries[0]: must be a country that has a file, but is 'de' [unknown-country]"
    ]


@pytest.mark.parametrize(
    ("first", "second", "path"),
    [
        pytest.param({"name": "One"}, {"name": "one"}, ".name", id="two names"),
        pytest.param({"name": "One"}, {"aliases": ["Other", "ONE"]}, ".aliases[1]", id="name and alias"),
        pytest.param({"aliases": ["One"]}, {"name": "One"}, ".name", id="alias and name"),
        pytest.param({"aliases": ["One"]}, {"aliases": ["one"]}, ".aliases[0]", id="two aliases"),
    ],
)
def test_two_terms_must_not_share_a_name_or_an_alias(
    tmp_path: Path, first: dict[str, Any], second: dict[str, Any], path: str
) -> None:
    assert issues(tmp_path, with_terms(term("alpha", **first), term("beta", **second))) == [
        f"data/terms.json: $.terms[1]{path}: must differ from all other names, but 'one' is also in entry 0 [duplicate]"
    ]


def test_a_name_must_not_be_its_own_alias(tmp_path: Path) -> None:
    assert issues(tmp_path, with_terms(term("alpha", aliases=["Other", "Alpha"]))) == [
        "data/terms.json: $.terms[0].aliases[1]: must differ from all other names, but 'alpha' is also in entry 0 [duplicate]"
    ]


def test_aliases_of_a_term_must_differ(tmp_path: Path) -> None:
    assert issues(tmp_path, with_terms(term("alpha", aliases=["One", "one"]))) == [
        "data/terms.json: $.terms[0].aliases[1]: must differ from the other entries, but 'one' is also entry 0 [duplicate]"
    ]


@pytest.mark.parametrize("related", ["nowhere", "alpha"])
def test_related_term_must_be_another_term(tmp_path: Path, related: str) -> None:
    assert issues(tmp_path, with_terms(term("alpha", see=[related]))) == [
        f"data/terms.json: $.terms[0].see[0]: must be the id of another term, but is {related!r} [unknown-term]"
    ]


def test_term_must_have_a_source(tmp_path: Path) -> None:
    path = "$.terms[0].provenance.sources"

    assert issues(tmp_path, with_terms(term("alpha", provenance=provenance()))) == [
        f"data/terms.json: {path}: must name a source: where nothing is known, the page that does not say it [no-source]"
    ]


def test_term_must_not_cite_a_vendor_first(tmp_path: Path) -> None:
    files = citing("$.terms[0]", "https://vendor.example/format-one", file=FILE)

    assert refusals(tmp_path, files) == [(FILE, "$.terms[0].provenance.sources[0]", "vendor-source")]


def test_term_must_not_cite_a_landing_page(tmp_path: Path) -> None:
    files = citing("$.terms[0]", "https://law.example/", file=FILE)

    assert refusals(tmp_path, files) == [(FILE, "$.terms[0].provenance.sources[0]", "landing-page")]


def test_a_country_without_a_file_is_no_issue_of_terms_where_no_country_could_be_read(tmp_path: Path) -> None:
    files = with_terms(term("alpha", countries=["de"]))
    del files["countries/fr.json"]

    assert [issue for issue in issues(tmp_path, files) if FILE in issue] == []
