"""A quick reader of HTML, for pages in which the end of every element is written out, as on this site.

html5lib repairs any markup as a browser does, and takes four times as long.
"""

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
"""The elements that have no end."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tree = TreeBuilder()
        self.open: list[str] = []
        self.errors: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        if len(attributes) != len(attrs):
            self._report(f"<{tag}> has an attribute twice")
        self.tree.start(tag, attributes)
        if tag in VOID:
            self.tree.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.tree.end(self.open.pop())
        else:
            self._report(f"</{tag}> closes another element")

    def handle_data(self, data: str) -> None:
        self.tree.data(data)

    def _report(self, error: str) -> None:
        line, column = self.getpos()
        self.errors.append(f"{line}:{column}: {error}")


def read_html(text: str) -> tuple[Element, list[str]]:
    """Return the root of a page, and what is wrong with its markup: after an error, parts of the tree may be missing."""
    reader = _Reader()
    # Line breaks are normalized as the standard asks.
    reader.feed(text.replace("\r\n", "\n"))
    reader.close()
    unclosed = [f"<{tag}> is not closed" for tag in reader.open]
    while reader.open:
        reader.tree.end(reader.open.pop())
    return reader.tree.close(), [*reader.errors, *unclosed]
