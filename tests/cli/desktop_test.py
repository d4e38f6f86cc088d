"""Pages and files are opened with the programs of the user, which never read them as options or other programs."""

import errno
import signal
import subprocess
import webbrowser
from pathlib import Path

import pytest

from locdata_build.cli.desktop import DesktopError, editor_command, open_file, open_page

FILE = Path("/data/-countries/fr.json")


@pytest.mark.parametrize(
    ("setting", "command"),
    [
        ("vi", ["vi", "+18", str(FILE)]),
        ("'/opt/my editor' -n", ["/opt/my editor", "-n", "+18", str(FILE)]),
        ("/usr/bin/code --wait", ["/usr/bin/code", "--wait", "--goto", f"{FILE}:18"]),
        ("vi; rm $HOME", ["vi;", "rm", "$HOME", "+18", str(FILE)]),
    ],
)
def test_editor_opens_the_file_at_the_line(setting: str, command: list[str]) -> None:
    assert editor_command(setting, FILE, 18) == command


def test_path_that_begins_like_an_option_is_absolute() -> None:
    assert editor_command("vi", Path("-data/fr.json"), 18)[-1] == str(Path.cwd() / "-data/fr.json")


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("", f"VISUAL or EDITOR must be set to the command of an editor to open {FILE}:18"),
        ("vi '", 'VISUAL or EDITOR must be a command, got "vi \'": No closing quotation'),
    ],
)
def test_setting_that_is_no_command_is_an_error(setting: str, message: str) -> None:
    with pytest.raises(DesktopError) as error:
        editor_command(setting, FILE, 18)

    assert str(error.value) == message


@pytest.mark.parametrize(
    ("environment", "program"), [({"EDITOR": "ed"}, "ed"), ({"EDITOR": "ed", "VISUAL": "vi"}, "vi")]
)
def test_visual_takes_precedence_over_editor(
    environment: dict[str, str], program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, check: started.append(command))
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.setenv(name, environment.get(name, ""))

    open_file(FILE, 18)

    assert started == [[program, "+18", str(FILE)]]


def test_interrupt_for_the_editor_does_not_end_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "vi")
    monkeypatch.setattr(subprocess, "run", lambda command, check: signal.raise_signal(signal.SIGINT))
    before = signal.getsignal(signal.SIGINT)

    open_file(FILE, 18)

    assert signal.getsignal(signal.SIGINT) is before


def test_editor_that_cannot_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: list[str], check: bool) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    monkeypatch.setenv("VISUAL", "vi")
    monkeypatch.setattr(subprocess, "run", fail)

    with pytest.raises(DesktopError, match=r"^vi: cannot be started: No such file or directory$"):
        open_file(FILE, 18)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "--version"])
def test_only_pages_of_the_web_are_opened(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda url: pytest.fail("opened"))

    with pytest.raises(DesktopError, match="must begin with http:// or https://"):
        open_page(url)


def test_missing_browser_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda url: url.endswith("there"))
    open_page("https://tax.example/there")

    with pytest.raises(DesktopError, match=r"^https://tax[.]example/: no browser could be started$"):
        open_page("https://tax.example/")
