"""Requirements of errors and sites for any data, and the shapes and links in files."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any
from xml.etree.ElementTree import ParseError, fromstring

from markdown_it import MarkdownIt
from markdown_it.token import Token

from locdata_build.data.errors import MAX_SHOWN_ISSUES, SourceError
from locdata_build.render.site import site_artifacts
from locdata_build.view.context import SiteContext
from support.base_files import Json

SAFE_PATH = re.compile(r"(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}|/\.well-known|/\.nojekyll)+")
FORMULA_STARTS = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
LINE_OF_CALENDAR = re.compile(rb"[A-Z-]+[;:][^\x00-\x08\x0a-\x1f\x7f]*")
MARKDOWN = MarkdownIt("commonmark").enable("table")
JSON_LD = "application/ld+json"

MAX_LINE_LENGTH = 1_000

WITHIN_WORDS = ("bdi", "wbr")
"""The elements that isolate a text of the data that runs from right to left, and that let a line break."""

Found = tuple[list[str], list[str]]
"""The shapes in a file, such as elements and the names of their attributes, and its links; both in order."""


def error_complaints(error: SourceError) -> Iterator[str]:
    """The complaints about an error, which must have one short and printable line for each issue."""
    lines = str(error).split("\n")
    if not error.issues or len(lines) != min(len(error.issues), MAX_SHOWN_ISSUES) + 1:
        yield f"{len(error.issues)} issues in {len(lines)} lines"
    yield from (f"a line that is not printable: {line!a:.200}" for line in lines if not line.isprintable())
    yield from (f"a line of {len(line)} characters: {line[:200]}" for line in lines if len(line) > MAX_LINE_LENGTH)


def site_files(context: SiteContext) -> dict[str, bytes]:
    """The content of each file of a site by path."""
    return {artifact.path: artifact.content for artifact in site_artifacts(context)}


class _Tags(HTMLParser):
    """The elements of a page with their attributes, its links, and its JSON-LD."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.shapes: list[str] = []
        self.links: list[str] = []
        self.json: list[str] = []
        self._in_json = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag in WITHIN_WORDS and not names:
            return
        # A link has a label if others have the same text.
        self.shapes += [f"<{tag}>", *(f"<{tag} {name}>" for name, _ in attrs if (tag, name) != ("a", "aria-label"))]
        self.links += [
            value or "" for name, value in attrs if name in ("href", "src", "action", "srcset", "data-moved-anchors")
        ]
        self._in_json = tag == "script" and ("type", JSON_LD) in attrs
        if tag == "script" and "src" not in names and not self._in_json:
            self.shapes.append("<script> text")

    def handle_endtag(self, tag: str) -> None:
        self._in_json = False
        if tag not in WITHIN_WORDS:
            self.shapes.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._in_json:
            self.json.append(data)

    def handle_decl(self, decl: str) -> None:
        self.shapes.append(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        self.shapes.append("<!--")

    def handle_pi(self, data: str) -> None:
        self.shapes.append("<?")


def strict_json(content: bytes | str) -> Json:
    """The value of JSON without duplicate keys and ``NaN``. Raises ``ValueError``."""

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key appears twice")
        return dict(pairs)

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is not JSON")

    return json.loads(content, object_pairs_hook=members, parse_constant=refuse)


def tags_of(content: bytes) -> Found:
    """The elements and attributes of a page, and its links. Its JSON-LD must be JSON."""
    tags = _Tags()
    tags.feed(content.decode())
    tags.close()
    for text in tags.json:
        strict_json(text)
    return tags.shapes, tags.links


def nodes_of(content: bytes) -> Found:
    """The kinds of nodes of a Markdown document without its texts, and the targets of its links and images."""
    tokens = list(_flat(MARKDOWN.parse(content.decode())))
    links = [str(token.attrs[name]) for token in tokens for name in ("href", "src") if name in token.attrs]
    return [f"{token.type} {token.tag}" for token in tokens if not token.type.startswith("text")], links


def _flat(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or ())


def elements_of(content: bytes) -> Found:
    """The elements and attributes of an XML document, and its links."""
    elements = list(fromstring(content).iter())  # noqa: S314  # Our own.
    shapes = [shape for each in elements for shape in (each.tag, *(f"{each.tag} {name}" for name in each.attrib))]
    return shapes, [each.attrib["href"] for each in elements if "href" in each.attrib]


def check_lines(content: bytes) -> None:
    """Refuse a calendar with an invalid line. Raises ``ValueError``."""
    if not content.endswith(b"\r\n"):
        raise ValueError("the last line has no end")
    physical = content.removesuffix(b"\r\n").split(b"\r\n")
    if too_long := next((line for line in physical if len(line) > 75), None):
        raise ValueError(f"a line of more than 75 bytes: {too_long!r}")
    lines = content.replace(b"\r\n ", b"").removesuffix(b"\r\n").split(b"\r\n")
    if (wrong := next((line for line in lines if not LINE_OF_CALENDAR.fullmatch(line)), None)) is not None:
        raise ValueError(f"not a line of a calendar: {wrong!r}")


def check_cells(content: bytes) -> None:
    """Refuse CSV with rows of different length, or with a formula at the start of a cell, whether it ends at commas or semicolons.

    Raises ``ValueError``.
    """
    header, *rows = csv.reader(io.StringIO(content.decode(), newline=""), strict=True)
    if any(len(row) != len(header) for row in rows):
        raise ValueError("rows of different length")
    cells = (part.lstrip(" ") for row in rows for cell in row for part in cell.split(";"))
    if formula := next((cell for cell in cells if cell.startswith(FORMULA_STARTS)), None):
        raise ValueError(f"a formula: {formula!a}")


def scalars_of(content: bytes) -> Found:
    """The keys of YAML, where every value must be a JSON string."""
    keys = []
    for line in content.decode().splitlines():
        key, _, value = line.partition(": ")
        keys.append(key if value else line.split('"')[0])
        strict_json(value or (f'"{line.split(chr(34), 1)[1]}' if '"' in line else "0"))
    return keys, []


READERS: Mapping[str, Callable[[bytes], object]] = {
    ".json": strict_json,
    ".html": tags_of,
    ".csv": check_cells,
    ".ics": check_lines,
    ".atom": elements_of,
    ".xml": elements_of,
    ".cff": scalars_of,
}
"""The function for each suffix that raises ``ValueError`` for a broken file."""


def site_complaints(site: Mapping[str, bytes]) -> Iterator[str]:
    """Everything that is wrong with the files of a site, given by path."""
    yield from _path_complaints(site)
    for path, content in site.items():
        ending = path[path.rfind(".") :]
        try:
            if ending in READERS:
                READERS[ending](content)
        except (ValueError, ParseError, csv.Error) as error:
            yield f"{path}: {error}"


def _path_complaints(site: Mapping[str, bytes]) -> Iterator[str]:
    folded: dict[str, str] = {}
    for path in site:
        if not SAFE_PATH.fullmatch(path):
            yield f"unexpected path {path!a:.200}"
        if path.casefold() in folded:
            yield f"paths differ only in case: {path} {folded[path.casefold()]}"
        folded[path.casefold()] = path
    files = {path.casefold() for path in site}
    for path in files:
        if any(path.startswith(f"{other}/") for other in files if other != path):
            yield f"a file is also a folder: {path}"
