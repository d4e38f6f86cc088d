"""What the pages promise: stable anchors, links that lead somewhere, twins and an API that say the same, safe and light markup."""

import gzip
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest

from built.census import COUNTRIES, ERPS, TRACKED
from built.pages import Heading, Page, ParsedSite, has_class, name, read_site, text
from built.specification import REPORTING_TOPICS, TOGGLES, WHOLE_DATA, Files, Table, Values

TOP_PAGES = (
    "e-invoicing",
    "reporting",
    "timeline",
    "countries",
    "erp",
    "connectors",
    "local-erps",
    "partners",
    "news",
    "changes",
    "feeds",
    "policy",
    "data",
    "api",
    "methodology",
    "licence",
    "sponsors",
)
NOT_FOUND = "/404.html"
CITATION = "/data/CITATION.cff"
"""What says how to name the data, and holds none of it."""

BIG_TABLES = ("/e-invoicing/index.html", "/reporting/index.html", "/timeline/index.html")
TOGGLE_WORDS = {True: "Yes", False: "No", None: "Unknown"}

SOURCES = ("source_url", "source_urls", "source", "mandate_source", "erp_source", "erp_sources", "website")
"""The fields of the API and of the data files that hold URLs of other sites."""

LOADING = {"icon", "stylesheet", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest"}
"""The relations of ``link`` elements that make a request."""


@pytest.fixture(scope="module")
def parsed(contents: Files, values: Values) -> ParsedSite:
    """The parsed site."""
    return read_site(contents, values["/api/v1/index.json"]["meta"]["openapi"].removesuffix("/api/openapi.json"))


@pytest.fixture(scope="module")
def paths(details: Table, parsed: ParsedSite) -> Mapping[str, str]:
    """The path of each country's page by its code."""
    return {country["code"]: country["url"].removeprefix(parsed.base_url) for country in details}


def sources_in(value: object) -> Iterator[str]:
    """Every URL of another site that a JSON value names."""
    if isinstance(value, list):
        for item in value:
            yield from sources_in(item)
    elif isinstance(value, dict):
        for key, member in value.items():
            if key in SOURCES and member:
                yield from (" ".join(member) if isinstance(member, list) else member).split(" ")
            else:
                yield from sources_in(member)


def skipped(headings: list[Heading]) -> list[tuple[Heading, Heading]]:
    """The headings that lie more than one level below the one before, with that one."""
    return [(before, after) for before, after in pairwise(headings) if after[0] > before[0] + 1]


def first_link(element: Element) -> str:
    """Where the first link in an element leads, as it says it."""
    return next(element.iter("a")).attrib["href"]


# Every page


def test_every_page_is_built_and_no_other(parsed: ParsedSite, paths: Mapping[str, str]) -> None:
    folders = {"/", *(f"/{name}/" for name in TOP_PAGES), *(f"/erp/{erp}/" for erp in ERPS), *paths.values()}

    assert len(paths) == COUNTRIES
    assert set(parsed.pages) == {NOT_FOUND, *(f"{folder}index.html" for folder in folders)}


def test_every_page_is_html_without_errors(parsed: ParsedSite) -> None:
    assert [error for page in parsed.pages.values() for error in page.errors] == []
    assert {page.encoding for page in parsed.pages.values()} == {"utf-8"}
    assert {page.one("html").attrib["lang"] for page in parsed.pages.values()} == {"en"}


def test_every_page_has_a_title_and_a_description_of_its_own(parsed: ParsedSite) -> None:
    titles = Counter(page.title for page in parsed.pages.values())
    descriptions = Counter(page.description for page in parsed.pages.values())

    assert [title for title, count in titles.items() if count > 1] == []
    assert [words for words, count in descriptions.items() if count > 1 or not 30 <= len(words) <= 160] == []


def test_every_page_names_its_address_but_the_one_for_no_page(parsed: ParsedSite) -> None:
    named = {file: page.linked("canonical") for file, page in parsed.pages.items()}

    assert named == {file: [page.address] if file != NOT_FOUND else [] for file, page in parsed.pages.items()}


def test_headings_begin_with_the_only_one_of_the_first_level_and_skip_none(parsed: ParsedSite) -> None:
    levels = {file: [level for level, _ in page.headings] for file, page in parsed.pages.items()}

    assert [file for file, found in levels.items() if found[0] != 1 or found.count(1) != 1] == []
    assert {file: found for file, page in parsed.pages.items() if (found := skipped(page.headings))} == {}


def test_every_table_has_a_caption_and_cells_for_all_its_columns(parsed: ParsedSite) -> None:
    tables = [(page.file, table) for page in parsed.pages.values() for table in page.all("table")]
    columns = {id(table): sum(head.attrib["scope"] == "col" for head in table.iter("th")) for _, table in tables}

    assert [file for file, table in tables if name(table[0]) != "caption" or not text(table[0])] == []
    assert [
        file
        for file, table in tables
        for row in table.iter("tr")
        if sum(int(cell.attrib.get("colspan", "1")) for cell in row) != columns[id(table)]
    ] == []


def test_every_drawing_has_a_name_and_there_is_no_picture(parsed: ParsedSite) -> None:
    nameless = [
        page.file
        for page in parsed.pages.values()
        for svg in page.all("svg")
        if not svg.attrib.get("role") or not page.name_of(svg)
    ]

    assert nameless == []
    assert [page.file for page in parsed.pages.values() if page.all("img", "picture", "canvas", "video", "audio")] == []


# Anchors


def test_every_row_of_the_matrix_has_its_anchor(parsed: ParsedSite, values: Values, paths: Mapping[str, str]) -> None:
    rows = [row for row in parsed.page("/e-invoicing/").rows if "id" in row.attrib]
    support = {
        f"{row['country_code']}-{row['erp']}": (f"{paths[row['country_code']]}#erp-{row['erp']}", row["support_type"])
        for row in values["/data/matrix.json"]
    }

    assert {row.attrib["id"]: (first_link(row), text(row[1])) for row in rows} == support
    assert support.keys() == {f"{country}-{erp}" for country in TRACKED for erp in ERPS}


def test_overview_of_the_matrix_has_a_word_for_each_type_of_support(parsed: ParsedSite, values: Values) -> None:
    support = {f"#{row['country_code']}-{row['erp']}": row["support_type"] for row in values["/data/matrix.json"]}
    overview = [row for row in parsed.page("/e-invoicing/").rows if "id" not in row.attrib]
    words = {first_link(cell): text(cell) for row in overview for cell in row[1:]}
    pairs = {(word, support[anchor]) for anchor, word in words.items()}

    assert words.keys() == support.keys()
    assert len(pairs) == len({word for word, _ in pairs}) == len({*support.values()})


@pytest.mark.parametrize("erp", ERPS)
def test_page_of_a_product_has_the_anchor_of_every_country(
    erp: str, parsed: ParsedSite, paths: Mapping[str, str]
) -> None:
    rows = {row.attrib["id"]: first_link(row) for row in parsed.page(f"/erp/{erp}/").rows if "id" in row.attrib}

    assert rows == {code: f"{path}#erp-{erp}" for code, path in paths.items()}


def test_page_of_a_country_has_the_anchors_of_the_specification(parsed: ParsedSite, paths: Mapping[str, str]) -> None:
    anchors = {"e-invoicing", "vat-reporting", "saf-t", *(f"erp-{erp}" for erp in ERPS)}

    assert {path: lacking for path in paths.values() if (lacking := anchors - parsed.page(path).ids.keys())} == {}


def test_every_report_has_its_anchor_in_the_order_of_the_data_file(
    parsed: ParsedSite, values: Values, paths: Mapping[str, str]
) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    wanted: dict[str, str] = {}
    wrong_on_page_of_country = []
    for row in values["/data/reporting.json"]:
        topic, code = row["topic"], row["country_code"]
        counts[topic, code] += 1
        anchor = f"{topic}-{code}-{counts[topic, code]}"
        wanted[anchor] = row["report_local"]
        if not text(parsed.page(paths[code]).ids[anchor][0]).startswith(row["report_local"]):
            wrong_on_page_of_country.append(anchor)
    found = {row.attrib["id"]: text(row[0]) for row in parsed.page("/reporting/").rows}

    assert found.keys() == wanted.keys()
    assert [anchor for anchor in wanted if not found[anchor].startswith(wanted[anchor])] == []
    assert wrong_on_page_of_country == []
    assert {topic for topic, _ in counts} == REPORTING_TOPICS


def test_every_step_of_the_timeline_has_its_anchor_on_the_page_of_its_country_as_well(
    parsed: ParsedSite, paths: Mapping[str, str]
) -> None:
    steps = {row.attrib["id"] for row in parsed.page("/timeline/").rows if "id" in row.attrib}
    on_countries = {id_ for path in paths.values() for id_ in parsed.page(path).ids if id_.startswith("step-")}

    assert steps ^ on_countries == set()
    assert len(steps) > COUNTRIES


def test_anchors_that_have_moved_from_the_home_page_are_free_there(parsed: ParsedSite) -> None:
    home = parsed.page("/")

    assert home.one("body").attrib["data-moved-anchors"] == "/e-invoicing/"
    assert {f"{country}-{erp}" for country in TRACKED for erp in ERPS} & home.ids.keys() == set()
    assert [script for script in home.scripts if "forward" in script] == home.scripts != []


def test_no_id_stands_twice_in_a_page_and_each_can_stand_in_a_url(parsed: ParsedSite) -> None:
    ids = {file: Counter(page.values_of("id")) for file, page in parsed.pages.items()}

    assert [(file, id_) for file, found in ids.items() for id_, count in found.items() if count > 1] == []
    assert [
        (file, id_) for file, found in ids.items() for id_ in found if not re.fullmatch(r"[A-Za-z][\w-]*", id_)
    ] == []
    assert [(file, id_) for file, found in ids.items() for id_ in found if not id_.isascii()] == []


def test_elements_refer_to_elements_of_their_page(parsed: ParsedSite) -> None:
    attributes = ("aria-labelledby", "aria-describedby", "aria-controls", "for", "form", "headers", "list")
    named = {file: {*page.values_of(*attributes)} for file, page in parsed.pages.items()}

    assert {file: lost for file, found in named.items() if (lost := found - parsed.pages[file].ids.keys())} == {}


# Links


def test_every_link_within_the_site_leads_to_a_file_and_an_anchor(parsed: ParsedSite) -> None:
    own = [(page.file, link) for page in parsed.pages.values() for link in page.links if parsed.is_own(link)]

    assert sorted({(file, link) for file, link in own if not parsed.leads_somewhere(link)}) == []


def test_every_other_link_leads_to_another_site_or_to_a_mailbox(parsed: ParsedSite) -> None:
    others = {link for page in parsed.pages.values() for link in page.links if not parsed.is_own(link)}

    assert [link for link in others if not re.fullmatch(r"https?://[^/\s]+\.[^/\s]+(/\S*)?|mailto:\S+@\S+", link)] == []


def test_links_of_the_page_for_no_page_lead_somewhere_from_everywhere(parsed: ParsedSite) -> None:
    page = parsed.pages[NOT_FOUND]

    assert [link for link in page.values_of("href", "src") if not re.match(r"/(?!/)|#|https://", link)] == []
    assert [meta.attrib["content"] for meta in page.all("meta") if meta.attrib.get("name") == "robots"] == ["noindex"]


def test_every_page_can_be_reached_from_the_home_page_but_the_one_for_no_page(parsed: ParsedSite) -> None:
    by_address = {page.address: page for page in parsed.pages.values()}
    ahead = [parsed.page("/")]
    reached = {ahead[0].address}
    while ahead:
        found = ({link.partition("#")[0] for link in ahead.pop().links} & by_address.keys()) - reached
        reached |= found
        ahead += [by_address[address] for address in found]

    assert by_address.keys() - reached == {parsed.pages[NOT_FOUND].address}


# Twins


def test_every_page_has_a_twin_and_every_twin_a_page(parsed: ParsedSite) -> None:
    assert {file.removesuffix(".html") for file in parsed.pages} == {file.removesuffix(".md") for file in parsed.twins}


def test_page_and_twin_name_each_other(parsed: ParsedSite) -> None:
    for page, twin in parsed.pairs:
        assert [link for link in page.linked("alternate") if link.endswith(".md")] == [twin.file]
        assert f"\nPage: <{page.address}>, " in twin.text


def test_every_link_of_a_twin_is_absolute_and_leads_somewhere(parsed: ParsedSite) -> None:
    links = {(twin.file, link) for twin in parsed.twins.values() for link in twin.links}

    assert sorted((file, link) for file, link in links if not re.match(r"https?://\S+$|mailto:\S+$", link)) == []
    assert (
        sorted((file, link) for file, link in links if parsed.is_own(link) and not parsed.leads_somewhere(link)) == []
    )


def test_page_and_twin_have_the_same_links(parsed: ParsedSite) -> None:
    links = {page.file: (page.links_of_what_is_said, twin.links_of_what_is_said) for page, twin in parsed.pairs}

    assert {file: in_page ^ in_twin for file, (in_page, in_twin) in links.items() if in_page != in_twin} == {}


def test_page_and_twin_have_the_same_titles_in_the_same_order(parsed: ParsedSite) -> None:
    titles = {page.file: (page.titles, [title for _, title in twin.headings]) for page, twin in parsed.pairs}

    assert {file: both for file, both in titles.items() if both[0] != both[1]} == {}


def test_headings_of_a_twin_have_the_levels_of_its_page_and_skip_none(parsed: ParsedSite) -> None:
    others = {page.file: {*page.headings_of_what_is_said} - {*twin.headings} for page, twin in parsed.pairs}

    assert {file: headings for file, headings in others.items() if headings} == {}
    assert {twin.file: found for twin in parsed.twins.values() if (found := skipped(twin.headings))} == {}


def test_page_and_twin_give_the_same_verdicts(parsed: ParsedSite, paths: Mapping[str, str]) -> None:
    verdicts = {page.file: (page.verdicts, twin.verdicts) for page, twin in parsed.pairs}

    assert {file: both for file, both in verdicts.items() if both[0] != both[1]} == {}
    assert {len(verdicts[f"{path}index.html"][0]) for path in paths.values()} == {5}


def test_page_and_twin_have_the_same_rows(parsed: ParsedSite) -> None:
    rows = {page.file: (page.addresses_of_rows, twin.addresses_of_rows) for page, twin in parsed.pairs}
    # A table of few words is one in Markdown, too, where rows have no links to themselves.
    grid = rows.pop("/countries/index.html")

    assert {file: both for file, both in rows.items() if both[0] != both[1]} == {}
    assert (len(grid[0]), grid[1]) == (COUNTRIES, [])


# The files for language models


def test_the_index_for_language_models_lists_every_twin_once_and_nothing_that_is_not_there(parsed: ParsedSite) -> None:
    links = re.findall(r"\]\(([^)]*)\)", parsed.contents["/llms.txt"].decode())
    twins = [f"{parsed.base_url}{file}" for file in parsed.twins if file != "/404.md"]

    assert sorted(links) == sorted([*twins, f"{parsed.base_url}/llms-full.txt"])
    assert [link for link in links if not parsed.leads_somewhere(link)] == []


def test_the_whole_file_for_language_models_holds_the_twin_of_every_country(
    parsed: ParsedSite, paths: Mapping[str, str]
) -> None:
    whole = parsed.contents["/llms-full.txt"].decode()

    assert [path for path in paths.values() if f"\n{parsed.twins[f'{path}index.md'].text}" not in whole] == []


# The API and the data files


def test_countries_show_the_toggles_and_counts_of_the_api(parsed: ParsedSite, responses: Values) -> None:
    shown = {row.attrib["id"]: [text(cell) for cell in row][1:] for row in parsed.page("/countries/").rows}

    assert shown == {
        country["code"]: [
            *(TOGGLE_WORDS[country["toggles"][toggle]] for toggle in TOGGLES),
            f"{country['counts']['facts_verified']} of {country['counts']['facts']}",
        ]
        for country in responses["/api/v1/countries.json"]["data"]
    }


def test_page_of_a_country_shows_the_toggles_of_the_api(
    parsed: ParsedSite, details: Table, paths: Mapping[str, str]
) -> None:
    for country in details:
        said = text(parsed.page(paths[country["code"]]).one("main"))
        toggles = country["toggles"]

        assert [toggle for toggle in TOGGLES if f"{TOGGLE_WORDS[toggles[toggle]]} {toggle}" not in said] == []


def test_maps_show_the_coverage_of_the_index(parsed: ParsedSite, responses: Values) -> None:
    home = parsed.page("/")
    coverage = responses["/api/v1/index.json"]["meta"]["toggle_coverage"]
    legends = [text(legend) for legend in home.all("span") if has_class(legend, "legend")]
    maps = [[tile.attrib["href"] for tile in svg.iter() if has_class(tile, "tile")] for svg in home.all("svg")]

    assert legends == [
        f"Yes {counts['true']} No {counts['false']} Unknown {counts['null']}" for counts in coverage.values()
    ]
    assert [len({*tiles}) for tiles in maps] == [COUNTRIES] * len(TOGGLES)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("/e-invoicing/", "/data/matrix.json"),
        ("/reporting/", "/data/reporting.json"),
        ("/connectors/", "/data/connectors.json"),
        ("/countries/", "/api/v1/countries.json"),
        ("/erp/", "/api/v1/erps.json"),
        ("/local-erps/", "/api/v1/local-erps.json"),
        ("/partners/", "/api/v1/partners.json"),
        ("/news/", "/api/v1/news.json"),
    ],
)
def test_listing_has_a_row_for_each_record_and_names_its_source(
    path: str, source: str, parsed: ParsedSite, values: Values
) -> None:
    records = values[source]["data"] if source.startswith("/api/") else values[source]
    page = parsed.page(path)
    # Where there are choices, a table beside the one that they narrow down may sum it up.
    rows = [row for row in page.rows if any(key.startswith("data-") for key in row.attrib)] or page.rows

    assert len(rows) == len(records) > 0
    assert page.linked("alternate")[:2] == [f"{path}index.md", source]


