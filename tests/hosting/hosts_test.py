"""Hosts of static sites publish every file, each with the headers of its rules as far as the host can.

The hosts are modelled by what their documentation says, and by the code of the tools that upload to them.
"""

import re
import shlex
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

import pytest

from locdata_build.hosting.configuration import SiteLocation, headers_file, host_files, s3_upload
from locdata_build.hosting.rules import (
    CACHED_FOLDERS,
    COMMON_HEADERS,
    ENDINGS_KNOWN_TO_HOSTS,
    caching,
    headers_for,
    media_type,
)
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


# What each host publishes

MIME_DB = {
    "atom": "application/atom+xml",
    "css": "text/css",
    "csv": "text/csv",
    "html": "text/html",
    "ics": "text/calendar",
    "js": "text/javascript",
    "json": "application/json",
    "md": "text/markdown",
    "svg": "image/svg+xml",
    "ts": "video/mp2t",
    "txt": "text/plain",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml",
    "zip": "application/zip",
}
"""The types that https://github.com/jshttp/mime-db has for the endings of our files. GitHub Pages and Cloudflare use it."""


class Host(NamedTuple):
    """The paths that a host drops, whether it reads ``_headers``, and the paths that it sends with another type than ours."""

    dropped: str
    reads_headers: bool
    mistyped: str = "(?!)"


HOSTS = {
    # Jekyll drops more, but does not run if there is a file .nojekyll. upload-pages-artifact has to be told to take it.
    "GitHub Pages": Host(
        r"/[.]git(hub)?(/|$)",
        reads_headers=False,
        mistyped=r"[.](cff|sqlite|ts|schema[.]json)$|^/([.]well-known/api-catalog|SHA256SUMS|api/404[.]json)$",
    ),
    # getDeployFilesFilter of https://github.com/netlify/cli
    "Netlify": Host(r"/([.](?!well-known(/|$))|__MACOSX|(_headers|_redirects)$)", reads_headers=True),
    # IGNORE_LIST in pages/validate.ts of https://github.com/cloudflare/workers-sdk
    "Cloudflare": Host(
        r"^/(_worker[.]js|_redirects|_headers|_routes[.]json|functions/|[.]wrangler/)|/([.]DS_Store|node_modules|[.]git)(/|$)",
        reads_headers=True,
    ),
}

JEKYLL_DROPS = r"/[._#]|~$"
"""The special files of https://jekyllrb.com/docs/structure/."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The small site."""
    return render_files(tmp_path_factory.mktemp("data"))


PROMISED = {"/.well-known/api-catalog", "/.well-known/security.txt", "/SHA256SUMS", "/index.html", "/404.html"}


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_host_publishes_every_file_but_those_for_hosts(site: Mapping[str, bytes], host: Host) -> None:
    dropped = {path for path in site if re.search(host.dropped, path)}

    assert dropped <= host_files("https://data.example").keys()
    assert site.keys() - dropped >= PROMISED


def test_github_pages_would_drop_well_known_files_without_nojekyll(site: Mapping[str, bytes]) -> None:
    dropped = {path for path in site if re.search(JEKYLL_DROPS, path)}

    assert dropped - host_files("https://data.example").keys() == {path for path in PROMISED if "well-known" in path}
    assert site["/.nojekyll"] == b""


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_host_sends_the_types_of_the_rules_but_for_the_stated_files(site: Mapping[str, bytes], host: Host) -> None:
    rules = parse(headers_file("https://data.example")) if host.reads_headers else []
    paths = site.keys() - host_files("https://data.example").keys()
    sent = {path: MIME_DB.get(path.rpartition(".")[2], "application/octet-stream") for path in paths}
    sent |= {path: stated for path in paths if (stated := dict(added_headers(rules, path)).get("Content-Type"))}
    others = {path for path in paths if sent[path].partition(";")[0] != media_type(path).partition(";")[0]}

    assert others == {path for path in paths if re.search(host.mistyped, path)}


def test_redirects_lead_to_files(site: Mapping[str, bytes]) -> None:
    lines = [line.split() for line in host_files("https://data.example/loc")["/_redirects"].splitlines()]
    rules = [line for line in lines if line and line[0] != "#"]

    assert [(path, status) for path, _, status in rules] == [("/loc/api/v1/", "301"), ("/loc/api/v1", "301")]
    assert {target.removeprefix("/loc") for _, target, _ in rules} <= site.keys()


# Uploads to S3

GUESSED = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
"""The types that ``aws s3 sync`` guesses by ending, as ``mimetypes`` of Python does, of those that the script leaves to it."""


def uploads(script: str, site: Collection[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield what a script of ``aws s3 sync`` uploads: the path in the bucket, the path of the file, its type and its caching."""
    missing = {*site}
    for command in (shlex.split(line) for line in script.splitlines() if line.startswith("aws ")):
        _, _, verb, folder, bucket, *options = command
        assert (verb, folder) == ("sync", "/srv/site")
        values = dict(zip(options[::2], options[1::2], strict=True))
        # The script excludes everything first.
        assert options[:2] == ["--exclude", "*"]
        for path in sorted(path for path in missing if fnmatchcase(path, f"/{values['--include']}")):
            missing.remove(path)
            guessed = GUESSED.get(path.rpartition(".")[2], "binary/octet-stream")
            yield bucket + path, path, values.get("--content-type", guessed), values["--cache-control"]


def test_upload_sends_each_file_to_s3_once_with_its_type_and_caching(site: Mapping[str, bytes]) -> None:
    sent = [*uploads(s3_upload(SiteLocation("/loc", "/srv/site")), site)]

    assert {path for _, path, _, _ in sent} == site.keys() - host_files("https://data.example").keys()
    for place, path, sent_type, cache in sent:
        expected = media_type(path) if not path.startswith("/assets/") else media_type(path).partition(";")[0]
        assert (place, sent_type, cache) == (f"s3://$BUCKET/loc{path}", expected, caching(path))


# The file _headers


@pytest.mark.parametrize("prefix", ["", "/tax/locdata"], ids=["root", "path"])
def test_every_file_gets_the_headers_of_its_rules_once(site: Mapping[str, bytes], prefix: str) -> None:
    rules = parse(headers_file(f"https://data.example{prefix}"))
    paths = site.keys() - host_files("https://data.example").keys()

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
