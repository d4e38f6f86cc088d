"""The command diff reports the differences between two sites, and fails if the version is too low.

``tests/contract`` proves the comparison and the report.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.releasing import FIRST, release
from support.command_line import Outcome, run_here
from support.dataset import COUNTRY, Files, whole, write
from support.folders import tree
from support.records import fact

SAME = """\
from 1.2.3 of 2026-11-21T00:00:00Z to 1.2.3 of 2026-11-21T00:00:00Z
contract: none
records, edited: none
records, by time alone: none
"""
LATER = "2027-11-21T00:00:00Z"
EDIT = 'value: "Standard rate 20%." -> "Standard rate 21%."'


def build(folder: Path, change: Callable[[Files], object] = lambda _: None) -> Path:
    """Build the site of the small set of source files after a change, and its archive beside it."""
    files = whole()
    change(files)
    data = write(folder / "data_src", files)
    assert run_here("--data", data, "--out", folder / "site", "--archive", folder / "site.tar").status == 0
    return folder / "site"


def edit(files: Files) -> None:
    """Change a VAT rate."""
    files[COUNTRY]["facts"]["vat"] = fact("Standard rate 21%.")


def diff(*arguments: str | Path) -> Outcome:
    return run_here("diff", *arguments)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site."""
    return build(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site with another VAT rate and the same version."""
    return build(tmp_path_factory.mktemp("edited"), edit)


def test_a_site_is_not_different_from_itself_or_its_archive(site: Path) -> None:
    for other in (site, site.with_suffix(".tar")):
        outcome = diff(site, other)

        assert (outcome.status, outcome.err) == (0, "")
        assert outcome.out.startswith(SAME)


def test_an_edit_without_a_higher_version_ends_with_status_1(site: Path, edited: Path) -> None:
    outcome = diff(site, edited)

    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out.splitlines()[2:4] == ["records, edited: 1", f"  changed facts/fr-vat {EDIT}"]


def test_an_edit_with_a_higher_version_ends_with_status_0(site: Path, tmp_path: Path) -> None:
    def edit_and_bump(files: Files) -> None:
        edit(files)
        files["site.json"]["version"] = "1.2.4"

    assert diff(site, build(tmp_path, edit_and_bump)).status == 0


def test_json_is_an_option(site: Path, edited: Path) -> None:
    outcome = diff(site, edited, "--json")
    report = json.loads(outcome.out)

    assert (outcome.status, outcome.err) == (1, "")
    assert (report["bump"], report["wanted_version"], report["is_version_enough"]) == ("patch", "1.2.4", False)
    assert [(change["resource"], change["record"]) for change in report["changes"]] == [("facts", "fr-vat")]


def test_without_a_newer_site_the_data_is_built(edited: Path, site: Path, tmp_path: Path) -> None:
    data = edited.parent / "data_src"
    before = tree(tmp_path)

    assert diff(site, "--data", data) == diff(site, edited)
    assert "records, by time alone: 6" in diff(site, "--data", data, "--generated-at", LATER).out.splitlines()
    assert tree(tmp_path) == before


def test_newer_site_that_is_not_built_is_one_error(site: Path, tmp_path: Path) -> None:
    for unbuilt, message in (
        (tmp_path, "must hold the files of a site, but is empty [not-a-site]"),
        (tmp_path / "missing", "must be readable: No such file or directory [unreadable-file]"),
    ):
        assert diff(site, unbuilt) == (1, "", f"{unbuilt}: $: {message}\n1 issue\n")


def test_site_with_anything_but_regular_files_is_refused(site: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(site, tmp_path / "site"))
    (copy / "x").symlink_to("index.html")

    assert diff(site, copy) == (
        1,
        "",
        f"{copy}/x: $: must be a regular file, got a symbolic link [not-a-site]\n1 issue\n",
    )


@pytest.mark.usefixtures("released")
def test_site_that_is_older_than_the_stored_release_has_to_be_built_first() -> None:
    run_here("build", "--data", "data_src", "--out", "site")
    release("1.2.4", at=LATER)

    assert diff("last_release", "site") == (
        1,
        "",
        (
            f"site: $: must not be older than last_release, 1.2.4 of {LATER}, got 1.2.3 of {FIRST}: build it first "
            "[stale-site]\n1 issue\n"
        ),
    )
    run_here("build", "--data", "data_src", "--out", "site")
    assert diff("last_release", "site").status == 0


def test_broken_file_of_a_site_is_an_issue(site: Path, tmp_path: Path) -> None:
    broken = shutil.copytree(site, tmp_path / "site")
    (broken / "api/v1/facts.json").write_bytes(b"{")

    outcome = diff(site, broken)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{broken}/api/v1/facts.json: $: ")
    assert outcome.err.endswith(" [not-json]\n1 issue\n")
