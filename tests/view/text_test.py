"""URLs in texts become links that are named by their host; no sign of the text is lost."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.view.text import Link, Words, linked, rich

SIGNS = st.text(alphabet="ab .,;:()[]'’\"/?#hté\n")
PIECES = st.lists(
    SIGNS | st.sampled_from(["https://tax.example", "http://www.tax.example/a_(b)?c=d", "https://", "https://["])
)
TEXTS = PIECES.map("".join)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Tax office.", rich("Tax office.")),
        ("https://tax.example", rich(Link("tax.example", "https://tax.example"))),
        (
            "Tax office (TO), https://www.tax.example/vat; others file by post.",
            rich("Tax office (TO), ", Link("tax.example", "https://www.tax.example/vat"), "; others file by post."),
        ),
        ("ETA (https://eta.example).", rich("ETA (", Link("eta.example", "https://eta.example"), ").")),
        ("See https://a.example/b_(c).", rich("See ", Link("a.example", "https://a.example/b_(c)"), ".")),
        ("https:// and https://[ are no URLs.", rich("https:// and https://[ are no URLs.")),
        ("https://tax.example@evil.example/ stays text.", rich("https://tax.example@evil.example/ stays text.")),
        ("http://localhost:8080/admin stays text.", rich("http://localhost:8080/admin stays text.")),
        ("<a href=https://evil.example/>", rich("<a href=", Link("evil.example", "https://evil.example/"), ">")),
        ("", ()),
    ],
)
def test_a_url_ends_before_the_punctuation_of_its_sentence(text: str, line: object) -> None:
    assert linked(text) == line


@given(TEXTS)
def test_words_and_urls_together_are_the_text(text: str) -> None:
    line = linked(text)

    assert (
        "".join(part.href if isinstance(part, Link) else part.text for part in line if isinstance(part, Link | Words))
        == text
    )


@given(TEXTS)
def test_every_link_is_named_by_the_host_of_its_url_and_ends_in_no_punctuation(text: str) -> None:
    for part in linked(text):
        if isinstance(part, Link):
            assert part.text in (urlsplit(part.href).hostname or "")
            assert part.text
            assert not part.href.endswith((".", ",", ";", ":", "!", "?", "'", "’"))
