"""The files for language models follow llmstxt.org: a title, a quote, text, then lists of links."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from locdata_model.urls import API_SQLITE_PATH, LLMS_FULL_PATH, LLMS_PATH
from support.dataset import whole
from support.pages import empty_country
from support.records import country
from support.rendering import render_files

PARSER = MarkdownIt("commonmark")
BASE = "https://data.example"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The files of a site with two countries and a description that looks like markup."""
    files = whole() | {"countries/no.json": country("no", "Norway") | empty_country()}
    files["site.json"]["description"] = "Reference [data] *of* `countries`."
    return render_files(tmp_path_factory.mktemp("data"), files)


@pytest.fixture
def index(site: Mapping[str, bytes]) -> str:
    return site[LLMS_PATH].decode()


@pytest.fixture
def full(site: Mapping[str, bytes]) -> str:
    return site[LLMS_FULL_PATH].decode()


def blocks(source: str) -> list[tuple[str, str]]:
    """Return the tag of each block of the first level, and the text of headings."""
    return [
        (token.tag, following.content if token.type == "heading_open" else "")
        for token, following in pairwise(PARSER.parse(source))
        if token.level == 0 and token.nesting == 1
    ]


def lists(source: str) -> dict[str, dict[str, str]]:
    """Return the target of each link by its text, for each heading."""
    found: dict[str, dict[str, str]] = {}
    for before, token in pairwise(PARSER.parse(source)):
        if before.type == "heading_open" and before.tag == "h2":
            found[token.content] = {}
        elif token.type == "inline" and token.level > 1 and found:
            text, href = link(token)
            found[[*found][-1]][text] = href
    return found


def link(token: Token) -> tuple[str, str]:
    """Return text and target of the link of a list item, which is followed by a colon and a description."""
    opening, text, closing, description = (token.children or [])[:4]

    assert (opening.type, closing.type, description.content[:2]) == ("link_open", "link_close", ": ")
    return text.content, str(opening.attrs["href"])


def test_the_introduction_names_the_files_of_a_country_and_the_one_of_the_whole_api(index: str) -> None:
    introduction = index.partition("\n## ")[0]
    paths = ("/api/v1/countries/{code}.json", "/api/v1/countries/{code}/obligations.json", "/api/v1/locdata.sqlite")

    assert [path for path in paths if f"{BASE}{path}" not in introduction] == []


def test_index_is_a_title_a_quote_text_and_lists(index: str) -> None:
    titles = ("Pages", "Countries", "ERP products", "Optional")

    assert blocks(index) == [
        *(("h1", "Service"), ("blockquote", ""), ("p", ""), ("p", "")),
        *(block for title in titles for block in (("h2", title), ("ul", ""))),
    ]


def test_quote_is_the_description_of_the_site(index: str) -> None:
    quote = next(token for token in PARSER.parse(index) if token.type == "inline" and token.level == 2)

    assert "".join(child.content for child in quote.children or ()) == "Reference [data] *of* `countries`."
    assert {child.type for child in quote.children or ()} <= {"text", "text_special"}


def test_countries_products_and_what_readers_may_skip_have_lists_of_their_own(index: str) -> None:
    found = lists(index)

    assert (found["Countries"], found["ERP products"], found["Optional"]) == (
        {"France": f"{BASE}/france/index.md", "Norway": f"{BASE}/norway/index.md"},
        {"Product 1": f"{BASE}/erp/erp_id_01/index.md", "Product 2": f"{BASE}/erp/erp_id_02/index.md"},
        {"News": f"{BASE}/news/index.md", "Sponsors": f"{BASE}/sponsors/index.md"},
    )


def test_country_is_listed_with_its_verdicts(index: str) -> None:
    assert (
        f"- [Norway]({BASE}/norway/index.md): no. B2B e-invoicing: Unknown. B2G e-invoicing: Unknown. "
        "Real-time reporting: Unknown. SAF-T: Unknown. Audit file: Unknown"
    ) in index.splitlines()


def test_index_links_the_full_text_with_its_size(index: str, full: str) -> None:
    assert f"[All countries in one file]({BASE}{LLMS_FULL_PATH}): {len(full.encode()) / 1_000_000:.1f} MB." in index


def test_index_names_the_database_of_the_api_with_its_licence(index: str) -> None:
    assert index.split("\n\n")[3].endswith(
        f"The whole API as one SQLite database: {BASE}{API_SQLITE_PATH}. Licence of the API: CC BY-NC 4.0."
    )


@pytest.mark.parametrize("path", [LLMS_PATH, LLMS_FULL_PATH])
def test_file_begins_with_licence_attribution_and_advice(site: Mapping[str, bytes], path: str) -> None:
    source = site[path].decode()

    assert source.split("\n\n")[2].endswith(
        "The content is informational only and is not tax or legal advice. Licence: CC BY 4.0. "
        "Attribution: Service (data.example)."
    )
    assert source == f"{source.strip()}\n"


def test_full_text_has_the_twins_of_explanations_and_of_every_country(site: Mapping[str, bytes], full: str) -> None:
    titles = [title for tag, title in blocks(full) if tag == "h1"]
    twins = [site[f"{path}index.md"].decode() for path in ("/methodology/", "/licence/", "/france/", "/norway/")]

    assert titles == ["Service", "Methodology", "Licence", "France", "Norway"]
    assert [twin for twin in twins if f"\n\n{twin}" not in f"{full}\n"] == []
