"""Findings as text for a terminal and as Markdown for an issue."""

import re

import pytest
from msgspec.structs import replace

from locdata_build.data.findings import AffectedStatement, Finding, FindingKind, Findings, UnreadableHost
from locdata_watch.findings.reports import findings_as_markdown, findings_as_text
from support.found import FOUND_ON, affected, finding, findings

URL = "https://tax.example/fact"

RAISED = finding(
    FindingKind.FIGURES_GONE,
    affected(
        "facts/fr-vat",
        "tax-example-fact",
        statements=(
            AffectedStatement(field="value", text="Standard rate 20%.", locator=None, figures_gone=("20%",)),
            AffectedStatement(field="value", text="No zero rate.", locator=None),
        ),
    ),
    detail="the page no longer has 20%",
    removed=("The rate is 20 %.",),
    added=("The rate is 21 %.",),
)
"""A page that lost a figure."""

HOST = UnreadableHost(host="law.example", since=FOUND_ON, reason="403 Forbidden", addresses=2)


def text_of(found: Findings) -> list[str]:
    """Return the lines for a terminal."""
    return [*findings_as_text(found)]


def with_hosts(found: Findings, *hosts: UnreadableHost) -> Findings:
    """Return findings with hosts that cannot be read."""
    return replace(found, unreadable_hosts=hosts)


def outside_code(markdown: str) -> str:
    """Return Markdown without its blocks and spans of code, and without the addresses of links."""
    without_blocks = re.sub(r"^ *(`{3,})diff\n.*?^ *\1$", "", markdown, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"<https://[^<>\s]+>", "", re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "", without_blocks))


def test_text_shows_the_page_the_claim_and_the_change() -> None:
    found = replace(findings(RAISED), outcomes={"read": 3, "not visited": 4})

    assert text_of(with_hosts(found, HOST)) == [
        "Pages that no longer have a cited figure: 1",
        f"  {URL}",
        "    2026-11-22: the page no longer has 20%",
        "    - The rate is 20 %.",
        "    + The rate is 21 %.",
        "    facts/fr-vat (countries/fr.json, checked on 2026-11-20)",
        "      [gone: 20%] Standard rate 20%.",
        "",
        "Hosts that a program cannot read: 1",
        "  law.example: 403 Forbidden, since 2026-11-22, 2 addresses",
        "",
        "2026-11-22: 1 figures-gone; addresses: 3 read, 4 not visited",
    ]


def test_markdown_shows_the_same() -> None:
    found = replace(findings(RAISED), outcomes={"read": 3, "not visited": 4})
    markdown = findings_as_markdown(with_hosts(found, HOST))

    assert markdown.startswith(
        "2026-11-22: 1 figures-gone; addresses: 3 read, 4 not visited.\n\nBy country: fr 1\n\nA finding is a hint: "
    )
    assert markdown[markdown.index("## ") :] == (
        "## Pages that no longer have a cited figure: 1\n"
        "\n"
        f"- [ ] <{URL}>, 2026-11-22: `the page no longer has 20%`\n"
        "  - `facts/fr-vat` in `countries/fr.json`, checked on 2026-11-20\n"
        "    - `[gone: 20%] Standard rate 20%.`\n"
        "\n"
        "  ```diff\n"
        "  - The rate is 20 %.\n"
        "  + The rate is 21 %.\n"
        "  ```\n"
        "\n"
        "## Hosts that a program cannot read: 1\n"
        "\n"
        "- `law.example`: `403 Forbidden`, since 2026-11-22\n"
    )


def test_statements_are_shown_if_none_lost_a_figure() -> None:
    statement = AffectedStatement(field="value", text="No zero rate.", locator=None)
    gone = finding(FindingKind.GONE, affected("facts/fr-vat", statements=(statement,)))

    assert "      No zero rate." in text_of(findings(gone))
    assert "    - `No zero rate.`" in findings_as_markdown(findings(gone)).splitlines()


def test_newer_files_are_shown() -> None:
    newer = finding(FindingKind.NEWER, affected("formats/fr-ubl"), newer=("v1.1/invoice.xsd",))

    assert "    + v1.1/invoice.xsd" in text_of(findings(newer))
    assert "\n  + v1.1/invoice.xsd\n" in findings_as_markdown(findings(newer))


def test_finding_on_many_claims_shows_some_and_how_many_more() -> None:
    gone = finding(FindingKind.GONE, *(affected(f"facts/fr-{number}") for number in range(6)))
    text, markdown = "\n".join(text_of(findings(gone))), findings_as_markdown(findings(gone))

    for report in (text, markdown):
        assert re.findall(r"facts/fr-\d", report) == [f"facts/fr-{number}" for number in range(4)]
        assert "and 2 more claims" in report


