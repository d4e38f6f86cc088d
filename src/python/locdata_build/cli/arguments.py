"""The command line: from its words to a request.

The model is imported when a word is compared with it: the help needs none of it, and shall not wait for it.
"""

import argparse
import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path

from locdata_build.cli.request import (
    DEFAULT_OUT,
    DEFAULT_PORT,
    OPERANDS,
    OPTIONS,
    PURPOSES,
    USED,
    Command,
    Request,
    Server,
)

LAST_PORT = 65535
MOST_WORKERS = 256


def parse_request(arguments: Sequence[str], environment: Mapping[str, str]) -> Request:
    """The request in ``arguments``; ``SOURCE_DATE_EPOCH`` of ``environment`` is used where no time is given.

    Exits with status 2 and a message for arguments that are wrong.
    """
    parser = _parser()
    options = parser.parse_intermixed_args(arguments)
    _refuse_operands(parser, options)
    for name in OPTIONS:
        if name not in USED[options.command] and getattr(options, name) is not None:
            parser.error(f"--{name.replace('_', '-')} has no use with {options.command.value!r}")
    if options.workers and (options.archive or options.precompress):
        parser.error(
            "--workers has no use with --archive or --precompress, for which the whole site is made in one process"
        )
    options.out = options.out or DEFAULT_OUT
    epoch = environment.get("SOURCE_DATE_EPOCH")
    if options.generated_at is None and epoch is not None and "generated_at" in USED[options.command]:
        try:
            options.generated_at = _time_at(epoch)
        except (ValueError, OverflowError, OSError):
            parser.error(f"SOURCE_DATE_EPOCH must be whole seconds since 1970, but is {epoch!r}")
    if options.command is Command.RELEASE and options.generated_at is None:
        parser.error("'release' needs the time of the release: --generated-at now, say")
    if options.archive and options.archive.absolute().is_relative_to(options.out.absolute()):
        parser.error(f"--archive must not lie in --out, which is replaced whole, but is {str(options.archive)!r}")
    flags = {"json": bool(options.json), "precompress": bool(options.precompress)}
    return Request(**{**vars(options), "operands": tuple(options.operands), **flags})


def _refuse_operands(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End the program where a command has too few or too many words after it, or one that is no version."""
    least, most, shape = OPERANDS[options.command]
    wanted = f"must be followed by {shape}" if most else "must be followed by nothing but options"
    if not least <= len(options.operands) <= most:
        parser.error(
            f"{options.command.value!r} {wanted}, but is followed by {' '.join(options.operands) or 'nothing'}"
        )
    if options.command is Command.CONFIG and options.operands[0] not in {*Server}:
        parser.error(f"'config' {wanted}, but is followed by {options.operands[0]}")
    if options.command is Command.RELEASE:
        from locdata_build.cli.values import is_version

        for text in options.operands:
            if not is_version(text):
                parser.error(f"VERSION must be a version like 1.2.3, but is {text!r}")


def _time_at(epoch: str) -> dt.datetime:
    """The time that is so many seconds after 1970. Raises an error for what is no such number or too large."""
    if not (epoch.isascii() and epoch.isdecimal()):
        raise ValueError(epoch)
    return dt.datetime.fromtimestamp(int(epoch), dt.UTC)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="locdata_build",
        description="Build the localization data service: checked source files in, static site out.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "command",
        nargs="?",
        type=_command,
        default=Command.BUILD,
        metavar=f"{{{','.join(Command)}}}",
        help="; ".join(f"{command}: {purpose}" for command, purpose in PURPOSES.items()),
    )
    parser.add_argument(
        "operands",
        nargs="*",
        metavar="OLD NEW | VERSION | SITE | SERVER",
        help="for diff, two sites, data folders or archives; for release, its version (default: what the changes ask "
        "for); for verify, a site, an archive of it or its SHA256SUMS; for config, nginx, caddy or headers",
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the source files (default: those packed with this program)"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help=f"where to write the site (default: {DEFAULT_OUT})")
    parser.add_argument("--archive", type=Path, metavar="FILE", help="also write the site as a tar archive")
    parser.add_argument(
        "--base-url", type=_base_url, metavar="URL", help="where the site will be served (default: as in site.json)"
    )
    parser.add_argument(
        "--generated-at",
        type=_stamp,
        metavar="WHEN",
        help="time of the build, YYYY-MM-DDThh:mm:ssZ, or 'now' (default: SOURCE_DATE_EPOCH, else the stamp in site.json)",
    )
    parser.add_argument(
        "--precompress", action="store_const", const=True, help="also write a compressed copy of each text file"
    )
    parser.add_argument(
        "--workers",
        type=_workers,
        metavar="N",
        help="processes that make the site, which is the same with any number (default: one for each processor, up to a few)",
    )
    parser.add_argument("--port", type=_port, metavar="N", help=f"serve: where to listen (default: {DEFAULT_PORT})")
    parser.add_argument("--json", action="store_const", const=True, help="diff: print JSON instead of text")
    return parser


def _command(text: str) -> Command:
    try:
        return Command(text)
    except ValueError:
        words = ", ".join(command.value for command in Command)
        raise argparse.ArgumentTypeError(f"must be one of {words}, but is {text!r}") from None


def _port(text: str) -> int:
    return _number(text, 0, LAST_PORT)


def _workers(text: str) -> int:
    return _number(text, 1, MOST_WORKERS)


def _number(text: str, least: int, most: int) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    if not (is_number and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"must be a number from {least} to {most}, but is {text!r}")
    return int(text)


def _base_url(text: str) -> str:
    from locdata_build.check.site import is_base_url
    from locdata_build.cli.values import is_web_url

    url = text.rstrip("/")
    if not is_web_url(url):
        raise argparse.ArgumentTypeError(f"must be an absolute http or https URL, but is {text!r}")
    if not is_base_url(url):
        raise argparse.ArgumentTypeError(f"must have no query, fragment or parenthesis, but is {text!r}")
    return url


def _stamp(text: str) -> dt.datetime:
    if text == "now":
        return dt.datetime.now(dt.UTC).replace(microsecond=0)
    from locdata_model.scalars import STAMP_FORMAT

    try:
        stamp = dt.datetime.strptime(text, STAMP_FORMAT).replace(tzinfo=dt.UTC)
    except ValueError:
        stamp = None
    # strptime also takes 2026-1-1T0:0:0Z.
    if stamp is None or stamp.strftime(STAMP_FORMAT) != text:
        raise argparse.ArgumentTypeError(f"must be 'now' or a time like 2026-11-21T00:00:00Z, but is {text!r}")
    return stamp
