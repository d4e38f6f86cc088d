"""Terms of the glossary have different names, refer to what exists, and cite sources."""

from pathlib import Path
from typing import Any

import pytest

from data.citing import citing, refusals
from support.dataset import Files, changed, issues
from support.records import term

FILE = "terms.json"
NAME = "must differ from all other names, got {!r} as in entry 0 [duplicate]"


def with_terms(*terms: dict[str, Any]) -> Files:
    """The small set with these terms alone."""
    return changed(FILE, "$.terms", list(terms))


@pytest.mark.parametrize(
    ("terms", "issue"),
    [
        ([term("alpha"), term("alpha", name="Other")], "[1]: must differ from entry 0 in id [duplicate]"),
        ([term("a", see=["x"])], "[0].see[0]: must be the id of another term, got 'x' [unknown-term]"),
        ([term("a", see=["a"])], "[0].see[0]: must be the id of another term, got 'a' [unknown-term]"),
        ([term("a", countries=["de"])], "[0].countries[0]: must be a country that has a file, got 'de' [unknown-country]"),
        ([term("alpha", aliases=["Other", "Alpha"])], f"[0].aliases[1]: {NAME.format('alpha')}"),
        ([term("a", aliases=["One", "one"])], "[0].aliases[1]: must differ from entry 0, got 'one' [duplicate]"),
        ([term("a", name="One"), term("b", name="one")], f"[1].name: {NAME.format('one')}"),
        ([term("a", name="One"), term("b", aliases=["Other", "ONE"])], f"[1].aliases[1]: {NAME.format('one')}"),
        ([term("a", aliases=["One"]), term("b", name="One")], f"[1].name: {NAME.format('one')}"),
    ],
)  # fmt: skip
def test_term_that_breaks_a_rule_is_refused(tmp_path: Path, terms: list[dict[str, Any]], issue: str) -> None:
    assert issues(tmp_path, with_terms(*terms)) == [f"data/terms.json: $.terms{issue}"]


@pytest.mark.parametrize(
    ("url", "code"), [("https://vendor.example/format-one", "vendor-source"), ("https://tax.example/", "landing-page")]
)
def test_term_must_cite_a_page_that_is_not_a_vendors(tmp_path: Path, url: str, code: str) -> None:
    assert refusals(tmp_path, citing("$.terms[0]", url, file=FILE)) == [(FILE, "$.terms[0].text", code)]
