"""Which findings follow from the state of the cited pages."""

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from locdata_build.data.findings import AffectedStatement, Finding, FindingKind, Findings, UnreadableHost
from locdata_watch.findings.found import find_all
from locdata_watch.visits.addresses import CitedAddress
from locdata_watch.visits.client import Outcome
from locdata_watch.visits.state import State, Version
from support.dataset import COUNTRY, Files, changed, whole
from support.records import format_record, marked, source, source_id, source_record
from watch.small_web import CHECKED, FACT, TODAY, addresses_of, day, page_state, version

LAW, NEW = source("law"), "https://tax.example/new"

BEFORE = version(day(10), "The standard rate is 20 %.", "It applies to most supplies.")
RAISED = version(day(25), "The standard rate is 21 %.", "It applies to most supplies.")
ADVICE = "Ask your adviser whether another rate applies to what you sell, because nobody else can know this."
LONGER = version(day(25), *BEFORE.text.main, ADVICE)
RENAMED = version(day(25), *BEFORE.text.main, title="Excise duties")


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    """A new state."""
    state = State(tmp_path / "state.sqlite")
    yield state
    state.close()


@pytest.fixture
def addresses(tmp_path: Path) -> Mapping[str, CitedAddress]:
    """The addresses of the small dataset, whose claims were checked on 20 November."""
    return addresses_of(tmp_path / "data")


def write(state: State, url: str, *versions: Version, outcome: Outcome = Outcome.READ, **fields: object) -> None:
    """Write a page with these versions and this outcome of the last visit."""
    for each in versions:
        state.write(url, page_state(), each, {other.since for other in versions})
    state.write(url, page_state(outcome, **fields), None, {each.since for each in versions})


def found(addresses: Mapping[str, CitedAddress], state: State) -> Findings:
    """Return today's findings."""
    return find_all([*addresses.values()], state, TODAY)


def names_of(finding: Finding) -> list[str]:
    """Return the names of the claims of a finding."""
    return [claim.name for claim in finding.claims]


def checked_on(number: int) -> Files:
    """Return the small dataset with one claim, the fact on VAT, that was checked on a day of November, and its source read."""
    files = changed(COUNTRY, "$.facts.vat.checked", str(day(number)))
    files[COUNTRY]["sources"][source_id(FACT)] = source_record(FACT) | {"read": str(day(number))}
    return files


# Pages that are gone or have moved


def test_gone_page_has_the_claims_that_rest_on_it(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, LAW, outcome=Outcome.GONE, reason="404 Not Found", since=day(27), visits=3)
    (finding,) = found(addresses, state).findings

    assert (finding.kind, finding.address, finding.since) == (FindingKind.GONE, LAW, day(27))
    assert finding.detail == "404 Not Found, in 3 visits"
    assert names_of(finding) == [
        "obligations/fr-e-invoicing-b2b",
        "obligations/fr-e-invoicing-b2g",
        "obligations/fr-real-time-reporting",
        "obligations/fr-saft",
    ]


def test_first_visit_to_a_gone_page_is_called_one(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, LAW, outcome=Outcome.GONE, reason="410 Gone")

    assert found(addresses, state).findings[0].detail == "410 Gone, in one visit"


def test_gone_page_has_not_changed_as_well(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, BEFORE, RAISED, outcome=Outcome.GONE, moved_to=NEW, moved_since=day(25))

    assert [each.kind for each in found(addresses, state).findings] == [FindingKind.GONE]


def test_moved_page_names_its_new_address(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, LAW, outcome=Outcome.UNCHANGED, moved_to=NEW, moved_since=day(26))
    (finding,) = found(addresses, state).findings

    assert (finding.kind, finding.since, finding.moved_to) == (FindingKind.MOVED, day(26), NEW)
    assert finding.detail == f"redirects to {NEW}"
    assert len(finding.claims) == 4


