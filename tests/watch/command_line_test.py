"""The command line of the watch: its options, the files that it writes, and its errors."""

import contextlib
import datetime as dt
import io
import json
import sqlite3
import sys
from functools import partial
from pathlib import Path

import httpx
import pytest

from locdata_build.data.findings import DEFAULT_FINDINGS, FindingKind, read_findings
from locdata_model.vocabulary import SourceKind
from locdata_watch.cli import watch
from locdata_watch.cli.watch import DEFAULT_STATE, Options, main, parse_options, run
from locdata_watch.visits.client import Client, Outcome
from locdata_watch.visits.repositories import RepositoryListing
from locdata_watch.visits.state import State, StateError
from support.dataset import COUNTRY, changed, whole, write
from support.folders import files_of
from support.privileges import bound_by_permissions
from support.records import country, marked
from support.signals import signals_restored
from watch.small_web import FACT, page_state

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)

ONLY_REPORT = ("--max-requests", "0")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with the small dataset, and make no pause between requests."""
    monkeypatch.setattr(watch, "Client", partial(Client, sleep=lambda seconds: None))
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data_src", whole())
    return tmp_path


def run_main(*arguments: str | Path) -> tuple[int, str, str]:
    """Run the command line; return its status, its output and its errors."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "argv", ["locdata_watch", *map(str, arguments)])
        with signals_restored():
            try:
                status = main()
            except SystemExit as exit_of_argparse:
                status = int(exit_of_argparse.code or 0)
    return status, out.getvalue(), err.getvalue()


def write_gone(url: str = FACT) -> None:
    """Write a state in which a page is gone."""
    state = State(DEFAULT_STATE)
    state.write(url, page_state(Outcome.GONE, reason="404 Not Found"), None, ())
    state.close()


# Options


def test_default_options() -> None:
    assert parse_options([]) == Options(
        data=None,
        state=DEFAULT_STATE,
        json=DEFAULT_FINDINGS,
        markdown=None,
        country=None,
        kind=None,
        sample=None,
        due_first=False,
        interval=7,
        max_requests=None,
    )


def test_options_select_addresses() -> None:
    options = parse_options(["--country", "fr", "--kind", "law", "--sample", "5", "--due-first", "--interval", "0"])

    assert (options.country, options.kind, options.sample) == ("fr", SourceKind.LAW, 5)
    assert (options.due_first, options.interval) == (True, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param("--country france", "argument --country: ", id="country"),
        pytest.param("--kind blog", "argument --kind: must be one of law, ", id="kind"),
        pytest.param("--sample 0", "argument --sample: must be a number from 1 to 999999, got '0'", id="sample"),
        pytest.param("--interval -1", "argument --interval: ", id="interval"),
        pytest.param("--max-requests x", "argument --max-requests: must be a number from 0 to 999999", id="requests"),
        pytest.param("--max 3", "unrecognized arguments: --max 3", id="abbreviation"),
        pytest.param("--json .", "argument --json: must be a file, got the folder '.'", id="folder for JSON"),
        pytest.param(
            "--markdown data_src", "argument --markdown: must be a file, got the folder 'data_src'", id="for Markdown"
        ),
        pytest.param("--state /", "argument --state: must be a file, got the folder '/'", id="for the state"),
        pytest.param("--json=", "argument --json: must be a file, got the folder ''", id="empty name"),
    ],
)
def test_wrong_options_are_refused(arguments: str, message: str) -> None:
    status, out, err = run_main(*arguments.split())

    assert (status, out) == (2, "")
    assert message in err.splitlines()[-1]


# What is written


def test_run_without_requests_reports_what_was_found_before() -> None:
    write_gone()
    status, out, err = run_main(*ONLY_REPORT)

    assert (status, err) == (0, "")
    assert out.startswith(f"Pages that are gone: 1\n  {FACT}\n")
    assert "addresses: 1 gone, " in out.splitlines()[-1]