def test_every_row_answers_to_choices_that_its_page_offers(parsed: ParsedSite) -> None:
    with_choices = [page for page in parsed.pages.values() if page.all("form")]
    for page in with_choices:
        choices = {f"data-{select.attrib['name']}": select for select in page.all("select")}
        rows = [row for row in page.rows if choices.keys() & row.attrib.keys()]
        offered = {key: {option.attrib["value"] for option in select} for key, select in choices.items()}
        answered = {key: {word for row in rows for word in row.attrib[key].split()} for key in choices}

        assert text(page.one("output")) == f"{len(rows)} of {len(rows)} rows"
        assert {key: words for key, words in answered.items() if words - offered[key]} == {}
    assert {page.file for page in parsed.pages.values() if any("filter" in each for each in page.scripts)} == {
        page.file for page in with_choices
    }


def test_page_of_a_country_shows_every_fact_and_links_to_every_source(
    parsed: ParsedSite, details: Table, values: Values, paths: Mapping[str, str]
) -> None:
    tables = [values[f"/data/{name}.json"] for name in ("matrix", "reporting", "countries")]
    for country in details:
        page = parsed.page(paths[country["code"]])
        rows = [row for table in tables for row in table if row["country_code"] == country["code"]]
        said = text(page.one("main"))

        assert {*sources_in(country), *sources_in(rows)} - page.links_of_what_is_said == set()
        assert [fact["id"] for fact in country["facts"] if " ".join(fact["value"].split()) not in said] == []


