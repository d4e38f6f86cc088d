"""Payloads in every text change no markup: every file has the same structure as with harmless texts."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
import vobject

from data.oracle import Found, elements_of, nodes_of, scalars_of, site_files, strict_json, tags_of
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


def shapes(read: Callable[[bytes], Found]) -> Callable[[bytes], Structure]:
    """A function that returns the shapes in a file in their order."""
    return lambda content: read(content)[0]


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


@pytest.mark.parametrize(
    ("pattern", "structure", "count"),
    [
        pytest.param(r"[.]html$", shapes(tags_of), 24, id="pages"),
        pytest.param(r"[.]md$", shapes(nodes_of), 24, id="twins"),
        pytest.param(r"^/llms.*[.]txt$", shapes(nodes_of), 3, id="texts for language models"),
        pytest.param(r"[.]atom$", shapes(elements_of), 2, id="feeds"),
        pytest.param(r"^/sitemap[.]xml$", shapes(elements_of), 1, id="sitemap"),
        pytest.param(r"[.]ics$", properties, 5, id="calendars"),
        pytest.param(r"[.]cff$", shapes(scalars_of), 1, id="citation"),
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


@pytest.mark.parametrize(("ending", "read"), [(".html", tags_of), (".md", nodes_of), (".atom", elements_of)])
def test_payloads_make_no_link_that_runs_code(
    sites: list[tuple[str, bytes, bytes]], ending: str, read: Callable[[bytes], Found]
) -> None:
    links = {link for path, _, hostile in sites if path.endswith(ending) for link in read(hostile)[1]}

    assert {urlsplit(link).scheme for link in links} <= {"", "http", "https", "mailto", "webcal"}
    assert len(links) > 10


@pytest.mark.parametrize(
    ("structure", "harmless", "hostile"),
    [
        *((shapes(tags_of), "<p></p>", f"<p>{payload}</p>") for payload in ("<script>alert(1)</script>", "<!-- x -->")),
        *((shapes(nodes_of), "Word\n", f"Word {payload}\n") for payload in ("[x](//evil.example)", "<b>bold</b>")),
    ],
)
def test_payload_without_escapes_changes_the_structure(
    structure: Callable[[bytes], Structure], harmless: str, hostile: str
) -> None:
    assert structure(hostile.encode()) != structure(harmless.encode())
