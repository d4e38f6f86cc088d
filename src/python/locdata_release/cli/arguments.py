"""The command line: what may be asked of the package, and in what form."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from locdata_model.scalars import WebUrl
from locdata_release.provenance.statement import Build

PACKAGE_COMMAND = "./pants package export-codegen src/python/locdata_build:locdata_build src/python/locdata_build:site src/python/locdata_model:dist"
"""What makes the files of a release, if nothing else is said."""

STATEMENT_SUFFIX = ".intoto.jsonl"
"""How the name of a statement must end: so those who look for one know it."""

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class InventoryRequest(msgspec.Struct, frozen=True, kw_only=True):
    """List what is in the runnable file, as JSON or as a document; to standard output where ``out`` is None."""

    file: Path
    checkout: Path
    text: bool
    out: Path | None


class ProvenanceRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Write the statement of a build of ``files`` to ``out``."""

    build: Build
    files: tuple[Path, ...]
    checkout: Path
    out: Path


class CheckRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Compare ``files`` with a statement."""

    statement: Path
    files: tuple[Path, ...]


Request = InventoryRequest | ProvenanceRequest | CheckRequest


def parse_request(arguments: Sequence[str]) -> Request:
    """The request in ``arguments``. Exits with status 2 and a message for arguments that are wrong."""
    parser = _parser()
    # They are printed and written as UTF-8, which not every name of a file can be.
    if unprintable := [text for text in arguments if not text.isprintable()]:
        parser.error(f"arguments must be printable, but one is {unprintable[0]!r}")
    options = parser.parse_args(arguments)
    if options.task == "inventory":
        return InventoryRequest(file=options.file, checkout=options.checkout, text=options.text, out=options.out)
    files = tuple(options.files)
    given = [name for name in ("commit", "repository", "builder", "by", "out") if getattr(options, name) is not None]
    if options.check is not None:
        if given:
            parser.error(f"--{given[0].replace('by', 'command')} has no use with --check")
        return CheckRequest(statement=options.check, files=files)
    if missing := [name for name in ("commit", "repository", "out") if name not in given]:
        parser.error(f"'provenance' needs --{missing[0]}")
    build = Build(
        commit=options.commit,
        repository=options.repository,
        builder=options.builder,
        command=options.by or PACKAGE_COMMAND,
    )
    return ProvenanceRequest(build=build, files=files, checkout=options.checkout, out=options.out)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="locdata_release", description="Tell what a release is made of.", allow_abbrev=False
    )
    commands = parser.add_subparsers(dest="task", metavar="{inventory,provenance}", required=True)
    inventory = commands.add_parser(
        "inventory", allow_abbrev=False, help="list what is in the runnable file, with licences"
    )
    inventory.add_argument("file", type=Path, metavar="PEX", help="the runnable file")
    inventory.add_argument("--text", action="store_true", help="a document for people (default: CycloneDX, in JSON)")
    inventory.add_argument("--out", type=Path, metavar="FILE", help="where to write it (default: standard output)")
    provenance = commands.add_parser(
        "provenance", allow_abbrev=False, help="state how the files of a release came about, or compare files with it"
    )
    provenance.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files of the release")
    provenance.add_argument("--commit", type=_commit, metavar="SHA", help="the commit that they were made from")
    provenance.add_argument("--repository", type=_url, metavar="URL", help="where the repository is")
    provenance.add_argument("--builder", type=_url, metavar="URL", help="what made them (default: a person's machine)")
    provenance.add_argument(
        "--command", dest="by", metavar="COMMAND", help=f"how they were made (default: {PACKAGE_COMMAND})"
    )
    provenance.add_argument("--out", type=_statement, metavar=f"FILE{STATEMENT_SUFFIX}", help="where to write it")
    provenance.add_argument("--check", type=Path, metavar="STATEMENT", help="compare the files with this statement")
    for command in (inventory, provenance):
        command.add_argument(
            "--checkout", type=Path, default=Path(), metavar="DIR", help="the repository (default: the working folder)"
        )
    return parser


def _commit(text: str) -> str:
    if not _COMMIT.fullmatch(text):
        raise argparse.ArgumentTypeError(f"must be the 40 or 64 hexadecimal digits of a commit, but is {text!r}")
    return text


def _url(text: str) -> str:
    url = text.rstrip("/")
    try:
        msgspec.convert(url, WebUrl)
    except msgspec.ValidationError:
        raise argparse.ArgumentTypeError(f"must be an absolute http or https URL, but is {text!r}") from None
    return url


def _statement(text: str) -> Path:
    if not Path(text).name.removesuffix(STATEMENT_SUFFIX) or not text.endswith(STATEMENT_SUFFIX):
        raise argparse.ArgumentTypeError(f"must end in {STATEMENT_SUFFIX}, but is {text!r}")
    return Path(text)
