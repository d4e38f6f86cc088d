"""The command diff tells what is different between two sites, wherever their files lie, and ends as the version allows."""

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.running import Outcome, run_here, run_process, tree
from locdata_model.data_files import DATA_FOLDER
from support.dataset import COUNTRY, Files, whole, write

SAME = """\
from 1.2.3 of 2026-11-21T00:00:00Z to 1.2.3 of 2026-11-21T00:00:00Z
contract: none
records, edited: none
records, by time alone: none
version: 1.2.3; nothing was edited, so any version from 1.2.3 on will do
"""
Change = Callable[[Files], object]


def build(folder: Path, change: Change | None = None) -> Path:
    """The built site of the small set of source files after a change, in ``folder``."""
    files = whole()
    if change:
        change(files)
    data = write(folder / "data_src", files)
    assert run_here("--data", data, "--out", folder / "site", "--archive", folder / "site.tar").status == 0
    return folder / "site"


def vat(files: Files) -> None:
    """Another rate."""
    files[COUNTRY]["facts"]["vat"]["value"] = "Standard rate 21%."


def diff(*arguments: str | Path) -> Outcome:
    return run_here("diff", *arguments)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site, with its archive beside it."""
    return build(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site with another VAT rate and the same version."""
    return build(tmp_path_factory.mktemp("edited"), vat)


def zipped(site: Path, place: Path) -> Path:
    """The site as a zip archive."""
    with zipfile.ZipFile(place, "w") as archive:
        for file in sorted(site.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(site))
    return place


def test_a_site_is_not_different_from_itself(site: Path) -> None:
    assert diff(site, site) == (0, SAME, "")


def test_an_archive_of_a_site_is_not_different_from_it(site: Path, tmp_path: Path) -> None:
    archive = zipped(site, tmp_path / "site.zip")

    assert diff(site, site.with_suffix(".tar")) == (0, SAME, "")
    assert diff(archive, site) == (0, SAME, "")


def test_an_edit_is_told_and_asks_for_a_version(site: Path, edited: Path) -> None:
    assert diff(site, edited) == (
        1,
        (
            "from 1.2.3 of 2026-11-21T00:00:00Z to 1.2.3 of 2026-11-21T00:00:00Z\n"
            "contract: none\n"
            "records, edited: 1\n"
            '  changed facts/fr-vat value: "Standard rate 20%." -> "Standard rate 21%."\n'
            "records, by time alone: none\n"
            "version: 1.2.3; records were edited, which asks for a patch version: 1.2.4 or higher, so this is TOO SMALL\n"
        ),
        "",
    )


def test_a_version_that_is_enough_ends_well(site: Path, tmp_path: Path) -> None:
    def raised(files: Files) -> None:
        vat(files)
        files["site.json"]["version"] = "1.2.4"

    outcome = diff(site, build(tmp_path, raised))

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.endswith("1.2.4 or higher, so this is enough\n")


def test_what_came_with_time_is_told_with_its_phase_and_ends_well(site: Path, tmp_path: Path) -> None:
    later = build(tmp_path, lambda files: files["site.json"].update(generated_at="2027-11-21T00:00:00Z"))
    outcome = diff(site, later)

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines()[1:5] == [
        "contract: none",
        "records, edited: none",
        "records, by time alone: 1",
        (
            "  2027-01-01 countries/fr toggles.real_time_reporting: false -> true, "
            "by phase fr-real-time-reporting-step-1 (Step of 2027-01-01)"
        ),
    ]


def test_a_broken_promise_is_told_and_ends_badly(site: Path, tmp_path: Path) -> None:
    outcome = diff(site, build(tmp_path, lambda files: files[COUNTRY].update(partners=[])))

    assert (outcome.status, outcome.err) == (1, "")
    assert "  BREAKING removed record partners/fr-erp_id_01-partner" in outcome.out.splitlines()


def test_json_is_printed_where_it_is_asked_for(site: Path, edited: Path) -> None:
    outcome = diff(site, edited, "--json")
    report: dict[str, Any] = json.loads(outcome.out)

    assert (outcome.status, outcome.err) == (1, "")
    assert {name: report[name] for name in ("bump", "wanted_version", "is_version_enough", "contract")} == {
        "bump": "patch",
        "wanted_version": "1.2.4",
        "is_version_enough": False,
        "contract": [],
    }
    assert report["changes"] == [
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
    ]


@pytest.mark.parametrize("sides", ["both", "old", "new"])
def test_data_folders_are_compared_with_data_folders(site: Path, edited: Path, sides: str) -> None:
    old = site if sides == "new" else site / DATA_FOLDER.strip("/")
    new = edited if sides == "old" else edited / DATA_FOLDER.strip("/")
    outcome = diff(old, new)

    assert outcome.status == 1
    assert outcome.out.splitlines()[1:4] == [
        "contract: none",
        "records, edited: 1",
        '  changed data/countries/fr-VAT / GST value: "Standard rate 20%." -> "Standard rate 21%."',
    ]


