"""The command serve previews a built site, or shows each edit of the data and its issues, until it is interrupted."""

import re
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from threading import Thread

import pytest

from locdata_build.cli import watching
from locdata_build.data.site import BASE_URL_FORM
from locdata_build.hosting.configuration import host_files
from support.command_line import Outcome, run_here
from support.dataset import COUNTRY, ERP, changed, whole, write
from support.folders import files_of
from support.signals import obey_interrupts

setup_module = obey_interrupts

TIMEOUT = 60
DOCUMENT = Path("api/openapi.json")


@pytest.fixture
def site(data: Path, tmp_path: Path) -> Path:
    """The small site, built for a path of its host."""
    run_here("--data", data, "--out", tmp_path / "site", "--base-url", "https://tax.example/locdata")
    return tmp_path / "site"


@pytest.mark.parametrize("spoil", [Path.unlink, lambda document: document.write_bytes(b"{")], ids=["missing", "broken"])
def test_preview_without_a_readable_openapi_document_is_one_error(site: Path, spoil: Callable[[Path], object]) -> None:
    spoil(site / DOCUMENT)

    assert run_here("serve", "--out", site) == (
        1,
        "",
        f"{site}: must be a built site, but its /api/openapi.json states no base URL\n",
    )


def test_preview_of_a_site_for_an_impossible_base_url_is_one_error(site: Path) -> None:
    (site / DOCUMENT).write_text('{"servers": [{"url": "http://["}]}')

    assert run_here("serve", "--out", site) == (1, "", f"the base URL {BASE_URL_FORM}, got 'http://['\n")


def test_port_in_use_is_one_error(site: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        outcome = run_here("serve", "--out", site, "--port", str(port))

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"port {port}: ")


def test_preview_serves_the_site_until_it_is_interrupted(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    serve_forever = ThreadingHTTPServer.serve_forever

    def serve_and_interrupt(server: ThreadingHTTPServer) -> None:
        Thread(target=serve_forever, args=[server], daemon=True).start()
        url = f"http://localhost:{server.server_port}/locdata/"
        with urllib.request.urlopen(url, timeout=TIMEOUT) as page:
            seen.append((url, page.read()))
        server.shutdown()
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", serve_and_interrupt)
    outcome = run_here("serve", "--out", site, "--port", "0")

    ((url, content),) = seen
    assert outcome == (130, f"{site}: {url} until Ctrl-C\n", "interrupted\n")
    assert content == (site / "index.html").read_bytes()


# The site of the data

REBUILT = (None, None)
"""The pauses after an edit: in the second one, nothing has changed any more."""

Look = Callable[[str], tuple[int, bytes]]
Editing = Callable[[Look], Iterator[None]]


def look(path: str) -> tuple[int, bytes]:
    """Return the status and the content at a path of the site, whose URL was printed last."""
    printed = sys.stdout.getvalue()  # type: ignore[union-attr]  # replaced by `run_here`
    site = re.findall(r"^http://localhost(:[0-9]+(?:/[a-z]+)*/): ", printed, re.MULTILINE)[-1]
    try:
        with urllib.request.urlopen(f"http://localhost{site}{path}", timeout=TIMEOUT) as page:
            return page.status, page.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def watch(data: Path, monkeypatch: pytest.MonkeyPatch, editing: Editing) -> Outcome:
    """Run the command, let ``editing`` edit and look once the site is built, and interrupt the command at its end.

    It yields when the command may go on until its next look at the files.
    """
    pauses = chain([None], editing(look))

    def pause() -> None:
        if next(pauses, "end") == "end":
            raise KeyboardInterrupt

    monkeypatch.setattr(watching, "pause", pause)
    outcome = run_here("serve", "--watch", "--data", data, "--port", "0")
    assert [*pauses] == []
    out = outcome.out.replace(str(data), "data")
    return outcome._replace(out=re.sub(r"(?<=localhost):[0-9]+|[0-9]+\.[0-9]{2}(?= s)", "", out))


def rename(data: Path, name: str) -> None:
    """Save the country with another name."""
    write(data, {COUNTRY: changed(COUNTRY, "$.name", name)[COUNTRY]})


def test_edit_is_served_and_printed_in_one_line(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def editing(look: Look) -> Iterator[None]:
        seen.append(look("france/"))
        rename(data, "Utopia")
        yield from REBUILT
        seen.extend(map(look, ("france/", "utopia/")))

    outcome = watch(data, monkeypatch, editing)

    assert [(status, b"Utopia" in page) for status, page in seen] == [(200, False), (404, False), (200, True)]
    assert (outcome.status, outcome.err) == (130, "interrupted\n")
    assert outcome.out == (
        "data: watched until Ctrl-C\n"
        "http://localhost/: ready in  s\n"
        "http://localhost/: ready in  s (countries/fr.json changed)\n"
    )


def test_served_site_is_that_of_a_build_with_the_script_in_its_pages(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served, built = {}, {}
    write(data, changed("site.json", "$.base_url", "https://data.example/locdata"))

    def editing(look: Look) -> Iterator[None]:
        rename(data, "Utopia")
        yield from REBUILT
        run_here("--data", data, "--out", tmp_path / "site")
        built.update(files_of(tmp_path / "site"))
        for path in host_files("https://data.example"):
            del built[path.removeprefix("/")]
        served.update({path: look(path)[1] for path in built})

    outcome = watch(data, monkeypatch, editing)

    assert "\nhttp://localhost/locdata/: ready in  s\n" in outcome.out
    assert {path: re.sub(rb"<script src=./[.]watch/.*</script>\n", b"", served[path]) for path in served} == built
    assert built != {}


def test_issues_are_printed_as_by_check_and_shown_until_they_are_gone(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, bytes]] = []
    printed = []

    def editing(look: Look) -> Iterator[None]:
        (data / COUNTRY).write_bytes(b'{"name": <')
        (data / ERP).unlink()
        yield from REBUILT
        seen.extend(map(look, ("france/", "none", "api/v1/index.json")))
        printed.append(run_here("check", "--data", data).err)
        write(data, whole())
        yield from REBUILT
        seen.append(look("france/"))

    outcome = watch(data, monkeypatch, editing)

    assert [status for status, _ in seen] == [500, 500, 500, 200]
    assert b"not-json" in seen[0][1]
    assert outcome.err == f"{printed[0]}interrupted\n"
    assert "not-json" in printed[0]
    assert "http://localhost/: issues found in  s (countries/fr.json and 1 more changed)\n" in outcome.out


def test_nothing_is_written(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data.parent)
    files = [*data.parent.rglob("*")]

    assert watch(data, monkeypatch, lambda _: iter(())).status == 130
    assert [*data.parent.rglob("*")] == files
