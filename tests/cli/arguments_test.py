"""What may be asked of the builder, what is taken where nothing is asked, and what is refused with status 2."""

import datetime as dt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli.running import run_here
from locdata_build.cli import arguments
from locdata_build.cli.arguments import parse_request
from locdata_build.cli.request import Command, Request

DEFAULT = Request(
    command=Command.BUILD,
    operands=(),
    data=None,
    out=Path("dist/site"),
    archive=None,
    base_url=None,
    generated_at=None,
)


def refusal(*given: str, environment: dict[str, str] | None = None) -> str:
    """The last line of what is said about arguments that are refused."""
    outcome = run_here(*given, environment=environment)
    assert (outcome.status, outcome.out) == (2, "")
    return outcome.err.splitlines()[-1]


def test_nothing_is_asked_for_by_default() -> None:
    assert parse_request([], {}) == DEFAULT


@pytest.mark.parametrize(
    ("given", "changed"),
    [
        pytest.param(["build"], {"command": Command.BUILD}, id="build"),
        pytest.param(["check"], {"command": Command.CHECK}, id="check"),
        pytest.param(["format"], {"command": Command.FORMAT}, id="format"),
        pytest.param(["--data", "some/data"], {"data": Path("some/data")}, id="data"),
        pytest.param(["--out", "some/site"], {"out": Path("some/site")}, id="out"),
        pytest.param(["--archive", "some/site.tar"], {"archive": Path("some/site.tar")}, id="archive"),
        pytest.param(["--base-url", "http://localhost:8000"], {"base_url": "http://localhost:8000"}, id="base URL"),
        pytest.param(
            ["--generated-at", "2026-11-21T12:34:56Z"],
            {"generated_at": dt.datetime(2026, 11, 21, 12, 34, 56, tzinfo=dt.UTC)},
            id="time",
        ),
        pytest.param(
            ["diff", "one", "--json", "two"],
            {"command": Command.DIFF, "operands": ("one", "two"), "json": True},
            id="two sites, an option between them",
        ),
        pytest.param(["verify", "site"], {"command": Command.VERIFY, "operands": ("site",)}, id="verify"),
        pytest.param(["--precompress"], {"precompress": True}, id="compressed copies"),
        pytest.param(
            ["release", "--generated-at", "2026-11-21T12:34:56Z"],
            {"command": Command.RELEASE, "generated_at": dt.datetime(2026, 11, 21, 12, 34, 56, tzinfo=dt.UTC)},
            id="release",
        ),
        pytest.param(
            ["release", "2.0.0", "--generated-at", "2026-11-21T12:34:56Z"],
            {
                "command": Command.RELEASE,
                "operands": ("2.0.0",),
                "generated_at": dt.datetime(2026, 11, 21, 12, 34, 56, tzinfo=dt.UTC),
            },
            id="release of a version",
        ),
        pytest.param(["--out=some/site"], {"out": Path("some/site")}, id="with an equals sign"),
        pytest.param(
            ["--base-url", "http://localhost", "check", "--data", "data"],
            {"command": Command.CHECK, "base_url": "http://localhost", "data": Path("data")},
            id="command between options",
        ),
        pytest.param(["--out", "one", "--out", "two"], {"out": Path("two")}, id="option given twice"),
    ],
)
def test_option_changes_what_is_asked_for(given: list[str], changed: dict[str, Any]) -> None:
    assert parse_request(given, {}) == DEFAULT._replace(**changed)


@pytest.mark.parametrize(
    ("url", "taken"),
    [
        pytest.param("https://example.org/locdata", "https://example.org/locdata", id="path"),
        pytest.param("https://example.org/", "https://example.org", id="slash at the end"),
        pytest.param("https://example.org/locdata//", "https://example.org/locdata", id="path and slashes at the end"),
        pytest.param("http://127.0.0.1:8000", "http://127.0.0.1:8000", id="port"),
    ],
)
def test_base_url_is_taken_without_the_slash_at_its_end(url: str, taken: str) -> None:
    assert parse_request(["--base-url", url], {}).base_url == taken


@pytest.mark.parametrize(
    "url", ["https://example.org/?a=1", "https://example.org#a", "https://example.org/a?/", "https://example.org/a)"]
)
def test_base_url_with_query_or_fragment_is_refused(url: str) -> None:
    assert refusal("--base-url", url) == (
        f"locdata_build: error: argument --base-url: must have no query, fragment or parenthesis, but is {url!r}"
    )


@pytest.mark.parametrize(
    "url", ["", "/", "example.org", "//example.org", "ftp://example.org", "https://", "https://a b"]
)
def test_base_url_that_is_no_web_address_is_refused(url: str) -> None:
    assert refusal("--base-url", url) == (
        f"locdata_build: error: argument --base-url: must be an absolute http or https URL, but is {url!r}"
    )


def test_base_url_with_a_line_break_is_refused() -> None:
    assert refusal("--base-url", "https://example.org\n") == (
        "locdata_build: error: argument --base-url: must be an absolute http or https URL, "
        "but is 'https://example.org\\n'"
    )


