"""The claims of a country to check again, in their order."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_build.data.findings import AffectedClaim, Finding, FindingKind
from locdata_build.derive.published import Published, derive
from locdata_build.derive.recheck import Recheck, rechecks
from support.dataset import load, whole
from support.found import affected, finding, findings
from support.records import country

DUE = dt.datetime(2027, 1, 2, tzinfo=dt.UTC)
"""A day on which two obligations are due, because a phase of each has begun."""


@pytest.fixture
def published(tmp_path: Path) -> Published:
    """Two countries with the same claims, on that day."""
    files = whole() | {"countries/at.json": country("at", "Austria")}
    return derive(load(tmp_path, files, generated_at=DUE))


def to_check(published: Published, *found: Finding) -> dict[str, Recheck]:
    """Return the claims of France to check again, in their order."""
    return {each.claim.name: each for each in rechecks(published, findings(*found), "fr")}


def test_serious_findings_come_first_then_due_claims_then_other_texts(published: Published) -> None:
    queue = to_check(
        published,
        finding(FindingKind.TEXT_CHANGED, affected("facts/fr-currency")),
        finding(FindingKind.MOVED, affected("facts/fr-vat"), affected("obligations/fr-saft")),
        finding(FindingKind.GONE, affected("obligations/fr-saft")),
    )

    assert [*queue] == [
        "obligations/fr-saft",
        "facts/fr-vat",
        "obligations/fr-e-invoicing-b2b",
        "obligations/fr-real-time-reporting",
        "facts/fr-currency",
    ]
    assert [each.finding.kind for each in queue["obligations/fr-saft"].findings] == ["gone", "moved"]


def test_claim_with_a_finding_may_be_due_as_well(published: Published) -> None:
    queue = to_check(published, finding(FindingKind.NEWER, affected("obligations/fr-e-invoicing-b2b")))

    assert [(len(each.findings), each.due is not None) for each in queue.values()] == [(1, True), (0, True)]


def test_part_is_checked_with_its_whole(published: Published) -> None:
    (phase, *_) = next(claim for claim in published.claims if claim.name == "obligations/fr-e-invoicing-b2g").parts
    queue = to_check(published, finding(FindingKind.GONE, affected(phase.name)))

    assert next(iter(queue)) == "obligations/fr-e-invoicing-b2g"


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(affected("facts/at-vat", country="at"), id="other country"),
        pytest.param(affected("connectors/erp_id_01-provider", country=None), id="no country"),
        pytest.param(affected("facts/fr-no-longer-there"), id="unknown"),
        pytest.param(affected("facts/fr-vat", checked=dt.date(2026, 11, 19)), id="checked since"),
    ],
)
def test_findings_on_other_claims_or_before_the_last_check_are_left_out(
    published: Published, claim: AffectedClaim
) -> None:
    assert [*to_check(published, finding(FindingKind.GONE, claim))] == [*to_check(published)]
