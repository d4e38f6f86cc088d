"""Names and texts of foreign sites and source files cannot control the terminal or forge a line of the output."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.command_line import Outcome, run_here, run_process
from support.dataset import COUNTRY, whole, write

HOSTILE = "x\x1b[2J\x9b2J\u202e\u2028\r\nall 401 files are the same, byte for byte\n"
"""A name or text that clears the screen, turns the text around, and forges a line."""

FORGED = "all 401 files"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the small data and its site."""
    folder = tmp_path_factory.mktemp("built")
    data = write(folder / "data_src", whole())
    assert run_here("--data", data, "--out", folder / "site").status == 0
    return folder


def refuse_unprintable(outcome: Outcome) -> str:
    """Return the output; fail if a character controls the terminal or is hidden, or if a line is forged."""
    printed = outcome.out + outcome.err
    lines = printed.split("\n")
    assert printed
    assert [line for line in lines if not line.replace("\t", "").isprintable() or line.startswith(FORGED)] == []
    return printed


def edit_json(file: Path, edit: Callable[[Any], object]) -> None:
    """Change a JSON file of a site."""
    value = json.loads(file.read_bytes())
    edit(value)
    file.write_text(json.dumps(value, ensure_ascii=False))


def foreign_site(built: Path, folder: Path) -> Path:
    """Write a site whose records, fields, values, types and anchors have a hostile name or text."""
    site = Path(shutil.copytree(built / "site", folder / "foreign"))
    hostile = HOSTILE[:-1]
    record = {"id": hostile, hostile: hostile}
    edit_json(site / "api/v1/facts.json", lambda facts: facts["data"].append(record))
    edit_json(site / "api/v1/facts.json", lambda facts: facts["data"][0].update({hostile: hostile, "value": hostile}))
    edit_json(site / "api/openapi.json", lambda document: document["components"]["schemas"].update({hostile: {}}))
    page = site / "france/index.html"
    page.write_text(page.read_text() + f'<h2 id="{hostile}">')
    return site


def test_report_of_a_difference(built: Path, tmp_path: Path) -> None:
    foreign = foreign_site(built, tmp_path)
    text, report = (run_here("diff", built / "site", foreign, *options) for options in ([], ["--json"]))

    assert (text.status, report.status) == (1, 1)
    assert "added facts/x\\x1b[2J" in refuse_unprintable(text)
    refuse_unprintable(report)
    assert HOSTILE[:-1] in [change["record"] for change in json.loads(report.out)["changes"]]


def test_names_of_files_and_folders(built: Path, tmp_path: Path) -> None:
    site = Path(shutil.copytree(built / "site", tmp_path / "site"))
    for name in (HOSTILE, f"{HOSTILE}.html"):
        (site / name.replace("/", "")).write_bytes(b"")
    (site / f"a{HOSTILE}").mkdir()

    for outcome in (run_here("verify", site, "--data", built / "data_src"), run_here("diff", site, site)):
        assert outcome.status == 1
        assert "x\\x1b[2J" in refuse_unprintable(outcome)


def test_no_command_line_is_suggested_with_what_a_shell_would_run(built: Path, tmp_path: Path) -> None:
    url = "https://x.example/$(id)"
    site = Path(shutil.copytree(built / "site", tmp_path / "site"))
    edit_json(site / "api/openapi.json", lambda document: document["servers"][0].update(url=url))

    printed = refuse_unprintable(run_here("verify", site, "--data", built / "data_src"))

    assert f"--base-url {url}" not in printed


def hostile_country(folder: Path) -> Path:
    """Write data in which the name of a file and the values of another are hostile."""
    files = whole()
    files[COUNTRY]["facts"]["vat"]["value"] = HOSTILE
    files[COUNTRY][HOSTILE] = HOSTILE
    return write(folder, {**files, f"countries/{HOSTILE}.json": b"{", HOSTILE: b""})


@pytest.mark.parametrize(
    "command",
    [
        "check --data DATA",
        "format --data DATA",
        "new country de --name DATA --region DATA --data DATA",
        "diff DATA DATA",
        "build --out DATA",
        "serve --out DATA",
        "config nginx --out DATA",
        "release --generated-at now",
    ],
)
def test_every_command(tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = hostile_country(tmp_path / f"{HOSTILE}/data_src")
    monkeypatch.chdir(data.parent)

    outcome = run_here(*(str(data) if argument == "DATA" else argument for argument in command.split()))

    assert outcome.status != 0
    refuse_unprintable(outcome)


def test_arguments_of_a_process(tmp_path: Path) -> None:
    outcome = run_process(tmp_path, "verify", b"\xff\x1b[2J\n" + FORGED.encode())

    assert outcome.status == 1
    refuse_unprintable(outcome)