def test_page_of_a_product_links_to_every_source_but_those_of_the_matrix(
    parsed: ParsedSite, erp_details: Table
) -> None:
    for erp in erp_details:
        others = {key: value for key, value in erp.items() if key != "e_invoicing_support"}

        assert {*sources_in(others)} - parsed.page(f"/erp/{erp['id']}/").links_of_what_is_said == set()


def test_listings_link_to_every_source(parsed: ParsedSite, values: Values) -> None:
    listed = {
        "/e-invoicing/": values["/data/matrix.json"],
        "/connectors/": values["/data/connectors.json"],
        "/local-erps/": values["/api/v1/local-erps.json"]["data"],
        "/partners/": values["/api/v1/partners.json"]["data"],
        "/news/": values["/api/v1/news.json"]["data"],
        "/reporting/": [
            {key: value for key, value in row.items() if key != "erp_sources"} for row in values["/data/reporting.json"]
        ],
    }
    linked = {path: parsed.page(path).links_of_what_is_said for path in listed}

    assert {path: lost for path, rows in listed.items() if (lost := {*sources_in(rows)} - linked[path])} == {}


def test_page_of_the_data_files_tells_their_records_size_and_checksum(parsed: ParsedSite, values: Values) -> None:
    downloads = next(table for table in parsed.page("/data/").all("table") if text(table[0]) == "Downloads")
    shown = [[text(cell) for cell in row] for row in downloads.iter("tr")][1:]
    files = [file for file in parsed.contents if re.fullmatch(r"/data/(?!datapackage)\w+\.(json|csv)", file)]

    assert sorted(shown) == [
        [
            file,
            f"{len(values[file.replace('.csv', '.json')]):,}",
            f"{len(parsed.contents[file]):,}",
            hashlib.sha256(parsed.contents[file]).hexdigest(),
        ]
        for file in sorted(files)
    ]


