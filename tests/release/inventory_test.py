"""The inventory of a runnable file tells every package, its licence and its lock, or what is wrong."""

import hashlib
import json
from pathlib import Path

import pytest

from release.making import CODE_LOCK, PEX, RED, VENDORED, ZEBRA, run, write_checkout, write_runnable


def test_inventory_is_a_document_of_the_standard(tmp_path: Path) -> None:
    file = write_runnable(tmp_path / "a.pex")

    outcome = run("inventory", file, "--checkout", write_checkout(tmp_path))

    document = json.loads(outcome.out)
    assert (outcome.status, outcome.err) == (0, "")
    assert {key: document[key] for key in ("bomFormat", "specVersion", "version")} == {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
    }
    assert document["metadata"]["timestamp"] == "2026-11-21T00:00:00Z"
    assert document["metadata"]["component"] == {
        "type": "application",
        "bom-ref": "a.pex",
        "name": "a.pex",
        "version": "1.2.3",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}],
        "properties": [{"name": "locdata:licence-file", "value": "LICENSE"}],
    }
    assert document["metadata"]["properties"][0] == {
        "name": f"locdata:sha256:{CODE_LOCK}",
        "value": hashlib.sha256((tmp_path / CODE_LOCK).read_bytes()).hexdigest(),
    }


def test_package_is_told_with_licence_home_lock_and_texts(tmp_path: Path) -> None:
    outcome = run("inventory", write_runnable(tmp_path / "a.pex"), "--checkout", write_checkout(tmp_path))

    assert json.loads(outcome.out)["components"][0] == {
        "type": "library",
        "bom-ref": "pkg:pypi/red-fox@1.0",
        "name": "red-fox",
        "version": "1.0",
        "licenses": [{"acknowledgement": "declared", "expression": "MIT OR Apache-2.0"}],
        "purl": "pkg:pypi/red-fox@1.0",
        "externalReferences": [{"type": "website", "url": "https://red.example"}],
        "properties": [
            {"name": "locdata:lock", "value": CODE_LOCK},
            {"name": "locdata:licence-file", "value": f"{RED}licenses/LICENSE"},
        ],
    }


@pytest.mark.parametrize(
    ("said", "licences"),
    [
        pytest.param("License: MIT", [{"acknowledgement": "declared", "expression": "MIT"}], id="older field"),
        pytest.param(
            "Classifier: License :: OSI Approved :: MIT License",
            [{"acknowledgement": "declared", "expression": "MIT"}],
            id="words that mean one licence",
        ),
        pytest.param(
            "Classifier: License :: OSI Approved :: BSD License",
            [{"license": {"name": "BSD License"}}],
            id="words that fit several licences",
        ),
        pytest.param("License: As you like", [{"license": {"name": "As you like"}}], id="words of its own"),
        pytest.param("Summary: MIT", None, id="nothing"),
    ],
)
def test_licence_is_what_the_package_says_and_never_guessed(
    tmp_path: Path, said: str, licences: list[object] | None
) -> None:
    file = write_runnable(tmp_path / "a.pex", {f"{ZEBRA}METADATA": f"Name: zebra\nVersion: 2.0\n{said}\n"})

    outcome = run("inventory", file, "--checkout", write_checkout(tmp_path))

    assert json.loads(outcome.out)["components"][1].get("licenses") == licences


def test_what_is_vendored_stands_in_the_runtime(tmp_path: Path) -> None:
    outcome = run("inventory", write_runnable(tmp_path / "a.pex"), "--checkout", write_checkout(tmp_path))

    runtime = json.loads(outcome.out)["components"][2]
    assert runtime["name"] == "pex"
    assert [part["purl"] for part in runtime["components"]] == ["pkg:pypi/old@0.9"]


def test_document_for_people_has_a_row_for_each_package(tmp_path: Path) -> None:
    file = write_runnable(tmp_path / "a.pex", {f"{VENDORED}METADATA": "Name: old\nVersion: 0.9\n"})

    outcome = run("inventory", file, "--text", "--checkout", write_checkout(tmp_path))

    assert outcome.out.startswith("# Dependencies\n\nWhat `a.pex` holds")
    assert [line for line in outcome.out.splitlines() if line.startswith("| `")] == [
        "| `red-fox` | 1.0 | `MIT OR Apache-2.0` | https://red.example |",
        "| `zebra` | 2.0 | no SPDX expression; it says: BSD License |  |",
        "| `pex` | 2.1 | it does not say | https://pex.example |",
        "| `old` in `pex` | 0.9 | it does not say |  |",
    ]


