"""Dated steps have lasting anchors and a fixed order."""

import datetime as dt
from pathlib import Path

import msgspec
import pytest

from locdata_build.source.files import CountryFile
from locdata_build.view.dates import STANDINGS, Standing, steps_by_date, steps_of
from support.dataset import COUNTRY, Files, country, obligation, whole
from support.world import load_world

DAY = "2026-01-01"


def with_steps(code: str = "fr", name: str = "France", **obligations: list[str]) -> dict[str, object]:
    """A country whose obligations in force have steps on those days, and no others."""
    unknown = dict.fromkeys(country()["obligations"], obligation("unknown"))
    known = {kind: obligation("in_force", *dates) for kind, dates in obligations.items()}
    return country(code, name) | {"obligations": unknown | known}


def steps(folder: Path, files: Files) -> list[str]:
    """The anchors of all steps in the order of their dates."""
    return [step.id for step in steps_by_date(load_world(folder, files).countries)]


def test_an_anchor_holds_country_kind_and_date(tmp_path: Path) -> None:
    world = load_world(tmp_path)

    assert [step.id for step in steps_of(world.country("fr"))] == [
        "step-fr-e-invoicing-b2b-2026-01-01",
        "step-fr-e-invoicing-b2b-2027-01-01",
        "step-fr-e-invoicing-b2g-2020-01-01",
        "step-fr-real-time-reporting-2027-01-01",
    ]


def test_two_steps_of_a_kind_and_day_are_told_apart_by_a_number(tmp_path: Path) -> None:
    files = whole() | {COUNTRY: with_steps(saft=[DAY, DAY, DAY, "2026-02-01"])}

    assert steps(tmp_path, files) == [
        "step-fr-saft-2026-01-01",
        "step-fr-saft-2026-01-01-2",
        "step-fr-saft-2026-01-01-3",
        "step-fr-saft-2026-02-01",
    ]


def test_ten_steps_of_a_kind_and_day_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    files = whole() | {COUNTRY: with_steps(saft=[DAY] * 10)}

    assert steps(tmp_path, files)[-1] == "step-fr-saft-2026-01-01-10"


def test_steps_of_two_kinds_on_one_day_need_no_number(tmp_path: Path) -> None:
    files = whole() | {COUNTRY: with_steps(saft=[DAY], audit_file=[DAY])}

    assert steps(tmp_path, files) == ["step-fr-saft-2026-01-01", "step-fr-audit-file-2026-01-01"]


def test_steps_stand_by_date_then_country_then_kind(tmp_path: Path) -> None:
    files = whole() | {
        COUNTRY: with_steps(saft=[DAY], e_invoicing_b2g=["2026-01-02"], e_invoicing_b2b=[DAY]),
        "countries/at.json": with_steps("at", "Zland", audit_file=["2025-12-31", DAY]),
    }

    assert steps(tmp_path, files) == [
        "step-at-audit-file-2025-12-31",
        "step-at-audit-file-2026-01-01",
        "step-fr-e-invoicing-b2b-2026-01-01",
        "step-fr-saft-2026-01-01",
        "step-fr-e-invoicing-b2g-2026-01-02",
    ]


def test_a_step_is_past_from_its_day_on(tmp_path: Path) -> None:
    step = next(steps_of(load_world(tmp_path).country("fr")))
    day = dt.date(2026, 1, 1)

    assert [step.is_past(day + dt.timedelta(days)) for days in (-1, 0, 1)] == [False, True, True]


@pytest.mark.parametrize(
    ("status", "days", "standing"),
    [
        pytest.param("in_force", 0, Standing.STARTED, id="in force, today"),
        pytest.param("in_force", 1, Standing.TO_COME, id="in force, ahead"),
        pytest.param("enacted", 0, Standing.STARTED, id="enacted, today"),
        pytest.param("enacted", 1, Standing.TO_COME, id="enacted, ahead"),
        pytest.param("planned", 1, Standing.ANNOUNCED, id="planned"),
        pytest.param("voluntary", 0, Standing.VOLUNTARY, id="voluntary, today"),
        pytest.param("voluntary", 1, Standing.VOLUNTARY, id="voluntary, ahead"),
    ],
)
def test_a_step_stands_by_its_day_where_there_is_a_law(status: str, days: int, standing: Standing) -> None:
    today = dt.date(2026, 11, 21)
    obligations = country()["obligations"] | {"saft": obligation(status, str(today + dt.timedelta(days)))}
    *_, step = steps_of(msgspec.convert(country() | {"obligations": obligations}, CountryFile))

    assert step.standing(today) is standing


def test_every_standing_has_words_and_a_tone_of_its_own() -> None:
    assert list(STANDINGS) == list(Standing)
    assert len({badge.tone for badge in STANDINGS.values()}) == len(Standing)
