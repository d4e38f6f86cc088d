"""The types of command-line arguments: functions that parse one value, or raise an error that says what is allowed.

The model is imported only when a value is checked against it, so that the help appears at once.
"""

import datetime as dt
from argparse import ArgumentTypeError
from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

Word = TypeVar("Word", bound=StrEnum)

LAST_PORT = 65535
MOST_WORKERS = 256
MOST_KEPT = 1000
MOST_CLAIMS = 999_999
HIGHEST_SEED = 2**32 - 1


def port(text: str) -> int:
    """Parse a port number; 0 stands for any free port."""
    return _number(text, 0, LAST_PORT)


def workers(text: str) -> int:
    """Parse a number of processes."""
    return _number(text, 1, MOST_WORKERS)


def kept(text: str) -> int:
    """Parse a number of former sites that are kept."""
    return _number(text, 1, MOST_KEPT)


def sample(text: str) -> int:
    """Parse a number of claims."""
    return _number(text, 1, MOST_CLAIMS)


def seed(text: str) -> int:
    """Parse a number from which random numbers follow."""
    return _number(text, 0, HIGHEST_SEED)


def _number(text: str, least: int, most: int) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    if not (is_number and least <= int(text) <= most):
        raise ArgumentTypeError(f"must be a number from {least} to {most}, but is {text!r}")
    return int(text)


def word_of(words: type[Word]) -> Callable[[str], Word]:
    """Return a function that parses one of these words."""

    def parse(text: str) -> Word:
        if text not in {*words}:
            raise ArgumentTypeError(f"must be one of {', '.join(words)}, but is {text!r}")
        return words(text)

    return parse


def text(argument: str) -> str:
    """Return a text. Bytes that are not UTF-8 are in arguments as halves of surrogate pairs, which no file can have."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError(f"must be UTF-8, but is {argument!r}") from None
    return argument


def country_code(text: str) -> str:
    """Parse a country code."""
    from locdata_model.scalars import CountryCode

    if not _is_valid(text, CountryCode):
        raise ArgumentTypeError(f"must be two lower-case letters, but is {text!r}")
    return text


def version(text: str) -> str:
    """Parse a semantic version."""
    from locdata_model.scalars import Version

    if not _is_valid(text, Version):
        raise ArgumentTypeError(f"must be a version like 1.2.3 (there are no release candidates), but is {text!r}")
    return text


def base_url(text: str) -> str:
    """Parse the URL at which a site is served, and remove the slashes at its end."""
    from locdata_build.data.site import BASE_URL_FORM, is_base_url

    url = text.rstrip("/")
    if not is_base_url(url):
        raise ArgumentTypeError(f"{BASE_URL_FORM}, but is {text!r}")
    return url


def _is_valid(text: str, kind: object) -> bool:
    import msgspec

    try:
        msgspec.convert(text, kind)
    except msgspec.ValidationError:
        return False
    # A pattern accepts a final line break, and text that cannot be encoded as UTF-8.
    return text.isprintable()


def stamp(text: str) -> dt.datetime:
    """Parse a UTC time like those on the site; ``now`` stands for the time of the clock."""
    if text == "now":
        return dt.datetime.now(dt.UTC).replace(microsecond=0)
    from locdata_model.scalars import STAMP_FORMAT

    try:
        time = dt.datetime.strptime(text, STAMP_FORMAT).replace(tzinfo=dt.UTC)
    except ValueError:
        time = None
    # strptime also accepts 2026-1-1T0:0:0Z.
    if time is None or time.strftime(STAMP_FORMAT) != text:
        raise ArgumentTypeError(f"must be 'now' or a time like 2026-11-21T00:00:00Z, but is {text!r}")
    return time


def epoch_time(text: str) -> dt.datetime:
    """Parse a number of seconds since 1970. Raises an error for anything but a number, and for one that is too large."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return dt.datetime.fromtimestamp(int(text), dt.UTC)
