"""A run over 500 addresses and a second one, between which 20 of their pages change."""

import datetime as dt
import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from locdata_build.data.canonical import canonical
from locdata_build.data.dataset import check_sources
from locdata_build.data.findings import Findings
from locdata_build.data.reading import read_sources
from locdata_build.data.terms import TermsFile
from locdata_build.derive.published import derive
from locdata_watch.findings.found import find_all
from locdata_watch.visits.addresses import CitedAddress, cited_addresses
from locdata_watch.visits.client import Client
from locdata_watch.visits.limits import Limits
from locdata_watch.visits.state import State
from locdata_watch.visits.watching import watch_addresses
from watch import many_pages
from watch.local_web import LocalWeb
from watch.many_pages import FIRST_DAY, HIDDEN_HOSTS, SECOND_DAY, Change, planted, publish

SAMPLE = Path("tests/sample")


class Run(Struct, frozen=True):
    """A run: its findings, and the number of its requests."""

    findings: Findings
    requests: int


def cited(folder: Path) -> Sequence[CitedAddress]:
    """Return the 500 addresses of the pages in the order of their numbers, each cited by a term of the glossary."""
    shutil.copytree(SAMPLE, folder)
    file, pages = folder / "terms.json", [*enumerate(many_pages.addresses())]
    content = json.loads(file.read_bytes())
    content["terms"] += [
        {
            "id": f"term-{number:03}",
            "name": f"Term {number:03}",
            "aliases": [],
            "category": "report",
            "text": f"{many_pages.page(number).statement}[^page-{number:03}].",
            "countries": [],
            "see": [],
            "checked": str(FIRST_DAY),
        }
        for number, _ in pages
    ]
    content["sources"] |= {
        f"page-{number:03}": {
            "url": url,
            "title": f"Page {number:03}",
            "publisher": "Tax office",
            "kind": "authority",
            "language": "en",
            "published": None,
            "read": str(FIRST_DAY),
            "evidence": "fetched",
        }
        for number, url in pages
    }
    file.write_bytes(canonical(msgspec.convert(content, TermsFile)))
    now = dt.datetime.combine(FIRST_DAY, dt.time(), dt.UTC)
    published = derive(check_sources(read_sources(folder, "data"), generated_at=now))
    return [address for address in cited_addresses(published) if address.url in many_pages.addresses()]


def run(web: LocalWeb, addresses: Sequence[CitedAddress], state: State, day: dt.date) -> Run:
    """Serve the pages of a day, visit them, and return what was found."""
    publish(web, day)
    limits = Limits(silence=2, pause=0, attempts=1)
    client = Client("locdata-watch/1", transport=web.transport(), limits=limits, sleep=lambda _: None)
    watch_addresses(addresses, state, client, day=day)
    client.close()
    return Run(find_all(addresses, state, day), client.request_count)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Run, Run]]:
    """A run on each day."""
    folder = tmp_path_factory.mktemp("watch")
    addresses = cited(folder / "data")
    state = State(folder / "state.sqlite")
    with LocalWeb() as web:
        yield run(web, addresses, state, FIRST_DAY), run(web, addresses, state, SECOND_DAY)
    state.close()


def test_the_first_run_finds_nothing(runs: tuple[Run, Run]) -> None:
    first, _ = runs

    assert first.findings.findings == ()
    assert sum(first.findings.outcomes.values()) == 500


def test_the_second_run_finds_all_planted_changes_and_nothing_else(runs: tuple[Run, Run]) -> None:
    _, second = runs
    found = {
        finding.address: Change(
            finding.kind,
            tuple(
                figure
                for claim in finding.claims
                for statement in claim.statements
                for figure in statement.figures_gone
            ),
        )
        for finding in second.findings.findings
    }

    assert found == planted()
    assert len(second.findings.findings) == len(found) == 20


@pytest.mark.parametrize("number", [0, 1], ids=["first", "second"])
def test_hosts_whose_pages_no_program_can_read_are_no_findings(runs: tuple[Run, Run], number: int) -> None:
    hosts = {host.host: host for host in runs[number].findings.unreadable_hosts}

    assert hosts.keys() == HIDDEN_HOSTS.keys()
    assert {name: host.addresses for name, host in hosts.items()} == dict.fromkeys(HIDDEN_HOSTS, 3)
    assert all(reason in hosts[name].reason for name, reason in HIDDEN_HOSTS.items())
    assert {host.since for host in hosts.values()} == {FIRST_DAY}


def test_moved_pages_are_found_with_their_new_addresses(runs: tuple[Run, Run]) -> None:
    _, second = runs
    moved = {finding.address: finding.moved_to for finding in second.findings.findings if finding.moved_to}

    assert moved == {many_pages.address(number): f"https://new.example/pages/{number}" for number in many_pages.MOVED}


def test_pages_that_have_not_changed_are_not_sent_again(runs: tuple[Run, Run]) -> None:
    _, second = runs

    unchanged = [
        number
        for number in range(many_pages.PAGES)
        if many_pages.is_validated(number) and not many_pages.has_banner(number)
    ]

    assert unchanged
    assert second.findings.outcomes["unchanged"] == len(unchanged)


def test_a_run_needs_few_requests_besides_those_for_pages(runs: tuple[Run, Run]) -> None:
    # Each host has a robots.txt, and three pages are redirected.
    assert max(run.requests for run in runs) <= 500 + 64 + 3
