"""The source files of a request, and the commands that check and format them."""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec.structs import replace

from locdata_build.cli.arguments import SOURCE_FOLDER, Request, Result
from locdata_build.data.blank import fill_missing_fields
from locdata_build.data.canonical import canonical, check_shapes
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import SourceError
from locdata_build.data.files import Dataset, editor_schemas
from locdata_build.data.reading import read_sources


def read_dataset(request: Request) -> Dataset:
    """Return the checked source files of a request. Raises ``SourceError``."""
    folder = request.data
    # Packed files may be links to where they were unpacked.
    sources = (
        read_sources(folder, str(folder)) if folder else read_sources(_packed_data(), SOURCE_FOLDER, is_trusted=True)
    )
    return check_sources(sources, base_url=request.base_url, generated_at=request.generated_at)


def data_folder(request: Request) -> str:
    """Return the name of the folder of source files, as issues show it."""
    return str(request.data or SOURCE_FOLDER)


def _packed_data() -> Traversable:
    try:
        return files(SOURCE_FOLDER)
    except ModuleNotFoundError:
        return Path(SOURCE_FOLDER)


def check(request: Request) -> Result:
    """Check the data. Raises ``SourceError``, on request also for claims that are due."""
    dataset, folder = read_dataset(request), data_folder(request)
    due = _due_lines(dataset, folder, request) if request.due or request.strict else ()
    summary = f"countries: {len(dataset.countries)}, ERP products: {len(dataset.erps)}, issues: none"
    return Result([*due, *_untitled_sources(dataset), summary])


def _due_lines(dataset: Dataset, folder: str, request: Request) -> Iterable[str]:
    """Return a line for each claim that is due; raises ``SourceError`` if the request is strict and there are any."""
    # Derives every claim, for which the plain check should not wait.
    from locdata_build.cli.due import due_issues, due_lines

    if request.strict and (issues := [*due_issues(dataset, folder)]):
        raise SourceError(issues)
    return due_lines(dataset, folder)


def _untitled_sources(dataset: Dataset) -> Iterator[str]:
    """Yield a line with the number of sources without a title, if there are any."""
    titles = {name: source.title for file in dataset.sourced_files for name, source in file.sources.items()}
    untitled = [name for name, title in titles.items() if title is None]
    if untitled:
        yield f"sources: {len(titles)}, without a title: {len(untitled)}"


def format_sources(request: Request) -> Result:
    """Rewrite the source files in the canonical format, and the editor schemas beside them; return their names.

    On request, missing fields are filled with null, or with an empty list or object. Raises ``SourceError``, and rewrites
    nothing, if a file cannot be read, or if its shape or a text in it has an issue. Raises ``PublishError`` if a file cannot be written.
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
