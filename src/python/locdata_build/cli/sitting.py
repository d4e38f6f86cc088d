"""A sitting in which an editor checks the claims of a country again, one by one, in a terminal."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from locdata_build.cli.arguments import UsageError
from locdata_build.cli.confirming import Snapshot, SourceFolder
from locdata_build.cli.desktop import DesktopError
from locdata_build.data.errors import SourceError
from locdata_build.data.findings import Findings
from locdata_build.derive.recheck import Recheck, rechecks
from locdata_build.render.recheck import card, pages
from locdata_build.site.staging import PublishError

QUESTION = "[y] still true  [o] open its pages  [e] edit  [s] skip  [q] quit: "


class Terminal(NamedTuple):
    """The functions with which a sitting asks (``EOFError`` ends it), shows lines, and opens pages and a line of a file."""

    ask: Callable[[str], str]
    show: Callable[[Iterable[str]], None]
    open_page: Callable[[str], None]
    open_file: Callable[[Path, int], None]


class Sitting:
    """The claims to check again, one by one. Each confirmed one is written at once."""

    def __init__(
        self, folder: SourceFolder, snapshot: Snapshot, findings: Findings, country: str, terminal: Terminal
    ) -> None:
        """Take the folder and what was read of it last, the findings, the country, and the terminal."""
        self._folder, self._snapshot = folder, snapshot
        self._findings, self._country, self._terminal = findings, country, terminal
        self._confirmed = self._corrected = self._skipped = 0

    def hold(self) -> None:
        """Ask about each claim until the last one or the end of the answers; show how many were confirmed."""
        names = [each.claim.name for each in rechecks(self._snapshot.published, self._findings, self._country)]
        try:
            for number, name in enumerate(names, 1):
                if not self._is_continued_after(name, f"{number} of {len(names)}"):
                    break
        except EOFError:
            self._terminal.show([""])
        except KeyboardInterrupt:
            self._terminal.show([""])
            raise
        finally:
            left = len(names) - self._confirmed - self._corrected - self._skipped
            corrected = f", corrected: {self._corrected}" if self._corrected else ""
            self._terminal.show([f"confirmed: {self._confirmed}{corrected}, skipped: {self._skipped}, left: {left}"])

    def _is_continued_after(self, name: str, heading: str) -> bool:
        """Ask about a claim until it is confirmed, corrected or skipped; return whether to go on with the next one."""
        shown: Sequence[str] = ()
        while recheck := self._current(name):
            if (lines := [*card_of(self._snapshot, recheck, heading)]) != shown:
                self._terminal.show(["", *lines, ""])
                shown = lines
            match self._terminal.ask(QUESTION).strip().lower():
                case "y":
                    if self._is_confirmed(recheck):
                        self._confirmed += 1
                        return True
                case "o":
                    self._open_pages(recheck)
                case "e":
                    self._try(self._open_file, recheck)
                case "s":
                    self._skipped += 1
                    return True
                case "q":
                    return False
                case _:
                    self._terminal.show(["Answer y, o, e, s or q."])
        self._terminal.show([f"{name}: need not be checked again any more"])
        self._corrected += 1
        return True

    def _current(self, name: str) -> Recheck | None:
        """Return a claim as it is now, or None if it need not be checked again; as it was last if the data has issues now."""
        try:
            self._snapshot = self._folder.read()
        except SourceError as error:
            self._terminal.show([*error.args, "Correct the data ([e]) before you confirm anything else."])
        queue = rechecks(self._snapshot.published, self._findings, self._country)
        return next((each for each in queue if each.claim.name == name), None)

    def _is_confirmed(self, recheck: Recheck) -> bool:
        """Ask which sources were read, and write that the claim is still true; return whether it was written."""
        ids = [citation.id for citation in recheck.claim.provenance.citations]
        places = self._chosen("Which sources did you read", len(ids))
        return bool(places) and self._try(self._confirm, recheck.claim.name, [ids[place] for place in places])

    def _confirm(self, name: str, source_ids: Sequence[str]) -> None:
        self._terminal.show(self._folder.confirm([name], source_ids))

    def _open_pages(self, recheck: Recheck) -> None:
        urls = pages(recheck)
        for place in self._chosen("Which pages do you want to open", len(urls)):
            self._try(self._terminal.open_page, urls[place])

    def _open_file(self, recheck: Recheck) -> None:
        file = self._snapshot.folder / self._snapshot.file(recheck.claim).path
        self._terminal.open_file(file, self._snapshot.line(recheck.claim))

    def _chosen(self, question: str, count: int) -> Sequence[int]:
        """Ask for some of the numbers from 1 to ``count``; return their positions, none if the user cancels."""
        while count > 1:
            answer = self._terminal.ask(f"{question}? 1 to {count}, Enter: all, c: cancel: ").strip().lower()
            if answer == "c":
                return ()
            words = answer.replace(",", " ").split()
            if all(word.isdecimal() and 1 <= int(word) <= count for word in words):
                return [int(word) - 1 for word in words] or range(count)
            self._terminal.show([f"Answer with numbers from 1 to {count}, such as: 1 {count}"])
        return range(count)

    def _try(self, action: Callable[..., object], *arguments: object) -> bool:
        """Do something; if it fails, show why. Return whether it succeeded."""
        try:
            action(*arguments)
        except (DesktopError, PublishError, SourceError, UsageError) as error:
            self._terminal.show(error.args)
            return False
        return True


def card_of(snapshot: Snapshot, recheck: Recheck, heading: str) -> Iterable[str]:
    """Return the lines of a claim to check again."""
    reason = recheck.due.reason(snapshot.published.site.today) if recheck.due else ""
    place = f"{snapshot.file(recheck.claim).name}:{snapshot.line(recheck.claim)}"
    return card(recheck, place=place, heading=heading, reason=reason, erps=snapshot.erps)
