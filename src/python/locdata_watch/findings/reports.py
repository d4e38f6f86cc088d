"""Findings as text for people, and as Markdown for an issue. Their JSON is that of the types."""

from collections.abc import Iterator, Mapping, Sequence

from locdata_build.data.findings import AffectedClaim, Finding, FindingKind, Findings
from locdata_build.derive.claims import group_by
from locdata_openapi.commonmark import code_block, code_span, escape, heading

_HEADINGS: Mapping[FindingKind, str] = {
    FindingKind.GONE: "Pages that are gone",
    FindingKind.FIGURES_GONE: "Pages without figures that they had",
    FindingKind.NEWER: "Newer files and tags",
    FindingKind.MOVED: "Pages that have moved",
    FindingKind.TITLE_CHANGED: "Pages with another title",
    FindingKind.TEXT_CHANGED: "Pages with another text",
}

_MOST_CLAIMS, _MOST_STATEMENTS = 4, 2
"""Claims of a finding, and statements of a claim, that a report shows. The JSON has all."""

_MOST_CHARACTERS, _MOST_HOSTS = 50_000, 100
"""Characters of the findings in Markdown, and hosts below them. The body of an issue may have 65,536 characters."""

_HINT = (
    "A finding is a hint: somebody reads the page and decides. Run `./pants run src/python/locdata_build -- recheck COUNTRY`; "
    "docs/sources.md explains it."
)


def findings_as_text(findings: Findings) -> Iterator[str]:
    """Yield the lines of a report for a terminal. They contain texts of foreign pages, which must be made printable."""
    for kind, group in _by_kind(findings).items():
        yield f"{_HEADINGS[kind]}: {len(group)}"
        for finding in group:
            yield f"  {finding.address}"
            yield f"    {finding.since}: {finding.detail}"
            yield from (f"    + {name}" for name in finding.newer)
            yield from (f"    - {line}" for line in finding.removed)
            yield from (f"    + {line}" for line in finding.added)
            for claim in finding.claims[:_MOST_CLAIMS]:
                yield f"    {claim.name} ({claim.file}, checked on {claim.checked})"
                yield from (f"      {text}" for text in _shown_statements(claim))
            yield from (f"    {rest}" for rest in _rest(finding))
        yield ""
    if findings.unreadable_hosts:
        yield f"Hosts that cannot be read by a program: {len(findings.unreadable_hosts)}"
        for host in findings.unreadable_hosts:
            yield f"  {host.host}: {host.reason}, since {host.since}, {_counted(host.addresses, 'address', 'addresses')}"
        yield ""
    yield f"{findings.day}: {_summary(findings)}"


def findings_as_markdown(findings: Findings) -> str:
    """Return a report for an issue. Texts of foreign pages are code, in which no mention of a user counts."""
    summary = f"{findings.day}: {_summary(findings)}."
    blocks, left = [summary, _HINT], _MOST_CHARACTERS
    for kind, group in _by_kind(findings).items():
        blocks.append(heading(2, f"{_HEADINGS[kind]}: {len(group)}"))
        for number, finding in enumerate(group):
            item = _item(finding)
            left -= len(item)
            if left < 0:
                blocks.append(f"{len(group) - number} more are in the JSON file.")
                break
            blocks.append(item)
    if findings.unreadable_hosts:
        blocks.append(heading(2, f"Hosts that cannot be read by a program: {len(findings.unreadable_hosts)}"))
        hosts = [
            f"- {code_span(host.host)}: {code_span(host.reason)}, since {host.since}"
            for host in findings.unreadable_hosts
        ]
        shown = hosts[:_MOST_HOSTS]
        blocks.append(
            "\n".join([*shown, *([f"- and {len(hosts) - len(shown)} more"] if len(hosts) > len(shown) else [])])
        )
    return "\n\n".join(blocks) + "\n"


def _item(finding: Finding) -> str:
    lines = [f"- [ ] <{finding.address}>, {finding.since}: {code_span(finding.detail)}"]
    for claim in finding.claims[:_MOST_CLAIMS]:
        lines.append(f"  - {code_span(claim.name)} in {code_span(claim.file)}, checked on {claim.checked}")
        lines += [f"    - {escape(text)}" for text in _shown_statements(claim)]
    lines += [f"  - {rest}" for rest in _rest(finding)]
    changes = "\n".join(
        (*(f"- {line}" for line in finding.removed), *(f"+ {line}" for line in (*finding.newer, *finding.added)))
    )
    block = code_block(changes, "diff").replace("\n", "\n  ") if changes else ""
    return "\n".join((*lines, *([f"\n  {block}"] if block else [])))


def _by_kind(findings: Findings) -> Mapping[FindingKind, Sequence[Finding]]:
    return group_by(findings.findings, lambda finding: finding.kind)


def _shown_statements(claim: AffectedClaim) -> Iterator[str]:
    """Yield the statements of a claim that a report shows: those that lack a figure, if there are any."""
    lacking = [statement for statement in claim.statements if statement.figures_gone]
    for statement in (lacking or claim.statements)[:_MOST_STATEMENTS]:
        figures = f" [gone: {', '.join(statement.figures_gone)}]" if statement.figures_gone else ""
        yield f"{statement.text}{figures}"


def _rest(finding: Finding) -> Iterator[str]:
    if (number := len(finding.claims) - _MOST_CLAIMS) > 0:
        yield f"and {_counted(number, 'more claim', 'more claims')}"


def _summary(findings: Findings) -> str:
    """Return the numbers of findings and of addresses by outcome: ``2 gone, 1 moved; addresses: 40 read, 2 gone``."""
    kinds = [f"{len(group)} {kind}" for kind, group in _by_kind(findings).items()]
    outcomes = [f"{number} {outcome}" for outcome, number in findings.outcomes.items()]
    return f"{', '.join(kinds) or 'no findings'}; addresses: {', '.join(outcomes)}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
