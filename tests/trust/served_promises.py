"""What is promised of every served site, whatever the server: each promise yields what breaks it."""

import gzip
from collections.abc import Callable, Iterator, Mapping

import brotli  # type: ignore[import-untyped]  # it carries no types

from locdata_build.delivery.rules import ALLOWED, EVERYWHERE, PREFLIGHT, headers_for
from locdata_build.source.copies import CopySuffix
from trust.served_by import Reply, Served

UNPACK: Mapping[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}
SUFFIXES = {"br": CopySuffix.BROTLI, "gzip": CopySuffix.GZIP}

MISSING = (
    "/none",
    "/none?erp=odoo",
    "/none/",
    "/spain.html",
    "/none/index.md",
    "/assets/none.js",
    "/feeds/none.ics",
    "/index.html/none",
)
NO_ANSWERS = ("/api/none", "/api/v1/", "/api/v1/none.json", "/api/v1/countries/none/", "/api/schemas/none.json")
STRANGE = (
    "/../outside.txt",
    "/%2e%2e/outside.txt",
    "/assets/../../outside.txt",
    "/..%2foutside.txt",
    "/..%5coutside.txt",
    "/.%00./outside.txt",
    "/index.html%00.md",
    "/%00",
    "/.secret",
    "/.git/config",
    "/api/.secret",
    "/.well-known/.secret",
    "/.well-known/../.secret",
    "//.secret",
    "/%2esecret",
)
"""What must not lead to a file: above the site, or hidden in it."""

SECRET = b"secret"
"""What is in the files that nobody may see."""

ELSEWHERE = (
    "//evil.example",
    "//evil.example/%2e%2e/data",
    "//data",
    "/%2f/data",
    "/\\evil.example",
    "//evil.example//..//data",
)
"""What a careless server redirects to another host."""


def paths(served: Served) -> list[str]:
    """The path of every file that is served."""
    files = [f"/{file.relative_to(served.folder).as_posix()}" for file in served.folder.rglob("*") if file.is_file()]
    hidden = (*SUFFIXES.values(), "secret", "/config")
    return sorted(path for path in files if not path.endswith(hidden))


def address(path: str) -> str:
    """By what path browsers ask for a file."""
    return path.removesuffix("index.html") if path.endswith("/index.html") else path


def _content(served: Served, path: str) -> bytes:
    return (served.folder / path.removeprefix("/")).read_bytes()


def _wrong(reply: Reply, status: int, headers: Mapping[str, str], about: str) -> Iterator[str]:
    """What is not as it shall be in an answer."""
    if reply.status != status:
        yield f"{about}: status {reply.status}, not {status}"
    for name, value in headers.items():
        if reply.header(name) != value:
            yield f"{about}: {name}: {reply.header(name)!r}, not {value!r}"


def _without(headers: Mapping[str, str], name: str) -> Mapping[str, str]:
    return {key: value for key, value in headers.items() if key != name}


def every_file_is_served_as_the_rules_say(served: Served) -> Iterator[str]:
    """Bytes, type, caching, security, and an ETag."""
    for path in paths(served):
        reply = served.ask(address(path))
        yield from _wrong(reply, 200, headers_for(path), path)
        if reply.content != _content(served, path):
            yield f"{path}: other bytes"
        if not reply.header("ETag").startswith('"'):
            yield f"{path}: ETag {reply.header('ETag')!r}"
        if any(sign.isdigit() for sign in reply.header("Server")):
            yield f"{path}: tells the version of the server"


def an_unchanged_file_is_not_sent_again(served: Served) -> Iterator[str]:
    """304 for its ETag, weak or in a list, with all that the page of another site needs to read it."""
    for path in paths(served):
        etag = served.ask(address(path)).header("ETag")
        wanted = {**_without(headers_for(path), "Content-Type"), "ETag": etag}
        for condition in (etag, f"W/{etag}", f'"other", {etag}'):
            reply = served.ask(address(path), headers={"If-None-Match": condition})
            yield from _wrong(reply, 304, wanted, f"{path} with {condition}")
            if reply.content:
                yield f"{path}: 304 with content"
    for condition in ('"other"', ""):
        yield from _wrong(served.ask("/", headers={"If-None-Match": condition}), 200, EVERYWHERE, condition)


