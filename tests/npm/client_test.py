"""The client of the package, run by Node against served sites: values, revalidation and errors."""

import json
import os
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from locdata_build.hosting.preview import Request, Response, answer
from locdata_build.hosting.server import HOST
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import endpoint_for
from support.npm_package import install
from support.programs import program
from support.serving import recorded
from support.site import Files, read_files

PATH = "/api/v1/countries.json"
JSON = {"Content-Type": "application/json"}

Run = Callable[..., Any]
"""Run the lines of a program with arguments, and return the value that it gives to ``answer``."""

PROGRAM = """\
import { createClient, LocdataError } from "locdata-types";

const [base, ...paths] = process.argv.slice(2);
const answer = (value) => console.log(JSON.stringify(value));
const described = ({ name, kind, url, status, message, cause }) =>
  ({ name, kind, url, status, message, cause: cause?.name ?? null });
const failure = async (promise) => {
  try {
    return { value: await promise };
  } catch (error) {
    return error instanceof LocdataError ? described(error) : `${error.name}: ${error.message}`;
  }
};
"""

GET_ALL = """
const site = createClient(base);
const values = {};
for (const path of paths) {
  values[path] = await site.get(path);
}
answer(values);
"""

GET = 'answer(await failure(createClient(base).get("/api/a.json")));'


@pytest.fixture(scope="module")
def files(site: Path) -> Files:
    """The files of the site."""
    return read_files(site)


