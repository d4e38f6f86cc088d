"""Findings as text for people, and as Markdown for an issue. Their JSON is that of the types."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from locdata_build.data.errors import printable
from locdata_build.data.findings import AffectedClaim, Finding, FindingKind, Findings
from locdata_build.derive.claims import group_by
from locdata_openapi.commonmark import code_block, code_span, heading

_HEADINGS: Mapping[FindingKind, str] = {
    FindingKind.GONE: "Pages that are gone",
    FindingKind.FIGURES_GONE: "Pages that no longer have a cited figure",
    FindingKind.NEWER: "Files with newer versions",
    FindingKind.MOVED: "Pages that have moved",
    FindingKind.TITLE_CHANGED: "Pages whose title has changed",
    FindingKind.TEXT_CHANGED: "Pages whose text has changed",
}

_UNREADABLE = "Hosts that a program cannot read"

_MAX_CLAIMS, _MAX_STATEMENTS, _MAX_LINE_LENGTH = 4, 2, 300
"""Claims of a finding, statements of a claim, and characters of a line that a report shows. The JSON has all."""

_MAX_CHARACTERS, _MAX_HOST_CHARACTERS = 50_000, 8_000
"""Characters of the findings in Markdown, and of the hosts below them. The body of an issue may have 65,536 characters."""

_HINT = (
    "A finding is a hint: an editor reads the page and decides. Run `./pants run src/python/locdata_build -- recheck COUNTRY`; "
    "docs/sources.md explains it."
)


def findings_as_text(findings: Findings) -> Iterator[str]:
    """Yield the lines of a report for a terminal, which nothing in a foreign page can control."""
    yield from map(_shown, _lines(findings))


def _lines(findings: Findings) -> Iterator[str]:
    for kind, group in _by_kind(findings).items():
        yield f"{_HEADINGS[kind]}: {len(group)}"
        for finding in group:
            yield f"  {finding.address}"
            yield f"    {finding.since}: {finding.detail}"
            yield from (f"    - {line}" for line in finding.removed)
            yield from (f"    + {line}" for line in (*finding.newer, *finding.added))
            for claim in finding.claims[:_MAX_CLAIMS]:
                yield f"    {claim.name} ({claim.file}, checked on {claim.checked})"
                yield from (f"      {text}" for text in _statements(claim))
            yield from (f"    {rest}" for rest in _rest(finding))
        yield ""
    if findings.unreadable_hosts:
        yield f"{_UNREADABLE}: {len(findings.unreadable_hosts)}"
        for host in findings.unreadable_hosts:
            yield f"  {host.host}: {host.reason}, since {host.since}, {_counted(host.addresses, 'address', 'addresses')}"
        yield ""
    yield f"{findings.day}: {_summary(findings)}"


def findings_as_markdown(findings: Findings) -> str:
    """Return a report for an issue. Texts of pages are code, so that they cannot mention a user or be markup."""
    blocks, left = [f"{findings.day}: {_summary(findings)}.", *_countries(findings), _HINT], _MAX_CHARACTERS
    for kind, group in _by_kind(findings).items():
        items = _fitting(map(_item, group), left)
        left -= sum(map(len, items))
        blocks += [heading(2, f"{_HEADINGS[kind]}: {len(group)}"), *items]
        if len(items) < len(group):
            blocks.append(f"{len(group) - len(items)} more are in the JSON file.")
    if hosts := findings.unreadable_hosts:
        lines = (f"- {_code(host.host)}: {_code(host.reason)}, since {host.since}" for host in hosts)
        items = _fitting(lines, _MAX_HOST_CHARACTERS)
        rest = [f"- and {len(hosts) - len(items)} more"] if len(items) < len(hosts) else []
        blocks += [heading(2, f"{_UNREADABLE}: {len(hosts)}"), "\n".join((*items, *rest))]
    return "\n\n".join(blocks) + "\n"


def _item(finding: Finding) -> str:
    lines = [f"- [ ] <{finding.address}>, {finding.since}: {_code(finding.detail)}"]
    for claim in finding.claims[:_MAX_CLAIMS]:
        lines.append(f"  - {_code(claim.name)} in {_code(claim.file)}, checked on {claim.checked}")
        lines += [f"    - {_code(text)}" for text in _statements(claim)]
    lines += [f"  - {rest}" for rest in _rest(finding)]
    changes = (
        *(f"- {line}" for line in finding.removed),
        *(f"+ {line}" for line in (*finding.newer, *finding.added)),
    )
    if changes:
        block = code_block("\n".join(map(_shown, changes)), "diff")
        lines += ["", *(f"  {line}" for line in block.split("\n"))]
    return "\n".join(lines)


def _code(text: str) -> str:
    return code_span(_shown(text))


def _shown(text: str) -> str:
    """Return a line of a report: printable, and its beginning if it is long. Some pages are one line."""
    text = printable(text)
    return text if len(text) <= _MAX_LINE_LENGTH else f"{text[: _MAX_LINE_LENGTH - 1]}…"


def _fitting(items: Iterable[str], characters: int) -> Sequence[str]:
    """Return the first items, as many as have no more than a number of characters."""
    fitting = []
    for item in items:
        characters -= len(item)
        if characters < 0:
            break
        fitting.append(item)
    return fitting


def _by_kind(findings: Findings) -> Mapping[FindingKind, Sequence[Finding]]:
    return group_by(findings.findings, lambda finding: finding.kind)


def _statements(claim: AffectedClaim) -> Iterator[str]:
    """Yield the statements of a claim that a report shows: those that lack a figure, if there are any, after the figures."""
    lacking = [statement for statement in claim.statements if statement.figures_gone]
    for statement in (lacking or claim.statements)[:_MAX_STATEMENTS]:
        figures = f"[gone: {', '.join(statement.figures_gone)}] " if statement.figures_gone else ""
        yield f"{figures}{statement.text}"


def _rest(finding: Finding) -> Iterator[str]:
    if (number := len(finding.claims) - _MAX_CLAIMS) > 0:
        yield f"and {_counted(number, 'more claim', 'more claims')}"


def _summary(findings: Findings) -> str:
    """Return the numbers of findings and of addresses by outcome: ``2 gone, 1 moved; addresses: 40 read, 2 gone``."""
    kinds = [f"{len(group)} {kind}" for kind, group in _by_kind(findings).items()]
    outcomes = [f"{number} {outcome}" for outcome, number in findings.outcomes.items()]
    return f"{', '.join(kinds) or 'no findings'}; addresses: {', '.join(outcomes)}"


def _countries(findings: Findings) -> Iterator[str]:
    """Yield a line with the number of findings on claims of each country, the most first."""
    codes = (code for each in findings.findings for code in {claim.country for claim in each.claims} if code)
    if counts := sorted(Counter(codes).items(), key=lambda each: (-each[1], each[0])):
        yield f"By country: {', '.join(f'{code} {number}' for code, number in counts)}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
