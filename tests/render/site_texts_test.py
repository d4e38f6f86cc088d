"""Texts of ``site.json`` are texts in every Markdown that is made from them, and no markup."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from locdata_model.urls import BUNDLE_PATH, LLMS_PATH, OPENAPI_PATH, PACKAGE_PATH
from render.html import find_elements, parse_html, words_of
from support.dataset import whole
from support.rendering import render_files

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

MARKUP = (
    "[x](javascript:alert(1)) ![y](z) <https://evil.example/> <script>alert(1)</script> &copy; &#60; *a* **b** _c_ ~~d~~",
    "# heading #",
    "> quote",
    "1. item",
    "* item",
    "[a]: b",
    "``` `code` ``",
    "a | b |",
    "a\\",
)
"""Texts with a meaning in Markdown."""

Files = Mapping[str, bytes]


def openapi(files: Files) -> str:
    """Return the description of the API, and those of its two parts."""
    document = json.loads(files[OPENAPI_PATH])
    return "\n\n".join([document["info"]["description"], *(tag["description"] for tag in document["tags"])])


def without_sizes(content: bytes) -> str:
    """Return a text without the sizes of files, which depend on the length of the texts."""
    return re.sub(r"\(about [^)]* tokens\)", "", content.decode())


MADE: Mapping[str, Callable[[Files], str]] = {
    "README": lambda files: zipfile.ZipFile(io.BytesIO(files[BUNDLE_PATH])).read("README.md").decode(),
    "OpenAPI": openapi,
    "data package": lambda files: str(json.loads(files[PACKAGE_PATH])["description"]),
    "llms.txt": lambda files: without_sizes(files[LLMS_PATH]),
    "region": lambda files: without_sizes(files["/llms-region-1.txt"]),
    "twin": lambda files: files["/licence/index.md"].decode(),
}
"""Functions that return the Markdown with the texts."""

PLAIN = "a text without markup"


@pytest.fixture(scope="module", params=MARKUP)
def text(request: pytest.FixtureRequest) -> str:
    """A text with markup."""
    text: str = request.param
    return text


def site_with(text: str, folder_factory: pytest.TempPathFactory) -> Files:
    """The files of a site with ``text`` as each of its texts."""
    files = whole()
    site = files["site.json"]
    site |= {"title": text, "description": text, "attribution": text}
    site["data_licence"]["name"] = site["api_licence"]["name"] = text
    return render_files(folder_factory.mktemp("data"), files)


@pytest.fixture(scope="module")
def marked(text: str, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The site whose texts have markup."""
    return site_with(text, tmp_path_factory)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The site whose texts have none."""
    return site_with(PLAIN, tmp_path_factory)


def shape(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the kind of each block and of each part of a line."""
    for token in tokens:
        yield token.type
        yield from shape(token.children or ())


def words(tokens: Sequence[Token]) -> str:
    """All text, as a reader sees it."""
    return "\n".join(
        "".join(child.content for child in token.children or ()) for token in tokens if token.type == "inline"
    )


@pytest.mark.parametrize("markdown", MADE.values(), ids=MADE)
def test_text_of_the_site_is_shown_as_it_is(
    markdown: Callable[[Files], str], text: str, marked: Files, plain: Files
) -> None:
    found, expected = (PARSER.parse(markdown(files)) for files in (marked, plain))

    assert words(found) == words(expected).replace(PLAIN, text)
    assert words(found).count(text) >= 2
    assert [*shape(found)] == [*shape(expected)]


def test_page_of_the_api_shows_the_description(text: str, marked: Files) -> None:
    page = find_elements(parse_html(marked["/api/index.html"]), "main")[0]
    introduction = find_elements(find_elements(page, "div", class_="first")[0], "p")

    assert f"under {text}, the data files under {text}. Attribution: {text}." in words_of(page)
    assert [code.text for paragraph in introduction for code in paragraph.iter("code")] == ["null", "api_url"]
