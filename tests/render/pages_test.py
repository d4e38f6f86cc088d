"""Pages tell of the other files of the site what those files are."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from locdata_model.data_files import DATA_FILES, DataFormat
from support.dataset import country, whole
from support.pages import nothing_known, small_world
from support.world import render_files

PATHS = [spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a site with two countries."""
    norway = country("no", "Norway") | nothing_known()
    return render_files(tmp_path_factory.mktemp("data"), whole() | {"countries/no.json": norway})


@pytest.mark.parametrize("path", PATHS)
def test_a_download_has_the_size_and_the_checksum_of_its_file(files: dict[str, bytes], path: str) -> None:
    lines = files["/data/index.md"].decode().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"- [{path}]"))

    assert lines[start + 2 : start + 4] == [
        f"  - Bytes: {len(files[path]):,}",
        f"  - SHA-256: `{hashlib.sha256(files[path]).hexdigest()}`",
    ]


def test_the_page_of_the_api_shows_the_document_as_it_is_published(files: dict[str, bytes]) -> None:
    document = json.loads(files["/api/openapi.json"])
    shown = re.findall(r"^```json\n(.*?)\n```$", files["/api/index.md"].decode(), re.MULTILINE | re.DOTALL)
    examples = [
        content["example"]
        for methods in document["paths"].values()
        for content in methods["get"]["responses"]["200"]["content"].values()
    ]

    assert [json.loads(example) for example in shown] == [each for each in examples if not isinstance(each, str)]


def test_every_file_that_a_page_names_as_its_data_is_there(files: dict[str, bytes]) -> None:
    pages = [content.decode() for path, content in files.items() if path.endswith(".html")]
    named = {
        path
        for page in pages
        for path in re.findall(r'<link rel="alternate" type="application/json" href="([^"]*)"', page)
    }

    assert len(named) > 10
    assert named - files.keys() == set()


def test_a_site_of_which_next_to_nothing_is_known_has_all_its_pages(tmp_path: Path, files: dict[str, bytes]) -> None:
    bare = render_files(tmp_path, small_world())
    pages = {path for path in files if path.endswith((".html", ".md", ".txt")) and not path.startswith("/norway/")}

    assert {path for path in bare if path.endswith((".html", ".md", ".txt"))} == pages
