"""The addresses that the small dataset cites, and visits to them."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from locdata_build.derive.published import derive
from locdata_watch.visits.addresses import CitedAddress, cited_addresses
from locdata_watch.visits.client import Outcome
from locdata_watch.visits.page_text import PageText
from locdata_watch.visits.state import PageState, Version
from support.dataset import Files, load

CHECKED = dt.date(2026, 11, 20)
"""The day on which every claim of the small dataset was checked."""

TODAY = dt.date(2026, 11, 30)

FACT = "https://tax.example/fact"
"""The page that most facts of the small dataset cite."""


def addresses_of(folder: Path, files: Files | None = None, *, today: dt.date = TODAY) -> Mapping[str, CitedAddress]:
    """Return the addresses that ``files`` cite on a day, by their URLs: by default the small dataset, written to ``folder``."""
    dataset = load(folder, files, generated_at=dt.datetime.combine(today, dt.time(), dt.UTC))
    return {address.url: address for address in cited_addresses(derive(dataset))}


def day(number: int) -> dt.date:
    """Return a day of November 2026."""
    return dt.date(2026, 11, number)


def page_state(outcome: Outcome = Outcome.READ, /, **fields: Any) -> PageState:  # noqa: ANN401  # fields
    """Return the state of a page that was first visited today, unless ``fields`` say otherwise."""
    blank: dict[str, Any] = {"visited": TODAY, "since": TODAY, "visits": 1, "final_url": FACT}
    return PageState(outcome=outcome, **{**blank, **fields})


def version(since: dt.date, *lines: str, title: str | None = "VAT") -> Version:
    """Return the text that a page has had since a day."""
    return Version(since, PageText(title, lines))
