"""Broken input ends with status 1 and one line for each issue, and nothing that was published before changes.

``tests/data`` proves every rule and its message.
"""

from pathlib import Path

import pytest

from locdata_build.site.publication import publish_folder
from locdata_model.serialization import encode_json
from support.command_line import Outcome, run_here
from support.dataset import COUNTRY, ERP, Files, whole, write
from support.folders import tree
from support.records import cited
from support.small_sites import FORMER


@pytest.fixture(autouse=True)
def _in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def published() -> dict[str, bytes | None]:
    """The files of a published site, alone in its folder."""
    publish_folder(FORMER, Path("public/site"))
    return tree(Path("public"))


def edited(path: str, old: bytes, new: bytes) -> Files:
    """Return the small set of source files with one edit in one of them."""
    return {**whole(), path: encode_json(cited(whole()[path])).replace(old, new, 1)}


def issue(outcome: Outcome) -> tuple[str, str]:
    """Return the file and the code of the one issue that is printed."""
    line, count = outcome.err.splitlines()
    assert (outcome.status, outcome.out, count) == (1, "", "1 issue")
    return line.partition(": $")[0], line.rpartition(" ")[2]


@pytest.mark.parametrize(
    ("files", "file", "code"),
    [
        pytest.param(edited("site.json", b"{", b"<<< HEAD\n{"), "site.json", "[not-json]", id="syntax"),
        pytest.param(edited(COUNTRY, b"Region 1", b"Region 2"), COUNTRY, "[unknown-region]", id="reference"),
        pytest.param(edited("site.json", b"2026-11-21", b"2026-11-22"), "site.json", "[future-date]", id="time"),
    ],
)
def test_issue_is_printed_and_nothing_is_published(
    published: dict[str, bytes | None], files: Files, file: str, code: str
) -> None:
    write(Path("data"), files)

    options = ("--archive", "public/site.tar", "--generated-at", "2026-11-21T00:00:00Z")
    outcome = run_here("--data", "data", "--out", "public/site", *options)

    assert issue(outcome) == (f"data/{file}", code)
    assert tree(Path("public")) == published


@pytest.mark.parametrize("options", ["build --out public/site", "check", "format"])
def test_command_prints_issues_and_changes_no_file(tmp_path: Path, options: str) -> None:
    publish_folder(FORMER, Path("public/site"))
    write(Path("data"), {**whole(), "news.json": b"[]\n", ERP: b""})
    before = tree(tmp_path)

    outcome = run_here(*options.split(), "--data", "data")

    assert (outcome.status, outcome.out) == (1, "")
    assert [line.partition(": $")[0] for line in outcome.err.splitlines()] == [
        "data/erps/erp_id_01.json",
        "data/news.json",
        "2 issues",
    ]
    assert tree(tmp_path) == before


def test_missing_data_is_an_issue() -> None:
    assert issue(run_here("--data", "none")) == ("none", "[missing-folder]")