def head_is_get_without_content(served: Served) -> Iterator[str]:
    """The same status and headers, the length included."""
    for path in (*map(address, paths(served)), "/none", "/api/none", "/data"):
        get, head = served.ask(path), served.ask(path, "HEAD")
        if head.content:
            yield f"{path}: content for HEAD"
        # A redirection has no content whose length HEAD could tell.
        ignored = {"date", *(["content-length"] if get.status == 301 else [])}
        got, headed = (
            {name: values for name, values in reply.headers.items() if name not in ignored} for reply in (get, head)
        )
        if (get.status, got) != (head.status, headed):
            yield f"{path}: {got} for GET, {headed} for HEAD"


def a_browser_may_ask_before_it_asks(served: Served) -> Iterator[str]:
    """OPTIONS, as sent before a request with If-None-Match."""
    asking = {"Origin": "https://other.example", "Access-Control-Request-Method": "GET"}
    for path in (
        "/",
        "/api/v1/index.json",
        "/api/schemas/v1/index.schema.json",
        "/api/none",
        "/none",
        "/assets/none.js",
    ):
        headers = {**asking, "Access-Control-Request-Headers": "if-none-match"}
        reply = served.ask(path, "OPTIONS", headers)
        yield from _wrong(reply, 204, {**EVERYWHERE, **ALLOWED, **PREFLIGHT}, f"OPTIONS {path}")
        if reply.content:
            yield f"OPTIONS {path}: content"


def other_methods_are_refused(served: Served) -> Iterator[str]:
    """Nothing can be changed, so nobody is asked to sign in."""
    for method in ("POST", "PUT", "DELETE", "PATCH", "PROPFIND"):
        for path in ("/", "/api/v1/index.json", "/data", "/none", "/.well-known/api-catalog"):
            yield from _wrong(served.ask(path, method), 405, {**EVERYWHERE, **ALLOWED}, f"{method} {path}")


def what_is_missing_is_missing(served: Served) -> Iterator[str]:
    """Status 404, whatever a client has: as JSON below the API, as a page elsewhere."""
    conditions: tuple[Mapping[str, str], ...] = (
        {},
        {"If-None-Match": "*"},
        {"Range": "bytes=0-9"},
        {"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"},
    )
    for paths_of, file in ((MISSING, "/404.html"), (NO_ANSWERS, "/api/404.json")):
        content, wanted = _content(served, file), headers_for(file)
        for path in paths_of:
            for condition in conditions:
                reply = served.ask(path, headers=condition)
                yield from _wrong(reply, 404, wanted, f"{path} with {condition}")
                if reply.content != content:
                    yield f"{path} with {condition}: not {file}"


def a_folder_is_redirected_to_its_page(served: Served) -> Iterator[str]:
    """To the same host and scheme, because the place names neither; what was asked of the page stays."""
    for path in paths(served):
        folder = path.removesuffix("/index.html")
        if folder not in {path, ""}:
            for query in ("", "?erp=odoo&x=%2F"):
                wanted = {"Location": f"{served.prefix}{folder}/{query}", **EVERYWHERE}
                yield from _wrong(served.ask(f"{folder}{query}"), 301, wanted, f"{folder}{query}")
    if served.prefix:
        reply = served.ask("")
        yield from _wrong(reply, 301, {"Location": f"{served.prefix}/"}, "the address without its slash")
        if any(sign.isdigit() for sign in reply.header("Server")):
            yield "the address without its slash tells the version of the server"


def nothing_leads_out_of_the_site(served: Served) -> Iterator[str]:
    """No file above the site, none that is hidden in it, no copy by its own name, and no other host."""
    copies = [f"/{file.relative_to(served.folder)}" for file in served.folder.rglob("*.gz")][:3]
    for path in (*STRANGE, *copies, *(copy.replace(".gz", ".br") for copy in copies)):
        reply = served.ask(path)
        # Above our prefix lies what the operator put there, which is nothing here.
        nothing = reply.status in {400, 404} or (served.prefix and not reply.content)
        if SECRET in reply.content or not nothing:
            yield f"{path}: status {reply.status}, {reply.content[:40]!r}"
    for path in ELSEWHERE:
        target = served.ask(path).header("Location")
        if target and not (target.startswith("/") and not target.startswith(("//", "/\\"))):
            yield f"{path}: leads to {target}"


