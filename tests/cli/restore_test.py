"""Builds keep former sites, refuse to replace newer ones and write releases on request; restore puts a former site back."""

from pathlib import Path

import pytest

from locdata_build.publish.folder import publish_folder
from locdata_build.publish.stated import LARGEST_INDEX
from locdata_build.render.artifacts import Artifact, checksums
from support.command_line import Outcome, run_here
from support.folders import files_of, names, tree
from support.small_sites import FORMER

EARLY, LATE = "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"


def build(data: Path, out: Path, time: str, *options: str) -> Outcome:
    return run_here("build", "--workers=1", "--data", data, "--out", out, "--generated-at", time, *options)


@pytest.mark.parametrize(
    ("options", "target", "folders"),
    [
        pytest.param(["--keep=1"], ".", [".", "../out.former/0001-20261121T000000Z"], id="folder"),
        pytest.param(["--layout=releases"], "current", ["current", "releases/0001-20261121T000000Z"], id="releases"),
    ],
)
def test_former_site_is_restored_and_both_pass_verify(
    data: Path, tmp_path: Path, options: list[str], target: str, folders: list[str]
) -> None:
    out = tmp_path / "out"
    assert build(data, out, EARLY, *options).status == 0
    first = files_of((out / target).resolve())
    assert build(data, out, LATE, *options).status == 0
    verified = [
        run_here("verify", "--data", data, "--generated-at", time, out / folder).status
        for folder, time in zip(folders, (LATE, EARLY), strict=True)
    ]

    assert run_here("restore", "--out", out) == (0, f"{out}: restored version 1.2.3 of {EARLY}\n", "")
    assert files_of((out / target).resolve()) == first
    assert verified == [0, 0]
    assert run_here("restore", "--out", out) == (0, f"{out}: restored version 1.2.3 of {LATE}\n", "")


def test_site_is_restored_by_name(data: Path, tmp_path: Path) -> None:
    for time in (EARLY, LATE, LATE):
        build(data, tmp_path / "out", time, "--layout=releases", "--keep=2")

    outcome = run_here("restore", "0001-20261121T000000Z", "--out", tmp_path / "out")

    assert outcome == (0, f"{tmp_path}/out: restored version 1.2.3 of {EARLY}\n", "")
    assert len(names(tmp_path / "out/releases")) == 3


def test_site_that_does_not_state_its_version_is_restored(tmp_path: Path) -> None:
    for _ in range(2):
        publish_folder(FORMER, tmp_path / "site", keep=1)

    assert run_here("restore", "--out", tmp_path / "site") == (
        0,
        f"{tmp_path}/site: restored a site that does not state its version\n",
        "",
    )


def test_site_with_an_index_that_is_too_large_to_be_read_is_restored(tmp_path: Path) -> None:
    index = Artifact("/api/v1/index.json", b"[" * (LARGEST_INDEX + 1))
    large = [index, checksums({index.path: index.sha256})]
    for artifacts in (large, FORMER):
        publish_folder(artifacts, tmp_path / "site", keep=1)

    for _ in range(3):
        outcome = run_here("restore", "--out", tmp_path / "site")
        assert outcome == (0, f"{tmp_path}/site: restored a site that does not state its version\n", "")


def test_restore_without_a_former_site_is_one_clear_error(data: Path, tmp_path: Path) -> None:
    build(data, tmp_path / "out", EARLY)

    assert run_here("restore", "--out", tmp_path / "out") == (
        1,
        "",
        f"{tmp_path}/out: has no former site to restore: build with --keep to have one\n",
    )


@pytest.mark.parametrize("layout", ["folder", "releases"])
def test_build_does_not_replace_a_newer_site_if_it_shall_not(data: Path, tmp_path: Path, layout: str) -> None:
    out = tmp_path / "out"
    build(data, out, LATE, f"--layout={layout}")
    before = tree(tmp_path)

    assert build(data, out, EARLY, f"--layout={layout}", "--refuse-older") == (
        1,
        "",
        f"{out}: must not be newer than this build, version 1.2.3 of {EARLY}, but is version 1.2.3 of {LATE}\n",
    )
    assert tree(tmp_path) == before


def test_build_replaces_any_site_by_default_and_one_of_the_same_time_always(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    statuses = [
        build(data, out, time, *options).status for time, *options in [[LATE], [EARLY], [EARLY, "--refuse-older"]]
    ]

    assert statuses == [0, 0, 0]
    assert names(tmp_path) == ["data", "out"]
