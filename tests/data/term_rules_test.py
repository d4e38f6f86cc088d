"""Rules for the terms of the glossary."""

from pathlib import Path
from typing import Any

import pytest

from data.citing import citing, refusals
from support.dataset import Files, changed, issues, whole
from support.records import provenance

FILE = "terms.json"


CLASHES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"name": "One"}, {"name": "one"}, ".name"),
    ({"name": "One"}, {"aliases": ["Other", "ONE"]}, ".aliases[1]"),
    ({"aliases": ["One"]}, {"name": "One"}, ".name"),
]
"""The names of two terms, and the path of the second that is the first in other letters."""


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


def test_terms_with_names_of_their_own_are_accepted(tmp_path: Path) -> None:
    files = with_terms(
        term("alpha", aliases=["First", "فاتورة"], countries=["fr"], see=["beta", "gamma"]),
        term("beta", aliases=["Second"], see=["alpha"]),
        term("gamma"),
    )

    assert issues(tmp_path, files) == []


def test_countries_of_a_term_must_be_sorted_and_differ(tmp_path: Path) -> None:
    files = with_terms(term("alpha", countries=["fr", "at", "fr"])) | {
        "countries/at.json": whole()["countries/fr.json"] | {"code": "at", "name": "Austria"}
    }
    found = [issue for issue in issues(tmp_path, files) if FILE in issue]

    assert found == [
        "data/terms.json: $.terms[0].countries[1]: must be sorted, but 'at' is after 'fr' [list-order]",
        "data/terms.json: $.terms[0].countries[2]: must differ from the other entries, but 'fr' is also entry 0 [duplicate]",
    ]


@pytest.mark.parametrize(
    ("terms", "issue"),
    [
        ([term("beta"), term("alpha")], "[1]: must be sorted, but 'alpha' is after 'beta' [list-order]"),
        (
            [term("alpha"), term("alpha", name="Other")],
            "[1]: must differ from the other entries, but 'alpha' is also entry 0 [duplicate]",
        ),
        (
            [term("alpha", see=["gamma", "beta"]), term("beta"), term("gamma")],
            "[0].see[1]: must be sorted, but 'beta' is after 'gamma' [list-order]",
        ),
        *(
            ([term("alpha", see=[name])], f"[0].see[0]: must be the id of another term, but is {name!r} [unknown-term]")
            for name in ("nowhere", "alpha")
        ),
        (
            [term("alpha", countries=["de", "fr"])],
            "[0].countries[0]: must be a country that has a file, but is 'de' [unknown-country]",
        ),
        (
            [term("alpha", aliases=["Other", "Alpha"])],
            "[0].aliases[1]: must differ from all other names, but 'alpha' is also in entry 0 [duplicate]",
        ),
        (
            [term("alpha", aliases=["One", "one"])],
            "[0].aliases[1]: must differ from the other entries, but 'one' is also entry 0 [duplicate]",
        ),
        *(
            (
                [term("alpha", **first), term("beta", **second)],
                f"[1]{path}: must differ from all other names, but 'one' is also in entry 0 [duplicate]",
            )
            for first, second, path in CLASHES
        ),
    ],
)
def test_term_that_breaks_a_rule_is_refused(tmp_path: Path, terms: list[dict[str, Any]], issue: str) -> None:
    assert issues(tmp_path, with_terms(*terms)) == [f"data/terms.json: $.terms{issue}"]


@pytest.mark.parametrize(
    ("urls", "place", "code"),
    [
        ((), "", "no-source"),
        (("https://vendor.example/format-one",), "[0]", "vendor-source"),
        (("https://law.example/",), "[0]", "landing-page"),
    ],
)
def test_term_must_cite_a_page_that_is_not_a_vendors(
    tmp_path: Path, urls: tuple[str, ...], place: str, code: str
) -> None:
    files = citing("$.terms[0]", *urls, file=FILE)

    assert refusals(tmp_path, files) == [(FILE, f"$.terms[0].provenance.sources{place}", code)]


def test_a_country_without_a_file_is_no_issue_of_terms_where_no_country_could_be_read(tmp_path: Path) -> None:
    files = with_terms(term("alpha", countries=["de"]))
    del files["countries/fr.json"]

    assert [issue for issue in issues(tmp_path, files) if FILE in issue] == []
