"""The status of an obligation, its start, its phases and what it is like do not contradict each other."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from support.dataset import COUNTRY, GRANTED, Files, changed, issues
from support.records import exceptions, obligation, phase, source, source_record

B2B, B2G, REAL_TIME, SAFT, AUDIT_FILE = (
    "e_invoicing_b2b",
    "e_invoicing_b2g",
    "real_time_reporting",
    "saft",
    "audit_file",
)
CHECKED, NEXT_DAY = "2026-11-20", "2026-11-21"
"""The day on which every claim of the small set was checked, and the one after it."""


def with_obligation(kind: str, *status_and_phases: Any, **fields: object) -> Files:  # noqa: ANN401  # texts and JSON
    """The whole set with another obligation."""
    return changed(COUNTRY, f"$.obligations.{kind}", obligation(*status_and_phases, **fields))


@pytest.mark.parametrize(
    ("kind", "arguments", "fields"),
    [
        *((SAFT, (status, "2020-01-01", "2035-01-01"), {}) for status in ("in_force", "voluntary")),
        *((SAFT, (status, "2026-01-01", "2026-01-01"), {}) for status in ("in_force", "voluntary")),
        (SAFT, ("planned", NEXT_DAY), {}),
        (SAFT, ("enacted",), {}),
        (SAFT, ("enacted", NEXT_DAY, "2035-01-01"), {}),
        (SAFT, ("enacted", phase("2020-01-01", binds=[])), {}),
        (SAFT, ("in_force", "2020-01-01", phase(NEXT_DAY, certainty="announced")), {}),
        (SAFT, ("voluntary", phase("2030-01-01", binds=["report"], certainty="announced")), {}),
        (SAFT, ("in_force",), {"since": CHECKED}),
        (SAFT, ("in_force", "2020-01-01"), {"since": "2020-01-01"}),
        (SAFT, ("in_force", phase("2019-01-01", binds=[]), "2020-01-01"), {"since": "2020-01-01"}),
        (SAFT, ("in_force", "2020-01-01"), {"since": None}),
        *((SAFT, ("in_force", phase("2020-01-01", who=who)), {}) for who in ("all", "all other businesses")),
        (SAFT, ("in_force", phase("2020-01-01", sources=[source("law")])), {}),
        (SAFT, ("in_force", phase("2020-01-01", binds=["report", "archive"])), {}),
        *((B2G, (status,), {"bound": ["public-bodies"]}) for status in ("in_force", "enacted", "planned")),
        (
            B2G,
            ("in_force", phase("2020-01-01", binds=["receive"]), phase("2027-01-01", binds=["issue"])),
            {"bound": ["public-bodies"]},
        ),
        *((REAL_TIME, (status,), {"mode": "clearance"}) for status in ("in_force", "enacted", "planned", "voluntary")),
        (REAL_TIME, ("in_force",), {"mode": "within-days", "within_days": 1}),
    ],
)
def test_obligation_whose_fields_agree_is_accepted(
    tmp_path: Path, kind: str, arguments: tuple[Any, ...], fields: dict[str, object]
) -> None:
    assert issues(tmp_path, with_obligation(kind, *arguments, **fields)) == []


def test_plan_whose_date_has_passed_since_the_check_is_accepted(tmp_path: Path) -> None:
    later = dt.datetime(2040, 1, 1, tzinfo=dt.UTC)

    assert issues(tmp_path, with_obligation(SAFT, "planned", NEXT_DAY), generated_at=later) == []


@pytest.mark.parametrize(
    ("phases", "message"),
    [
        (
            ("in_force", "2025-12-31", "2026-06-01", "2026-01-01"),
            "[2].date: must not be before 2026-06-01, but is 2026-01-01 [phase-order]",
        ),
        (
            ("in_force", phase("2025-12-31", "step-b"), phase("2025-12-31", "step-a")),
            "[1].slug: must be sorted, but 'step-a' is after 'step-b' [phase-order]",
        ),
        (("none", "2026-01-01"), ": must be empty where the status is 'none' [phase-status]"),
        (("unknown", "2026-01-01"), ": must be empty where the status is 'unknown' [phase-status]"),
        (
            ("planned", CHECKED, "2035-01-01"),
            (
                "[0].date: must be after the last check, 2026-11-20, where the phase is only announced, but is 2026-11-20 "
                "[phase-status]"
            ),
        ),
        (
            ("planned", phase("2030-01-01")),
            "[0].certainty: must be 'announced' where the status of the obligation is 'planned' [phase-status]",
        ),
        *(
            (
                ("voluntary", choice),
                "[0].binds: must be empty where the status of the obligation is 'voluntary' [phase-status]",
            )
            for choice in (phase("2020-01-01", binds=["report"]), phase("2030-01-01"))
        ),
        (
            ("enacted", CHECKED),
            (
                "[0].date: must be after the last check, 2026-11-20, where the status of the obligation is 'enacted', "
                "but is 2026-11-20 [phase-status]"
            ),
        ),
        (
            ("in_force", phase("2020-01-01", binds=[], who="all")),
            "[0].who: must be null where the phase requires nothing, but is 'all' [phase-status]",
        ),
        *(
            (
                ("in_force", phase("2020-01-01", who=who)),
                f"[0].who: must be 'all' where the phase leaves nobody out, but is {who!r} [phase-status]",
            )
            for who in ("All", "everybody", "Everyone.")
        ),
        (
            ("in_force", phase("2020-01-01", who="Not known.")),
            "[0].who: must be null where it is not known, but is 'Not known.' [phase-status]",
        ),
        *(
            (
                ("in_force", phase("2020-01-01", binds=[requirement, "report"])),
                (
                    f"[0].binds[0]: must be 'report' or 'archive', but is {requirement!r}: e-invoices are another obligation "
                    "[obligation-status]"
                ),
            )
            for requirement in ("issue", "receive")
        ),
        (
            ("in_force", phase("2020-01-01", binds=["archive", "report"])),
            "[0].binds[1]: must be sorted, but 'report' is after 'archive' [list-order]",
        ),
    ],
)
def test_phase_that_contradicts_its_obligation_is_refused(
    tmp_path: Path, phases: tuple[Any, ...], message: str
) -> None:
    assert issues(tmp_path, with_obligation(SAFT, *phases)) == [f"data/{COUNTRY}: $.obligations.saft.phases{message}"]


@pytest.mark.parametrize(
    ("kind", "arguments", "fields", "message"),
    [
        *(
            (
                B2B,
                (status,),
                {"since": "2020-01-01"},
                f"since: must be null where the status is {status!r}, but is 2020-01-01",
            )
            for status in ("enacted", "planned", "voluntary", "none")
        ),
        (
            B2B,
            ("in_force",),
            {"since": NEXT_DAY},
            "since: must not be after the last check, 2026-11-20, but is 2026-11-21",
        ),
        (
            B2B,
            ("in_force", "2020-01-01", "2021-01-01"),
            {"since": "2021-01-02"},
            "since: must not be after a phase that binds, 2020-01-01, but is 2021-01-02",
        ),
        *(
            (
                B2G,
                (status,),
                {"bound": ["suppliers", "public-bodies"]},
                f"bound: must be null where the status is {status!r}, but is 'suppliers' and 'public-bodies'",
            )
            for status in ("voluntary", "none", "unknown")
        ),
        (
            B2G,
            ("in_force", phase(CHECKED, binds=["issue"])),
            {"bound": ["public-bodies"]},
            "bound: must have 'suppliers' where a phase up to the last check, that of 2026-11-20, binds to issue",
        ),
        *(
            (
                REAL_TIME,
                (status,),
                {"mode": "real-time"},
                f"mode: must be null where the status is {status!r}, but is 'real-time'",
            )
            for status in ("none", "unknown")
        ),
        *(
            (
                REAL_TIME,
                ("in_force",),
                {"mode": mode},
                f"within_days: must be the number of days where the mode is {mode!r}",
            )
            for mode in ("within-days", "within-working-days")
        ),
        *(
            (
                REAL_TIME,
                ("in_force",),
                {"mode": mode, "within_days": 4},
                "within_days: must be left out where the mode is not 'within-days' or 'within-working-days', but is 4",
            )
            for mode in ("clearance", "real-time", None)
        ),
    ],
)
def test_obligation_that_contradicts_itself_is_refused(
    tmp_path: Path, kind: str, arguments: tuple[Any, ...], fields: dict[str, object], message: str
) -> None:
    assert issues(tmp_path, with_obligation(kind, *arguments, **fields)) == [
        f"data/{COUNTRY}: $.obligations.{kind}.{message} [obligation-status]"
    ]


def test_all_that_is_wrong_with_an_obligation_is_said_at_once(tmp_path: Path) -> None:
    files = with_obligation(
        REAL_TIME,
        "planned",
        phase(CHECKED, binds=[], who="all", certainty="enacted"),
        since=NEXT_DAY,
        mode=None,
        within_days=2,
    )

    assert [issue.partition("reporting")[2].partition(":")[0] for issue in issues(tmp_path, files)] == [
        ".phases[0].certainty",
        ".since",
        ".since",
        ".within_days",
        ".phases[0].who",
    ]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("binds", "issue", ': must be a list, but is "issue" [wrong-type]'),
        (
            "binds",
            ["pay"],
            '[0]: must be one of "archive", "issue", "receive", "report", but is "pay" [unknown-word]',
        ),
        ("certainty", None, ': must be one of "announced", "enacted", but is null [unknown-word]'),
        ("who", "x" * 121, ": must have at most 120 characters, but has 121 [too-long]"),
    ],
)
def test_phase_of_the_wrong_shape_is_one_issue(tmp_path: Path, name: str, value: object, message: str) -> None:
    assert issues(tmp_path, with_obligation(AUDIT_FILE, "in_force", phase("2020-01-01", **{name: value}))) == [
        f"data/{COUNTRY}: $.obligations.audit_file.phases[0].{name}{message}"
    ]


@pytest.mark.parametrize("is_recorded", [False, True], ids=["of no record", "of another claim"])
def test_phase_that_names_a_source_its_obligation_does_not_have_is_one_issue(tmp_path: Path, is_recorded: bool) -> None:
    files = with_obligation(SAFT, "in_force", phase("2020-01-01", sources=["tax-example-law", "spare"]))
    if is_recorded:
        files[COUNTRY]["sources"]["spare"] = source_record("https://tax.example/spare")

    assert issues(tmp_path, files) == [
        (
            f"data/{COUNTRY}: $.obligations.saft.phases[0].sources[1]: must be one of the sources of the obligation, "
            "but is 'spare' [unknown-source]"
        )
    ]


def test_parties_that_are_not_in_the_order_of_their_vocabulary_are_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, with_obligation(B2G, "in_force", bound=["public-bodies", "suppliers"])) == [
        f"data/{COUNTRY}: $.obligations.e_invoicing_b2g.bound[1]: must be sorted, but 'suppliers' is after 'public-bodies' [list-order]"
    ]


def test_first_source_of_a_phase_must_not_be_a_vendors(tmp_path: Path) -> None:
    vendor = "https://vendor.example/vat"
    files = with_obligation(AUDIT_FILE, "in_force", phase("2020-01-01", sources=[vendor]))
    files[COUNTRY]["obligations"][AUDIT_FILE]["provenance"]["sources"].append(vendor)

    files["exceptions.json"] = exceptions(*GRANTED, ("vendor-source", "obligations/fr-audit-file"), reason="Old.")
    assert issues(tmp_path, files) == []
    files["exceptions.json"] = exceptions(*GRANTED, reason="Old.")
    assert issues(tmp_path, files) == [
        (
            f"data/{COUNTRY}: $.obligations.audit_file.phases[0].sources[0]: must not be a vendor's: put a law, an authority or an "
            "advisor first; a vendor's page may follow [vendor-source]"
        )
    ]
