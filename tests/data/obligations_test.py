"""The status of an obligation, its start, its phases and its details do not contradict each other."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from support.dataset import COUNTRY, GRANTED, Files, changed, issues
from support.records import exceptions, marked, obligation, phase, source

B2B, B2G, REAL_TIME, SAFT = "e_invoicing_b2b", "e_invoicing_b2g", "real_time_reporting", "saft"
CHECKED, NEXT_DAY = "2026-11-20", "2026-11-21"
"""The day on which every claim of the small set was checked, and the one after it."""


def with_obligation(kind: str, *status_and_phases: Any, **fields: object) -> Files:  # noqa: ANN401  # texts and JSON
    """The whole set with another obligation."""
    return changed(COUNTRY, f"$.obligations.{kind}", obligation(*status_and_phases, **fields))


@pytest.mark.parametrize(
    "files",
    [
        *(with_obligation(SAFT, status, *days) for status in ("in_force", "voluntary") for days in (
            ("2020-01-01", "2035-01-01"), ("2026-01-01", "2026-01-01"),
        )),
        with_obligation(SAFT, "planned", NEXT_DAY),
        with_obligation(SAFT, "enacted"),
        with_obligation(SAFT, "enacted", NEXT_DAY, "2035-01-01"),
        with_obligation(SAFT, "enacted", phase("2020-01-01", binds=[])),
        with_obligation(SAFT, "in_force", "2020-01-01", phase(NEXT_DAY, certainty="announced")),
        with_obligation(SAFT, "voluntary", phase("2030-01-01", binds=["report"], certainty="announced")),
        with_obligation(SAFT, "in_force", since=CHECKED),
        with_obligation(SAFT, "in_force", "2020-01-01", since="2020-01-01"),
        with_obligation(SAFT, "in_force", phase("2019-01-01", binds=[]), "2020-01-01", since="2020-01-01"),
        with_obligation(SAFT, "in_force", "2020-01-01", since=None),
        *(with_obligation(SAFT, "in_force", phase("2020-01-01", who=who)) for who in ("all", "all other businesses")),
        with_obligation(SAFT, "in_force", phase("2020-01-01", what=marked("Phase.", source("law")))),
        with_obligation(SAFT, "in_force", phase("2020-01-01", binds=["report", "archive"])),
        *(with_obligation(B2G, status, bound=["public-bodies"]) for status in ("in_force", "enacted", "planned")),
        with_obligation(
            B2G, "in_force", phase("2020-01-01", binds=["receive"]), phase("2027-01-01", binds=["issue"]), bound=["public-bodies"]
        ),
        *(with_obligation(REAL_TIME, status, mode="clearance") for status in ("in_force", "enacted", "planned", "voluntary")),
        with_obligation(REAL_TIME, "in_force", mode="within-days", within_days=1),
    ],
)  # fmt: skip
def test_obligation_whose_fields_agree_is_accepted(tmp_path: Path, files: Files) -> None:
    assert issues(tmp_path, files) == []


def test_plan_whose_date_has_passed_since_the_check_is_accepted(tmp_path: Path) -> None:
    later = dt.datetime(2040, 1, 1, tzinfo=dt.UTC)

    assert issues(tmp_path, with_obligation(SAFT, "planned", NEXT_DAY), generated_at=later) == []


@pytest.mark.parametrize(
    ("phases", "message"),
    [
        (
            ("in_force", "2025-12-31", "2026-06-01", "2026-01-01"),
            "[2].date: must not be before 2026-06-01, got 2026-01-01 [phase-order]",
        ),
        (
            ("in_force", phase("2025-12-31", "step-b"), phase("2025-12-31", "step-a")),
            "[1].slug: must be sorted, got 'step-a' after 'step-b' [phase-order]",
        ),
        *(((status, "2026-01-01"), f": must be empty if the status is {status!r} [phase-status]") for status in ("none", "unknown")),
        (
            ("planned", CHECKED, "2035-01-01"),
            "[0].date: must be after the last check, 2026-11-20, if the phase is only announced, got 2026-11-20 [phase-status]",
        ),
        (
            ("planned", phase("2030-01-01")),
            "[0].certainty: must be 'announced' if the status of the obligation is 'planned' [phase-status]",
        ),
        *(
            (("voluntary", choice), "[0].binds: must be empty if the status of the obligation is 'voluntary' [phase-status]")
            for choice in (phase("2020-01-01", binds=["report"]), phase("2030-01-01"))
        ),
        (
            ("enacted", CHECKED),
            "[0].date: must be after the last check, 2026-11-20, if the status of the obligation is 'enacted', got 2026-11-20 [phase-status]",
        ),
        (
            ("in_force", phase("2020-01-01", binds=[], who="all")),
            "[0].who: must be null if the phase requires nothing, got 'all' [phase-status]",
        ),
        *(
            (("in_force", phase("2020-01-01", who=who)), f"[0].who: must be 'all' if the phase binds all, got {who!r} [phase-status]")
            for who in ("All", "everybody", "Everyone.")
        ),
        (
            ("in_force", phase("2020-01-01", who="Not known.")),
            "[0].who: must be null if it is not known, got 'Not known.' [phase-status]",
        ),
        *(
            (
                ("in_force", phase("2020-01-01", binds=[requirement, "report"])),
                f"[0].binds[0]: must be 'report' or 'archive', got {requirement!r}: e-invoices are another obligation [obligation-status]",
            )
            for requirement in ("issue", "receive")
        ),
        (
            ("in_force", phase("2020-01-01", what="Phase[^tax-example-laws].")),
            "[0].what: must cite sources of the file, got 'tax-example-laws' (did you mean 'tax-example-law'?) [unknown-source]",
        ),
        (("in_force", phase("2020-01-01", binds="issue")), '[0].binds: must be a list, got "issue" [wrong-type]'),
        (
            ("in_force", phase("2020-01-01", binds=["pay"])),
            '[0].binds[0]: must be one of "archive", "issue", "receive", "report", got "pay" [unknown-word]',
        ),
        (
            ("in_force", phase("2020-01-01", certainty=None)),
            '[0].certainty: must be one of "announced", "enacted", got null [unknown-word]',
        ),
        (("in_force", phase("2020-01-01", who="x" * 121)), "[0].who: must have at most 120 characters, got 121 [too-long]"),
    ],
)  # fmt: skip
def test_phase_that_contradicts_its_obligation_is_refused(
    tmp_path: Path, phases: tuple[Any, ...], message: str
) -> None:
    assert issues(tmp_path, with_obligation(SAFT, *phases)) == [f"data/{COUNTRY}: $.obligations.saft.phases{message}"]


BY_STATUS = "must be null if the status is {!r}, got {}"


@pytest.mark.parametrize(
    ("kind", "arguments", "fields", "message"),
    [
        *(
            (B2B, (status,), {"since": "2020-01-01"}, f"since: {BY_STATUS.format(status, '2020-01-01')}")
            for status in ("enacted", "planned", "voluntary", "none")
        ),
        (B2B, ("in_force",), {"since": NEXT_DAY}, "since: must not be after the last check, 2026-11-20, got 2026-11-21"),
        (
            B2B, ("in_force", "2020-01-01", "2021-01-01"), {"since": "2021-01-02"},
            "since: must not be after a binding phase, 2020-01-01, got 2021-01-02",
        ),
        *(
            (
                B2G, (status,), {"bound": ["suppliers", "public-bodies"]},
                f"bound: {BY_STATUS.format(status, repr('suppliers') + ' and ' + repr('public-bodies'))}",
            )
            for status in ("voluntary", "none", "unknown")
        ),
        (
            B2G, ("in_force", phase(CHECKED, binds=["issue"])), {"bound": ["public-bodies"]},
            "bound: must have 'suppliers', because the phase of 2026-11-20 binds to issue e-invoices",
        ),
        *(
            (REAL_TIME, (status,), {"mode": "real-time"}, f"mode: {BY_STATUS.format(status, repr('real-time'))}")
            for status in ("none", "unknown")
        ),
        *(
            (REAL_TIME, ("in_force",), {"mode": mode}, f"within_days: must be the number of days if the mode is {mode!r}")
            for mode in ("within-days", "within-working-days")
        ),
        *(
            (
                REAL_TIME, ("in_force",), {"mode": mode, "within_days": 4},
                "within_days: must be left out if the mode is not 'within-days' or 'within-working-days', got 4",
            )
            for mode in ("clearance", "real-time", None)
        ),
    ],
)  # fmt: skip
def test_obligation_that_contradicts_itself_is_refused(
    tmp_path: Path, kind: str, arguments: tuple[Any, ...], fields: dict[str, object], message: str
) -> None:
    assert issues(tmp_path, with_obligation(kind, *arguments, **fields)) == [
        f"data/{COUNTRY}: $.obligations.{kind}.{message} [obligation-status]"
    ]


def test_first_source_of_a_phase_must_not_be_a_vendor(tmp_path: Path) -> None:
    vendor = "https://vendor.example/vat"
    files = with_obligation("audit_file", "in_force", phase("2020-01-01", what=marked("Phase.", vendor)))

    files["exceptions.json"] = exceptions(*GRANTED, ("vendor-source", "obligations/fr-audit-file"), reason="Old.")
    assert issues(tmp_path, files) == []
    files["exceptions.json"] = exceptions(*GRANTED, reason="Old.")
    assert issues(tmp_path, files) == [
        (
            f"data/{COUNTRY}: $.obligations.audit_file.phases[0].what: the first source must not be a vendor: cite a law, an authority or an "
            "advisor first; a vendor may follow [vendor-source]"
        )
    ]
