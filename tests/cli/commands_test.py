"""The commands write what they say, say what they wrote, and leave the rest alone."""

import datetime as dt
import errno
import json
import stat
import sys
import tarfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli.running import run_here, run_process, tree
from locdata_build.cli import check, source_data
from locdata_build.cli.request import Request
from locdata_build.cli.summary import summarize
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.editor_schema import editor_schemas
from support.dataset import COUNTRY, ERP, country, reordered, whole, write
from support.world import load_world, render_files

SUMMARY = """\
{count} files, {size} bytes, {seconds} s
countries: 1, ERP products: 2
facts: 10, verified: 8
toggle                     true false null
e_invoicing_mandatory_b2b     1     0    0
e_invoicing_b2b_in_force      1     0    0
e_invoicing_mandatory_b2g     1     0    0
real_time_reporting           0     1    0
saft_required                 0     1    0
audit_file_on_request         0     0    1"""


def files_of(folder: Path) -> dict[str, bytes]:
    """The bytes of each file below ``folder``, by its path in the site."""
    return {f"/{path}": content for path, content in tree(folder).items() if content is not None}


def test_build_writes_what_is_rendered(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())

    outcome = run_here("build", "--data", data, "--out", tmp_path / "site")

    assert (outcome.status, outcome.err) == (0, "")
    assert files_of(tmp_path / "site") == render_files(tmp_path / "other")


def test_build_is_what_is_done_without_a_command(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())

    assert run_here("--data", data, "--out", tmp_path / "site").status == 0
    assert files_of(tmp_path / "site") == render_files(tmp_path / "other")