@pytest.mark.parametrize(("code", "number"), [("fr", 1), ("at", 0)])
def test_findings_of_one_country_are_shown_and_all_are_written(folder: Path, code: str, number: int) -> None:
    austria = json.loads(json.dumps(country("at", "Austria")).replace(FACT, f"{FACT}-at"))
    write(folder / "data_src", whole() | {"countries/at.json": austria})
    write_gone()
    _, out, err = run_main(*ONLY_REPORT, "--country", code)

    assert err == ""
    assert out.count(FACT) == number
    assert len(read_findings(DEFAULT_FINDINGS).findings) == 1


def test_country_must_exist() -> None:
    assert run_main(*ONLY_REPORT, "--country", "at") == (
        1,
        "",
        "data_src/countries/at.json: $: must exist: --country names it [missing-file]\n1 issue\n",
    )


def test_recheck_reads_the_findings() -> None:
    write_gone()
    run_main(*ONLY_REPORT)
    (finding,) = read_findings(DEFAULT_FINDINGS).findings

    assert (finding.kind, finding.address) == (FindingKind.GONE, FACT)
    assert "facts/fr-vat" in [claim.name for claim in finding.claims]


def test_files_are_written_where_options_say(folder: Path) -> None:
    before = files_of(folder)
    places = ("--state", "a/state", "--json", "b/found.json", "--markdown", "c/found.md")
    status, *_ = run_main(*ONLY_REPORT, *places, "--data", folder / "data_src")
    after = files_of(folder)

    assert status == 0
    assert after.keys() - before.keys() == {"a/state", "b/found.json", "c/found.md"}
    assert {name: after[name] for name in before} == before
    assert after["c/found.md"].decode().partition(";")[0].endswith("no findings")


def test_findings_replace_those_before() -> None:
    write_gone()
    run_main(*ONLY_REPORT)
    DEFAULT_STATE.unlink()
    run_main(*ONLY_REPORT)

    assert read_findings(DEFAULT_FINDINGS).findings == ()
    assert [file.name for file in DEFAULT_FINDINGS.parent.iterdir() if file.name.startswith(".")] == []


def answer_gone(request: httpx.Request) -> httpx.Response:
    """Answer that there is no page."""
    return httpx.Response(404)


def test_selected_addresses_are_visited_and_each_visit_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    options = parse_options(["--kind", "law"])
    findings = run(options, now=NOW, transport=httpx.MockTransport(answer_gone))

    assert [finding.address for finding in findings.findings] == ["https://law.example/format-one"]
    assert json.loads(DEFAULT_FINDINGS.read_bytes())["day"] == "2026-11-30"
    assert capsys.readouterr().err == "gone: https://law.example/format-one: 404 Not Found\n"


def test_servers_see_the_name_of_the_program_and_how_to_reach_somebody() -> None:
    names: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        names.append(request.headers["User-Agent"])
        return httpx.Response(404)

    run(parse_options(["--kind", "law"]), now=NOW, transport=httpx.MockTransport(answer))

    assert {*names} == {"locdata-watch/1 (+https://data.example/due/#visits; contact@data.example)"}


def test_what_was_visited_lately_is_not_visited_again() -> None:
    options, transport = parse_options(["--kind", "law"]), httpx.MockTransport(answer_gone)
    run(options, now=NOW, transport=transport)
    (six_days_later,) = run(options, now=NOW + dt.timedelta(days=6), transport=transport).findings
    (a_week_later,) = run(options, now=NOW + dt.timedelta(days=7), transport=transport).findings

    assert six_days_later.detail == "404 Not Found, in one visit"
    assert a_week_later.detail == "404 Not Found, in 2 visits"


