"""The command that rewrites the source files into the canonical format."""

from pathlib import Path

from locdata_build.check.shapes import canonical, check_shapes
from locdata_build.cli.request import Request
from locdata_build.cli.result import Result
from locdata_build.cli.source_data import DATA_FOLDER
from locdata_build.publish.file import replace_file
from locdata_build.read.sources import read_sources
from locdata_build.source.editor_schema import editor_schemas
from locdata_build.source.faults import SourceError


def format_sources(request: Request) -> Result:
    """Rewrite the source files into the canonical format, and the editor schemas beside them; which ones.

    Raises ``SourceError``, and rewrites nothing, where a file cannot be read or has not the shape of its kind.
    """
    folder = request.data or Path(DATA_FOLDER)
    checked, faults = check_shapes(read_sources(folder, str(folder)))
    if faults:
        raise SourceError(faults)
    wanted = {each.file.place: canonical(each.record) for each in checked if each.record} | editor_schemas()
    stale = [place for place, content in wanted.items() if _content(folder / place) != content]
    for place in stale:
        replace_file(folder / place, wanted[place])
    return Result(
        "\n".join(
            [*(f"{folder / place}: rewritten" for place in stale), f"{len(stale)} of {len(wanted)} files rewritten"]
        )
    )


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None
