"""Phases have lasting ids, and a toggle flips on the day that the rules say."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.derive.phases import derive_flips, derive_phases, phase_id, step_anchor
from locdata_build.derive.toggles import derive_toggles
from locdata_build.source.files import CountryFile
from locdata_build.source.records import Obligations
from locdata_build.source.records import Phase as PhaseNote
from locdata_model.phases import Flip
from locdata_model.toggles import Toggles
from locdata_model.vocabulary import ObligationKind
from support.dataset import country, load, obligation, provenance, whole

ONE_DAY = dt.timedelta(days=1)
KINDS = list(ObligationKind)
STATUSES = ["in_force", "enacted", "planned", "voluntary", "none", "unknown"]
FIRST, LAST = dt.date(2020, 1, 1), dt.date(2030, 12, 31)
DATES = st.dates(FIRST, LAST).map(dt.date.isoformat)
OBLIGATIONS = st.fixed_dictionaries(
    {
        kind.value: st.builds(
            lambda status, dates, rated: (
                obligation(status, *sorted(dates)) | ({} if rated else {"provenance": provenance()})
            ),
            st.sampled_from(STATUSES),
            st.lists(DATES, max_size=3),
            st.booleans(),
        )
        for kind in KINDS
    }
)


def of(obligations: dict[str, Any], code: str = "fr") -> CountryFile:
    """A country of which nothing but these obligations is known."""
    unknown = {kind.value: obligation("unknown") for kind in KINDS}
    return msgspec.convert(country(code) | {"obligations": unknown | obligations}, CountryFile)


def flips(kind: str, *given_obligation: str) -> list[tuple[str, str, bool | None, bool | None]]:
    """The flips of a country with one obligation: toggle, day, value before and after."""
    found = derive_flips([of({kind: obligation(*given_obligation)})])
    return [(flip.toggle, flip.date.isoformat(), flip.before, flip.after) for flip in found]


def test_id_of_a_phase_holds_country_kind_and_slug_and_no_date() -> None:
    phase = PhaseNote(slug="monthly-jpk-vat", date=dt.date(2026, 1, 1), what="Monthly file")

    assert phase_id("pl", ObligationKind.E_INVOICING_B2B, phase) == "pl-e-invoicing-b2b-monthly-jpk-vat"


def test_anchor_of_a_phase_is_made_from_its_id() -> None:
    assert step_anchor("pl-saft-monthly") == "step-pl-saft-monthly"


def test_phases_are_published_with_the_obligation_that_they_belong_to(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["base_url"] = "https://data.example/sub"
    dataset = load(tmp_path, files)
    first, *_ = derive_phases(dataset.countries, dataset.site)

    assert msgspec.to_builtins(first) == {
        "id": "fr-e-invoicing-b2g-step-1",
        "country": "fr",
        "obligation": "e_invoicing_b2g",
        "status": "in_force",
        "date": "2020-01-01",
        "what": "Step of 2020-01-01",
        "url": "https://data.example/sub/timeline/#step-fr-e-invoicing-b2g-step-1",
        "source_urls": ("https://tax.example/law",),
        "verification": "official",
        "last_checked": "2026-11-20",
    }


def test_phases_stand_by_date_then_id(tmp_path: Path) -> None:
    site = load(tmp_path).site
    day = {
        "saft": obligation("in_force", "2026-01-01", "2026-03-01"),
        "audit_file": obligation("in_force", "2026-01-01"),
    }
    phases = derive_phases([of(day), of(day, "at")], site)

    assert [phase.id for phase in phases] == [
        "at-audit-file-step-1",
        "at-saft-step-1",
        "fr-audit-file-step-1",
        "fr-saft-step-1",
        "at-saft-step-2",
        "fr-saft-step-2",
    ]


@pytest.mark.parametrize(
    ("kind", "toggle"),
    [
        ("e_invoicing_b2b", "e_invoicing_b2b_in_force"),
        ("real_time_reporting", "real_time_reporting"),
        ("saft", "saft_required"),
        ("audit_file", "audit_file_on_request"),
    ],
)
def test_enacted_law_flips_its_toggle_on_its_first_day(kind: str, toggle: str) -> None:
    assert flips(kind, "enacted", "2027-01-01", "2028-01-01") == [(toggle, "2027-01-01", False, True)]


def test_law_on_invoices_to_public_bodies_flips_nothing_as_it_is_mandatory_before_its_day() -> None:
    assert flips("e_invoicing_b2g", "enacted", "2027-01-01") == []


@pytest.mark.parametrize("status", ["in_force", "planned", "voluntary"])
@pytest.mark.parametrize("kind", KINDS)
def test_phase_of_what_is_no_enacted_law_flips_nothing(kind: str, status: str) -> None:
    assert flips(kind, status, "2027-01-01", "2028-01-01") == []


@pytest.mark.parametrize("kind", KINDS)
def test_law_without_a_clear_source_flips_nothing(kind: str) -> None:
    unverified = obligation("enacted", "2027-01-01") | {"provenance": provenance()}

    assert derive_flips([of({kind: unverified})]) == ()


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("kind", KINDS)
def test_without_a_phase_nothing_flips(kind: str, status: str) -> None:
    assert flips(kind, status) == []


def test_of_two_phases_on_a_day_the_first_flips_the_toggle_once() -> None:
    (flip,) = derive_flips([of({"saft": obligation("enacted", "2027-01-01", "2027-01-01", "2027-06-01")})])

    assert (flip.id, flip.phase, flip.date) == ("fr-saft-required-step-1", "fr-saft-step-1", dt.date(2027, 1, 1))


def test_law_from_the_first_day_of_the_calendar_flips_nothing() -> None:
    assert flips("saft", "enacted", "0001-01-01") == []


def test_a_flip_says_what_its_phase_and_its_obligation_say() -> None:
    (flip,) = derive_flips([of({"real_time_reporting": obligation("enacted", "2027-01-01")})])

    assert msgspec.to_builtins(flip) == {
        "id": "fr-real-time-reporting-step-1",
        "country": "fr",
        "toggle": "real_time_reporting",
        "date": "2027-01-01",
        "before": False,
        "after": True,
        "phase": "fr-real-time-reporting-step-1",
        "what": "Step of 2027-01-01",
        "source_urls": ("https://tax.example/law",),
        "verification": "official",
        "last_checked": "2026-11-20",
    }


def test_flips_stand_by_date_then_id() -> None:
    later = {"saft": obligation("enacted", "2027-06-01"), "audit_file": obligation("enacted", "2027-01-01")}

    assert [flip.id for flip in derive_flips([of(later), of(later, "at")])] == [
        "at-audit-file-on-request-step-1",
        "fr-audit-file-on-request-step-1",
        "at-saft-required-step-1",
        "fr-saft-required-step-1",
    ]


def toggles_on(obligations: Obligations, day: dt.date) -> dict[str, bool | None]:
    """The toggles by name."""
    answers: dict[str, bool | None] = msgspec.structs.asdict(derive_toggles(obligations, day))
    return answers


@given(OBLIGATIONS)
def test_a_flip_says_what_the_toggle_is_the_day_before_and_on_the_day(obligations: dict[str, Any]) -> None:
    file = of(obligations)

    for flip in derive_flips([file]):
        before, after = (toggles_on(file.obligations, day)[flip.toggle] for day in (flip.date - ONE_DAY, flip.date))
        assert (flip.before, flip.after) == (before, after)
        assert before is not after


@given(OBLIGATIONS, st.dates(FIRST, LAST), st.dates(FIRST, LAST))
def test_flips_lead_from_the_toggles_of_one_day_to_those_of_any_later(
    obligations: dict[str, Any], one: dt.date, other: dt.date
) -> None:
    file, since, until = of(obligations), min(one, other), max(one, other)
    between: Sequence[Flip] = [flip for flip in derive_flips([file]) if since < flip.date <= until]

    assert toggles_on(file.obligations, since) | {flip.toggle: flip.after for flip in between} == toggles_on(
        file.obligations, until
    )


@given(OBLIGATIONS)
def test_ids_are_given_once_and_lead_to_a_phase(obligations: dict[str, Any]) -> None:
    file = of(obligations)
    flips_found = derive_flips([file])
    steps = {
        phase_id(file.code, kind, phase) for kind in KINDS for phase in getattr(file.obligations, kind.value).phases
    }

    assert len({flip.id for flip in flips_found}) == len(flips_found)
    assert {flip.phase for flip in flips_found} <= steps
    assert {flip.toggle for flip in flips_found} <= set(Toggles.__struct_fields__)
