"""Builds keep former sites and refuse to replace newer ones on request; restore brings a former site back."""

from pathlib import Path

from locdata_build.site.publication import publish_release
from support.command_line import Outcome, run_here
from support.folders import files_of, tree
from support.small_sites import FORMER, NEW, THIRD, state

EARLY, LATE = "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"


def build(data: Path, out: Path, time: str, *options: str) -> Outcome:
    return run_here("build", "--workers=1", "--data", data, "--out", out, "--generated-at", time, *options)


def test_former_site_is_restored_and_both_pass_verify(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert build(data, out, EARLY, "--keep=1").status == 0
    first = files_of((out / "current").resolve())
    assert build(data, out, LATE, "--keep=1").status == 0
    verified = [
        run_here("verify", "--data", data, "--generated-at", time, out / folder).status
        for folder, time in (("current", LATE), ("releases/0001-20261121T000000Z", EARLY))
    ]

    assert run_here("restore", "--out", out) == (0, f"{out}: restored version 1.2.3 of {EARLY}\n", "")
    assert files_of((out / "current").resolve()) == first
    assert verified == [0, 0]
    assert run_here("restore", "--out", out) == (0, f"{out}: restored version 1.2.3 of {LATE}\n", "")


def test_site_is_restored_by_name_also_if_it_does_not_state_its_version(tmp_path: Path) -> None:
    for artifacts in (FORMER, NEW, THIRD):
        publish_release(artifacts, tmp_path / "site", keep=2)

    assert run_here("restore", "0001", "--out", tmp_path / "site") == (
        0,
        f"{tmp_path}/site: restored a site that does not state its version\n",
        "",
    )
    assert state(tmp_path / "site/current") == "former"


def test_restore_without_a_former_site_is_one_error(data: Path, tmp_path: Path) -> None:
    build(data, tmp_path / "out", EARLY)

    assert run_here("restore", "--out", tmp_path / "out") == (
        1,
        "",
        f"{tmp_path}/out: must hold releases, as build --keep makes them\n",
    )


def test_newer_site_is_replaced_except_with_refuse_older(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(data, out, LATE)
    before = tree(tmp_path)

    assert build(data, out, EARLY, "--refuse-older") == (
        1,
        "",
        f"{out}: must not be newer than this build, version 1.2.3 of {EARLY}, got version 1.2.3 of {LATE}\n",
    )
    assert tree(tmp_path) == before
    assert build(data, out, EARLY).status == 0
