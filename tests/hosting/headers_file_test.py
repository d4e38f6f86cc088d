"""The file `_headers` gives each path the headers of its rules."""

import re
from collections.abc import Iterator

import pytest

from locdata_build.hosting.configuration import headers_file, host_files
from locdata_build.hosting.rules import CACHED_FOLDERS, COMMON_HEADERS, ENDINGS_KNOWN_TO_HOSTS, caching, headers_for
from support.rendering import render_files

Rules = list[tuple[str, dict[str, str]]]
"""Patterns of paths, each with at most one asterisk, with the headers that they add."""

MAX_RULES = 100
MAX_LINE_LENGTH = 2000
"""Cloudflare's limits on the rules of a file and the characters of a line."""

PATTERN = re.compile(r"/[A-Za-z0-9._~/-]*\*?[A-Za-z0-9._~/-]*")
HEADER = re.compile(r"  ([A-Za-z-]+): (\S(?:.*\S)?)")


def parse(text: str) -> Rules:
    """Return the rules of a file. Raise ``ValueError`` for everything that a host would ignore or refuse."""
    rules: Rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        header = HEADER.fullmatch(line)
        if len(line) > MAX_LINE_LENGTH:
            raise ValueError(f"line {number}: too long")
        if not line or line.startswith("#"):
            continue
        if PATTERN.fullmatch(line):
            rules.append((line, {}))
        elif header and rules and header[1] not in rules[-1][1]:
            rules[-1][1][header[1]] = header[2]
        else:
            raise ValueError(f"line {number}: {line}")
    if len(rules) > MAX_RULES or not all(headers for _, headers in rules):
        raise ValueError("too many rules, or one without headers")
    return rules


def added_headers(rules: Rules, path: str) -> Iterator[tuple[str, str]]:
    """Yield each header that the rules add to ``path``; a name comes twice if two rules add it."""
    for pattern, headers in rules:
        before, asterisk, after = pattern.partition("*")
        if re.fullmatch(f"{re.escape(before)}{'.*' if asterisk else ''}{re.escape(after)}", path):
            yield from headers.items()


@pytest.mark.parametrize("prefix", ["", "/tax/locdata"], ids=["root", "path"])
def test_every_file_gets_the_headers_of_its_rules_once(tmp_path_factory: pytest.TempPathFactory, prefix: str) -> None:
    rules = parse(headers_file(f"https://data.example{prefix}"))
    paths = render_files(tmp_path_factory.mktemp("data")).keys() - host_files("https://data.example").keys()

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
