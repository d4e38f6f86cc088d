"""The command that builds the site."""

import time
from contextlib import nullcontext

from locdata_build.cli.request import Request
from locdata_build.cli.result import Result
from locdata_build.cli.source_data import read_dataset
from locdata_build.cli.summary import summarize
from locdata_build.derive.published import derive
from locdata_build.publish.archive import pack_archive
from locdata_build.publish.file import staged_file
from locdata_build.publish.folder import publish_folder, publish_plan
from locdata_build.publish.workers import available_processors
from locdata_build.render.compressed import precompressed
from locdata_build.render.site import plan_site, render_site
from locdata_build.source.files import Dataset
from locdata_build.view.world import World


def build(request: Request) -> Result:
    """Build the site and write it; the summary. Raises ``SourceError`` or ``PublishError``, with nothing written."""
    start = time.perf_counter()
    world = world_of(read_dataset(request))
    sizes = _publish_whole(world, request) if request.archive or request.precompress else _publish(world, request)
    return Result(f"{request.out}: {summarize(world.published, sizes, time.perf_counter() - start)}")


def _publish(world: World, request: Request) -> list[int]:
    """Write each file as it is made; their sizes."""
    workers = request.workers or available_processors()
    return [file.size for file in publish_plan(plan_site(world), request.out, workers)]


def _publish_whole(world: World, request: Request) -> list[int]:
    """Write what is made of all files together too: an archive, and the checksums of compressed copies; their sizes."""
    artifacts = precompressed(render_site(world)) if request.precompress else render_site(world)
    packed = pack_archive(artifacts, world.site.generated_at) if request.archive else b""
    with staged_file(request.archive, packed) if request.archive else nullcontext():
        publish_folder(artifacts, request.out)
    return [len(artifact.content) for artifact in artifacts]


def world_of(dataset: Dataset) -> World:
    """The dataset with all that derives from it, ready to be rendered."""
    return World(dataset=dataset, published=derive(dataset))