@pytest.fixture(scope="module")
def run(tarball: bytes, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run programs in a folder in which the package is installed."""
    node = program("NODE", "node")
    folder = tmp_path_factory.mktemp("consumer")
    install(tarball, folder)

    def run_lines(lines: str, *arguments: str) -> object:
        (folder / "program.js").write_text(f"{PROGRAM}{lines}\n", encoding="utf-8")
        environment = {"PATH": os.defpath, "NODE_OPTIONS": "--throw-deprecation --unhandled-rejections=strict"}
        done = subprocess.run(
            [node, "program.js", *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    return run_lines


@contextmanager
def serving_files(files: Files, prefix: str = "") -> Iterator[tuple[str, list[tuple[str, str, int]]]]:
    """Serve a site below a prefix, as the preview does."""
    with recorded(lambda request: answer(files, prefix, request)) as served:
        yield served


def values_of(files: Files) -> dict[str, Any]:
    """Return the value of each file that the declarations describe, by its path."""
    tables = {spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat}
    described = {path: content for path, content in files.items() if endpoint_for(path) or path in tables}
    return {
        path: content.decode() if path.endswith(DataFormat.CSV) else json.loads(content)
        for path, content in described.items()
    }


@pytest.mark.parametrize("base", ["", "/base/path/"], ids=["root", "path"])
def test_client_gives_the_value_of_every_file(run: Run, files: Files, base: str) -> None:
    expected = values_of(files)
    with serving_files(files, base.removesuffix("/")) as (url, _):
        values = run(GET_ALL, f"{url}{base}", *expected)

    assert {type(value) for value in expected.values()} == {dict, list, str}
    assert values == expected


def test_package_is_the_same_for_import_and_require(run: Run) -> None:
    lines = """
        const { createRequire } = await import("node:module");
        const required = createRequire(import.meta.url)("locdata-types");
        answer([required.createClient === createClient, required.LocdataError === LocdataError]);
    """

    assert run(lines) == [True, True]


def test_paths_of_records_lead_to_urls_below_the_base(run: Run, files: Files) -> None:
    lines = """
        const site = createClient(base);
        const { data: [country], meta } = await site.get("/api/v1/countries.json");
        const { data: detail } = await site.get(country.api_url);
        answer([site.url(country.api_url), site.url(meta.licence.commercial_licence), detail.code]);
    """
    with serving_files(files, "/base/path") as (url, _):
        base = f"{url}/base/path"
        answered = run(lines, base)

    assert answered == [f"{base}/api/v1/countries/aq.json", f"{base}/licence/", "aq"]


def test_value_is_kept_until_its_file_changes(run: Run) -> None:
    versions = [b"[1]", b"[1]", b"[2]"]

    def respond(request: Request) -> Response:
        return answer({"/api/a.json": versions.pop(0)}, "", request)

    with recorded(respond) as (url, log):
        lines = """
            const site = createClient(base, { revalidate: true });
            const [a, b, c] = [await site.get(paths[0]), await site.get(paths[0]), await site.get(paths[0])];
            answer([a === b, b, c]);
        """
        values = run(lines, url, "/api/a.json")

    assert values == [True, [1], [2]]
    assert [(tag[:1], status) for _, tag, status in log] == [("", 200), ('"', 304), ('"', 200)]


@pytest.mark.parametrize(
    ("options", "headers"), [("{}", {"ETag": '"a"'}), ("{ revalidate: true }", {})], ids=["not asked for", "no ETag"]
)
def test_value_is_kept_only_on_request_and_with_an_etag(run: Run, options: str, headers: Mapping[str, str]) -> None:
    with recorded(lambda _: Response(HTTPStatus.OK, {**JSON, **headers}, b"{}")) as (url, log):
        lines = f"""
            const site = createClient(base, {options});
            const [first, second] = [await site.get("/a.json"), await site.get("/a.json")];
            answer(first === second);
        """
        same = run(lines, url)

    assert same is False
    assert log == [("/a.json", "", HTTPStatus.OK)] * 2


def error(url: str, kind: str, status: int | None, message: str, cause: str | None = None) -> dict[str, Any]:
    """Return the description of an error for the path of ``GET``."""
    path = f"{url}/api/a.json"
    return {
        "name": "LocdataError",
        "kind": kind,
        "url": path,
        "status": status,
        "message": f"{path}: {message}",
        "cause": cause,
    }


@pytest.mark.parametrize(
    ("status", "kind", "message"),
    [
        (HTTPStatus.NOT_FOUND, "not-found", "there is no such file"),
        (HTTPStatus.NOT_MODIFIED, "status", "the response has the status 304"),
        (HTTPStatus.SERVICE_UNAVAILABLE, "status", "the response has the status 503"),
    ],
)
def test_other_status_is_an_error(run: Run, status: HTTPStatus, kind: str, message: str) -> None:
    with recorded(lambda _: Response(status, JSON, b"{}")) as (url, _):
        failure = run(GET, url)

    assert failure == error(url, kind, status, message)


def test_page_instead_of_json_is_an_error(run: Run) -> None:
    with recorded(lambda _: Response(HTTPStatus.OK, {"Content-Type": "text/html"}, b"<p>Log in")) as (url, _):
        failure = run(GET, url)

    assert failure.pop("message").startswith(f"{url}/api/a.json: the response is not JSON: ")
    assert failure.items() < error(url, "not-json", 200, "", "SyntaxError").items()


def test_server_that_does_not_listen_is_unreachable(run: Run) -> None:
    # The port is taken as long as the socket is open, without a listener.
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        url = f"http://{HOST}:{taken.getsockname()[1]}"
        failure = run(GET, url)

    refused = f"connect ECONNREFUSED {url.removeprefix('http://')}"
    assert failure == error(url, "unreachable", None, f"cannot be reached: fetch failed ({refused})", "TypeError")


def test_response_that_breaks_off_is_unreachable(run: Run) -> None:
    lines = """
        const body = new ReadableStream({ start: (controller) => controller.error(new Error("broken off")) });
        const fetch = async () => new Response(body);
        answer(await failure(createClient(base, { fetch }).get("/api/a.json")));
    """
    url = "https://data.example"

    assert run(lines, url) == error(url, "unreachable", None, "cannot be reached: broken off", "Error")


def test_encrypted_connection_is_not_given_up(run: Run) -> None:
    lines = """
        const fetch = async () => Object.defineProperty(new Response("1"), "url", { value: paths[0] });
        answer(await failure(createClient(base, { fetch }).get("/api/a.json")));
    """
    url = "https://data.example"
    message = "cannot be reached: a redirect leads from https to http"

    assert run(lines, url, "http://data.example/api/a.json") == error(url, "unreachable", None, message, "Error")
    assert run(lines, url, "https://elsewhere.example/a.json") == {"value": 1}
    assert run(lines, "http://data.example", "http://data.example/b.json") == {"value": 1}


def test_aborted_request_ends_with_the_reason(run: Run, files: Files) -> None:
    with serving_files(files) as (url, log):
        lines = """
            const reason = new RangeError("enough");
            answer(await failure(createClient(base).get(paths[0], { signal: AbortSignal.abort(reason) })));
        """
        failure = run(lines, url, PATH)

    assert failure == "RangeError: enough"
    assert log == []


def test_other_fetch_takes_the_place_of_the_global_one(run: Run) -> None:
    lines = """
        globalThis.fetch = () => { throw new Error("the global one"); };
        const requests = [];
        const fetch = async (...request) => {
          requests.push(request);
          return new Response("1", { headers: { etag: 'W/"a"' } });
        };
        const site = createClient(base, { fetch, revalidate: true });
        await site.get("/a.json");
        await site.get("/a.json");
        answer(requests);
    """
    url = "https://data.example/base/a.json"

    assert run(lines, "https://data.example/base") == [
        [url, {"headers": {}}],
        [url, {"headers": {"If-None-Match": 'W/"a"'}}],
    ]


@pytest.mark.parametrize("path", ["", "https://other.example/a.json", "/%2e%2E/a.json", "/..\\a.json", "/.\n./a.json"])
def test_path_that_is_not_below_the_base_is_refused(run: Run, path: str) -> None:
    lines = """
        const fetch = async () => { throw new Error("a request"); };
        answer(await failure(createClient(base, { fetch }).get(paths[0])));
    """

    assert run(lines, "https://data.example/base", path) == (
        'TypeError: the path must begin with "/" and have no dot segments, such as "/api/v1/index.json", '
        f"but is {json.dumps(path)}"
    )


@pytest.mark.parametrize(
    ("base", "shown"),
    [
        *((base, base) for base in ("", "/api", "file:///data", "https://data.example/?query")),
        ("https://reader:secret@data.example", "...@data.example"),
        ("https://reader:secret@data.example:99999", "...@data.example:99999"),
    ],
)
def test_base_that_is_no_plain_url_is_refused(run: Run, base: str, shown: str) -> None:
    """A password is not shown."""
    lines = "answer(await failure((async () => createClient(base))()));"

    assert run(lines, base) == (
        f"TypeError: the base URL must be an http or https URL without a query, a fragment or a user, but is {json.dumps(shown)}"
    )
