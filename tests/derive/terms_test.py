"""Each term of the glossary is published with what its source record says, its place in the glossary, and its provenance."""

from pathlib import Path

from msgspec import to_builtins

from locdata_build.derive.published import derive
from support.dataset import changed, load, whole
from support.records import provenance, source

TERM = whole()["terms.json"]["terms"][0]


def test_term_is_published_with_its_url_and_the_markers_of_its_first_source(tmp_path: Path) -> None:
    files = changed("terms.json", "$.terms[0].provenance", provenance("https://news.example/format", source("format")))
    (term,) = derive(load(tmp_path, files)).terms

    assert to_builtins(term.record) == {
        "id": "format-one",
        "name": "Format One",
        "aliases": ("Premier format",),
        "category": "format",
        "text": "The format of invoices.",
        "countries": ("fr",),
        "see": (),
        "url": "https://data.example/glossary/#term-format-one",
        "source_urls": ("https://news.example/format", "https://tax.example/format"),
        "evidence": "fetched",
        "verification": "secondary",
        "last_checked": "2026-11-20",
    }
    assert [citation.id for citation in term.provenance.citations] == ["news-example-format", "tax-example-format"]


def test_terms_are_published_in_the_order_of_their_ids(tmp_path: Path) -> None:
    second = {**TERM, "id": "format-two", "name": "A format", "aliases": [], "see": ["format-one"]}
    terms = derive(load(tmp_path, changed("terms.json", "$.terms", [TERM, second]))).terms

    assert [(term.record.id, term.record.see) for term in terms] == [
        ("format-one", ()),
        ("format-two", ("format-one",)),
    ]