def test_page_of_the_data_files_tells_size_and_checksum_of_what_holds_all_of_them(parsed: ParsedSite) -> None:
    downloads = next(table for table in parsed.page("/data/").all("table") if text(table[0]) == "All tables at once")
    shown = [[text(cell) for cell in row] for row in downloads.iter("tr")][1:]

    assert sorted((file, size, digest) for file, _, size, digest in shown) == [
        (file, f"{len(parsed.contents[file]):,}", hashlib.sha256(parsed.contents[file]).hexdigest())
        for file in WHOLE_DATA
        if file != CITATION
    ]


def test_page_of_the_api_explains_every_operation_and_schema(parsed: ParsedSite, values: Values) -> None:
    page, openapi = parsed.page("/api/"), values["/api/openapi.json"]
    said = text(page.one("main"))

    assert [path for path in openapi["paths"] if f"GET {path} " not in said] == []
    assert {methods["get"]["operationId"] for methods in openapi["paths"].values()} - page.ids.keys() == set()
    assert {f"schema-{schema}" for schema in openapi["components"]["schemas"]} - page.ids.keys() == set()


# Safe and light


def test_nothing_is_loaded_from_another_host(parsed: ParsedSite) -> None:
    loaded = {url for page in parsed.pages.values() for url in (*page.values_of("src"), *page.linked(*LOADING))}
    embedding = ("iframe", "frame", "object", "embed", "base", "use", "image", "source", "track", "portal")
    requesting = ("action", "formaction", "ping", "srcset", "poster", "background", "http-equiv")

    assert [url for url in loaded if not re.match(r"/(?!/)", url)] == []
    assert [page.file for page in parsed.pages.values() if page.all(*embedding)] == []
    assert [page.file for page in parsed.pages.values() if page.values_of(*requesting)] == []


