"""The anchors of a page: the places on it that a link can lead to."""

from html.parser import HTMLParser

ANCHORED = frozenset({"h2", "h3", "tbody", "tr", "figcaption"})
"""The elements whose ids are promised: sections, groups of rows, rows and pictures. Others serve the page alone."""


def anchors_of(page: bytes) -> tuple[str, ...]:
    """The anchors of an HTML page, sorted. Raises ``UnicodeDecodeError`` where it is not UTF-8."""
    finder = _Finder()
    finder.feed(page.decode())
    return tuple(sorted(finder.found))


class _Finder(HTMLParser):
    """Collects ids. The list of contents has a heading of its own, which is no part of the page's text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._is_in_contents = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in_contents = self._is_in_contents or tag == "nav"
        if tag in ANCHORED and not self._is_in_contents:
            self.found.update(value for name, value in attrs if name == "id" and value)

    def handle_endtag(self, tag: str) -> None:
        self._is_in_contents = self._is_in_contents and tag != "nav"
