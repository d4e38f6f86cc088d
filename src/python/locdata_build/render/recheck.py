"""Claims to check again as lines of plain text: what is stated, the numbered sources, and what the watch found."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from locdata_build.data.claims import Erps, codes_of
from locdata_build.data.sources import CitedSource
from locdata_build.derive.claims import Claim
from locdata_build.derive.provenance import Citation
from locdata_build.derive.recheck import ClaimFinding, Recheck
from locdata_model.vocabulary import Evidence

WIDTH = 110

MAX_CHANGED_LINES = 8
"""The maximum number of removed and of added lines of a page that are shown."""

MAX_LINE_LENGTH = 300
"""The maximum number of shown characters of a line of a page."""


def card(recheck: Recheck, *, place: str, heading: str, reason: str, erps: Erps) -> Iterator[str]:
    """Yield the lines of a claim to check again.

    ``place`` is where it is in the source files, ``heading`` comes before its name, and ``reason`` is why it is due, or empty.
    """
    claim = recheck.claim
    numbers = {citation.id: number for number, citation in enumerate(claim.provenance.citations, 1)}
    yield f"{heading}  {claim.name}  ({claim.file.name}: {''.join(claim.spec.label(claim, erps))})"
    yield f"  page  {claim.path}"
    yield f"  file  {place}"
    yield f"  why   {'; '.join(filter(None, (_found(recheck.findings), reason)))}"
    yield from _statements(claim, numbers)
    yield ""
    for number, citation in enumerate(claim.provenance.citations, 1):
        yield from _source(number, citation, recheck.unreadable.get(citation.id))
    for each in recheck.findings:
        yield ""
        yield from _finding(each, numbers)


def pages(recheck: Recheck) -> tuple[str, ...]:
    """Return the addresses of the pages to read: of each source the one that was read, in order, then those of other findings."""
    sources = [citation.source for citation in recheck.claim.provenance.citations]
    known = {address for source in sources for _, address in source.addresses}
    others = (each.finding.address for each in recheck.findings if each.finding.address not in known)
    return (*map(_address, sources), *dict.fromkeys(others))


def _address(source: CitedSource) -> str:
    return source.read_at or source.url


def _found(findings: Sequence[ClaimFinding]) -> str:
    kinds = ", ".join(dict.fromkeys(each.finding.kind.value for each in findings))
    return f"found: {kinds}" if kinds else ""


def _statements(claim: Claim[Any, Any], numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the texts of a claim and of its parts in statements with the numbers of their sources, each with its codes."""
    parts = [part for part in claim.parts if part.spec.is_part]
    # The parts show these themselves.
    lists = tuple(f"{part.json_path.removeprefix(claim.json_path)[1:].partition('[')[0]}: " for part in parts)
    for each in (claim, *parts):
        yield ""
        yield from _wrapped("; ".join(code for code in codes_of(each) if not code.startswith(lists)), "  ")
        field = ""
        for name, statement in each.statements:
            if name != field:
                yield f"  {name}"
                field = name
            markers = (
                f"[{numbers[marker.source]}{f': {marker.locator}' if marker.locator else ''}]"
                for marker in statement.markers
            )
            yield from _wrapped(" ".join((statement.text, *markers)), "    ")


def _source(number: int, citation: Citation, unreadable: str | None) -> Iterator[str]:
    source = citation.source
    yield f"  [{number}] {source.publisher}: {source.title or 'no title recorded'}"
    address = f"{source.read_at} (copy of {source.url})" if source.read_at else source.url
    extract = ", only in an extract" if source.evidence is Evidence.SEARCH_EXTRACT else ""
    yield f"      {address}"
    yield f"      {citation.id}: {source.kind}, {source.language}, read on {source.read}{extract}"
    if unreadable:
        yield f"      a program cannot read it: {unreadable}"


def _finding(found: ClaimFinding, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the lines of a finding, with the number of the source, or the address if it is that of no source."""
    finding, affected = found.finding, found.affected
    number = numbers.get(affected.source or "")
    subject = f"[{number}]" if number else finding.address
    yield f"  {finding.kind} {subject} since {finding.since}"
    yield from _wrapped(finding.detail, "    ")
    if finding.moved_to:
        yield f"    new address: {finding.moved_to}"
    for statement in affected.statements:
        if statement.figures_gone:
            yield from _wrapped(f"no longer there: {', '.join(statement.figures_gone)} ({statement.text})", "    ")
    yield from _some(finding.newer, "    newer: ")
    yield from _some(finding.removed, "    - ")
    yield from _some(finding.added, "    + ")


def _some(lines: Sequence[str], sign: str) -> Iterator[str]:
    """Yield the first lines, each shortened and after a sign, and the number of the others."""
    for line in lines[:MAX_CHANGED_LINES]:
        yield f"{sign}{line[:MAX_LINE_LENGTH]}{'...' if len(line) > MAX_LINE_LENGTH else ''}"
    if len(lines) > MAX_CHANGED_LINES:
        yield f"{sign}({len(lines) - MAX_CHANGED_LINES} more)"


def _wrapped(text: str, indent: str) -> Iterable[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
