"""The command that builds the site."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from locdata_build.cli.request import Request
from locdata_build.cli.result import Result
from locdata_build.cli.source_data import read_dataset
from locdata_build.cli.summary import summarize
from locdata_build.derive.published import derive
from locdata_build.publish.folder import publish_plan
from locdata_build.publish.workers import usual_workers
from locdata_build.render.site import plan_site
from locdata_build.source.files import Dataset
from locdata_build.view.world import World


def build(request: Request) -> Result:
    """Build the site and write it; the summary. Raises ``SourceError`` or ``PublishError``, with nothing written."""
    start = time.perf_counter()
    with _nothing_collected():
        world = world_of(read_dataset(request))
    if request.archive or request.precompress:
        from locdata_build.cli.whole import publish_whole as publish
    else:
        publish = _publish
    sizes = publish(world, request)
    return Result(f"{request.out}: {summarize(world.published, sizes, time.perf_counter() - start)}")


def _publish(world: World, request: Request) -> list[int]:
    """Write each file as it is made; their sizes."""
    workers = request.workers or usual_workers()
    return [file.size for file in publish_plan(plan_site(world), request.out, workers)]


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """While what lives to the end is made, to look for garbage among it takes a tenth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def world_of(dataset: Dataset) -> World:
    """The dataset with all that derives from it, ready to be rendered."""
    return World(dataset=dataset, published=derive(dataset))
