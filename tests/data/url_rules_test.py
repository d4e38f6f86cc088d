"""Paths can be appended to the base URL, and every page and calendar has a path of its own."""

from pathlib import Path

import pytest

from locdata_build.data.site import is_base_url
from locdata_model import DATA_FILES, ENDPOINTS
from locdata_model.data_files import DataFormat
from locdata_model.urls import PageName
from support.dataset import COUNTRY, ERP, changed, issues, whole
from support.records import support

REFUSED_BASE_URLS = [
    "https://data.example/",
    "https://data.example/path/",
    "https://data.example//path",
    "https://data.example?",
    "https://data.example#top",
    "https://data.example/(a)",
    "https://data.example/a/../b",
    "https://data.example/.well-known",
    "https://data.example/a./b",
    "https://data.example/a..b",
    "https://data.example/%2e%2e/x",
    "https://data.example/*",
    "https://data.example/:name",
    "https://data.example/a;b",
    "https://data.example/$uri",
    "https://data.example:65536",
    "https://data.example:0",
    "https://data.example:080",
    "https://Data.example",
]
NO_WEB_URLS = [
    "https://data.example:",
    "https://data.example./a",
    "https:///a",
    "https://user:secret@data.example",
    "https://data.example\\a",
    "https://data.example/a\tb",
    "https://data.example/é",
    "https://[::1",
    "//data.example",
    "HTTPS://data.example",
    "https://data.example\n",
]
FORM = (
    "must be like https://data.example:8443/tax/v1.0: http or https, a host in lower case, a port from 1 to 65535 if any, "
    "and a path whose segments have only letters, digits, '-', '_', '~' and single dots between these, without a slash "
    "at the end"
)


@pytest.mark.parametrize("url", REFUSED_BASE_URLS)
def test_base_url_that_a_builder_or_a_server_would_misread_is_refused(tmp_path: Path, url: str) -> None:
    assert not is_base_url(url)
    assert issues(tmp_path, changed("site.json", "$.base_url", url)) == [
        f"data/site.json: $.base_url: {FORM}, but is {url!r} [base-url]"
    ]


@pytest.mark.parametrize("url", NO_WEB_URLS)
def test_base_url_that_is_no_web_url_is_refused(tmp_path: Path, url: str) -> None:
    assert not is_base_url(url)
    assert issues(tmp_path, changed("site.json", "$.base_url", url)) != []


@pytest.mark.parametrize(
    "url",
    [
        "https://data.example",
        "http://localhost:8000",
        "https://data.example:65535",
        "http://192.0.2.1",
        "https://example.org/data/set",
        "https://example.org/Tax/loc-data_1.0~x",
    ],
)
def test_base_url_that_a_path_can_follow_is_accepted(tmp_path: Path, url: str) -> None:
    assert is_base_url(url)
    assert issues(tmp_path, changed("site.json", "$.base_url", url)) == []


@pytest.mark.parametrize(
    "address",
    ['"><script>alert(1)</script>@a.example', "a@b.example?bcc=c", "a,b@c.example", "a@b.example\\"],
)
def test_contact_that_could_break_out_of_a_link_is_refused(tmp_path: Path, address: str) -> None:
    assert issues(tmp_path, changed("site.json", "$.contact", address)) == [
        (
            "data/site.json: $.contact: must be an email address of letters, digits and . _ + - only, "
            f"but is {address!r} [wrong-pattern]"
        )
    ]


@pytest.mark.parametrize("name", ["法国", "&"])
@pytest.mark.parametrize(("file", "path"), [(COUNTRY, "$.name"), ("site.json", "$.regions[1]")])
def test_name_that_makes_no_slug_is_refused(tmp_path: Path, file: str, path: str, name: str) -> None:
    value = name if file == COUNTRY else ["Region 1", name]

    assert issues(tmp_path, changed(file, path.removesuffix("[1]"), value)) == [
        f"data/{file}: {path}: must have a Latin letter or a digit, because a URL is made from it [no-slug]"
    ]


def test_name_that_is_too_long_for_a_folder_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.name", "a" * 300)) == [
        "data/countries/fr.json: $.name: must make a slug of at most 80 characters, but makes one of 300 [too-long]"
    ]


def test_id_that_is_too_long_for_a_folder_is_refused(tmp_path: Path) -> None:
    files, long = whole(), "a" * 81
    files[f"erps/{long}.json"] = {**files[ERP], "id": long, "key": "other", "localization_label": "Other"}
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support(long))

    assert issues(tmp_path, files) == [
        f"data/erps/{long}.json: $.id: must make a slug of at most 80 characters, but makes one of 81 [too-long]"
    ]


@pytest.mark.parametrize(
    ("file", "path", "value", "message"),
    [
        *(
            (
                COUNTRY,
                "$.name",
                page.replace("-", " ").title(),
                f"must not make the path of another page of the site, but makes '/{page}/'",
            )
            for page in PageName
        ),
        (
            "site.json",
            "$.regions",
            ["Region 1", "Region-1"],
            "must not make the same slug as another region, but 'Region 1' makes 'region-1' too",
        ),
        (
            "site.json",
            "$.regions",
            ["Region 1", "Full"],
            "must not make the path of the text on all countries, but makes '/llms-full.txt'",
        ),
    ],
)
def test_name_that_makes_a_path_that_is_taken_is_refused(
    tmp_path: Path, file: str, path: str, value: object, message: str
) -> None:
    shown = path if isinstance(value, str) else f"{path}[1]"

    assert issues(tmp_path, changed(file, path, value)) == [f"data/{file}: {shown}: {message} [duplicate]"]


def test_published_files_are_in_folders_that_no_country_can_have() -> None:
    paths = [*(spec.path for spec in ENDPOINTS), *(spec.path(kind) for spec in DATA_FILES for kind in DataFormat)]

    assert {path.split("/")[1] for path in paths} <= {*PageName}


def test_id_of_a_product_that_looks_like_the_code_of_a_country_is_refused(tmp_path: Path) -> None:
    assert [issue for issue in issues(tmp_path, changed(ERP, "$.id", "fr")) if "two letters" in issue] == [
        (
            "data/erps/erp_id_01.json: $.id: must not have two letters like the code of a country, which names a feed too, "
            "but is 'fr' [duplicate]"
        )
    ]