def test_base_url_that_cannot_be_encoded_is_refused() -> None:
    assert refusal("--base-url", "https://example.org/\udcff") == (
        "locdata_build: error: argument --base-url: must be an absolute http or https URL, "
        "but is 'https://example.org/\\udcff'"
    )


@pytest.mark.parametrize(
    "stamp",
    [
        pytest.param("", id="empty"),
        pytest.param("yesterday", id="word"),
        pytest.param("NOW", id="now in upper case"),
        pytest.param("2026-11-21", id="date alone"),
        pytest.param("2026-11-21T00:00:00", id="no zone"),
        pytest.param("2026-11-21T00:00:00+01:00", id="another zone"),
        pytest.param("2026-11-21 00:00:00Z", id="blank"),
        pytest.param("2026-11-21T00:00:00.5Z", id="part of a second"),
        pytest.param("2026-02-30T00:00:00Z", id="day that does not exist"),
        pytest.param("2026-11-21T24:00:00Z", id="hour that does not exist"),
        pytest.param("2026-11-21T23:59:60Z", id="leap second"),
        pytest.param("1795219200", id="seconds since 1970"),
        pytest.param("2026-1-1T0:0:0Z", id="not in full"),
        pytest.param("2026-11-21T00:00:00Z\n", id="line break"),
    ],
)
def test_time_of_another_form_is_refused(stamp: str) -> None:
    assert refusal("--generated-at", stamp) == (
        "locdata_build: error: argument --generated-at: must be 'now' or a time like 2026-11-21T00:00:00Z, "
        f"but is {stamp!r}"
    )


