"""The file `_headers` gives each path the headers of its rules."""

import pytest

from hosting.headers_reading import added_headers, parse
from locdata_build.hosting.configuration import headers_file
from locdata_build.hosting.rules import CACHED_FOLDERS, COMMON_HEADERS, ENDINGS_KNOWN_TO_HOSTS, caching, headers_for
from support.rendering import render_files


@pytest.mark.parametrize("prefix", ["", "/tax/locdata"], ids=["root", "path"])
def test_every_file_gets_the_headers_of_its_rules_once(tmp_path_factory: pytest.TempPathFactory, prefix: str) -> None:
    rules = parse(headers_file(f"https://data.example{prefix}"))
    paths = render_files(tmp_path_factory.mktemp("data")).keys() - {"/_headers"}

    assert {path: sorted(added_headers(rules, f"{prefix}{path}")) for path in paths} == {
        path: sorted((name, value) for name, value in headers_for(path).items() if is_stated(name, path))
        for path in paths
    }


@pytest.mark.parametrize("text", ["  X-Name: value\n", "/*\n  X-Name: a\n  X-Name: b\n", "/*\n"])
def test_the_reader_refuses_what_a_host_would(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(line|too many)"):
        parse(text)


def is_stated(name: str, path: str) -> bool:
    """Return whether ``_headers`` states this header; otherwise hosts choose it."""
    if name == "Cache-Control":
        return path.startswith(CACHED_FOLDERS)
    is_special = path.startswith(("/api/schemas/", "/api/strict/schemas/", "/api/404.json"))
    return name != "Content-Type" or path.rpartition(".")[2] not in ENDINGS_KNOWN_TO_HOSTS or is_special


def test_missing_paths_get_the_common_headers() -> None:
    rules = parse(headers_file("https://data.example"))

    assert dict(added_headers(rules, "/none")) == COMMON_HEADERS
    assert dict(added_headers(rules, "/api/none")) == {**COMMON_HEADERS, "Cache-Control": caching("/api/none")}