def test_page_that_redirects_to_a_landing_page_may_be_gone(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, LAW, moved_to="https://tax.example/en/", moved_since=day(26))

    assert found(addresses, state).findings[0].detail == (
        "redirects to https://tax.example/en/, a landing page: the page may be gone"
    )


def test_moved_page_may_have_changed_as_well(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, BEFORE, RAISED, moved_to=NEW, moved_since=day(25))

    assert {each.kind for each in found(addresses, state).findings} == {FindingKind.MOVED, FindingKind.FIGURES_GONE}


def test_link_in_a_field_can_be_gone_but_not_change(state: State, tmp_path: Path) -> None:
    link = "https://standard.example/ubl.xsd"
    addresses = addresses_of(tmp_path / "data", changed(COUNTRY, "$.formats", [format_record(schema_url=link)]))
    write(state, link, BEFORE, RAISED)
    assert found(addresses, state).findings == ()

    write(state, link, outcome=Outcome.GONE, reason="404 Not Found")
    (finding,) = found(addresses, state).findings
    assert [(claim.name, claim.source) for claim in finding.claims] == [("formats/fr-ubl", None)]


# Pages that have changed


def test_page_that_was_visited_once_has_no_finding(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, RAISED)

    assert found(addresses, state).findings == ()


def test_figure_that_is_gone_is_named_with_its_statement(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, BEFORE, RAISED)
    (finding,) = found(addresses, state).findings
    first, *others = finding.claims

    assert (finding.kind, finding.since) == (FindingKind.FIGURES_GONE, day(25))
    assert finding.detail == "the page no longer has 20%"
    assert (finding.removed, finding.added) == (("The standard rate is 20 %.",), ("The standard rate is 21 %.",))
    assert first.name == "facts/fr-vat"
    assert first.statements == (
        AffectedStatement(field="value", text="Standard rate 20%.", locator=None, figures_gone=("20%",)),
    )
    assert not [statement for claim in others for statement in claim.statements if statement.figures_gone]


def test_figure_that_the_page_never_had_is_not_gone(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, version(day(10), "Ask us."), version(day(25), "Ask us.", ADVICE))

    assert [each.kind for each in found(addresses, state).findings] == [FindingKind.TEXT_CHANGED]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        pytest.param("The manual of March 2026 names the rate 20%.", ("20%",), id="of publication"),
        pytest.param("The manual (May 2026) names the rate 20%.", ("20%",), id="alone in brackets"),
        pytest.param("The rate is 20% since May 2026.", ("May 2026", "20%"), id="of a law"),
        pytest.param("The rate is 20% (since May 2026).", ("May 2026", "20%"), id="of a law, in brackets"),
        pytest.param("The rate is 20% (May 2027).", ("May 2027", "20%"), id="to come"),
    ],
)
def test_date_of_the_page_is_no_figure_of_a_statement(
    state: State, tmp_path: Path, text: str, figures: tuple[str, ...]
) -> None:
    manual = "https://tax.example/manual"
    files = changed(COUNTRY, "$.facts.vat.value", marked(text, manual))
    files[COUNTRY]["sources"][source_id(manual)] = source_record(manual) | {"published": "2026-03-12"}
    write(state, manual, version(day(10), "March 2026, May 2026, May 2027: 20 %"), version(day(25), "June 2026: 21 %"))
    ((claim,),) = (each.claims for each in found(addresses_of(tmp_path / "data", files), state).findings)

    assert [statement.figures_gone for statement in claim.statements] == [figures]


def test_past_date_in_a_claim_on_a_product_is_that_of_a_page(state: State, tmp_path: Path) -> None:
    manual = "https://vendor.example/manual"
    notes = marked("As of May 2026, the product makes 20 formats, and from May 2027 on, 25.", manual)
    files = changed(COUNTRY, "$.e_invoicing.erp_support[0].notes", notes)
    write(
        state, manual, version(day(10), "May 2026: 20 formats, May 2027: 25"), version(day(25), "June 2026: 21 formats")
    )
    ((claim,),) = (each.claims for each in found(addresses_of(tmp_path / "data", files), state).findings)

    assert [statement.figures_gone for statement in claim.statements if statement.field == "notes"] == [
        ("May 2027", "20", "25")
    ]