def test_build_tells_where_and_what_it_wrote(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    site = tmp_path / "site"

    lines = run_here("--data", data, "--out", site).out.splitlines()

    assert lines[0].startswith(f"{site}: {len(files_of(site))} files, ")
    assert lines[1:] == SUMMARY.splitlines()[1:]


def test_summary_counts_files_bytes_records_and_toggles(tmp_path: Path) -> None:
    world = load_world(tmp_path)

    assert summarize(world.published, [1_000, 234], 1.25) == SUMMARY.format(count=2, size="1,234", seconds="1.2")


def test_build_leaves_nothing_beside_the_site(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())

    run_here("--data", data, "--out", tmp_path / "public/site", "--archive", tmp_path / "public/site.tar")

    assert sorted(entry.name for entry in (tmp_path / "public").iterdir()) == ["site", "site.tar"]


def test_build_replaces_a_former_site_whole(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    run_here("--data", data, "--out", tmp_path / "site")
    first = tree(tmp_path / "site")
    more = write(tmp_path / "more", {**whole(), "countries/de.json": country("de", "Germany")})
    run_here("--data", more, "--out", tmp_path / "site")
    assert tree(tmp_path / "site").keys() > first.keys()

    assert run_here("--data", data, "--out", tmp_path / "site").status == 0
    assert tree(tmp_path / "site") == first


def test_archive_holds_the_site_and_nothing_of_the_machine(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    archive = tmp_path / "new/folder/site.tar"

    run_here("--data", data, "--out", tmp_path / "site", "--archive", archive)

    with tarfile.open(archive) as tar:
        members = tar.getmembers()
        contents = {f"/{member.name}": content.read() for member in members if (content := tar.extractfile(member))}
    assert contents == files_of(tmp_path / "site")
    assert [member.name for member in members] == sorted(member.name for member in members)
    assert {(member.uid, member.gid, member.uname, member.gname) for member in members} == {(0, 0, "", "")}
    assert {member.mode for member in members} == {0o644}


def test_files_in_the_archive_have_the_time_of_the_build(tmp_path: Path) -> None:
    stamp = "2027-02-28T12:34:56Z"
    data = write(tmp_path / "data", whole())
    archive = tmp_path / "site.tar"

    run_here("--data", data, "--out", tmp_path / "site", "--archive", archive, "--generated-at", stamp)

    with tarfile.open(archive) as tar:
        assert {member.mtime for member in tar} == {dt.datetime.fromisoformat(stamp).timestamp()}


def test_archive_is_the_same_bytes_on_repeat(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    archive = tmp_path / "site.tar"
    run_here("--data", data, "--out", tmp_path / "site", "--archive", archive)
    first = archive.read_bytes()

    run_here("--data", data, "--out", tmp_path / "other", "--archive", archive)

    assert archive.read_bytes() == first


def test_base_url_with_a_path_is_where_links_lead(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())

    run_here("--data", data, "--out", tmp_path / "site", "--base-url", "https://example.org/locdata/")

    index = json.loads((tmp_path / "site/api/v1/index.json").read_bytes())
    assert index["meta"]["docs"] == "https://example.org/locdata/api/"
    assert index["meta"]["openapi"] == "https://example.org/locdata/api/openapi.json"


@pytest.mark.parametrize(
    ("given", "environment", "stamp"),
    [
        pytest.param([], {}, "2026-11-21T00:00:00Z", id="release"),
        pytest.param([], {"SOURCE_DATE_EPOCH": "1795219201"}, "2026-11-21T00:00:01Z", id="environment"),
        pytest.param(
            ["--generated-at", "2026-11-21T00:00:02Z"],
            {"SOURCE_DATE_EPOCH": "1795219201"},
            "2026-11-21T00:00:02Z",
            id="command line",
        ),
    ],
)
def test_time_of_the_build_is_published(
    tmp_path: Path, given: list[str], environment: dict[str, str], stamp: str
) -> None:
    data = write(tmp_path / "data", whole())

    run_here("--data", data, "--out", tmp_path / "site", *given, environment=environment)

    assert json.loads((tmp_path / "site/api/v1/index.json").read_bytes())["meta"]["generated_at"] == stamp


def test_process_builds_the_data_of_its_folder_into_dist(tmp_path: Path) -> None:
    write(tmp_path / "data_src", whole())

    outcome = run_process(tmp_path)

    assert (outcome.status, outcome.err) == (0, "")
    built = files_of(tmp_path / "dist/site")
    assert outcome.out.startswith(f"dist/site: {len(built)} files, ")
    assert built == render_files(tmp_path / "other")


def test_check_of_data_without_faults_writes_nothing(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    before = tree(tmp_path)

    outcome = run_here("check", "--data", data)

    assert outcome == (0, "countries: 1, ERP products: 2, faults: none\n", "")
    assert tree(tmp_path) == before


def test_format_rewrites_what_is_not_canonical(tmp_path: Path) -> None:
    files = whole()
    data = write(tmp_path / "data", {**files, **editor_schemas(), COUNTRY: reordered(files[COUNTRY])})

    outcome = run_here("format", "--data", data)

    assert outcome == (0, f"{data}/countries/fr.json: rewritten\n1 of 16 files rewritten\n", "")
    assert tree(data) == tree(write(tmp_path / "other", {**files, **editor_schemas()}))


def test_format_writes_the_schemas_for_editors(tmp_path: Path) -> None:
    data = write(tmp_path / "data", {**whole(), "schema/site.schema.json": b"{}"})

    outcome = run_here("format", "--data", data)

    assert outcome == (
        0,
        (
            f"{data}/schema/site.schema.json: rewritten\n"
            f"{data}/schema/erp.schema.json: rewritten\n"
            f"{data}/schema/country.schema.json: rewritten\n"
            f"{data}/schema/connectors.schema.json: rewritten\n"
            f"{data}/schema/news.schema.json: rewritten\n"
            f"{data}/schema/sponsors.schema.json: rewritten\n"
            f"{data}/schema/tombstones.schema.json: rewritten\n"
            f"{data}/schema/release.schema.json: rewritten\n"
            "8 of 16 files rewritten\n"
        ),
        "",
    )
    assert {f"schema/{file.name}": file.read_bytes() for file in (data / "schema").iterdir()} == editor_schemas()


def test_format_has_nothing_to_do_the_second_time(tmp_path: Path) -> None:
    files = whole()
    data = write(tmp_path / "data", {**files, COUNTRY: reordered(files[COUNTRY]), ERP: reordered(files[ERP])})
    run_here("format", "--data", data)
    before = tree(data)

    assert run_here("format", "--data", data) == (0, "0 of 16 files rewritten\n", "")
    assert tree(data) == before


def test_format_repairs_what_build_refuses(tmp_path: Path) -> None:
    data = write(tmp_path / "data", {**whole(), COUNTRY: encode_json(whole()[COUNTRY]).replace(b"\n", b"\r\n")})

    assert run_here("check", "--data", data).status == 1
    assert run_here("format", "--data", data).status == 0
    assert run_here("check", "--data", data).status == 0


def test_format_rewrites_files_whose_content_is_at_fault(tmp_path: Path) -> None:
    files = {**whole(), **editor_schemas()}
    files[COUNTRY]["region"] = "Region 2"
    expected = encode_json(files[COUNTRY])
    data = write(tmp_path / "data", {**files, COUNTRY: reordered(files[COUNTRY])})

    assert run_here("format", "--data", data).out == f"{data}/countries/fr.json: rewritten\n1 of 16 files rewritten\n"
    assert (data / COUNTRY).read_bytes() == expected


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        pytest.param(
            b"[",
            "$: must be JSON, but is not: line 1, column 2: Expecting value [not-json]",
            id="no JSON",
        ),
        pytest.param(b"{} ", "$.notice: must be present, but is missing [missing-field]", id="another shape"),
        pytest.param(
            encode_json({**whole()["sponsors.json"], "notice": "=1"}),
            "$.notice: must not start like a spreadsheet formula, but starts with '=' [formula]",
            id="text that is not fit",
        ),
    ],
)
def test_format_rewrites_nothing_where_a_file_is_broken(tmp_path: Path, content: bytes, fault: str) -> None:
    files = whole()
    data = write(tmp_path / "data", {**files, COUNTRY: reordered(files[COUNTRY]), "sponsors.json": content})
    before = tree(tmp_path)

    outcome = run_here("format", "--data", data)

    assert (outcome.status, outcome.out) == (1, "")
    assert f"{data}/sponsors.json: {fault}" in outcome.err.splitlines()
    assert tree(tmp_path) == before


def test_format_looks_into_the_folder_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data_src", {**whole(), **editor_schemas(), ERP: reordered(whole()[ERP])})

    assert run_here("format") == (0, "data_src/erps/erp_id_01.json: rewritten\n1 of 16 files rewritten\n", "")


def test_format_tells_what_it_cannot_write(tmp_path: Path) -> None:
    data = write(tmp_path / "data", {**whole(), **editor_schemas()})
    schema = data / "schema/site.schema.json"
    schema.unlink()
    schema.mkdir()
    before = tree(data)

    assert run_here("format", "--data", data) == (1, "", f"{schema}: cannot be written: Is a directory\n")
    assert tree(data) == before


def test_site_can_be_read_by_everyone(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())

    run_here("--data", data, "--out", tmp_path / "site")

    assert {stat.filemode(entry.stat().st_mode) for entry in (tmp_path / "site").rglob("*")} == {
        "drwxr-xr-x",
        "-rw-r--r--",
    }


def test_packed_data_is_built_from_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = write(tmp_path / "packed", whole())
    monkeypatch.setattr(source_data, "files", lambda _: packed)

    assert run_here("check") == (0, "countries: 1, ERP products: 2, faults: none\n", "")


def test_the_current_folder_is_looked_in_where_no_data_is_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> Path:
        raise ModuleNotFoundError(name)

    write(tmp_path / "data_src", whole())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(source_data, "files", fail)

    assert run_here("check") == (0, "countries: 1, ERP products: 2, faults: none\n", "")


def test_a_build_without_docstrings_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "flags", SimpleNamespace(optimize=2))

    assert run_here("check") == (
        2,
        "",
        "locdata_build must not run with docstrings stripped (python -OO, PYTHONOPTIMIZE=2)\n",
    )


def test_output_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Request) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(check, "check", fail)

    assert run_here("check") == (1, "", "standard output: cannot be written: No space left on device\n")
