"""Arguments that commands share: types of values, and options of several commands."""

import datetime as dt
import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import msgspec

from locdata_build.data.site import BASE_URL_FORM, is_base_url
from locdata_model.scalars import STAMP_FORMAT, CountryCode

Word = TypeVar("Word", bound=StrEnum)

DEFAULT_OUT = Path("dist/site")

SOURCE_FOLDER = "data_src"
"""Name of the folder of source files in the repository, and of the package that contains them in the runnable file."""

EPOCH_VARIABLE = "SOURCE_DATE_EPOCH"


class UsageError(Exception):
    """Arguments that do not fit together."""


# Types of values: functions that parse one value, or raise an error that names the allowed values


def number(least: int, most: int) -> Callable[[str], int]:
    """Return a function that parses a number from ``least`` to ``most``."""

    def parse(text: str) -> int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
        if not (is_number and least <= int(text) <= most):
            raise ArgumentTypeError(f"must be a number from {least} to {most}, got {text!r}")
        return int(text)

    return parse


def word_of(words: type[Word]) -> Callable[[str], Word]:
    """Return a function that parses one of these words."""

    def parse(text: str) -> Word:
        if text not in {*words}:
            raise ArgumentTypeError(f"must be one of {', '.join(words)}, got {text!r}")
        return words(text)

    return parse


def valid(kind: object, form: str) -> Callable[[str], str]:
    """Return a function that parses a text of a type of the model, in a form such as "two letters"."""

    def parse(text: str) -> str:
        with suppress(msgspec.ValidationError):
            msgspec.convert(text, kind)
            # A pattern accepts a final line break, and text that cannot be encoded as UTF-8.
            if text.isprintable():
                return text
        raise ArgumentTypeError(f"must be {form}, got {text!r}")

    return parse


def base_url(text: str) -> str:
    """Parse the URL at which a site is served, and remove trailing slashes."""
    url = text.rstrip("/")
    if not is_base_url(url):
        raise ArgumentTypeError(f"{BASE_URL_FORM}, got {text!r}")
    return url


def stamp(text: str) -> dt.datetime:
    """Parse a UTC time in the format of the site, or ``now``, the current time."""
    if text == "now":
        return dt.datetime.now(dt.UTC).replace(microsecond=0)
    try:
        time = dt.datetime.strptime(text, STAMP_FORMAT).replace(tzinfo=dt.UTC)
    except ValueError:
        time = None
    # strptime also accepts 2026-1-1T0:0:0Z.
    if time is None or time.strftime(STAMP_FORMAT) != text:
        raise ArgumentTypeError(f"must be 'now' or a time like 2026-11-21T00:00:00Z, got {text!r}")
    return time


def build_time(generated_at: dt.datetime | None) -> dt.datetime | None:
    """Return the given time of a build, else that of ``SOURCE_DATE_EPOCH``, if it is set. Raises ``UsageError``."""
    epoch = os.environ.get(EPOCH_VARIABLE)
    if generated_at or epoch is None:
        return generated_at
    with suppress(ValueError, OverflowError, OSError):
        if epoch.isascii() and epoch.isdecimal():
            return dt.datetime.fromtimestamp(int(epoch), dt.UTC)
    raise UsageError(f"{EPOCH_VARIABLE} must be whole seconds since 1970, got {epoch!r}")


country_code = valid(CountryCode, "two lower-case letters")


# Options of several commands


def add_data(parser: ArgumentParser, default: str = "the data packed with this program") -> None:
    """Add the option for the folder of source files."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"the source files (default: {default})")


def add_out(parser: ArgumentParser, text: str) -> None:
    """Add the option for the folder of a site."""
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help=f"{text} (default: %(default)s)")


def add_base_url(parser: ArgumentParser) -> None:
    """Add the option for the base URL."""
    parser.add_argument(
        "--base-url", type=base_url, metavar="URL", help="where the site is served (default: as in site.json)"
    )


def add_generated_at(parser: ArgumentParser, subject: str, default: str) -> None:
    """Add the option for the time of a build or release."""
    parser.add_argument(
        "--generated-at",
        type=stamp,
        metavar="WHEN",
        help=f"time of the {subject}, YYYY-MM-DDThh:mm:ssZ, or 'now' (default: {default})",
    )


def add_build_time(parser: ArgumentParser) -> None:
    """Add the option for the time of a build."""
    default = "SOURCE_DATE_EPOCH, else the latest of the time in site.json, the newest check and the newest first_seen of a news item"
    add_generated_at(parser, "build", default)
