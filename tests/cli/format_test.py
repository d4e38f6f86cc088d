"""The command format rewrites the source files in the canonical format."""

from pathlib import Path

import pytest

from locdata_build.data.files import EXCEPTIONS, editor_schemas
from locdata_model.serialization import encode_json
from support.command_line import run_here
from support.dataset import COUNTRY, GRANTED, Files, whole, write
from support.folders import tree
from support.records import cited, exceptions
from support.values import reordered


@pytest.fixture
def files() -> Files:
    """The small set of source files with its editor schemas."""
    return {**{path: cited(file) for path, file in whole().items()}, **editor_schemas()}


def test_format_rewrites_files_that_are_not_canonical_and_then_none(tmp_path: Path, files: Files) -> None:
    canonical = tree(write(tmp_path / "canonical", files))
    schema = "schema/site.schema.json"
    data = write(tmp_path / "data", {**files, COUNTRY: reordered(files[COUNTRY])})
    (data / schema).unlink()

    assert run_here("check", "--data", data).status == 1
    first, second = run_here("format", "--data", data), run_here("format", "--data", data)

    assert first == (
        0,
        f"{data}/{COUNTRY}: rewritten\n{data}/{schema}: rewritten\n2 of {len(files)} files rewritten\n",
        "",
    )
    assert second == (0, f"0 of {len(files)} files rewritten\n", "")
    assert tree(data) == canonical
    assert run_here("check", "--data", data).status == 0


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"[", "[not-json]"), (encode_json({**whole()["sponsors.json"], "notice": "=1"}), "[formula]")],
    ids=["syntax", "text"],
)
def test_format_rewrites_nothing_if_a_file_is_broken(tmp_path: Path, files: Files, content: bytes, code: str) -> None:
    data = write(tmp_path / "data", {**files, COUNTRY: reordered(files[COUNTRY]), "sponsors.json": content})
    before = tree(tmp_path)

    outcome = run_here("format", "--data", data)

    assert (outcome.status, outcome.out) == (1, "")
    assert code in {line.rpartition(" ")[2] for line in outcome.err.splitlines()}
    assert tree(tmp_path) == before


def test_format_fills_missing_fields_only_on_request(tmp_path: Path, files: Files) -> None:
    empty = cited({**whole()[COUNTRY], "e_invoicing": None, "partners": []})
    lacking = {name: value for name, value in empty.items() if name not in {"e_invoicing", "partners"}}
    connectors = {**files["connectors.json"], "connectors": [], "sources": {}}
    data = write(tmp_path / "data", {**files, COUNTRY: lacking, "connectors.json": connectors})
    write(data, {EXCEPTIONS.path: exceptions(*GRANTED, reason="Old.")})
    before = tree(tmp_path)

    outcome = run_here("format", "--data", data)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.count("[missing-field]") == 2
    assert tree(tmp_path) == before

    assert run_here("format", "--data", data, "--fill") == (
        0,
        f"{data}/{COUNTRY}: rewritten\n1 of {len(files)} files rewritten\n",
        "",
    )
    assert (data / COUNTRY).read_bytes() == encode_json(empty)
    assert run_here("check", "--data", data).status == 0


def test_format_rewrites_nothing_if_a_missing_field_cannot_be_filled(tmp_path: Path, files: Files) -> None:
    del files[COUNTRY]["partners"], files[COUNTRY]["local_erps"][0]["segment"]
    data = write(tmp_path / "data", files)
    before = tree(tmp_path)

    outcome = run_here("format", "--fill", "--data", data)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == (
        f"{data}/{COUNTRY}: $.local_erps[0].segment: must be added by hand: it can be neither null nor empty "
        "[missing-field]\n1 issue\n"
    )
    assert tree(tmp_path) == before


def test_format_reports_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    schema = data / "schema/site.schema.json"
    schema.mkdir(parents=True)

    assert run_here("format", "--data", data) == (1, "", f"{schema}: cannot be written: Is a directory\n")
