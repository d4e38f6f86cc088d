"""Hostile sites are refused with one clean error, found different, or are the same, in limited time and memory."""

from pathlib import Path

import pytest

from contract import fuzz as fuzzer
from contract.fuzz import Fuzzer, Tally, fuzz, report
from contract.fuzz_sites import Base, make_site
from locdata_build.cli import verify
from locdata_build.contract.byte_comparison import ByteComparison

CASES = 400
"""The number of cases: a sample of what ``./pants run tests/contract:fuzz -- 20000`` runs."""


def test_every_hostile_site_has_one_clean_outcome() -> None:
    tally = fuzz(CASES)

    assert tally.complaints == []
    assert tally.outcomes.total() == CASES
    assert {
        f"{kind}, {outcome}"
        for kind in ("archive", "folder", "list")
        for outcome in ("refused", "different", "the same")
    } == {*tally.outcomes}
    assert tally.unpacked > 0
    assert report(tally).startswith(f"{CASES} cases, ")


def test_site_depends_on_nothing_but_seed_and_number(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    base = Base({"/SHA256SUMS": b"0" * 64 + b"  x\n"}, tmp_path / "site", bytes(512))

    def words(seed: int, folder: str) -> list[str]:
        scratch = [tmp_path / folder / str(number) for number in range(20)]
        for each in scratch:
            each.mkdir(parents=True)
        return [make_site(base, seed, number, each).words for number, each in enumerate(scratch)]

    assert words(1, "a") == words(1, "b") != words(2, "c")


def test_approval_of_what_differs_is_a_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    def approve(actual: object, expected: object) -> ByteComparison:
        return ByteComparison(same=(), changed=(), missing=(), unexpected=())

    monkeypatch.setattr(verify, "compare_contents", approve)
    monkeypatch.setattr(verify, "_is_packed", lambda archive, packed: True)

    complaints = " ".join(fuzz(60).complaints)

    assert "a folder that differs was approved" in complaints
    assert "a list that differs was approved" in complaints
    assert "an archive was approved from which Python unpacks something else" in complaints


def test_exception_and_long_time_are_complaints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str) -> None:
        raise MemoryError

    monkeypatch.setattr(fuzzer, "read_candidate", fail)
    monkeypatch.setattr(fuzzer, "MOST_SECONDS", -1.0)
    case = Fuzzer(tmp_path)

    case.run(1, 1)

    assert len(case.tally.complaints) == 2
    assert "MemoryError" in case.tally.complaints[0]


def test_much_memory_is_a_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzer, "_peak_memory", iter([100, 100, fuzzer.MOST_MEGABYTES + 1]).__next__)

    assert fuzz(1).complaints[-1].endswith(f"took {fuzzer.MOST_MEGABYTES + 1} MB")


def test_report_names_every_complaint() -> None:
    assert report(Tally(complaints=["case 1: bad"])).splitlines()[-1] == "case 1: bad"