def test_no_asset_makes_a_request(parsed: ParsedSite) -> None:
    requests = re.compile(
        r"@import|url\(|image-set\(|\bimport\b|fetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource"
    )
    hosts = re.compile(r"//(?!www\.w3\.org/2000/svg\b)[\w-]+\.\w")
    assets = {file: content.decode() for file, content in parsed.contents.items() if file.startswith("/assets/")}

    assert {file.rpartition(".")[2] for file in assets} == {"css", "js", "svg"}
    assert [file for file, content in assets.items() if requests.search(content) or hosts.search(content)] == []


def test_no_page_holds_code_or_style(parsed: ParsedSite) -> None:
    attributes = {key for page in parsed.pages.values() for element in page.elements for key in element.attrib}
    scripts = [
        script
        for page in parsed.pages.values()
        for script in page.all("script")
        if script.attrib.get("type") != "application/ld+json"
    ]

    assert [key for key in attributes if key == "style" or key.startswith("on")] == []
    assert [page.file for page in parsed.pages.values() if page.all("style")] == []
    assert [script.attrib for script in scripts if "src" not in script.attrib or script.text] == []


def test_every_page_has_one_stylesheet_and_one_icon(parsed: ParsedSite) -> None:
    loaded = {(*page.linked("stylesheet"), *page.linked("icon")) for page in parsed.pages.values()}

    assert [re.sub(r"\.[0-9a-f]{8}\.", ".", file) for files in loaded for file in files] == [
        "/assets/style.css",
        "/assets/icon.svg",
    ]


def test_every_page_is_light(parsed: ParsedSite) -> None:
    weights = {file: weight(parsed, page) for file, page in parsed.pages.items()}

    assert {file: size for file, size in weights.items() if size > (200_000 if file in BIG_TABLES else 60_000)} == {}


def weight(parsed: ParsedSite, page: Page) -> int:
    """The bytes of a page and of all that it loads, compressed as servers do it."""
    files = (page.file, *page.linked("stylesheet", "icon"), *page.scripts)
    return sum(len(gzip.compress(parsed.contents[file], compresslevel=6)) for file in files)