def test_other_title_is_named(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, BEFORE, RENAMED)
    (finding,) = found(addresses, state).findings

    assert (finding.kind, finding.detail) == (
        FindingKind.TITLE_CHANGED,
        "the title was 'VAT' and is now 'Excise duties'",
    )


def test_page_without_a_title_may_get_one(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, version(day(10), *BEFORE.text.main, title=None), RENAMED)

    assert found(addresses, state).findings[0].detail == "the title was '' and is now 'Excise duties'"


def test_other_text_is_shown(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, BEFORE, LONGER)
    (finding,) = found(addresses, state).findings

    assert (finding.kind, finding.removed, finding.added) == (FindingKind.TEXT_CHANGED, (), (ADVICE,))


def test_change_that_was_undone_is_none(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, BEFORE, RAISED, Version(day(28), BEFORE.text))

    assert found(addresses, state).findings == ()


def test_page_that_cannot_be_read_today_has_still_changed(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, FACT, BEFORE, RAISED, outcome=Outcome.UNREADABLE, reason="503 Service Unavailable")

    assert [each.kind for each in found(addresses, state).findings] == [FindingKind.FIGURES_GONE]


def test_affected_claim_says_where_it_is(state: State, tmp_path: Path) -> None:
    law = "https://law.example/vat-act"
    files = changed(COUNTRY, "$.facts.vat.value", marked("Standard rate 20%.", f"{law}: Art. 1"))
    write(state, law, outcome=Outcome.GONE)
    ((claim,),) = (each.claims for each in found(addresses_of(tmp_path / "data", files), state).findings)

    assert (claim.country, claim.file, claim.path) == ("fr", COUNTRY, "$.facts.vat")
    assert (claim.page, claim.source, claim.checked) == ("/france/#vat-reporting", source_id(law), CHECKED)
    assert claim.statements == (AffectedStatement(field="value", text="Standard rate 20%.", locator="Art. 1"),)


# Claims that were checked since


@pytest.mark.parametrize(
    ("number", "is_found"),
    [
        pytest.param(24, True, id="before the change"),
        pytest.param(25, False, id="on the day of the change"),
        pytest.param(26, False, id="since the change"),
    ],
)
def test_claim_that_was_checked_since_has_not_changed(
    state: State, tmp_path: Path, number: int, is_found: bool
) -> None:
    write(state, FACT, BEFORE, RAISED)
    findings = found(addresses_of(tmp_path / "data", checked_on(number)), state).findings

    assert any("facts/fr-vat" in names_of(finding) for finding in findings) is is_found


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"outcome": Outcome.GONE, "since": day(25)}, id="gone"),
        pytest.param({"moved_to": NEW, "moved_since": day(25)}, id="moved"),
    ],
)
def test_claim_that_was_checked_since_its_page_is_gone_or_moved_has_no_finding(
    state: State, tmp_path: Path, fields: dict[str, object]
) -> None:
    write(state, FACT, **fields)  # type: ignore[arg-type]  # any field
    (finding,) = found(addresses_of(tmp_path / "data", checked_on(26)), state).findings

    assert "facts/fr-currency" in names_of(finding)
    assert "facts/fr-vat" not in names_of(finding)


def test_page_whose_claims_were_all_checked_since_has_no_finding(state: State, tmp_path: Path) -> None:
    addresses = addresses_of(tmp_path / "data")
    write(state, LAW, outcome=Outcome.GONE, since=day(19))
    write(state, FACT, moved_to=NEW, moved_since=day(19))

    assert found(addresses, state).findings == ()


