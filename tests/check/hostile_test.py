"""Payloads in every text change no markup: every file has the same structure as with harmless texts."""

import re
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from xml.etree.ElementTree import fromstring

import pytest
import vobject
from markdown_it.token import Token

from check.oracle import MARKDOWN, site_files, strict_json
from support.hostile import PAYLOADS, site_contexts

Structure = list[str]

TURNS = (0, *(pytest.param(turn, marks=pytest.mark.proof) for turn in (1, 2, 3)))
"""Each turn puts other payloads into each text; the first alone has every payload in some text."""


@pytest.fixture(scope="module", params=TURNS)
def sites(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, bytes, bytes]]:
    """The path of each file of the site, its content with harmless texts, and its content with payloads."""
    contexts = site_contexts(tmp_path_factory.mktemp("data"), request.param * len(PAYLOADS) // len(TURNS))
    one, other = map(site_files, contexts)
    same = one.keys() & other.keys()
    # The names of some files are made from texts. Their order is the same.
    renamed = zip(sorted(one.keys() - same), sorted(other.keys() - same), strict=True)
    return [(new, one[old], other[new]) for old, new in [*zip(sorted(same), sorted(same), strict=True), *renamed]]


class Elements(HTMLParser):
    """The elements of a page with the names of their attributes, in order, without the places where lines may break."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.found: Structure = []
        self.feed(content.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "wbr":
            return
        self.found.append(f"<{tag} {' '.join(name for name, _ in attrs)}>")

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"</{tag}>")

    def handle_comment(self, data: str) -> None:
        self.found.append("<!-->")

    def handle_decl(self, decl: str) -> None:
        self.found.append(f"<!{decl}>")


def elements(content: bytes) -> Structure:
    return Elements(content).found


def nodes(content: bytes) -> Structure:
    """The nodes of a Markdown document, without its texts."""

    def flat(tokens: Iterable[Token]) -> Structure:
        return [kind for token in tokens for kind in (f"{token.type} {token.tag}", *flat(token.children or ()))]

    return [node for node in flat(MARKDOWN.parse(content.decode())) if node not in ("text ", "text_special ")]


def xml(content: bytes) -> Structure:
    return [f"{each.tag} {' '.join(each.attrib)}" for each in fromstring(content).iter()]  # noqa: S314  # It is ours.


def properties(content: bytes) -> Structure:
    """The names of the properties of a calendar, as an independent parser finds them."""
    (calendar,) = vobject.readComponents(content.decode())

    def walk(component: vobject.base.Component) -> Structure:
        lines = [line.name for line in component.lines()]
        return [component.name, *lines, *(name for inner in component.components() for name in walk(inner))]

    return walk(calendar)


def keys(content: bytes) -> Structure:
    """The keys of JSON, in order."""

    def walk(value: object) -> Structure:
        if isinstance(value, dict):
            return [name for key, member in value.items() for name in (key, *walk(member))]
        return ["[", *(name for member in value for name in walk(member)), "]"] if isinstance(value, list) else []

    return walk(strict_json(content))


def scalars(content: bytes) -> Structure:
    """The keys of the citation, where every value must be a JSON string."""
    lines = [line.partition(": ") for line in content.decode().splitlines()]
    assert all(isinstance(strict_json(value), str) for _, _, value in lines if value)
    return [key if value else re.sub('".*"', "", key) for key, _, value in lines]


@pytest.mark.parametrize(
    ("pattern", "structure", "count"),
    [
        pytest.param(r"[.]html$", elements, 24, id="pages"),
        pytest.param(r"[.]md$", nodes, 24, id="twins"),
        pytest.param(r"^/llms.*[.]txt$", nodes, 3, id="texts for language models"),
        pytest.param(r"[.]atom$", xml, 2, id="feeds"),
        pytest.param(r"^/sitemap[.]xml$", xml, 1, id="sitemap"),
        pytest.param(r"[.]ics$", properties, 5, id="calendars"),
        pytest.param(r"[.]cff$", scalars, 1, id="citation"),
        pytest.param(r"^/api/v1/facts[.]json$", keys, 1, id="answer of the API"),
        pytest.param(r"^/data/datapackage[.]json$", keys, 1, id="data package"),
    ],
)
def test_payloads_change_no_structure(
    sites: list[tuple[str, bytes, bytes]], pattern: str, structure: Callable[[bytes], Structure], count: int
) -> None:
    chosen = [site for site in sites if re.search(pattern, site[0])]

    assert len(chosen) >= count
    for path, harmless, hostile in chosen:
        assert harmless != hostile or path in ("/404.html", "/404.md"), path
        assert structure(hostile) == structure(harmless), path


@pytest.mark.parametrize(
    ("structure", "harmless", "hostile"),
    [
        *(
            (elements, "<p></p>", f"<p>{payload}</p>")
            for payload in ("<script>alert(1)</script>", "<svg onload=alert(1)>", "<!-- x -->")
        ),
        *((nodes, "Word\n", f"Word {payload}\n") for payload in ("[x](//evil.example)", "<b>bold</b>", "![x](y)")),
    ],
)
def test_payload_without_escapes_changes_the_structure(
    structure: Callable[[bytes], Structure], harmless: str, hostile: str
) -> None:
    assert structure(hostile.encode()) != structure(harmless.encode())