def a_host_may_prove_whose_it_is(served: Served) -> Iterator[str]:
    """By a file at a well-known address, as those who sign certificates ask for."""
    file = served.folder / ".well-known/acme-challenge/aB-c_9"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"token")
    reply = served.ask("/.well-known/acme-challenge/aB-c_9")
    file.unlink()
    file.parent.rmdir()
    yield from _wrong(reply, 200, EVERYWHERE, "a proof")


def copies_are_sent_to_those_who_take_them(served: Served) -> Iterator[str]:
    """The same content by the same name, with an ETag of its own; a file without copies is sent as it is."""
    for path in paths(served):
        plain = served.ask(address(path))
        present = {name for name in SUFFIXES if (served.folder / f"{path[1:]}{SUFFIXES[name]}").exists()}
        for accepted, choices in (
            ("br", ["br"]),
            ("gzip", ["gzip"]),
            ("gzip, deflate, br", ["br", "gzip"]),
            ("gzip;q=0, identity", []),
            ("zstd", []),
        ):
            taken = next((name for name in choices if name in present & served.encodings), "")
            vary = "Accept-Encoding" if present & served.encodings else ""
            wanted = {**headers_for(path), "Content-Encoding": taken, "Vary": vary}
            # To the world's proxies as well: nginx sends them no copies by itself.
            reply = served.ask(address(path), headers={"Accept-Encoding": accepted, "Via": "1.1 proxy.example"})
            about = f"{path} for {accepted}"
            if served.server == "caddy" and not taken:
                # It tells what an answer depends on only where that made a difference; see docs/hosting.md.
                wanted = {**wanted, "Vary": reply.header("Vary")}
            yield from _wrong(reply, 200, wanted, about)
            content = (
                UNPACK[taken](reply.content) if taken and reply.header("Content-Encoding") == taken else reply.content
            )
            if content != plain.content:
                yield f"{about}: other content"
            if (reply.header("ETag") == plain.header("ETag")) == bool(taken):
                yield f"{about}: ETag {reply.header('ETag')} beside {plain.header('ETag')}"
            again = {"Accept-Encoding": accepted, "If-None-Match": reply.header("ETag")}
            yield from _wrong(served.ask(address(path), headers=again), 304, EVERYWHERE, f"{about} again")


def a_part_of_a_file_can_be_had(served: Served) -> Iterator[str]:
    """For whoever reads the database or the archive piece by piece, from another site as well. The preview sends it whole."""
    for path in ("/data/locdata.sqlite", "/data/locdata.zip"):
        whole, content = served.ask(path), _content(served, path)
        if served.server == "preview":
            yield from _wrong(served.ask(path, headers={"Range": "bytes=2-9"}), 200, headers_for(path), path)
            continue
        wanted = {**headers_for(path), "Content-Range": f"bytes 2-9/{len(content)}"}
        reply = served.ask(path, headers={"Range": "bytes=2-9", "If-Range": whole.header("ETag")})
        yield from _wrong(reply, 206, wanted, path)
        if reply.content != content[2:10]:
            yield f"{path}: {reply.content!r}"
        changed = served.ask(path, headers={"Range": "bytes=2-9", "If-Range": '"other"'})
        yield from _wrong(changed, 200, headers_for(path), f"{path}, changed meanwhile")
        beyond = served.ask(path, headers={"Range": f"bytes={len(content)}-"})
        # nginx says everything twice here, so that the page of another site learns nothing but that it failed.
        yield from _wrong(beyond, 416, {} if served.server == "nginx" else EVERYWHERE, f"{path}, beyond its end")


PROMISES: tuple[Callable[[Served], Iterator[str]], ...] = (
    every_file_is_served_as_the_rules_say,
    an_unchanged_file_is_not_sent_again,
    head_is_get_without_content,
    a_browser_may_ask_before_it_asks,
    other_methods_are_refused,
    what_is_missing_is_missing,
    a_folder_is_redirected_to_its_page,
    nothing_leads_out_of_the_site,
    a_host_may_prove_whose_it_is,
    copies_are_sent_to_those_who_take_them,
    a_part_of_a_file_can_be_had,
)
