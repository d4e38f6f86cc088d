"""The anchors of a page that the contract promises."""

from html.parser import HTMLParser

ANCHORED = frozenset({"h2", "h3", "tbody", "tr", "figcaption", "a", "span"})
"""The elements whose ids are promised: sections, groups of rows, rows, figures, links, further anchors of a row."""


def find_anchors(page: bytes) -> tuple[str, ...]:
    """Return the promised anchors of an HTML page, sorted. Raises ``UnicodeDecodeError`` if it is not UTF-8.

    Raises ``AssertionError`` for some kinds of broken HTML.
    """
    finder = _AnchorFinder()
    finder.feed(page.decode())
    return tuple(sorted(finder.anchors))


class _AnchorFinder(HTMLParser):
    """Collects the ids of anchored elements outside ``nav``: the table of contents has a heading with an id of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self._is_in_nav = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in_nav = self._is_in_nav or tag == "nav"
        if tag in ANCHORED and not self._is_in_nav:
            self.anchors.update(value for name, value in attrs if name == "id" and value)

    def handle_endtag(self, tag: str) -> None:
        self._is_in_nav = self._is_in_nav and tag != "nav"
