"""The files for language models follow the convention of llmstxt.org: a title, a quote, text, then lists of links."""

from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from locdata_build.render.llms import LLMS_FULL_PATH, LLMS_PATH
from support.dataset import country, whole
from support.pages import load_pages, nothing_known
from support.world import render_files

PARSER = MarkdownIt("commonmark")
BASE = "https://data.example"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a site with two countries, of which one has a text that looks like markup."""
    two = whole()
    two["countries/no.json"] = country("no", "Norway") | nothing_known()
    two["site.json"]["description"] = "Reference [data] *of* `countries`."
    return render_files(tmp_path_factory.mktemp("data"), two)


@pytest.fixture
def index(files: dict[str, bytes]) -> str:
    return files[LLMS_PATH].decode()


@pytest.fixture
def full(files: dict[str, bytes]) -> str:
    return files[LLMS_FULL_PATH].decode()


def blocks(source: str) -> list[tuple[str, str]]:
    """The tag of each block of the first level, and the text of headings."""
    tokens = PARSER.parse(source)
    return [
        (token.tag, following.content if token.type == "heading_open" else "")
        for token, following in pairwise(tokens)
        if token.level == 0 and token.nesting == 1
    ]


def links(source: str) -> dict[str, dict[str, str]]:
    """Under each heading, the target of each link by its text."""
    found: dict[str, dict[str, str]] = {}
    tokens = PARSER.parse(source)
    for before, token in pairwise(tokens):
        if before.type == "heading_open" and before.tag == "h2":
            found[token.content] = {}
        elif token.type == "inline" and token.level > 1 and found:
            text, href = link(token)
            found[[*found][-1]][text] = href
    return found


def link(token: Token) -> tuple[str, str]:
    """Text and target of the link that a list item begins with, and nothing but a colon and notes after it."""
    opening, text, closing, notes = (token.children or [])[:4]

    assert (opening.type, closing.type, notes.content[:2]) == ("link_open", "link_close", ": ")
    return text.content, str(opening.attrs["href"])


def test_the_index_is_a_title_a_quote_text_and_lists(index: str) -> None:
    assert blocks(index) == [
        ("h1", "Service"),
        ("blockquote", ""),
        ("p", ""),
        ("p", ""),
        *(
            block
            for title in ("Pages", "Countries", "ERP products", "Optional")
            for block in (("h2", title), ("ul", ""))
        ),
    ]


def test_the_quote_is_what_the_site_says_of_itself(index: str) -> None:
    quote = next(token for token in PARSER.parse(index) if token.type == "inline" and token.level == 2)

    assert "".join(child.content for child in quote.children or ()) == "Reference [data] *of* `countries`."
    assert {child.type for child in quote.children or ()} <= {"text", "text_special"}


def test_every_listed_page_is_listed_once_by_its_twin(index: str, files: dict[str, bytes]) -> None:
    listed = [target for under in links(index).values() for target in under.values()]
    twins = [f"{BASE}{path}" for path in files if path.endswith(".md") and path != "/404.md"]

    assert sorted(listed) == sorted(twins)


def test_countries_and_products_have_lists_of_their_own(index: str) -> None:
    found = links(index)

    assert (found["Countries"], found["ERP products"]) == (
        {"France": f"{BASE}/france/index.md", "Norway": f"{BASE}/norway/index.md"},
        {"Product 1": f"{BASE}/erp/erp_id_01/index.md", "Product 2": f"{BASE}/erp/erp_id_02/index.md"},
    )


def test_what_a_reader_may_skip_stands_last_as_optional(index: str) -> None:
    assert [*links(index).items()][-1] == (
        "Optional",
        {"News": f"{BASE}/news/index.md", "Sponsors": f"{BASE}/sponsors/index.md"},
    )


def test_a_country_is_listed_with_its_verdicts(index: str) -> None:
    assert (
        f"- [Norway]({BASE}/norway/index.md): no; B2B e-invoicing: Unknown; B2G e-invoicing: Unknown; "
        "Real-time reporting: Unknown; SAF-T: Unknown; Audit file: Unknown"
    ) in index.splitlines()


def test_a_page_is_listed_with_its_description(index: str, tmp_path: Path) -> None:
    page = load_pages(tmp_path)["/timeline/"]

    assert f"- [{page.title}]({BASE}/timeline/index.md): {page.description}" in index.splitlines()


def test_the_index_leads_to_the_full_text(index: str) -> None:
    assert f"[All countries in one file]({BASE}{LLMS_FULL_PATH})" in index


@pytest.mark.parametrize("path", [LLMS_PATH, LLMS_FULL_PATH])
def test_licence_attribution_and_advice_stand_on_top(files: dict[str, bytes], path: str) -> None:
    head = files[path].decode().split("\n\n")[2]

    assert head.endswith(
        "The content is informational only and is not tax or legal advice. Licence: CC BY 4.0. "
        "Attribution: Service (data.example)."
    )


def test_the_full_text_holds_what_explains_and_then_every_country(full: str) -> None:
    assert [title for tag, title in blocks(full) if tag == "h1"] == [
        "Service",
        "Methodology",
        "Licence",
        "France",
        "Norway",
    ]


@pytest.mark.parametrize("path", ["/methodology/", "/licence/", "/france/", "/norway/"])
def test_a_page_stands_in_the_full_text_as_in_its_twin(files: dict[str, bytes], full: str, path: str) -> None:
    assert f"\n\n{files[f'{path}index.md'].decode()}" in f"{full}\n"


@pytest.mark.parametrize("path", [LLMS_PATH, LLMS_FULL_PATH])
def test_a_file_ends_in_one_newline(files: dict[str, bytes], path: str) -> None:
    source = files[path].decode()

    assert source == f"{source.strip()}\n"