def test_newer_files_are_found_for_all_pages_of_a_repository_that_is_listed(folder: Path) -> None:
    pages = [f"https://github.com/tax/schemas/blob/main/v1.0/{name}.xsd" for name in ("invoice", "report")]
    files = changed(COUNTRY, "$.formats[0].use", marked("Every invoice.", pages[0]))
    files[COUNTRY]["facts"]["vat"]["value"] = marked("Standard rate 20%.", pages[1])
    write(folder / "data_src", files)
    state = State(DEFAULT_STATE)
    state.write(pages[1], page_state(visited=NOW.date()), None, ())
    state.close()
    listing = RepositoryListing(tags={}, files=("v1.1/invoice.xsd", "v1.1/report.xsd"))
    findings = run(
        parse_options([]), now=NOW, transport=httpx.MockTransport(answer_gone), listing_of=lambda clone_url: listing
    ).findings
    newer = {finding.address: finding.newer for finding in findings if finding.kind is FindingKind.NEWER}

    assert newer == {pages[0]: ("v1.1/invoice.xsd",), pages[1]: ("v1.1/report.xsd",)}


# Errors


def test_data_with_issues_is_reported_and_nothing_is_written(folder: Path) -> None:
    (folder / "data_src" / "sponsors.json").write_bytes(b"{")
    before = files_of(folder)
    status, out, err = run_main(*ONLY_REPORT)

    assert (status, out) == (1, "")
    assert err.startswith("data_src/sponsors.json: $: must be JSON")
    assert files_of(folder) == before


def test_state_that_is_no_state_is_one_line_of_error() -> None:
    Path("notes.txt").write_text("These are notes on something else.", encoding="utf-8")

    assert run_main(*ONLY_REPORT, "--state", "notes.txt") == (
        1,
        "",
        "notes.txt: cannot be used: file is not a database\n",
    )


def test_state_with_a_broken_part_is_one_line_of_error() -> None:
    write_gone()
    connection = sqlite3.connect(DEFAULT_STATE)
    connection.execute("DROP TABLE versions")
    connection.execute("UPDATE pages SET outcome = 'read'")
    connection.commit()
    connection.close()

    assert run_main(*ONLY_REPORT) == (1, "", f"{DEFAULT_STATE}: cannot be used: no such table: versions\n")


def test_state_that_cannot_be_written_is_one_line_of_error() -> None:
    write_gone(f"{FACT}s")
    DEFAULT_STATE.chmod(0o444)
    transport = httpx.MockTransport(answer_gone)

    with bound_by_permissions(), pytest.raises(StateError) as caught:
        run(parse_options(["--kind", "law"]), now=NOW, transport=transport)
    assert str(caught.value) == f"{DEFAULT_STATE}: cannot be used: attempt to write a readonly database"


@pytest.mark.parametrize("option", ["--state", "--json", "--markdown"])
def test_file_below_a_file_is_one_line_of_error(option: str) -> None:
    Path("file").touch()
    status, out, err = run_main(*ONLY_REPORT, option, "file/below/it")

    assert (status, out) == (1, "")
    assert err.endswith(": cannot be used: Not a directory\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("option", ["--state", "--json", "--markdown"])
def test_folder_that_cannot_be_written_is_one_line_of_error(option: str) -> None:
    locked = Path("locked")
    locked.mkdir(mode=0o555)
    with bound_by_permissions():
        status, out, err = run_main(*ONLY_REPORT, option, locked / "file")

    reason = "unable to open database file" if option == "--state" else "Permission denied"
    assert (status, out, err) == (1, "", f"locked/file: cannot be used: {reason}\n")


def test_closed_output_is_one_line_of_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["locdata_watch", *ONLY_REPORT])
    monkeypatch.setattr(sys, "stdout", None)
    with signals_restored():
        status = main()

    assert (status, capsys.readouterr().err) == (1, "standard output: cannot be written: Bad file descriptor\n")


def test_interrupt_keeps_the_visits_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    write_gone()
    monkeypatch.setattr(watch, "watch_addresses", interrupt)

    assert run_main() == (130, "", "interrupted; the visits so far are kept\n")
    assert not DEFAULT_FINDINGS.exists()
    state = State(DEFAULT_STATE)
    assert state.pages().keys() == {FACT}
    state.close()