def test_report_without_findings_says_so() -> None:
    found = replace(findings(), outcomes={"not visited": 4})

    assert text_of(found) == ["2026-11-22: no findings; addresses: 4 not visited"]
    assert findings_as_markdown(found).startswith("2026-11-22: no findings; addresses: 4 not visited.\n")


# Texts of foreign pages


HOSTILE = [
    pytest.param("@maintainer #1 look", id="mention"),
    pytest.param("` @maintainer `` #1 ``` <img src=x>", id="backticks"),
    pytest.param("``````` @maintainer", id="fence"),
    pytest.param("~~~ @maintainer", id="other fence"),
    pytest.param("a\n\n```\n@maintainer\n# Heading", id="lines"),
    pytest.param("a\r\n```\u2028@maintainer", id="other line ends"),
    pytest.param("</code></pre><script>@maintainer", id="HTML"),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_foreign_text_is_nothing_but_code_in_markdown(text: str) -> None:
    harmless = findings_as_markdown(with_hosts(findings(hostile_finding("harmless")), replace(HOST, reason="harmless")))
    markdown = findings_as_markdown(with_hosts(findings(hostile_finding(text)), replace(HOST, reason=text)))

    assert text.rsplit(maxsplit=1)[-1] in markdown
    assert outside_code(markdown) == outside_code(harmless)


def hostile_finding(text: str) -> Finding:
    """Return a finding that has a text wherever one of a page or of the data can be."""
    statement = AffectedStatement(field="value", text=text, locator=None, figures_gone=(text,))
    claim = affected("facts/fr-vat", statements=(statement,))
    return finding(FindingKind.TEXT_CHANGED, claim, detail=text, removed=(text,), added=(text,), newer=(text,))


@pytest.mark.parametrize("text", ["\x1b[2J", "\u202e", "\r", "\n", "\x9b", "\u2066", "\x07"])
def test_foreign_text_cannot_control_a_terminal(text: str) -> None:
    found = with_hosts(findings(hostile_finding(f"a{text}b")), replace(HOST, reason=text))

    assert all(line.isprintable() for line in text_of(found))


# Sizes


def test_markdown_of_many_findings_fits_into_an_issue_and_says_how_many_are_left_out() -> None:
    kinds = [kind for kind in (FindingKind.GONE, FindingKind.MOVED) for _ in range(2_500)]
    many = (replace(RAISED, kind=kind, address=f"{URL}/{number}") for number, kind in enumerate(kinds))
    hosts = [replace(HOST, host=f"{number}.example", reason="x" * 5_000) for number in range(500)]
    markdown = findings_as_markdown(with_hosts(findings(*many), *hosts))
    shown = markdown.count("- [ ] ")
    left_out = [int(number) for number in re.findall(r"^(\d+) more are in the JSON file\.$", markdown, re.MULTILINE)]

    assert len(markdown) < 65_536
    assert len(left_out) == 2
    assert shown > 100
    assert shown + sum(left_out) == 5_000
    assert f"- and {500 - markdown.count('.example`:')} more\n" in markdown


def test_long_line_does_not_displace_other_findings() -> None:
    long = replace(RAISED, removed=("x" * 1_000_000,), detail="y" * 1_000_000)
    text, markdown = "\n".join(text_of(findings(long, RAISED))), findings_as_markdown(findings(long, RAISED))

    assert markdown.count("- [ ] ") == 2
    for report in (text, markdown):
        assert len(report) < 5_000
        assert "…" in report


def test_findings_keep_their_order() -> None:
    a, b = (replace(RAISED, address=f"{URL}/{name}") for name in "ab")
    found = findings(finding(FindingKind.GONE, affected("facts/fr-vat")), b, a)

    for report in ("\n".join(text_of(found)), findings_as_markdown(found)):
        places = [report.index(each) for each in ("that are gone", "cited figure", f"{URL}/b", f"{URL}/a")]
        assert places == sorted(places)


def test_markdown_counts_the_findings_of_each_country() -> None:
    in_two = finding(
        FindingKind.GONE, affected("facts/fr-vat", None), replace(affected("facts/at-vat", None), country="at")
    )
    of_none = finding(FindingKind.GONE, replace(affected("terms/vat", None), country=None))

    assert "\nBy country: fr 2, at 1\n" in findings_as_markdown(findings(in_two, RAISED, of_none))