def test_inventory_is_written_to_a_file_and_is_the_same_on_repeat(tmp_path: Path) -> None:
    file, checkout = write_runnable(tmp_path / "a.pex"), write_checkout(tmp_path)

    outcomes = [run("inventory", file, "--checkout", checkout, "--out", tmp_path / name) for name in ("1", "2")]

    assert outcomes[0] == (0, f"{tmp_path}/1: 4 packages\n", "")
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


@pytest.mark.parametrize(
    ("entries", "texts", "message"),
    [
        pytest.param(
            {},
            {CODE_LOCK: "red-fox==1.0 \\\n    --hash=sha256:0\nzebra==2.0\n"},
            f"{CODE_LOCK}: must pin zebra==2.0 by a hash, but does not",
            id="pin without a hash",
        ),
        pytest.param({}, {CODE_LOCK: ""}, f"{CODE_LOCK}: must pin red-fox==1.0 by a hash, but does not", id="no pin"),
        pytest.param(
            {f"{ZEBRA}COPYING": None},
            {},
            "a.pex: must hold the licence of zebra 2.0, but does not",
            id="no licence text",
        ),
        pytest.param(
            {f"{RED}METADATA": None}, {}, "a.pex: must hold the metadata of red.whl, but does not", id="no metadata"
        ),
        pytest.param(
            {f"{PEX}METADATA": "Name: pex\nVersion: 2.0\n"},
            {},
            "a.pex: must hold metadata and licences of pex 2.1 in pex_licences/, but does not",
            id="notes on another runtime",
        ),
        pytest.param(
            {f"{VENDORED}METADATA": None},
            {},
            "a.pex: must hold metadata and licences of old_0_9 in pex_licences/, but does not",
            id="vendored without notes",
        ),
        pytest.param(
            {"data_src/site.json": "{}"},
            {},
            "a.pex: data_src/site.json: must be the settings of the site, but is not: "
            "Object missing required field `version`",
            id="no version",
        ),
        pytest.param(
            {"PEX-INFO": None},
            {},
            "a.pex: must be a PEX of the builder, but is not: \"There is no item named 'PEX-INFO' in the archive\"",
            id="some other zip file",
        ),
        pytest.param(
            {"PEX-INFO": "[]"},
            {},
            "a.pex: must be a PEX of the builder, but is not: Expected `object`, got `array`",
            id="notes of another shape",
        ),
        pytest.param(
            {},
            {CODE_LOCK: None},
            f"{CODE_LOCK}: cannot be read: No such file or directory",
            id="no lock",
        ),
    ],
)
def test_fault_is_told_and_nothing_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    entries: dict[str, str | None],
    texts: dict[str, str | None],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write_checkout(Path(), texts)
    write_runnable(Path("a.pex"), entries)

    assert run("inventory", "a.pex", "--out", "list.json") == (1, "", f"{message}\n")
    assert not Path("list.json").exists()


def test_file_that_is_no_archive_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.pex").write_bytes(b"text")

    assert run("inventory", tmp_path / "a.pex") == (
        1,
        "",
        f"{tmp_path}/a.pex: must be a PEX of the builder, but is not: File is not a zip file\n",
    )


def test_damage_is_told_in_one_line_wherever_it_is(tmp_path: Path) -> None:
    checkout, file = write_checkout(tmp_path), tmp_path / "a.pex"
    whole = write_runnable(file).read_bytes()
    damaged = [whole[:length] for length in range(0, len(whole), 97)]
    damaged += [whole[:place] + b"\xff" + whole[place + 1 :] for place in range(0, len(whole), 23)]

    for content in damaged:
        file.write_bytes(content)
        outcome = run("inventory", file, "--checkout", checkout)

        assert (outcome.status, outcome.err.count("\n")) in {(0, 0), (1, 1)}


def test_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    file, checkout = write_runnable(tmp_path / "a.pex"), write_checkout(tmp_path)

    assert run("inventory", file, "--checkout", checkout, "--out", tmp_path) == (
        1,
        "",
        f"{tmp_path}: cannot be written: Is a directory\n",
    )


def test_full_standard_output_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("locdata_release.cli.__main__._run", fail)

    assert run("inventory", tmp_path) == (1, "", "standard output: cannot be written: No space left on device\n")
