"""In a sitting, an editor confirms, opens, corrects or skips one claim after the other."""

import datetime as dt
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from locdata_build.cli.confirming import SourceFolder
from locdata_build.cli.desktop import DesktopError
from locdata_build.cli.sitting import Sitting, Terminal
from locdata_build.data.findings import Finding, FindingKind
from support.dataset import COUNTRY, whole, write
from support.found import affected, finding, findings
from support.records import fact, marked, source

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)

TWO = finding(FindingKind.GONE, affected("facts/fr-currency"), affected("facts/fr-vat"))
"""The first claim has one source, and the second one has two."""


class User:
    """A user of a terminal who gives prepared answers, and what the user sees and opens."""

    def __init__(self, *answers: str | type[BaseException], edit: Callable[[], object] = lambda: None) -> None:
        self.answers, self.edit = [*answers], edit
        self.asked: list[str] = []
        self.seen: list[str] = []
        self.pages: list[str] = []
        self.places: list[tuple[Path, int]] = []

    def ask(self, question: str) -> str:
        """Return the next answer."""
        self.asked.append(question)
        answer = self.answers.pop(0)
        if isinstance(answer, str):
            return answer
        raise answer

    def show(self, lines: Iterable[str]) -> None:
        """Remember lines."""
        self.seen.extend(lines)

    def open_page(self, url: str) -> None:
        """Remember a page."""
        if not url.startswith("https://tax.example"):
            raise DesktopError(f"{url}: no browser could be started")
        self.pages.append(url)

    def open_file(self, file: Path, line: int) -> None:
        """Remember a place, and edit the file."""
        self.places.append((file, line))
        self.edit()

    @property
    def cards(self) -> list[str]:
        """The claims that were shown, in their order."""
        return [line.partition("  (")[0] for line in self.seen if " of " in line and "  (" in line]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The small dataset in which VAT has two sources."""
    files = whole()
    rate = marked("Standard rate 20%;", source("rates"))
    files[COUNTRY]["facts"]["vat"] = fact(f"{rate} food is exempt.", "https://vendor.example/food")
    return write(tmp_path / "data", files)


def sit(data: Path, user: User, *found: Finding) -> str:
    """Hold a sitting; return the last line."""
    folder = SourceFolder(data, NOW)
    terminal = Terminal(user.ask, user.show, user.open_page, user.open_file)
    Sitting(folder, folder.read(), findings(*(found or (TWO,))), "fr", terminal).hold()
    assert not user.answers
    return user.seen[-1]


def lines_of(data: Path) -> list[str]:
    """Return the lines of the country."""
    return (data / COUNTRY).read_text(encoding="utf-8").splitlines()


def dates_set(data: Path, before: list[str]) -> int:
    """Return the number of lines that differ; all of them must have the day of the sitting."""
    differing = [line for line, former in zip(lines_of(data), before, strict=True) if line != former]
    assert all(line.strip(" ,").endswith('"2026-11-30"') for line in differing)
    return len(differing)


def test_check_and_readings_of_confirmed_claims_get_the_day(data: Path) -> None:
    before = lines_of(data)
    user = User("y", "y", "")

    assert sit(data, user) == "confirmed: 2, skipped: 0, left: 0"
    assert user.cards == ["1 of 2  facts/fr-currency", "2 of 2  facts/fr-vat"]
    # The check and the only source of the first claim, then the check and both sources of the second one.
    assert dates_set(data, before) == 5


def test_only_the_sources_that_were_read_get_the_day(data: Path) -> None:
    before = lines_of(data)

    assert sit(data, User("s", "y", "1")) == "confirmed: 1, skipped: 1, left: 0"
    assert dates_set(data, before) == 2


def test_claim_whose_first_source_was_not_read_is_not_confirmed(data: Path) -> None:
    before = lines_of(data)
    user = User("s", "y", "2", "s")

    assert sit(data, user) == "confirmed: 0, skipped: 2, left: 0"
    assert lines_of(data) == before
    assert any("must not be after the first source was read, 2026-11-20, got 2026-11-30" in line for line in user.seen)
    assert user.cards == ["1 of 2  facts/fr-currency", "2 of 2  facts/fr-vat"]


def test_cancelled_confirmation_writes_nothing(data: Path) -> None:
    before = lines_of(data)

    assert sit(data, User("s", "y", "c", "q")) == "confirmed: 0, skipped: 1, left: 1"
    assert lines_of(data) == before


def test_answers_that_are_none_are_asked_again(data: Path) -> None:
    user = User("", "yes", "s", "Y", "3", "0", "one", "1, 2")

    assert sit(data, user) == "confirmed: 1, skipped: 1, left: 0"
    assert user.seen.count("Answer y, o, e, s or q.") == 2
    assert user.seen.count("Answer with numbers from 1 to 2, such as: 1 2") == 3


def test_pages_are_opened_and_those_that_cannot_be_are_named(data: Path) -> None:
    user = User("o", "s", "o", "1, 2", "o", "", "s")
    sit(data, user)

    # The page of the finding is none of the sources of the second claim.
    assert user.pages == [source("fact"), source("rates"), source("rates"), source("fact")]
    assert "https://vendor.example/food: no browser could be started" in user.seen


def test_file_is_opened_at_the_claim(data: Path) -> None:
    user = User("s", "e", "s")
    sit(data, user)
    ((file, line),) = user.places

    assert file == data / COUNTRY
    assert lines_of(data)[line - 1] == '    "vat": {'
    assert user.cards == ["1 of 2  facts/fr-currency", "2 of 2  facts/fr-vat"]


def test_edited_claim_is_shown_again(data: Path) -> None:
    def edit() -> None:
        text = (data / COUNTRY).read_text(encoding="utf-8")
        (data / COUNTRY).write_text(text.replace("food is exempt", "books are exempt"), encoding="utf-8")

    user = User("s", "e", "y", "", edit=edit)

    assert sit(data, user) == "confirmed: 1, skipped: 1, left: 0"
    assert user.cards == ["1 of 2  facts/fr-currency", *["2 of 2  facts/fr-vat"] * 2]
    assert "    books are exempt. [2]" in user.seen


def test_claim_whose_check_was_set_in_the_editor_is_corrected(data: Path) -> None:
    def edit() -> None:
        text = (data / COUNTRY).read_text(encoding="utf-8")
        (data / COUNTRY).write_text(text.replace("2026-11-20", "2026-11-30"), encoding="utf-8")

    user = User("e", edit=edit)

    # All other claims were set as well.
    assert sit(data, user) == "confirmed: 0, corrected: 2, skipped: 0, left: 0"
    assert "facts/fr-currency: need not be checked again any more" in user.seen


def test_nothing_is_confirmed_while_the_data_has_an_issue(data: Path) -> None:
    whole_text = (data / COUNTRY).read_bytes()
    contents = iter([b"{", whole_text])
    user = User("e", "y", "e", "y", "q", edit=lambda: (data / COUNTRY).write_bytes(next(contents)))

    assert sit(data, user) == "confirmed: 1, skipped: 0, left: 1"
    # Before the next question, and as the answer to the confirmation.
    assert user.seen.count("1 issue") == 3
    assert "Correct the data ([e]) before you confirm anything else." in user.seen


def test_end_of_the_answers_ends_the_sitting(data: Path) -> None:
    assert sit(data, User("s", EOFError)) == "confirmed: 0, skipped: 1, left: 1"


def test_interrupted_sitting_has_written_what_was_confirmed(data: Path) -> None:
    before = lines_of(data)
    user = User("y", KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        sit(data, user)

    assert user.seen[-1] == "confirmed: 1, skipped: 0, left: 1"
    assert dates_set(data, before) == 2
