"""Claims of a country to check again: those with findings of the watch, and those that are due."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from locdata_build.data.findings import AffectedClaim, Finding, FindingKind, Findings, UnreadableHost
from locdata_build.derive.claims import Claim
from locdata_build.derive.due import DueClaim
from locdata_build.derive.published import Published

_DUE_RANK = FindingKind.TEXT_CHANGED.rank - 0.5
"""The rank of a claim that is due: before a changed text, which usually does not concern the claim."""


class ClaimFinding(Struct, frozen=True, kw_only=True):
    """A finding, and the claim or the part of it that the finding affects, as the watch recorded it."""

    finding: Finding
    affected: AffectedClaim


class Recheck(Struct, frozen=True, kw_only=True):
    """A claim to check again: the findings on it, the most serious first, and why it is due, if it is.

    ``unreadable`` has the reasons why no program can read some of its sources, by the ids of these.
    """

    claim: Claim[Any, Any]
    findings: tuple[ClaimFinding, ...]
    due: DueClaim | None
    unreadable: Mapping[str, str]


def rechecks(published: Published, findings: Findings, country: str) -> tuple[Recheck, ...]:
    """Return the claims of a country to check again.

    Claims with findings come first, by the most serious one, then those that are due, then those of which only the text of a page
    has changed; among equals, the oldest check comes first. A finding is left out if the claim has been checked since the watch
    recorded it.
    """
    found: dict[str, list[ClaimFinding]] = {}
    by_name = whole_claims(published.claims)
    for each in _by_claim(findings.findings):
        claim = by_name.get(each.affected.name)
        if claim and claim.provenance.last_checked <= each.affected.checked:
            found.setdefault(claim.name, []).append(each)
    hosts = {each.host: each for each in findings.unreadable_hosts}
    due = {each.claim.name: each for each in published.due_claims}
    every = (
        Recheck(
            claim=claim,
            findings=tuple(sorted(found.get(claim.name, ()), key=_rank)),
            due=due.get(claim.name),
            unreadable=_unreadable(claim, hosts),
        )
        for claim in published.claims
        if claim.country == country and (claim.name in found or claim.name in due)
    )
    return tuple(sorted(every, key=_order))


def _unreadable(claim: Claim[Any, Any], hosts: Mapping[str, UnreadableHost]) -> Mapping[str, str]:
    """Return, for each source of a claim on an unreadable host, the reason why programs cannot read it."""
    citations = claim.provenance.citations
    named = {each.id: urlsplit(each.source.read_at or each.source.url).netloc.lower() for each in citations}
    return {source: hosts[host].reason for source, host in named.items() if host in hosts}


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


def _rank(found: ClaimFinding) -> int:
    return found.finding.kind.rank


def _order(recheck: Recheck) -> tuple[float, Any, str]:
    rank = min([*map(_rank, recheck.findings), *([_DUE_RANK] if recheck.due else [])])
    return rank, recheck.claim.provenance.last_checked, recheck.claim.name
