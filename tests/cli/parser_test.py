"""Arguments of the command line: the value of each, and the refusals with status 2."""

import datetime as dt
import inspect
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from locdata_build.cli import arguments as arguments_module
from locdata_build.cli.arguments import build_time
from locdata_build.cli.parser import COMMANDS, load_command, parse_arguments
from locdata_build.data.site import BASE_URL_FORM
from support.command_line import run_here

TIME = dt.datetime(2026, 11, 21, 12, 34, 56, tzinfo=dt.UTC)
STAMP = "2026-11-21T12:34:56Z"
NO_BUILD = "--data and --generated-at are for the build that replaces NEW: omit NEW or them"
NO_VERSION = "must be a version like 1.2.3 (there are no release candidates)"


def refusal(*arguments: str, environment: dict[str, str] | None = None) -> str:
    """Return the error for arguments that are refused, without the name of the program."""
    outcome = run_here(*arguments, environment=environment)
    assert (outcome.status, outcome.out) == (2, "")
    return outcome.err.splitlines()[-1].partition(": error: ")[2]


def parsed(arguments: str) -> tuple[str, dict[str, Any]]:
    """Return the command, and the arguments that differ from the defaults of its function."""
    command, run, values, _ = parse_arguments(arguments.split())
    defaults = {name: parameter.default for name, parameter in inspect.signature(run).parameters.items()}
    assert values.keys() == defaults.keys()
    return command, {name: value for name, value in values.items() if value != defaults[name]}


@pytest.mark.parametrize(
    ("arguments", "command", "values"),
    [
        pytest.param("", "build", {}, id="nothing"),
        pytest.param("--data some/data", "build", {"data": Path("some/data")}, id="option of the build"),
        pytest.param(
            f"build --generated-at {STAMP} --workers 3 --keep 3 --refuse-older --base-url http://a:8000//",
            "build",
            {"generated_at": TIME, "workers": 3, "keep": 3, "refuse_older": True, "base_url": "http://a:8000"},
            id="types of values",
        ),
        pytest.param("diff one two --json", "diff", {"old": "one", "new": "two", "json": True}, id="positions"),
        pytest.param("release 2.0.0", "release", {"version": "2.0.0"}, id="version"),
    ],
)
def test_arguments_are_parsed(arguments: str, command: str, values: dict[str, Any]) -> None:
    assert parsed(arguments) == (command, values)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_that_is_parsed(command: str) -> None:
    assert parsed(load_command(command).EXAMPLE)[0] == command


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param("bild", "argument COMMAND: invalid choice: 'bild' (choose from 'build', 'check', ", id="command"),
        pytest.param("release 1.1.0-rc.1", f"argument VERSION: {NO_VERSION}, got '1.1.0-rc.1'", id="release candidate"),
        pytest.param(
            "release 1.2.3", "release needs the time of the release, for example --generated-at now", id="no time"
        ),
        pytest.param("new country FR", "argument CODE: must be two lower-case letters, got 'FR'", id="code"),
        pytest.param("check --due --strict", "argument --strict: not allowed with argument --due", id="due and strict"),
        pytest.param("audit", "one of the arguments --sample --summary is required", id="audit of nothing"),
        pytest.param(
            "serve --data data_src", "--data needs --watch: without it, the site in --out is served", id="serve data"
        ),
        pytest.param("config apache", "argument SERVER: must be one of nginx, caddy, headers", id="server"),
        pytest.param("--da=data", "unrecognized arguments: --da=data", id="abbreviated option"),
        pytest.param("diff one two --data data", NO_BUILD, id="data of no build"),
        pytest.param(f"diff one two --generated-at {STAMP}", NO_BUILD, id="time of no build"),
    ],
)
def test_wrong_usage_is_refused(arguments: str, message: str) -> None:
    assert refusal(*arguments.split()).startswith(message)


STAMPS = "yesterday 1795219200 2026-11-21 2026-11-21T00:00:00+01:00 2026-1-1T0:0:0Z 2026-02-30T00:00:00Z"
REFUSED_VALUES = [
    ("--port", "must be a number from 0 to 65535", ["-1", "65536", "eighty", "٣"]),
    ("--base-url", BASE_URL_FORM, ["", "example.org", "https://\udcff", "https://a/b/../c"]),
    ("--sample", "must be a number from 1 to 999999", ["0"]),
    ("--generated-at", "must be 'now' or a time like 2026-11-21T00:00:00Z", [*STAMPS.split(), "", f"{STAMP}\n"]),
]
"""Options, what their values must be, and values that are something else."""


@pytest.mark.parametrize(
    ("option", "rule", "value"), [(option, rule, value) for option, rule, values in REFUSED_VALUES for value in values]
)
def test_wrong_value_of_an_option_is_refused(option: str, rule: str, value: str) -> None:
    command = {"--port": "serve", "--sample": "audit"}.get(option, "build")

    assert refusal(command, f"{option}={value}") == f"argument {option}: {rule}, got {value!r}"


def test_value_with_a_final_line_break_is_refused() -> None:
    assert refusal("release", "1.2.3\n") == f"argument VERSION: {NO_VERSION}, got '1.2.3\\n'"


def test_text_that_is_not_utf_8_is_refused() -> None:
    arguments = ["new", "country", "fr", "--region=x", "--name=x\udcff"]

    assert refusal(*arguments) == "argument --name: must be UTF-8, got 'x\\udcff'"


# The time of the build


class StoppedClock(dt.datetime):
    """A clock that shows one time."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> "StoppedClock":
        """Return that time."""
        return cls(2026, 12, 24, 18, 30, 15, 999_999, tzinfo=tz)


def test_now_is_the_time_of_the_clock_in_whole_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments_module, "dt", SimpleNamespace(datetime=StoppedClock, UTC=dt.UTC))

    assert parsed("--generated-at now") == (
        "build",
        {"generated_at": dt.datetime(2026, 12, 24, 18, 30, 15, tzinfo=dt.UTC)},
    )


@pytest.mark.parametrize("epoch", ["0", "never"])
def test_option_takes_precedence_over_the_epoch_of_the_environment(monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)

    assert build_time(TIME) == TIME


@pytest.mark.parametrize("epoch", ["today", "-1", "1_000", "\u0661", "253402300800", "9" * 30])
def test_epoch_that_is_not_a_time_is_refused(epoch: str) -> None:
    assert refusal(environment={"SOURCE_DATE_EPOCH": epoch}) == (
        f"SOURCE_DATE_EPOCH must be whole seconds since 1970, got {epoch!r}"
    )


# The archive


@pytest.mark.parametrize("archive", ["dist/site", "./dist/site/below/site.tar"])
def test_archive_in_the_folder_that_is_replaced_is_refused(archive: str) -> None:
    assert refusal("--archive", archive) == (
        f"--archive must not be in --out, which is replaced as a whole, got {str(Path(archive))!r}"
    )