def test_nothing_is_written(site: Path, edited: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = tree(site)

    diff(site, edited)

    assert (tree(tmp_path), tree(site)) == ({}, before)


def test_a_process_tells_the_same(site: Path, edited: Path, tmp_path: Path) -> None:
    assert run_process(tmp_path, "diff", site, edited, "--json") == diff(site, edited, "--json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(None, "must be readable, but is not: No such file or directory [unreadable-file]", id="nothing"),
        pytest.param(b"text", "must be a whole archive, but is not: ", id="text"),
        pytest.param(b"", "must be a whole archive, but is not: ", id="empty file"),
        pytest.param(b"PK\x05\x06", "must be a whole archive, but is not: ", id="end of a zip archive"),
    ],
)
def test_place_that_holds_no_site_is_told(site: Path, tmp_path: Path, content: bytes | None, message: str) -> None:
    place = tmp_path / "place"
    if content is not None:
        place.write_bytes(content)
    outcome = diff(site, place)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{place}: $: {message}")
    assert outcome.err.endswith("\n1 fault\n")


def test_empty_folder_is_told_by_its_name(site: Path, tmp_path: Path) -> None:
    assert diff(tmp_path, site) == (
        1,
        "",
        f"{tmp_path}: $: must hold the files of a site, but holds none [not-a-site]\n1 fault\n",
    )


def test_archive_that_is_cut_off_is_told(site: Path, tmp_path: Path) -> None:
    content = site.with_suffix(".tar").read_bytes()
    cut = tmp_path / "site.tar"
    cut.write_bytes(content[: len(content) // 2])

    assert diff(site, cut) == (
        1,
        "",
        f"{cut}: $: must be a whole archive, but is not: unexpected end of data [not-a-site]\n1 fault\n",
    )


@pytest.mark.parametrize(
    ("path", "content", "fault"),
    [
        pytest.param(
            "api/v1/facts.json",
            b"{",
            "must be JSON, but is not: Input data was truncated [not-json]",
            id="no JSON",
        ),
        pytest.param(
            "api/v1/facts.json",
            b'{"data": []}',
            "must be what the site publishes there, but is not: Object missing required field `meta` [wrong-type]",
            id="field missing",
        ),
        pytest.param(
            "api/v1/facts.json",
            b"[" * 100_000,
            "must be what the site publishes there, but is not: Expected `object`, got `array` [wrong-type]",
            id="another type",
        ),
        pytest.param(
            "data/matrix.json",
            b"{}",
            "must be what the site publishes there, but is not: Expected `array`, got `object` [wrong-type]",
            id="data file of another type",
        ),
        pytest.param(
            "api/openapi.json", None, "must be a file of the site, but there is none [missing-file]", id="missing"
        ),
    ],
)
def test_broken_file_of_a_site_is_told(
    site: Path, tmp_path: Path, path: str, content: bytes | None, fault: str
) -> None:
    broken = tmp_path / "site"
    shutil.copytree(site, broken)
    (broken / path).unlink()
    if content is not None:
        (broken / path).write_bytes(content)

    assert diff(site, broken) == (1, "", f"{broken}/{path}: $: {fault}\n1 fault\n")


@pytest.mark.parametrize("change", [{"date": 5}, None], ids=["another type", "missing"])
def test_phase_without_a_day_is_no_traceback(site: Path, tmp_path: Path, change: dict[str, int] | None) -> None:
    broken = tmp_path / "site"
    shutil.copytree(site, broken)
    file = broken / "api/v1/phases.json"
    answer = json.loads(file.read_bytes())
    for phase in answer["data"]:
        del phase["date"]
        phase.update(change or {})
    file.write_text(json.dumps(answer))

    assert diff(broken, site).status == 1


def test_flip_of_a_phase_that_is_not_there_is_no_traceback(site: Path, tmp_path: Path) -> None:
    broken = tmp_path / "old"
    shutil.copytree(site, broken)
    file = broken / "api/v1/phases.json"
    file.write_text(json.dumps({**json.loads(file.read_bytes()), "data": []}))
    later = build(tmp_path, lambda files: files["site.json"].update(generated_at="2027-11-21T00:00:00Z"))

    assert diff(broken, later).status == 1


def test_version_of_a_thousand_digits_is_no_traceback(site: Path, tmp_path: Path) -> None:
    broken = tmp_path / "site"
    shutil.copytree(site, broken)
    file = broken / "api/v1/index.json"
    file.write_bytes(file.read_bytes().replace(b'"1.2.3"', b'"1.2.%s"' % (b"9" * 5000)))

    assert diff(site, broken).status in {0, 1}


def test_faults_of_the_older_side_are_told_first(tmp_path: Path) -> None:
    outcome = diff(tmp_path / "old", tmp_path / "new")

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{tmp_path}/old: $: ")


@pytest.mark.parametrize("operands", [[], ["one"], ["one", "two", "three"]], ids=len)
def test_it_takes_two_sites(operands: list[str]) -> None:
    outcome = diff(*operands)

    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith(
        f"locdata_build: error: 'diff' must be followed by OLD NEW, but is followed by {' '.join(operands) or 'nothing'}\n"
    )
