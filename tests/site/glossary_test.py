"""No word that the glossary replaces is left on a page, outside texts of the data."""

import html
import json
import re

from support.glossary import EXCEPTIONS, WORDS
from support.site import DATA, Files
from support.values import texts


def words_of(text: str) -> str:
    """Return a text in lower case, with one space before, after and between words."""
    return " ".join(["", *re.findall(r"[^\W_]+", text.lower()), ""])


def test_no_replaced_word_is_left_on_a_page_outside_texts_of_the_data(contents: Files) -> None:
    quoted = [text for file in DATA.rglob("*.json") for text in texts(json.loads(file.read_bytes()))]
    allowed = "|".join(map(words_of, [*quoted, *(part for _, part in EXCEPTIONS)]))
    word = re.compile("|".join(each.pattern for each in WORDS.values() if each.is_page_word))
    found = set()
    for content in (content for path, content in contents.items() if path.endswith(".html")):
        text = words_of(html.unescape(re.sub(r"<[^>]*>|https?://\S+", " ", content.decode())))
        for match in word.finditer(text):
            before, after = text[: match.start()].split()[-1], text[match.end() :].split(maxsplit=1)[0]
            found.add((before, match[0], after))

    assert (
        sorted(
            (before, match, after)
            for before, match, after in found
            if f" {before} {match} " not in allowed and f" {match} {after} " not in allowed
        )
        == []
    )
