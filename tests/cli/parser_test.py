"""Arguments of the command line: what each one sets, and what is refused with status 2."""

import datetime as dt
from pathlib import Path
from types import SimpleNamespace

import pytest

from locdata_build.cli import argument_types
from locdata_build.cli.arguments import AuditFormat, Command, Layout, Request, Server
from locdata_build.cli.commands import COMMANDS
from locdata_build.cli.parser import parse_request
from locdata_build.data.site import BASE_URL_FORM
from support.command_line import run_here

TIME = dt.datetime(2026, 11, 21, 12, 34, 56, tzinfo=dt.UTC)
STAMP = "2026-11-21T12:34:56Z"
NO_BUILD = "--data and --generated-at are for the build that takes the place of NEW"
NO_VERSION = "must be a version like 1.2.3 (there are no release candidates)"


def refusal(*arguments: str, environment: dict[str, str] | None = None) -> str:
    """Return the error for arguments that are refused, without the name of the program."""
    outcome = run_here(*arguments, environment=environment)
    assert (outcome.status, outcome.out) == (2, "")
    return outcome.err.splitlines()[-1].partition(": error: ")[2]


@pytest.mark.parametrize(
    ("arguments", "request_"),
    [
        pytest.param("", Request(Command.BUILD), id="nothing"),
        pytest.param("--data some/data", Request(Command.BUILD, data=Path("some/data")), id="option of the build"),
        pytest.param(
            f"build --out=site --archive site.tar --generated-at {STAMP} --precompress --workers 3",
            Request(
                Command.BUILD,
                out=Path("site"),
                archive=Path("site.tar"),
                generated_at=TIME,
                precompress=True,
                workers=3,
            ),
            id="all options of the build",
        ),
        pytest.param(
            "build --keep 3 --layout releases --refuse-older",
            Request(Command.BUILD, keep=3, layout=Layout.RELEASES, refuse_older=True),
            id="build of a deployment",
        ),
        pytest.param(
            "restore 0007 --out site", Request(Command.RESTORE, former="0007", out=Path("site")), id="restore"
        ),
        pytest.param("check --due", Request(Command.CHECK, due=True), id="check that lists what is due"),
        pytest.param(
            f"check --strict --generated-at {STAMP} --base-url http://localhost:8000",
            Request(Command.CHECK, strict=True, generated_at=TIME, base_url="http://localhost:8000"),
            id="strict check",
        ),
        pytest.param(
            f"audit --sample 20 --seed 7 --country fr --format json --generated-at {STAMP}",
            Request(Command.AUDIT, sample=20, seed=7, country="fr", format=AuditFormat.JSON, generated_at=TIME),
            id="all options of an audit",
        ),
        pytest.param("audit --summary", Request(Command.AUDIT, summary=True), id="summary of an audit"),
        pytest.param("diff one two --json", Request(Command.DIFF, old="one", new="two", json=True), id="diff"),
        pytest.param("diff one --data two", Request(Command.DIFF, old="one", data=Path("two")), id="diff of the data"),
        pytest.param("format --fill", Request(Command.FORMAT, fill=True), id="format that fills"),
        pytest.param(
            "new country tn --name Tunisia --region Africa",
            Request(Command.NEW, kind="country", code="tn", name="Tunisia", region="Africa"),
            id="new country",
        ),
        pytest.param("verify site", Request(Command.VERIFY, site="site"), id="verify"),
        pytest.param(
            f"release 2.0.0 --generated-at {STAMP}",
            Request(Command.RELEASE, version="2.0.0", generated_at=TIME),
            id="release of a version",
        ),
        pytest.param("config caddy", Request(Command.CONFIG, server=Server.CADDY), id="config"),
        pytest.param("serve --port 0", Request(Command.SERVE, port=0), id="serve"),
        pytest.param(
            "serve --watch --data some/data", Request(Command.SERVE, data=Path("some/data"), watch=True), id="watch"
        ),
    ],
)
def test_arguments_are_parsed(arguments: str, request_: Request) -> None:
    assert parse_request(arguments.split(), {}) == request_


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param("bild", "argument COMMAND: invalid choice: 'bild' (choose from 'build', 'check', ", id="command"),
        pytest.param(
            "release 1.1.0-rc.1", f"argument VERSION: {NO_VERSION}, but is '1.1.0-rc.1'", id="release candidate"
        ),
        pytest.param(
            "release 1.2.3", "release needs the time of the release, for example --generated-at now", id="no time"
        ),
        pytest.param("diff", "the following arguments are required: OLD", id="no site"),
        pytest.param("new erp aa", "argument KIND: invalid choice: 'erp' (choose from 'country')", id="kind"),
        pytest.param("new country FR", "argument CODE: must be two lower-case letters, but is 'FR'", id="code"),
        pytest.param("new country fr", "the following arguments are required: --name, --region", id="no name"),
        pytest.param("check --due --strict", "argument --strict: not allowed with argument --due", id="due and strict"),
        pytest.param("audit", "one of the arguments --sample --summary is required", id="audit of nothing"),
        pytest.param(
            "audit --sample 3 --summary", "argument --summary: not allowed with argument --sample", id="two audits"
        ),
        pytest.param(
            "serve --data data_src", "--data needs --watch: without it, the site in --out is served", id="serve data"
        ),
        pytest.param(
            "serve --watch --out site", "argument --out: not allowed with argument --watch", id="watch a built site"
        ),
        pytest.param(
            "config apache", "argument SERVER: must be one of nginx, caddy, headers, but is 'apache'", id="server"
        ),
        pytest.param("--da=data", "unrecognized arguments: --da=data", id="abbreviated option"),
        pytest.param("check --out there", "unrecognized arguments: --out there", id="option of another command"),
        pytest.param("diff one two --data data", f"{NO_BUILD}: leave out NEW or them", id="data of no build"),
        pytest.param(
            f"diff one two --generated-at {STAMP}", f"{NO_BUILD}: leave out NEW or them", id="time of no build"
        ),
    ],
)
def test_wrong_usage_is_refused(arguments: str, message: str) -> None:
    assert refusal(*arguments.split()).startswith(message)


