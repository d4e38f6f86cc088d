"""The files for language models follow llmstxt.org: a title, a quote, text, then lists of links with the size of each file."""

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from locdata_build.view.words import tokens_in_words
from locdata_model.serialization import estimated_tokens
from locdata_model.urls import API_SQLITE_PATH, LLMS_FULL_PATH, LLMS_PATH
from support.dataset import changed, whole
from support.pages import empty_country
from support.records import country
from support.rendering import render_files

PARSER = MarkdownIt("commonmark")
BASE = "https://data.example"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The files of a site with two countries and a description that looks like markup."""
    norway = country("no", "Norway") | empty_country() | {"region": "Region 2"}
    sweden = country("se", "Sweden") | {"region": "Region 2", "map_tile": {"column": 9, "row": 9}}
    files = whole() | {"countries/no.json": norway, "countries/se.json": sweden}
    files["site.json"]["description"] = "Reference [data] *of* `countries`."
    files["site.json"]["regions"] = ["Empty region", "Region 2", "Region 1"]
    return render_files(tmp_path_factory.mktemp("data"), files)


@pytest.fixture
def index(site: Mapping[str, bytes]) -> str:
    return site[LLMS_PATH].decode()


@pytest.fixture
def full(site: Mapping[str, bytes]) -> str:
    return site[LLMS_FULL_PATH].decode()


def size(site: Mapping[str, bytes], path: str) -> str:
    """The size of a file as the lists write it."""
    return f"({tokens_in_words(estimated_tokens(site[path]))})"


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


def test_index_is_a_title_a_quote_text_and_lists(index: str) -> None:
    titles = ("Where to begin", "Pages", "Countries", "ERP products", "Optional")

    assert blocks(index) == [
        *(("h1", "Service"), ("blockquote", ""), ("p", ""), ("p", "")),
        *(block for title in titles for block in (("h2", title), ("ul", ""))),
    ]


def test_countries_products_and_what_readers_may_skip_have_their_own_lists(index: str) -> None:
    found = lists(index)

    assert (found["Countries"], found["ERP products"], found["Optional"]) == (
        {name: f"{BASE}/{name.lower()}/index.md" for name in ("France", "Norway", "Sweden")},
        {"Product 1": f"{BASE}/erp/erp_id_01/index.md", "Product 2": f"{BASE}/erp/erp_id_02/index.md"},
        {"News": f"{BASE}/news/index.md", "Sponsors": f"{BASE}/sponsors/index.md"},
    )


def test_country_is_listed_with_its_verdicts_and_the_size_of_its_twin(site: Mapping[str, bytes], index: str) -> None:
    assert (
        f"- [Norway]({BASE}/norway/index.md): no. B2B e-invoicing: Unknown. B2G e-invoicing: Unknown. "
        f"Real-time reporting: Unknown. SAF-T: Unknown. Audit file: Unknown {size(site, '/norway/index.md')}"
    ) in index.splitlines()


def test_every_listed_twin_and_file_has_its_size(site: Mapping[str, bytes], index: str) -> None:
    entries = re.findall(rf"^- \[.*\]\({BASE}(.*)\): .* (\(about [^)]*\))$", index, re.MULTILINE)
    of_all_countries = [path for path, _ in entries if re.match("/api/v1/countries/", path)]

    assert len(entries) == index.count("\n- ")
    assert of_all_countries == [f"/api/v1/countries/fr/{name}.json" for name in ("obligations", "reports")]
    assert [path for path, words in entries if path not in of_all_countries and words != size(site, path)] == []


@pytest.mark.parametrize("name", ["obligations", "reports"])
def test_files_on_one_country_have_the_sizes_of_the_smallest_and_the_largest(
    site: Mapping[str, bytes], index: str, name: str
) -> None:
    sizes = [estimated_tokens(site[f"/api/v1/countries/{code}/{name}.json"]) for code in ("fr", "no", "se")]
    (entry,) = (each for each in index.splitlines() if f"/countries/fr/{name}.json" in each)

    assert min(sizes) < max(sizes)
    assert entry == (
        f"- [{name.capitalize()} of a country]({BASE}/api/v1/countries/fr/{name}.json): {name.capitalize()} of one country, "
        f"here France; that of another has its code in place of fr ({tokens_in_words(*sizes)})"
    )


def test_index_lists_small_files_first(index: str) -> None:
    assert lists(index)["Where to begin"] == {
        "Obligations of a country": f"{BASE}/api/v1/countries/fr/obligations.json",
        "Reports of a country": f"{BASE}/api/v1/countries/fr/reports.json",
        "Phases of 2026": f"{BASE}/api/v1/phases/2026.json",
        "Phases of 2027": f"{BASE}/api/v1/phases/2027.json",
        "Flip calendar": f"{BASE}/api/v1/flips.json",
        "In brief: Region 2": f"{BASE}/llms-region-2.txt",
        "In brief: Region 1": f"{BASE}/llms-region-1.txt",
        "VAT rates": f"{BASE}/vat-rates/index.md",
        "E-invoicing": f"{BASE}/e-invoicing/index.md",
        "Glossary": f"{BASE}/glossary/index.md",
        "All countries and products in one file": f"{BASE}{LLMS_FULL_PATH}",
    }


def test_year_without_a_file_of_phases_is_not_listed(tmp_path: Path) -> None:
    files = changed("site.json", "$.generated_at", "2050-06-01T00:00:00Z")
    names = lists(render_files(tmp_path, files)[LLMS_PATH].decode())["Where to begin"]

    assert [name for name in names if name.startswith("Phases")] == ["Phases of 2050"]


def test_index_names_the_database_of_the_api_and_what_has_which_licence(index: str) -> None:
    assert index.split("\n\n")[3].endswith(
        f"The whole API as one SQLite database: {BASE}{API_SQLITE_PATH}. Data files, pages, calendars and feeds: CC BY 4.0, "
        "for any use with attribution, also commercial. API: CC BY-NC 4.0; commercial use needs a separate licence. For "
        "commercial use, take the data files. "
        "Sizes are upper estimates, in tokens of a language model: one for every 3 bytes, rounded up to two digits."
    )


@pytest.mark.parametrize("path", [LLMS_PATH, LLMS_FULL_PATH, "/llms-region-2.txt"])
def test_file_begins_with_licence_attribution_and_advice(site: Mapping[str, bytes], path: str) -> None:
    source = site[path].decode()

    assert source.split("\n\n")[2].endswith(
        "The content is informational only and is not tax or legal advice. Licence: CC BY 4.0. "
        "Attribution: Service (data.example)."
    )
    assert source == f"{source.strip()}\n"


def test_full_text_has_the_twins_of_explanations_and_of_every_country_and_product(
    site: Mapping[str, bytes], full: str
) -> None:
    titles = [title for tag, title in blocks(full) if tag == "h1"]
    paths = ("methodology", "licence", "france", "norway", "sweden", "erp/erp_id_01", "erp/erp_id_02")
    twins = [site[f"/{path}/index.md"].decode() for path in paths]
    without_codes = re.sub(r"\[\^(fr|no|se|erp_id_0[12])-", "[^", full)

    assert titles == ["Service", "Methodology", "Licence", "France", "Norway", "Sweden", "Product 1", "Product 2"]
    assert [twin for twin in twins if f"\n\n{twin}" not in f"{without_codes}\n"] == []


def test_full_text_defines_each_footnote_once_for_its_country_or_product(full: str) -> None:
    defined = re.findall(r"^\[\^([\w-]+)\]: ", full, re.MULTILINE)

    assert {label.partition("-")[0] for label in defined} == {"fr", "no", "se", "erp_id_01", "erp_id_02"}
    assert sorted(defined) == sorted({*re.findall(r"\[\^([\w-]+)\](?!: )", full)})


# Regions


def test_every_region_with_a_country_has_a_file(site: Mapping[str, bytes]) -> None:
    assert [path for path in site if path.startswith("/llms-")] == [
        LLMS_FULL_PATH,
        "/llms-region-2.txt",
        "/llms-region-1.txt",
    ]


def test_briefs_have_no_footnotes(site: Mapping[str, bytes]) -> None:
    assert [path for path in site if path.startswith("/llms-region") and b"[^" in site[path]] == []
    assert b"[^" not in site["/france/index.md"].partition(b"## Answers")[0]


def test_text_on_a_region_of_one_country_is_in_the_singular(site: Mapping[str, bytes]) -> None:
    assert "\n\nA brief on the country of the region: " in site["/llms-region-1.txt"].decode()
