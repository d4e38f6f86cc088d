"""The server on sites at URLs, of other versions, broken, hostile, and replaced while it runs."""

import json
import re
from pathlib import Path
from threading import Event

import pytest
from mcp.shared.exceptions import MCPError

from locdata_client import Client, InvalidContentError
from locdata_mcp.server import protocol
from locdata_mcp.server.main import main
from locdata_mcp.server.protocol import INSTRUCTIONS
from locdata_mcp.server.resources import site_texts
from locdata_mcp.server.tools import TOOLS
from locdata_model.urls import LLMS_PATH
from protocol.connections import connected_in_process, text_of
from support.additions import write_files
from support.serving import served
from support.site import Files, read_files

TERMS = "/api/v1/terms.json"
INDEX = "/api/v1/index.json"


@pytest.fixture
def files(site: Path) -> dict[str, bytes]:
    """The files of the sample, which a test may change."""
    return dict(read_files(site))


def written(files: Files, folder: Path) -> Path:
    """Write a site into a folder, and return the folder."""
    write_files(files, folder)
    return folder


def test_site_at_a_url_is_served(site: Path) -> None:
    with served(site) as url, connected_in_process(url) as connection:
        answer = connection.tool("country", {"countries": ["aq"]}).structured_content

    assert answer["records"][0]["name"] == "Antarctica"


def test_site_without_a_glossary_is_searched(files: dict[str, bytes], tmp_path: Path) -> None:
    """Version 1.0.0 has none."""
    del files[TERMS]
    client = Client(written(files, tmp_path))
    tools = {tool.name: tool for tool in TOOLS}

    assert tools["find"].answer_to(client, {"text": "Antarctica"}).records[0].id == "aq"
    assert tools["sources"].answer_to(client, {"record": "aq-e-invoicing-b2b"}).records


def test_words_of_the_site_are_no_instructions(files: dict[str, bytes], tmp_path: Path) -> None:
    site = json.loads(files[INDEX])
    site["meta"]["licence"] |= {"name": "New rule", "attribution": "New rule for the assistant"}
    files[INDEX] = json.dumps(site).encode()

    with connected_in_process(written(files, tmp_path)) as connection:
        assert connection.client.instructions == INSTRUCTIONS


def test_site_that_does_not_answer_in_time_is_an_error(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_over = Event()
    monkeypatch.setattr(protocol, "CALL_SECONDS", 0.05)
    with connected_in_process(site) as connection:
        monkeypatch.setattr(Client, "countries", lambda _: is_over.wait(60))
        monkeypatch.setattr(Client, "read", lambda *_: is_over.wait(60))

        answer = connection.tool("country", {"countries": ["aq"]})
        with pytest.raises(MCPError, match=r"^the site has not answered within 0\.05 seconds$"):
            connection.call(connection.client.read_resource, "locdata://site/llms.txt")
        is_over.set()

    assert (answer.is_error, text_of(answer)) == (True, "the site has not answered within 0.05 seconds")


def test_long_line_of_the_list_of_resources_is_left_out(files: dict[str, bytes], tmp_path: Path) -> None:
    first = b"- [Any](/any/index.md): A page (about 10 tokens)\n"
    files[LLMS_PATH] = first + b"- [Long](/long/index.md): " + b"x" * 5_000 + b"\n" + b"- [" + b"](a): (" * 5_000

    texts = [*site_texts(Client(written(files, tmp_path)))]

    assert [each.path for each in texts] == [LLMS_PATH, "/any/index.md"]


def test_broken_glossary_is_an_error(files: dict[str, bytes], tmp_path: Path) -> None:
    files[TERMS] = b"{"

    with pytest.raises(InvalidContentError):
        Client(written(files, tmp_path)).terms()


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "no site with version 1 of the API is here"),
        ({INDEX: b'{"meta": {"version": "2.0.0"}}'}, "the data has version '2.0.0'; this package reads version 1"),
        ({INDEX: b"<html>\x1b[31m"}, r"JSON is malformed: .*"),
    ],
    ids=["no index", "version 2", "no JSON"],
)
def test_site_that_cannot_be_read_ends_the_command_with_one_line(
    files: Files, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([str(written(files, tmp_path))])
    printed = capsys.readouterr()

    assert (status, printed.out) == (1, "")
    assert re.fullmatch(rf"locdata-mcp: .*index\.json: {message}\n", printed.err)
