"""Dated steps have lasting anchors and a fixed order."""

import datetime as dt
from pathlib import Path

import msgspec
import pytest

from locdata_build.source.files import CountryFile
from locdata_build.view.dates import STANDINGS, Standing, steps_by_date
from locdata_model.vocabulary import ObligationKind
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
    return [step.anchor for step in steps_by_date(load_world(folder, files).countries)]


def test_an_anchor_holds_country_kind_and_the_name_of_the_phase(tmp_path: Path) -> None:
    assert steps(tmp_path, whole()) == [
        "step-fr-e-invoicing-b2g-step-1",
        "step-fr-e-invoicing-b2b-step-1",
        "step-fr-e-invoicing-b2b-step-2",
        "step-fr-real-time-reporting-step-1",
    ]


def test_an_anchor_stays_when_the_day_moves(tmp_path: Path) -> None:
    moved = whole() | {COUNTRY: with_steps(saft=["2027-06-01"])}

    assert steps(tmp_path, moved) == steps(tmp_path, whole() | {COUNTRY: with_steps(saft=[DAY])})


def test_an_anchor_is_that_of_the_published_phase(tmp_path: Path) -> None:
    world = load_world(tmp_path)
    links = [phase.url.partition("#")[2] for phase in world.published.phases]

    assert [step.anchor for step in steps_by_date(world.countries)] == links
    assert [step.phase_id for step in steps_by_date(world.countries)] == [phase.id for phase in world.published.phases]


def test_steps_stand_by_date_then_country_then_kind(tmp_path: Path) -> None:
    files = whole() | {
        COUNTRY: with_steps(saft=[DAY], e_invoicing_b2g=["2026-01-02"], e_invoicing_b2b=[DAY]),
        "countries/at.json": with_steps("at", "Zland", audit_file=["2025-12-31", DAY]),
    }

    assert steps(tmp_path, files) == [
        "step-at-audit-file-step-1",
        "step-at-audit-file-step-2",
        "step-fr-e-invoicing-b2b-step-1",
        "step-fr-saft-step-1",
        "step-fr-e-invoicing-b2g-step-1",
    ]


def test_a_step_is_past_from_its_day_on(tmp_path: Path) -> None:
    step = next(
        step for step in steps_by_date(load_world(tmp_path).countries) if step.phase.date == dt.date(2026, 1, 1)
    )
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
    country_file = msgspec.convert(country() | {"obligations": obligations}, CountryFile)
    (step,) = [step for step in steps_by_date([country_file]) if step.kind is ObligationKind.SAFT]

    assert step.standing(today) is standing


def test_every_standing_has_words_and_a_tone_of_its_own() -> None:
    assert list(STANDINGS) == list(Standing)
    assert len({badge.tone for badge in STANDINGS.values()}) == len(Standing)
