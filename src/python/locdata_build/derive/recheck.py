"""Claims of a country to check again: those with findings of the watch, and those that are due."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from locdata_build.data.findings import AffectedClaim, Finding, FindingKind
from locdata_build.derive.claims import Claim
from locdata_build.derive.due import DueClaim
from locdata_build.derive.published import Published

_SERIOUSNESS = {kind: place for place, kind in enumerate(FindingKind)}


class ClaimFinding(Struct, frozen=True, kw_only=True):
    """A finding, and the claim or the part of it that the finding affects, as the watch recorded it."""

    finding: Finding
    affected: AffectedClaim


class Recheck(Struct, frozen=True, kw_only=True):
    """A claim to check again: the findings on it, the most serious first, and why it is due, if it is."""

    claim: Claim[Any, Any]
    findings: tuple[ClaimFinding, ...]
    due: DueClaim | None


def rechecks(published: Published, findings: Iterable[Finding], country: str) -> tuple[Recheck, ...]:
    """Return the claims of a country to check again.

    Claims with findings come first, by the most serious one, then those that are only due; among equals, the oldest check comes
    first. A finding is left out if the claim has been checked since the watch recorded it.
    """
    found: dict[str, list[ClaimFinding]] = {}
    by_name = whole_claims(published.claims)
    for each in _by_claim(findings):
        claim = by_name.get(each.affected.name)
        if claim and claim.provenance.last_checked <= each.affected.checked:
            found.setdefault(claim.name, []).append(each)
    due = {each.claim.name: each for each in published.due_claims}
    every = (
        Recheck(
            claim=claim,
            findings=tuple(sorted(found.get(claim.name, ()), key=_seriousness)),
            due=due.get(claim.name),
        )
        for claim in published.claims
        if claim.country == country and (claim.name in found or claim.name in due)
    )
    return tuple(sorted(every, key=_order))


def whole_claims(claims: Iterable[Claim[Any, Any]]) -> Mapping[str, Claim[Any, Any]]:
    """Return the claims by their names and the names of their parts, which are checked with them."""
    return {
        name: claim
        for claim in claims
        for name in (claim.name, *(part.name for part in claim.parts if part.spec.is_part))
    }


def _by_claim(findings: Iterable[Finding]) -> Iterator[ClaimFinding]:
    for finding in findings:
        yield from (ClaimFinding(finding=finding, affected=affected) for affected in finding.claims)


def _seriousness(found: ClaimFinding) -> int:
    return _SERIOUSNESS[found.finding.kind]


def _order(recheck: Recheck) -> tuple[int, Any, str]:
    worst = min(map(_seriousness, recheck.findings), default=len(_SERIOUSNESS))
    return worst, recheck.claim.provenance.last_checked, recheck.claim.name
