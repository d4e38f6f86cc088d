"""The command recheck lists the claims to check again, and confirms those that are named."""

import builtins
import io
import sys
from pathlib import Path

import msgspec
import pytest

from locdata_build.cli import recheck
from locdata_build.data.findings import Finding, FindingKind
from support.command_line import Outcome, run_here
from support.dataset import COUNTRY, changed, whole, write
from support.folders import files_of
from support.found import affected, finding, findings
from support.records import country

TODAY = ("--generated-at", "2026-11-30T12:00:00Z")
DUE = ("--generated-at", "2027-01-02T00:00:00Z")
"""A time at which a phase of two obligations has begun since their check."""

GONE = finding(FindingKind.GONE, affected("facts/fr-vat", "tax-example-fact"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the small dataset and without findings."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data_src", whole())


def usage_error(*arguments: str) -> str:
    """Return the error for arguments that are refused."""
    outcome = run_here("recheck", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    return outcome.err.splitlines()[-1].partition(": error: ")[2]


def write_findings(path: str, *found: Finding) -> None:
    """Write findings as the watch does."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(findings(*found)))


def differing(before: dict[str, bytes]) -> dict[str, list[str]]:
    """Return the lines that have changed since then, by the file."""
    after = files_of(Path("data_src"))
    assert after.keys() == before.keys()
    return {
        name: [
            line.strip()
            for line, former in zip(after[name].decode().splitlines(), before[name].decode().splitlines(), strict=True)
            if line != former
        ]
        for name in after
        if after[name] != before[name]
    }


# The list


def test_list_shows_claims_with_findings_and_then_those_that_are_due() -> None:
    write_findings("dist/watch/findings.json", GONE)
    outcome = run_here("recheck", "fr", "--list", *DUE)
    headings = [line for line in outcome.out.splitlines() if line and not line.startswith(" ")]

    assert (outcome.status, outcome.err) == (0, "")
    assert headings == [
        "1 of 3  facts/fr-vat  (France: VAT / GST)",
        "2 of 3  obligations/fr-e-invoicing-b2b  (France: B2B e-invoicing)",
        "3 of 3  obligations/fr-real-time-reporting  (France: Real-time reporting)",
        "fr: claims to check again on 2027-01-02: 3, with findings: 1, due: 2",
    ]
    assert "  file  data_src/countries/fr.json:19\n" in outcome.out
    assert "  why   last checked on 2026-11-20, before 2027-01-01 came\n" in outcome.out


def test_missing_findings_are_mentioned_with_the_program_that_makes_them() -> None:
    outcome = run_here("recheck", "fr", *TODAY)

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == (
        "fr: claims to check again on 2026-11-30: none\n"
        "no findings: dist/watch/findings.json does not exist; ./pants run src/python/locdata_watch visits the cited pages "
        "and writes it\n"
    )


def test_findings_that_are_named_must_exist() -> None:
    assert run_here("recheck", "fr", "--findings", "other.json", *TODAY) == (
        1,
        "",
        "other.json: cannot be used: No such file or directory\n",
    )


@pytest.mark.parametrize(
    "content",
    [b"[]", b"{", b'{"day": "2026-11-30", "findings": [], "unreadable_hosts": [{"host": "\xff"}], "outcomes": {}}'],
)
def test_findings_of_another_shape_are_one_error(content: bytes) -> None:
    Path("found.json").write_bytes(content)
    outcome = run_here("recheck", "fr", "--findings", "found.json", *TODAY)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("found.json: $: must be findings of the watch: ")


def test_text_of_a_page_cannot_control_the_terminal() -> None:
    write_findings("found.json", msgspec.structs.replace(GONE, removed=("\x1b[2Jx\u202e\nforged",)))

    outcome = run_here("recheck", "fr", "--findings", "found.json", *TODAY)

    assert "    - \\x1b[2Jx\\u202e\\nforged\n" in outcome.out


def test_country_must_exist() -> None:
    assert run_here("recheck", "at", *TODAY) == (
        1,
        "",
        "data_src/countries/at.json: $: must exist: COUNTRY names it [missing-file]\n1 issue\n",
    )


# Confirmation


def test_confirmed_claim_and_the_sources_that_were_read_get_the_day() -> None:
    before = files_of(Path("data_src"))
    outcome = run_here("recheck", "--confirm", "facts/fr-vat", "--read", "tax-example-fact", *TODAY)
    after = Path("data_src", COUNTRY).read_text(encoding="utf-8").splitlines()
    source_line = after.index('    "tax-example-fact": {') + 8

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == (
        "data_src/countries/fr.json:21: facts/fr-vat: checked: 2026-11-30, was 2026-11-20\n"
        f"data_src/countries/fr.json:{source_line}: tax-example-fact: read: 2026-11-30, was 2026-11-20\n"
    )
    assert differing(before) == {COUNTRY: ['"checked": "2026-11-30"', '"read": "2026-11-30",']}
    assert after[source_line - 1] == '      "read": "2026-11-30",'


def test_page_that_is_read_after_an_extract_of_it_counts_as_fetched() -> None:
    file = Path("data_src", COUNTRY)
    file.write_bytes(file.read_bytes().replace(b'"evidence": "fetched"', b'"evidence": "search-extract"'))
    before = files_of(Path("data_src"))
    outcome = run_here("recheck", "--confirm", "facts/fr-vat", "--read", "tax-example-fact", *TODAY)

    assert outcome.out.splitlines()[-1].endswith(": tax-example-fact: evidence: fetched, was search-extract")
    assert differing(before)[COUNTRY] == ['"checked": "2026-11-30"', '"read": "2026-11-30",', '"evidence": "fetched"']


def test_claims_of_several_files_are_confirmed_at_once() -> None:
    write(Path("data_src"), {"countries/at.json": country("at", "Austria")} | changed(COUNTRY, "$.name", "France"))
    before = files_of(Path("data_src"))
    claims = [f"--confirm=facts/{code}-{topic}" for code in ("at", "fr") for topic in ("vat", "currency")]

    assert run_here("recheck", *claims, "--read=tax-example-fact", *TODAY).status == 0
    # Both claims of a file cite the same source.
    assert [len(lines) for lines in differing(before).values()] == [3, 3]


def test_country_may_be_named_as_well() -> None:
    assert run_here("recheck", "fr", "--confirm", "facts/fr-vat", "--read", "tax-example-fact", *TODAY).status == 0


def test_claims_of_no_country_are_confirmed_by_name() -> None:
    before = files_of(Path("data_src"))
    outcome = run_here("recheck", "--confirm", "terms/format-one", "--read", "law-example-format-one", *TODAY)

    assert (outcome.status, outcome.err) == (0, "")
    assert differing(before) == {"terms.json": ['"checked": "2026-11-30"', '"read": "2026-11-30",']}


def test_source_that_is_read_in_another_file_keeps_its_date_there() -> None:
    write(Path("data_src"), {"countries/at.json": country("at", "Austria")} | changed(COUNTRY, "$.name", "France"))
    before = files_of(Path("data_src"))
    run_here("recheck", "--confirm", "facts/fr-vat", "--read", "tax-example-fact", *TODAY)

    assert [*differing(before)] == [COUNTRY]


def test_claim_is_not_confirmed_if_its_first_source_was_not_read() -> None:
    before = files_of(Path("data_src"))

    outcome = run_here("recheck", "--confirm", "facts/fr-vat", *TODAY)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == (
        "data_src/countries/fr.json: $.facts.vat.checked: must not be after the first source was read, 2026-11-20, got "
        "2026-11-30 [unread-source]\n1 issue\n"
    )
    assert files_of(Path("data_src")) == before


def test_claim_that_time_has_made_wrong_is_not_confirmed() -> None:
    before = files_of(Path("data_src"))
    claim = ("--confirm", "obligations/fr-real-time-reporting", "--read", "tax-example-law")
    outcome = run_here("recheck", *claim, *DUE)

    assert (outcome.status, outcome.out) == (1, "")
    assert "$.obligations.real_time_reporting" in outcome.err
    assert files_of(Path("data_src")) == before


def test_nothing_is_confirmed_if_the_data_has_an_issue() -> None:
    write(Path("data_src"), {"sponsors.json": b"{"})
    before = files_of(Path("data_src"))
    outcome = run_here("recheck", "--confirm", "facts/fr-vat", "--read", "tax-example-fact", *TODAY)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("data_src/sponsors.json: $: must be JSON")
    assert files_of(Path("data_src")) == before


def test_day_before_a_check_is_refused() -> None:
    outcome = run_here("recheck", "fr", "--generated-at", "2026-11-19T00:00:00Z")

    assert (outcome.status, outcome.out) == (1, "")
    assert "must not be after the time of the build, 2026-11-19T00:00:00Z" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param("", "recheck needs COUNTRY or --confirm", id="nothing"),
        pytest.param("--list", "recheck needs COUNTRY or --confirm", id="list of no country"),
        pytest.param("fr --read a", "--read needs --confirm: a page is read again for a claim", id="source alone"),
        pytest.param("--list --confirm a", "argument --confirm: not allowed with argument --list", id="list"),
        pytest.param(
            "--confirm facts/fr-vta",
            "--confirm must be the name of a claim, got 'facts/fr-vta' (did you mean 'facts/fr-vat'?)",
            id="unknown claim",
        ),
        pytest.param(
            "--confirm phases/fr-e-invoicing-b2g-step-1",
            "--confirm must be the name of a whole claim, here 'obligations/fr-e-invoicing-b2g', got "
            "'phases/fr-e-invoicing-b2g-step-1'",
            id="part",
        ),
        pytest.param(
            "--confirm facts/fr-vat --read tax-example-fct",
            "--read must be a source that facts/fr-vat cites, got 'tax-example-fct' (did you mean 'tax-example-fact'?)",
            id="unknown source",
        ),
        pytest.param(
            "--confirm facts/fr-vat --read x",
            "--read must be a source that facts/fr-vat cites, got 'x' (cited: tax-example-fact)",
            id="source of no like name",
        ),
        pytest.param(
            "fr --confirm terms/format-one",
            "--confirm must be a claim of COUNTRY, fr, got 'terms/format-one'",
            id="other country",
        ),
    ],
)
def test_arguments_that_do_not_fit_are_refused(arguments: str, message: str) -> None:
    assert usage_error(*arguments.split(), *TODAY) == message


# In a terminal


class Screen(io.StringIO):
    """A standard stream that is a terminal."""

    def isatty(self) -> bool:
        """Return true."""
        return True


def run_in_terminal(monkeypatch: pytest.MonkeyPatch, *answers: str | None) -> Outcome:
    """Run the command in a terminal with a finding; an answer that is None is not encoded as the terminal says."""
    waiting = [*answers]

    def answer(question: str) -> str:
        given = waiting.pop(0)
        return given if given is not None else b"\xff".decode()

    monkeypatch.setattr(builtins, "input", answer)
    monkeypatch.setattr(recheck, "_is_interactive", lambda: True)
    write_findings("dist/watch/findings.json", GONE)
    outcome = run_here("recheck", "fr", *TODAY)
    assert not waiting
    return outcome


def test_terminal_asks_about_each_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    before = files_of(Path("data_src"))
    outcome = run_in_terminal(monkeypatch, None, "y")

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("fr: claims to check again on 2026-11-30: 1, with findings: 1, due: 0\n\n1 of 1  ")
    assert outcome.out.endswith("was 2026-11-20\nconfirmed: 1, skipped: 0, left: 0\n")
    assert [*differing(before)] == [COUNTRY]


def test_confirmed_claim_is_not_asked_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run_in_terminal(monkeypatch, "y")

    assert run_in_terminal(monkeypatch).out == "fr: claims to check again on 2026-11-30: none\n"


@pytest.mark.parametrize(
    ("stdin", "stdout", "is_interactive"),
    [
        pytest.param(Screen(), Screen(), True, id="terminal"),
        pytest.param(io.StringIO(), Screen(), False, id="input from a file"),
        pytest.param(Screen(), io.StringIO(), False, id="output to a file"),
        pytest.param(None, Screen(), False, id="closed"),
    ],
)
def test_only_a_terminal_is_asked(
    monkeypatch: pytest.MonkeyPatch, stdin: io.StringIO | None, stdout: io.StringIO, is_interactive: bool
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", stdout)
        found = recheck._is_interactive()

    assert found is is_interactive
