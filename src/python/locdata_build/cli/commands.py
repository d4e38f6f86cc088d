"""The commands but release: build, check, format and diff."""

import time
from contextlib import nullcontext
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct

from locdata_build.check.dataset import canonical, check_shapes, check_sources
from locdata_build.cli.request import Request
from locdata_build.cli.summary import summarize
from locdata_build.contract.difference import compare_files
from locdata_build.contract.report import report_as_json, report_as_text
from locdata_build.derive.published import derive
from locdata_build.publish.archive import pack_archive
from locdata_build.publish.file import replace_file, staged_file
from locdata_build.publish.folder import publish_folder
from locdata_build.read.site_files import read_site_files
from locdata_build.read.sources import read_sources
from locdata_build.render.compressed import precompressed
from locdata_build.render.site import render_site
from locdata_build.source.editor_schema import editor_schemas
from locdata_build.source.faults import SourceError
from locdata_build.source.files import Dataset
from locdata_build.view.world import World


class Result(Struct, frozen=True):
    """What a command prints, and its exit status."""

    text: str
    status: int = 0


DATA_FOLDER = "data_src"
"""The folder of source files: its name in the repository, and that of the package it is packed as."""


def build(request: Request) -> Result:
    """Build the site and write it; the summary. Raises ``SourceError`` or ``PublishError``, with nothing written."""
    start = time.perf_counter()
    world = world_of(read_dataset(request))
    artifacts = precompressed(render_site(world)) if request.precompress else render_site(world)
    packed = pack_archive(artifacts, world.site.generated_at) if request.archive else b""
    with staged_file(request.archive, packed) if request.archive else nullcontext():
        publish_folder(artifacts, request.out)
    return Result(f"{request.out}: {summarize(world.published, artifacts, time.perf_counter() - start)}")


def check(request: Request) -> Result:
    """Check the data; a line that says so. Raises ``SourceError``."""
    dataset = read_dataset(request)
    return Result(f"countries: {len(dataset.countries)}, ERP products: {len(dataset.erps)}, faults: none")


def format_sources(request: Request) -> Result:
    """Rewrite the source files into the canonical format, and the editor schemas beside them; which ones.

    Raises ``SourceError``, and rewrites nothing, where a file cannot be read or has not the shape of its kind.
    """
    folder = request.data or Path(DATA_FOLDER)
    checked, faults = check_shapes(read_sources(folder, str(folder)))
    if faults:
        raise SourceError(faults)
    wanted = {file.place: canonical(record) for file, record in checked} | editor_schemas()
    stale = [place for place, content in wanted.items() if _content(folder / place) != content]
    for place in stale:
        replace_file(folder / place, wanted[place])
    return Result(
        "\n".join(
            [*(f"{folder / place}: rewritten" for place in stale), f"{len(stale)} of {len(wanted)} files rewritten"]
        )
    )


def diff(request: Request) -> Result:
    """Tell what is different between two sites; status 1 where the newer one has too small a version.

    Raises ``SourceError`` where one cannot be read.
    """
    old, new = request.operands
    difference = compare_files(read_site_files(Path(old)), old, read_site_files(Path(new)), new)
    text = report_as_json(difference) if request.json else report_as_text(difference)
    return Result(text, status=0 if difference.is_version_enough else 1)


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def read_dataset(request: Request) -> Dataset:
    """The checked source files that a request is about. Raises ``SourceError``."""
    root, shown_as = (request.data, str(request.data)) if request.data else (_packed_data(), DATA_FOLDER)
    return check_sources(read_sources(root, shown_as), base_url=request.base_url, generated_at=request.generated_at)


def world_of(dataset: Dataset) -> World:
    """The dataset with all that derives from it, ready to be rendered."""
    return World(dataset=dataset, published=derive(dataset))


def _packed_data() -> Traversable:
    try:
        return files(DATA_FOLDER)
    except ModuleNotFoundError:
        return Path(DATA_FOLDER)
