"""The command release writes down a release whole, or tells why not and writes nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.running import Outcome, run_here, run_process, tree
from locdata_build.source.editor_schema import editor_schemas
from support.dataset import COUNTRY, ERP, Files, country, whole, write

CHANGELOG = "# Changes\n\n## [Unreleased]\n\n### Added\n\n- Something.\n"
FIRST = "2026-11-21T00:00:00Z"
SECOND = "2026-12-24T18:30:15Z"
WRITTEN = """\
data_src/site.json: written
data_src/releases/{version}.json: written
last_release/contract.json: written
last_release/records.json: written
CITATION.cff: written
CHANGELOG.md: written
"""


def release(*arguments: str, at: str = FIRST) -> Outcome:
    """Cut a release of the working folder."""
    return run_here("release", *arguments, "--generated-at", at)


def edit(change: Callable[[Files], object]) -> None:
    """Change the source files of the working folder."""
    files = whole()
    files["site.json"] = json.loads(Path("data_src/site.json").read_bytes())
    change(files)
    write(Path("data_src"), files)


def vat(files: Files) -> None:
    """Another rate."""
    files[COUNTRY]["facts"]["vat"]["value"] = "Standard rate 21%."


def read(place: str) -> dict[str, Any]:
    """The value of a JSON file of the working folder."""
    value: dict[str, Any] = json.loads(Path(place).read_bytes())
    return value


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: source files and a change log."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data_src", {**whole(), **editor_schemas()})
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    return tmp_path


@pytest.fixture
def released(repository: Path) -> Path:
    """The working folder after its first release."""
    assert release().status == 0
    return repository


@pytest.mark.usefixtures("repository")
def test_the_first_release_has_the_version_of_the_site_and_no_changes() -> None:
    assert release() == (
        0,
        WRITTEN.format(version="1.2.3") + "version 1.2.3; changes of the contract: 0, of records: 0\n",
        "",
    )
    assert read("data_src/releases/1.2.3.json") == {
        "$schema": "../schema/release.schema.json",
        "release": {"version": "1.2.3", "released_at": FIRST, "contract": [], "changes": []},
    }


@pytest.mark.usefixtures("repository")
def test_the_first_release_may_have_any_version() -> None:
    assert release("0.1.0").status == 0
    assert read("data_src/site.json")["version"] == "0.1.0"


@pytest.mark.usefixtures("repository")
def test_a_release_stamps_site_change_log_and_citation() -> None:
    release(at=SECOND)

    assert read("data_src/site.json") == {**whole()["site.json"], "generated_at": SECOND}
    assert Path("CHANGELOG.md").read_text() == (
        "# Changes\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-24\n\n### Added\n\n- Something.\n"
    )
    citation = Path("CITATION.cff").read_text()
    assert 'version: "1.2.3"' in citation or "version: 1.2.3" in citation
    assert "2026-12-24" in citation


@pytest.mark.usefixtures("released")
def test_what_was_released_is_sound_and_formatted() -> None:
    assert run_here("check", "--data", "data_src").status == 0
    assert run_here("format").out == f"0 of {len(whole()) + 1 + len(editor_schemas())} files rewritten\n"


@pytest.mark.usefixtures("released")
def test_the_next_build_is_what_was_released() -> None:
    run_here("build", "--data", "data_src", "--out", "site")
    outcome = run_here("diff", "last_release", "site")

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines()[1:4] == ["contract: none", "records, edited: none", "records, by time alone: none"]
    assert Path("site/data/CITATION.cff").read_bytes() == Path("CITATION.cff").read_bytes()


@pytest.mark.usefixtures("released")
def test_an_edit_raises_the_patch_version_and_is_recorded_with_both_values() -> None:
    edit(vat)

    assert release(at=SECOND) == (
        0,
        WRITTEN.format(version="1.2.4") + "version 1.2.4; changes of the contract: 0, of records: 1\n",
        "",
    )
    assert read("data_src/site.json")["version"] == "1.2.4"
    assert read("data_src/releases/1.2.4.json")["release"] == {
        "version": "1.2.4",
        "released_at": SECOND,
        "contract": [],
        "changes": [
            {
                "resource": "facts",
                "record": "fr-vat",
                "country": "fr",
                "kind": "changed",
                "cause": "edit",
                "field": "value",
                "before": '"Standard rate 20%."',
                "after": '"Standard rate 21%."',
                "phase": None,
            }
        ],
    }
    assert run_here("check", "--data", "data_src").status == 0


def add_country(files: Files) -> None:
    """A second country."""
    files["countries/de.json"] = country("de", "Germany")


def add_country_and_vat(files: Files) -> None:
    """Both edits."""
    add_country(files)
    vat(files)


@pytest.mark.usefixtures("released")
def test_an_addition_raises_the_minor_version_and_stands_in_the_change_log() -> None:
    edit(add_country)

    assert release(at=SECOND).status == 0
    assert read("data_src/site.json")["version"] == "1.3.0"
    text = Path("CHANGELOG.md").read_text()
    head, _, earlier = text.partition("\n## [1.2.3] - 2026-11-21\n")
    assert head.startswith("# Changes\n\n## [Unreleased]\n\n## [1.3.0] - 2026-12-24\n\n### Contract\n\n")
    assert "- added path /germany/index.html\n" in head
    assert " anchor " not in head
    assert " record " not in head
    assert earlier == "\n### Added\n\n- Something.\n"


@pytest.mark.usefixtures("released")
def test_the_next_release_leads_on_from_the_last() -> None:
    edit(add_country)
    release(at="2026-12-01T00:00:00Z")
    edit(add_country_and_vat)

    assert release(at=SECOND).status == 0
    assert sorted(file.name for file in Path("data_src/releases").iterdir()) == [
        "1.2.3.json",
        "1.3.0.json",
        "1.3.1.json",
    ]
    assert [change["record"] for change in read("data_src/releases/1.3.1.json")["release"]["changes"]] == ["fr-vat"]
    run_here("build", "--data", "data_src", "--out", "site")
    assert run_here("diff", "last_release", "site").status == 0


@pytest.mark.usefixtures("released")
def test_time_alone_is_recorded_with_its_phase() -> None:
    assert release(at="2027-11-21T00:00:00Z").status == 0

    (change,) = read("data_src/releases/1.2.4.json")["release"]["changes"]
    assert (change["cause"], change["phase"]) == ("time", "fr-real-time-reporting-step-1")


def test_a_release_without_a_change_must_be_asked_for_by_its_version(released: Path) -> None:
    assert refusal(released) == [
        (
            "last_release: $: must differ from what is to be released, but does not: name a version to release it all the "
            "same [broken-promise]"
        )
    ]
    assert release("1.2.4", at=SECOND).status == 0
    assert read("data_src/site.json")["version"] == "1.2.4"


@pytest.mark.usefixtures("released")
def test_a_version_higher_than_needed_may_be_asked_for() -> None:
    assert release("1.10.0", at=SECOND).status == 0
    assert read("last_release/contract.json")["version"] == "1.10.0"


def refusal(folder: Path, *arguments: str, at: str = SECOND) -> list[str]:
    """The faults for which nothing is written."""
    before = tree(folder)
    outcome = release(*arguments, at=at)

    assert (outcome.status, outcome.out) == (1, "")
    assert tree(folder) == before
    *faults, count = outcome.err.splitlines()
    assert count == f"{len(faults)} {'fault' if len(faults) == 1 else 'faults'}"
    return faults


@pytest.mark.parametrize("version", ["1.2.3", "1.2.2", "0.9.9"])
def test_a_version_that_is_too_small_is_refused(released: Path, version: str) -> None:
    edit(vat)

    assert refusal(released, version) == [
        (
            "last_release: $.version: must be followed by 1.2.4 or a higher version, for what has changed, but "
            f"{version} was asked for [version-order]"
        )
    ]


def test_a_broken_promise_is_refused_by_its_name(released: Path) -> None:
    edit(lambda files: files[COUNTRY].update(partners=[]))

    assert (
        "last_release: $: removed record partners/fr-erp_id_01-partner: keep it, or bury it in tombstones.json with the "
        "reason and what took its place [broken-promise]"
    ) in refusal(released)
    assert refusal(released, "2.0.0") != []


def remove_product(files: Files, since: str) -> None:
    """A product of which nothing more is said, with every promise on it buried, one of them a field."""
    Path("data_src/erps/erp_id_02.json").unlink(missing_ok=True)
    del files["erps/erp_id_02.json"]
    files[COUNTRY]["e_invoicing"]["erp_support"].pop()
    files[COUNTRY]["partner_flags"] = []
    files["tombstones.json"]["tombstones"] = [
        {"part": part, "name": name, "since": since, "reason": "It was sold.", "replaced_by": None}
        for part, name in [
            ("path", "/api/v1/erps/erp_id_02.json"),
            ("path", "/erp/erp_id_02/*"),
            ("anchor", "*"),
            ("record", "*erp_id_02"),
            ("field", "ReportingRecord.erp_key_02"),
        ]
    ]


def test_a_new_major_version_must_be_asked_for(released: Path) -> None:
    edit(lambda files: remove_product(files, "1.3.0"))

    assert refusal(released) == [
        (
            "last_release: $: must be followed by a new major version that is asked for (release 2.0.0): removed field "
            "ReportingRecord.erp_key_02 [broken-promise]"
        )
    ]
    assert release("2.0.0", at=SECOND).status == 0
    assert read("last_release/contract.json")["version"] == "2.0.0"


def test_a_tombstone_that_names_nothing_is_refused(released: Path) -> None:
    def bury(files: Files) -> None:
        vat(files)
        files["tombstones.json"]["tombstones"] = [
            {"part": "field", "name": "Fact.deadline", "since": "1.3.0", "reason": "A slip.", "replaced_by": None}
        ]

    edit(bury)

    assert refusal(released) == [
        "last_release: $: must have promised what a tombstone names, but did not: field Fact.deadline [broken-promise]"
    ]


def test_an_announcement_for_the_next_major_version_excuses_nothing_before_it(released: Path) -> None:
    edit(lambda files: remove_product(files, "2.0.0"))

    assert len(refusal(released, "1.3.0")) > 1
    assert release("2.0.0", at=SECOND).status == 0


@pytest.mark.usefixtures("released")
def test_a_version_that_the_site_file_has_already_is_kept() -> None:
    edit(lambda files: files["site.json"].update(version="1.9.0"))

    assert release(at=SECOND).status == 0
    assert read("last_release/contract.json")["version"] == "1.9.0"


def test_a_buried_promise_needs_no_major_version(released: Path) -> None:
    def bury(files: Files) -> None:
        files[COUNTRY]["partners"] = []
        files["tombstones.json"]["tombstones"] = [
            {"part": part, "name": name, "since": "1.3.0", "reason": "The firm was closed.", "replaced_by": None}
            for part, name in [("record", "partners/fr-erp_id_01-partner"), ("anchor", "*partner*")]
        ]

    edit(bury)

    assert release(at=SECOND).status == 0
    assert read("data_src/site.json")["version"] == "1.3.0"
    told = read(f"{released}/data_src/releases/1.3.0.json")["release"]
    assert {change["is_breaking"] for change in told["contract"]} == {False}
    assert run_here("check", "--data", "data_src").status == 0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(b"# Changes\n", "must have a heading '## [Unreleased]', but has none", id="no part"),
        pytest.param(
            b"## [Unreleased]\n\n## [1.2.4] - 2026-11-22\n",
            "must not have a heading for 1.2.4 yet, but has one",
            id="twice",
        ),
        pytest.param(b"\xff", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte", id="no text"),
        pytest.param(None, "[Errno 2] No such file or directory: 'CHANGELOG.md'", id="none"),
    ],
)
def test_change_log_that_cannot_be_cut_is_told(released: Path, text: bytes | None, fault: str) -> None:
    edit(vat)
    (released / "CHANGELOG.md").unlink()
    if text is not None:
        (released / "CHANGELOG.md").write_bytes(text)

    assert refusal(released) == [f"CHANGELOG.md: $: must be cut, but cannot: {fault} [changelog]"]


def test_faults_of_the_data_are_told(released: Path) -> None:
    edit(lambda files: files[ERP].update(vendor=""))

    assert refusal(released) == ["data_src/erps/erp_id_01.json: $.vendor: must not be empty, but is [empty]"]


def test_a_folder_without_data_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert refusal(tmp_path) == [
        "data_src: $: must be a folder with source files, but is not [missing-folder]",
    ]


def test_a_time_before_the_last_release_is_told(released: Path) -> None:
    (fault,) = refusal(released, at="2026-11-20T23:59:59Z")

    assert fault.startswith("data_src/site.json: $.generated_at: must not lie after the time of the build")


@pytest.mark.parametrize(
    ("place", "content", "fault"),
    [
        pytest.param(
            "contract.json",
            b"{}",
            "must be what the command 'release' wrote, but is not: Object missing required field `version` [not-a-site]",
            id="another shape",
        ),
        pytest.param(
            "records.json",
            b"{",
            "must be what the command 'release' wrote, but is not: Input data was truncated [not-a-site]",
            id="cut off",
        ),
        pytest.param(
            "records.json",
            None,
            "must be what the command 'release' wrote, but is not: Input data was truncated [not-a-site]",
            id="missing",
        ),
    ],
)
def test_a_broken_last_release_is_told(released: Path, place: str, content: bytes | None, fault: str) -> None:
    (released / "last_release" / place).unlink()
    if content is not None:
        (released / "last_release" / place).write_bytes(content)

    assert refusal(released) == [f"last_release/{place}: $: {fault}"]


def test_a_folder_of_the_last_release_without_one_is_filled_with_the_first(repository: Path) -> None:
    write(repository / "last_release", {"BUILD": b""})

    assert release().status == 0
    assert sorted(tree(repository / "last_release")) == ["BUILD", "contract.json", "records.json"]


@pytest.mark.parametrize("place", ["CITATION.cff", "last_release/records.json", "data_src/releases/1.2.4.json"])
def test_nothing_is_written_where_one_file_cannot_be(released: Path, place: str) -> None:
    (released / place).unlink(missing_ok=True)
    (released / place).mkdir()
    (released / place / "kept").write_bytes(b"")
    before = tree(released)
    outcome = release(at=SECOND)

    assert (outcome.status, outcome.out) == (1, "")
    assert len(outcome.err.splitlines()) <= 2
    assert tree(released) == before


def test_a_release_needs_its_time(repository: Path) -> None:
    before = tree(repository)
    outcome = run_here("release")

    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("error: 'release' needs the time of the release: --generated-at now, say\n")
    assert tree(repository) == before


@pytest.mark.usefixtures("repository")
def test_time_of_the_environment_is_taken() -> None:
    assert run_here("release", environment={"SOURCE_DATE_EPOCH": "1795219201"}).status == 0
    assert read("data_src/site.json")["generated_at"] == "2026-11-21T00:00:01Z"


def test_a_process_writes_the_same(repository: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write(other / "data_src", whole())
    (other / "CHANGELOG.md").write_text(CHANGELOG)
    outcome = run_process(other, "release", "--generated-at", FIRST)

    assert outcome == release()
    assert [(other / name).read_bytes() for name in ("CHANGELOG.md", "CITATION.cff", "last_release/records.json")] == [
        (repository / name).read_bytes() for name in ("CHANGELOG.md", "CITATION.cff", "last_release/records.json")
    ]