class StoppedClock(dt.datetime):
    """A clock that shows one time."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> "StoppedClock":
        """Always the same."""
        return cls(2026, 12, 24, 18, 30, 15, 999_999, tzinfo=tz)


def test_now_is_the_time_of_the_clock_in_whole_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "dt", SimpleNamespace(datetime=StoppedClock, UTC=dt.UTC))

    request = parse_request(["--generated-at", "now"], {"SOURCE_DATE_EPOCH": "0"})

    assert request.generated_at == dt.datetime(2026, 12, 24, 18, 30, 15, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("epoch", "time"),
    [
        pytest.param("0", dt.datetime(1970, 1, 1, tzinfo=dt.UTC), id="zero"),
        pytest.param("1795219200", dt.datetime(2026, 11, 21, tzinfo=dt.UTC), id="release"),
        pytest.param("253402300799", dt.datetime(9999, 12, 31, 23, 59, 59, tzinfo=dt.UTC), id="last"),
    ],
)
def test_epoch_of_the_environment_is_taken(epoch: str, time: dt.datetime) -> None:
    request = parse_request([], {"SOURCE_DATE_EPOCH": epoch})

    assert request == DEFAULT._replace(generated_at=time)


def test_time_given_beats_the_epoch_of_the_environment() -> None:
    request = parse_request(["--generated-at", "2026-11-21T00:00:00Z"], {"SOURCE_DATE_EPOCH": "0"})

    assert request.generated_at == dt.datetime(2026, 11, 21, tzinfo=dt.UTC)


def test_time_given_beats_a_broken_epoch_of_the_environment() -> None:
    request = parse_request(["--generated-at", "2026-11-21T00:00:00Z"], {"SOURCE_DATE_EPOCH": "never"})

    assert request.generated_at == dt.datetime(2026, 11, 21, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    "epoch",
    [
        pytest.param("", id="empty"),
        pytest.param("today", id="word"),
        pytest.param("1.5", id="part of a second"),
        pytest.param("1e9", id="exponent"),
        pytest.param("0x10", id="hexadecimal"),
        pytest.param("+1", id="sign"),
        pytest.param("1_000", id="underscore"),
        pytest.param(" 1", id="blank"),
        pytest.param("\u0661", id="digit of another script"),
        pytest.param("253402300800", id="year 10000"),
        pytest.param("-99999999999999", id="before the calendar"),
        pytest.param("9" * 30, id="no number of the machine"),
    ],
)
def test_epoch_that_is_no_time_is_refused(epoch: str) -> None:
    assert refusal(environment={"SOURCE_DATE_EPOCH": epoch}) == (
        f"locdata_build: error: SOURCE_DATE_EPOCH must be whole seconds since 1970, but is {epoch!r}"
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        pytest.param(
            ["bild"],
            f"argument {{{','.join(Command)}}}: must be one of {', '.join(Command)}, but is 'bild'",
            id="unknown command",
        ),
        pytest.param(
            ["Build"],
            f"argument {{{','.join(Command)}}}: must be one of {', '.join(Command)}, but is 'Build'",
            id="command in upper case",
        ),
        pytest.param(
            ["build", "check"],
            "'build' must be followed by nothing but options, but is followed by check",
            id="two commands",
        ),
        pytest.param(
            ["release", "1.2.3", "1.2.4"],
            "'release' must be followed by [VERSION], but is followed by 1.2.3 1.2.4",
            id="two versions",
        ),
        pytest.param(["release", "1.2"], "VERSION must be a version like 1.2.3, but is '1.2'", id="no version"),
        pytest.param(
            ["release", "1.2.3\n"],
            "VERSION must be a version like 1.2.3, but is '1.2.3\\n'",
            id="version and a line break",
        ),
        pytest.param(
            ["release", "1.2.3"], "'release' needs the time of the release: --generated-at now, say", id="no time"
        ),
        pytest.param(["diff", "one"], "'diff' must be followed by OLD NEW, but is followed by one", id="one site"),
        pytest.param(["diff"], "'diff' must be followed by OLD NEW, but is followed by nothing", id="no site"),
        pytest.param(
            ["config"], "'config' must be followed by nginx|caddy|headers, but is followed by nothing", id="no server"
        ),
        pytest.param(
            ["config", "apache"],
            "'config' must be followed by nginx|caddy|headers, but is followed by apache",
            id="unknown server",
        ),
        pytest.param(
            ["serve", "--port", "65536"],
            "argument --port: must be a number from 0 to 65535, but is '65536'",
            id="no port",
        ),
        pytest.param(
            ["serve", "--port", "-1"],
            "argument --port: must be a number from 0 to 65535, but is '-1'",
            id="port below 0",
        ),
        pytest.param(["--json"], "--json has no use with 'build'", id="build as JSON"),
        pytest.param(["--verbose"], "unrecognized arguments: --verbose", id="unknown option"),
        pytest.param(["--da=data"], "unrecognized arguments: --da=data", id="abbreviated data"),
        pytest.param(["--base=https://x.example"], "unrecognized arguments: --base=https://x.example", id="short URL"),
        pytest.param(["--generated=now"], "unrecognized arguments: --generated=now", id="abbreviated time"),
        pytest.param(["--data"], "argument --data: expected one argument", id="data without a value"),
        pytest.param(["--out", "--archive"], "argument --out: expected one argument", id="out without a value"),
    ],
)
def test_wrong_usage_is_refused(given: list[str], message: str) -> None:
    assert refusal(*given) == f"locdata_build: error: {message}"


def test_help_names_every_option() -> None:
    outcome = run_here("--help")

    assert (outcome.status, outcome.err) == (0, "")
    assert [line.split()[0] for line in outcome.out.splitlines() if line.startswith("  --")] == [
        "--data",
        "--out",
        "--archive",
        "--base-url",
        "--generated-at",
        "--precompress",
        "--workers",
        "--port",
        "--json",
    ]


@pytest.mark.parametrize("port", ["-1", "65536", "000000000080", "eighty", "٣"])
def test_port_that_is_none_is_refused(port: str) -> None:
    assert refusal("serve", f"--port={port}").endswith(f"must be a number from 0 to 65535, but is {port!r}")


def test_the_time_of_the_environment_is_left_alone_by_commands_without_one() -> None:
    assert parse_request(["serve"], {"SOURCE_DATE_EPOCH": "no number"}).generated_at is None


@pytest.mark.parametrize("archive", ["dist/site/site.tar", "dist/site", "./dist/site/below/site.tar"])
def test_archive_inside_the_folder_that_is_replaced_is_refused(archive: str) -> None:
    assert refusal("--archive", archive) == (
        f"locdata_build: error: --archive must not lie in --out, which is replaced whole, but is {str(Path(archive))!r}"
    )


def test_archive_beside_the_folder_is_taken() -> None:
    assert parse_request(["--archive", "dist/site.tar"], {}).archive == Path("dist/site.tar")


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("build", "--json"),
        ("build", "--port"),
        ("serve", "--data"),
        ("serve", "--base-url"),
        ("check", "--json"),
        ("format", "--json"),
        ("release", "--json"),
        ("release", "--data"),
        ("release", "--out"),
        ("release", "--archive"),
        ("release", "--base-url"),
        ("diff", "--data"),
        ("diff", "--out"),
        ("diff", "--archive"),
        ("diff", "--base-url"),
        ("diff", "--generated-at"),
        ("check", "--out"),
        ("check", "--archive"),
        ("format", "--out"),
        ("format", "--archive"),
        ("format", "--base-url"),
        ("format", "--generated-at"),
    ],
)
def test_option_that_a_command_would_ignore_is_refused(command: str, option: str) -> None:
    values = {"--base-url": ["https://example.org"], "--generated-at": ["now"], "--json": [], "--port": ["80"]}
    operands = {"diff": ["one", "two"]}

    assert refusal(command, *operands.get(command, []), option, *values.get(option, ["there"])) == (
        f"locdata_build: error: {option} has no use with '{command}'"
    )


@pytest.mark.parametrize("workers", ["0", "-1", "257", "two", "1.5"])
def test_workers_that_are_none_are_refused(workers: str) -> None:
    assert refusal(f"--workers={workers}").endswith(f"must be a number from 1 to 256, but is {workers!r}")


def test_number_of_workers_is_taken() -> None:
    assert parse_request(["--workers", "3"], {}).workers == 3


@pytest.mark.parametrize("option", [["--archive", "site.tar"], ["--precompress"]])
def test_workers_are_refused_where_the_whole_site_is_made_at_once(option: list[str]) -> None:
    assert "--workers has no use with --archive or --precompress" in refusal("--workers", "2", *option)
