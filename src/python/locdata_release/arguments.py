"""The command line: its subcommands, their arguments, and the requests that they are parsed into."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from locdata_model.scalars import WebUrl
from locdata_release.provenance import Build

PACKAGE_COMMAND = (
    "./pants package export-codegen src/python/locdata_build:locdata_build src/python/locdata_build:site "
    "src/python/locdata_model:dist src/python/locdata_client:dist src/python/locdata_mcp:dist src/npm/locdata_types:package"
)
"""The default of ``--command``: it builds all files of a release."""

STATEMENT_SUFFIX = ".intoto.jsonl"
"""The file name suffix by which tools find statements."""

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class SbomRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Write the SBOM of a runnable file, to standard output if ``out`` is None."""

    file: Path
    checkout: Path
    text: bool
    out: Path | None


class ProvenanceRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Write the statement that ``build`` made ``files``."""

    build: Build
    files: tuple[Path, ...]
    checkout: Path
    out: Path


class CheckRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Compare ``files`` with a statement."""

    statement: Path
    files: tuple[Path, ...]


Request = SbomRequest | ProvenanceRequest | CheckRequest


def parse_request(arguments: Sequence[str]) -> Request:
    """Parse the command line. Exits with status 2 and a message if it is invalid."""
    parser = argparse.ArgumentParser(
        prog="locdata_release", description="Describe what a release contains and how it was built.", allow_abbrev=False
    )
    subcommands = parser.add_subparsers(dest="subcommand", metavar="{sbom,provenance}", required=True)
    _add_sbom(subcommands.add_parser("sbom", allow_abbrev=False, help="list the packages in the runnable file"))
    provenance = subcommands.add_parser(
        "provenance", allow_abbrev=False, help="state how files were built, or compare files with such a statement"
    )
    _add_provenance(provenance)
    # Arguments are printed and encoded as UTF-8, which is impossible for some file names.
    if unprintable := [text for text in arguments if not text.isprintable()]:
        parser.error(f"arguments must be printable, but one is {unprintable[0]!r}")
    options = parser.parse_args(arguments)
    if options.subcommand == "sbom":
        return SbomRequest(file=options.file, checkout=options.checkout, text=options.text, out=options.out)
    return _provenance_request(provenance, options)


def _add_sbom(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="PEX", help="the runnable file")
    parser.add_argument("--text", action="store_true", help="write Markdown (default: CycloneDX 1.6, in JSON)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write (default: standard output)")
    _add_checkout(parser)


def _add_provenance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files of the release")
    parser.add_argument("--commit", type=_commit, metavar="SHA", help="the commit that they were built from")
    parser.add_argument("--repository", type=_url, metavar="URL", help="the URL of the repository")
    parser.add_argument("--builder", type=_url, metavar="URL", help="what built them (default: a person's computer)")
    parser.add_argument(
        "--command", dest="build_command", metavar="COMMAND", help=f"how they were built (default: {PACKAGE_COMMAND})"
    )
    parser.add_argument("--out", type=_statement, metavar=f"FILE{STATEMENT_SUFFIX}", help="the statement to write")
    parser.add_argument("--check", type=Path, metavar="STATEMENT", help="compare the files with this statement instead")
    _add_checkout(parser)


def _add_checkout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--checkout", type=Path, default=Path(), metavar="DIR", help="the repository (default: the current folder)"
    )


def _provenance_request(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Request:
    values = {
        "commit": options.commit,
        "repository": options.repository,
        "out": options.out,
        "builder": options.builder,
        "command": options.build_command,
    }
    files = tuple(options.files)
    if options.check is not None:
        if unused := [name for name, value in values.items() if value is not None]:
            parser.error(f"--{unused[0]} is not allowed with --check")
        return CheckRequest(statement=options.check, files=files)
    if missing := [name for name in ("commit", "repository", "out") if values[name] is None]:
        parser.error(f"--{missing[0]} is required without --check")
    build = Build(
        commit=options.commit,
        repository=options.repository,
        builder=options.builder,
        command=options.build_command or PACKAGE_COMMAND,
    )
    return ProvenanceRequest(build=build, files=files, checkout=options.checkout, out=options.out)


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
