"""The command that rewrites the source files in the canonical format."""

from argparse import ArgumentParser
from pathlib import Path

from msgspec.structs import replace

from locdata_build.cli.arguments import SOURCE_FOLDER, add_data
from locdata_build.cli.parser import Result
from locdata_build.data.blank import fill_missing_fields
from locdata_build.data.canonical import canonical, check_shapes
from locdata_build.data.errors import SourceError
from locdata_build.data.files import editor_schemas
from locdata_build.data.reading import read_sources
from locdata_build.site.staging import replace_file

DETAILS = (
    "The editor schemas beside them are rewritten too. Nothing is written if a file cannot be read, or if its shape or a "
    "text in it has an issue."
)
EXAMPLE = "format"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options for the data and for missing fields."""
    add_data(parser, SOURCE_FOLDER)
    parser.add_argument(
        "--fill",
        action="store_true",
        help="also write null, or an empty list or object, where a required field is missing that allows one of them",
    )


def run(*, data: Path | None = None, fill: bool = False) -> Result:
    """Rewrite the source files in the canonical format, and the editor schemas beside them; return their names.

    With ``fill``, missing fields become null, or an empty list or object. Raises ``SourceError``, with nothing rewritten, if
    a file cannot be read, or if its shape or a text in it has an issue. Raises ``PublishError`` if a file cannot be written.
    """
    folder = data or Path(SOURCE_FOLDER)
    sources = read_sources(folder, str(folder))
    if fill:
        sources = replace(sources, files=tuple(map(fill_missing_fields, sources.files)))
    parsed, issues = check_shapes(sources)
    if issues:
        raise SourceError(issues)
    wanted = {each.file.path: canonical(each.record) for each in parsed if each.record} | editor_schemas()
    stale = [path for path, content in wanted.items() if _content(folder / path) != content]
    for path in stale:
        replace_file(folder / path, wanted[path])
    lines = [f"{folder / path}: rewritten" for path in stale]
    return Result([*lines, f"{len(stale)} of {len(wanted)} files rewritten"])


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None