def test_claims_that_were_checked_with_other_texts_have_findings_of_their_own(state: State, tmp_path: Path) -> None:
    write(state, FACT, BEFORE, RAISED, version(day(28), *RAISED.text.main, ADVICE))
    findings = found(addresses_of(tmp_path / "data", checked_on(26)), state).findings

    assert [(each.kind, "facts/fr-vat" in names_of(each), len(each.claims)) for each in findings] == [
        (FindingKind.TEXT_CHANGED, False, 5),
        (FindingKind.TEXT_CHANGED, True, 1),
    ]
    assert [len(each.added) for each in findings] == [2, 1]


# Newer files and tags


SCHEMA = "https://github.com/tax/schemas/blob/main/v1.0/invoice.xsd"


@pytest.mark.parametrize(
    ("first_seen", "newer"),
    [
        pytest.param(day(25), [("v1.1/invoice.xsd",)], id="after the check"),
        pytest.param(day(19), [], id="before the check"),
    ],
)
def test_newer_file_of_a_repository_is_named(
    state: State, tmp_path: Path, first_seen: dt.date, newer: list[tuple[str, ...]]
) -> None:
    files = changed(COUNTRY, "$.formats", [format_record(use=marked("Every invoice.", SCHEMA))])
    state.write_listing("https://github.com/tax/schemas", ["v1.1/invoice.xsd"], first_seen)
    findings = found(addresses_of(tmp_path / "data", files), state).findings

    assert [each.newer for each in findings] == newer


# Order and numbers


def test_serious_findings_are_first_and_then_those_on_claims_that_most_read(state: State, tmp_path: Path) -> None:
    files = whole()
    addresses = addresses_of(tmp_path / "data", files)
    formats, vendor = source("formats"), "https://vendor.example/product"
    for url in (vendor, formats, LAW):
        write(state, url, outcome=Outcome.GONE)
    write(state, FACT, BEFORE, RAISED)
    write(state, source("deadlines"), moved_to=NEW, moved_since=TODAY)

    assert [each.address for each in found(addresses, state).findings] == [
        LAW,
        formats,
        vendor,
        FACT,
        source("deadlines"),
    ]


def test_addresses_are_counted_by_outcome(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, LAW, outcome=Outcome.GONE)
    write(state, FACT, BEFORE)
    write(state, source("formats"), BEFORE)

    assert found(addresses, state).outcomes == {"gone": 1, "read": 2, "not visited": len(addresses) - 3}


def test_address_that_is_no_longer_cited_has_no_finding(state: State, addresses: Mapping[str, CitedAddress]) -> None:
    write(state, source("former"), outcome=Outcome.GONE)

    assert found(addresses, state).findings == ()


# Hosts


def unreadable(state: State, *urls: str, reason: str = "403 Forbidden", since: dt.date = TODAY) -> None:
    """Write pages that cannot be read."""
    for url in urls:
        write(state, url, outcome=Outcome.UNREADABLE, reason=reason, since=since)


def test_host_of_which_nothing_can_be_read_is_listed_and_is_no_finding(
    state: State, addresses: Mapping[str, CitedAddress]
) -> None:
    unreadable(state, FACT, reason="no answer in time", since=day(22))
    unreadable(state, LAW, source("formats"), since=day(24))
    findings = found(addresses, state)

    assert findings.findings == ()
    assert findings.unreadable_hosts == (
        UnreadableHost(host="tax.example", since=day(22), reason="403 Forbidden", addresses=3),
    )


@pytest.mark.parametrize("outcome", [Outcome.READ, Outcome.UNCHANGED, Outcome.GONE])
def test_host_of_which_something_can_be_read_is_not_listed(
    state: State, addresses: Mapping[str, CitedAddress], outcome: Outcome
) -> None:
    unreadable(state, FACT)
    write(state, LAW, outcome=outcome)

    assert found(addresses, state).unreadable_hosts == ()