STAMPS = """
    yesterday 1795219200 2026-11-21 2026-11-21T00:00:00 2026-11-21T00:00:00+01:00 2026-11-21T00:00:00.5Z
    2026-1-1T0:0:0Z 2026-02-30T00:00:00Z 2026-11-21T24:00:00Z
"""
REFUSED_VALUES = [
    ("--port", "must be a number from 0 to 65535", ["-1", "65536", "eighty", "٣"]),
    ("--workers", "must be a number from 1 to 256", ["0", "257", "1.5"]),
    ("--base-url", BASE_URL_FORM, ["", "example.org", "ftp://a", "https://\udcff", "https://a/b/../c"]),
    ("--sample", "must be a number from 1 to 999999", ["0", "1000000"]),
    ("--seed", "must be a number from 0 to 4294967295", ["-1", "4294967296"]),
    ("--keep", "must be a number from 1 to 1000", ["0", "1001"]),
    ("--generated-at", "must be 'now' or a time like 2026-11-21T00:00:00Z", [*STAMPS.split(), "", f"{STAMP}\n"]),
]
"""Options, what their values must be, and values that are something else."""


@pytest.mark.parametrize(
    ("option", "rule", "value"),
    [(option, rule, value) for option, rule, values in REFUSED_VALUES for value in values],
)
def test_wrong_value_of_an_option_is_refused(option: str, rule: str, value: str) -> None:
    command = {"--port": ["serve"], "--sample": ["audit"], "--seed": ["audit", "--summary"]}.get(option, ["build"])

    assert refusal(*command, f"{option}={value}") == f"argument {option}: {rule}, but is {value!r}"


def test_text_that_is_not_utf_8_is_refused() -> None:
    arguments = ["new", "country", "fr", "--region=x", "--name=x\udcff"]

    assert refusal(*arguments) == "argument --name: must be UTF-8, but is 'x\\udcff'"


def test_base_url_loses_the_slashes_at_its_end() -> None:
    assert parse_request(["--base-url", "https://example.org/locdata//"], {}).base_url == "https://example.org/locdata"


# The time of the build


class StoppedClock(dt.datetime):
    """A clock that shows one time."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> "StoppedClock":
        """Return that time."""
        return cls(2026, 12, 24, 18, 30, 15, 999_999, tzinfo=tz)


def test_now_is_the_time_of_the_clock_in_whole_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(argument_types, "dt", SimpleNamespace(datetime=StoppedClock, UTC=dt.UTC))

    request = parse_request(["--generated-at", "now"], {})

    assert request.generated_at == dt.datetime(2026, 12, 24, 18, 30, 15, tzinfo=dt.UTC)


def test_epoch_of_the_environment_is_the_time_of_commands_that_build() -> None:
    epoch = {"SOURCE_DATE_EPOCH": "0"}

    assert parse_request([], epoch).generated_at == dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    assert parse_request(["serve"], epoch).generated_at is None
    # Only the option is refused where nothing is built.
    assert parse_request(["diff", "one", "two"], epoch).new == "two"


@pytest.mark.parametrize("epoch", ["0", "never"])
def test_option_takes_precedence_over_the_epoch_of_the_environment(epoch: str) -> None:
    assert parse_request(["--generated-at", STAMP], {"SOURCE_DATE_EPOCH": epoch}).generated_at == TIME


@pytest.mark.parametrize("epoch", ["", "today", "1.5", "-1", "1_000", "\u0661", "253402300800", "9" * 30])
def test_epoch_that_is_not_a_time_is_refused(epoch: str) -> None:
    assert refusal(environment={"SOURCE_DATE_EPOCH": epoch}) == (
        f"SOURCE_DATE_EPOCH must be whole seconds since 1970, but is {epoch!r}"
    )


# The archive


@pytest.mark.parametrize("archive", ["dist/site", "./dist/site/below/site.tar"])
def test_archive_in_the_folder_that_is_replaced_is_refused(archive: str) -> None:
    assert refusal("--archive", archive) == (
        f"--archive must not be in --out, which is replaced as a whole, but is {str(Path(archive))!r}"
    )


# The help


@pytest.mark.parametrize("command", Command)
def test_example_of_each_command_is_correct(command: Command) -> None:
    arguments = COMMANDS[command].example.split()

    assert parse_request(arguments, {}).command is command
