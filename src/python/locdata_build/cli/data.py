"""The source files of a request, and the commands that check and format them."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec.structs import replace

from locdata_build.check.blank import fill_missing_fields
from locdata_build.check.canonical import canonical, check_shapes
from locdata_build.check.dataset import check_sources
from locdata_build.cli.arguments import SOURCE_FOLDER, Request, Result
from locdata_build.source.errors import SourceError
from locdata_build.source.files import Dataset, editor_schemas
from locdata_build.source.reading import read_sources


def read_dataset(request: Request) -> Dataset:
    """Return the checked source files of a request. Raises ``SourceError``."""
    folder = request.data
    # Packed files may be links to where they were unpacked.
    sources = (
        read_sources(folder, str(folder)) if folder else read_sources(_packed_data(), SOURCE_FOLDER, is_trusted=True)
    )
    return check_sources(sources, base_url=request.base_url, generated_at=request.generated_at)


def _packed_data() -> Traversable:
    try:
        return files(SOURCE_FOLDER)
    except ModuleNotFoundError:
        return Path(SOURCE_FOLDER)


def check(request: Request) -> Result:
    """Check the data. Raises ``SourceError``."""
    dataset = read_dataset(request)
    return Result([f"countries: {len(dataset.countries)}, ERP products: {len(dataset.erps)}, issues: none"])


def format_sources(request: Request) -> Result:
    """Rewrite the source files in the canonical format, and the editor schemas beside them; return their names.

    On request, missing fields are filled with null or an empty list. Raises ``SourceError``, and rewrites nothing, if a
    file cannot be read, or if its shape or a text in it has an issue. Raises ``PublishError`` if a file cannot be written.
    """
    # The command ``check`` writes nothing, and should not wait for this import.
    from locdata_build.publish.files import replace_file

    folder = request.data or Path(SOURCE_FOLDER)
    sources = read_sources(folder, str(folder))
    if request.fill:
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
