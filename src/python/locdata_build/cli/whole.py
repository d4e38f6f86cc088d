"""Publishing what is made of all files together: an archive of the site, and the checksums of compressed copies."""

from contextlib import nullcontext

from locdata_build.cli.request import Request
from locdata_build.publish.archive import pack_archive
from locdata_build.publish.file import staged_file
from locdata_build.publish.folder import publish_folder
from locdata_build.render.compressed import precompressed
from locdata_build.render.site import render_site
from locdata_build.view.world import World


def publish_whole(world: World, request: Request) -> list[int]:
    """Write the site of ``world``, and the archive that is asked for; the sizes of its files. Raises ``PublishError``."""
    artifacts = precompressed(render_site(world)) if request.precompress else render_site(world)
    packed = pack_archive(artifacts, world.site.generated_at) if request.archive else b""
    with staged_file(request.archive, packed) if request.archive else nullcontext():
        publish_folder(artifacts, request.out)
    return [len(artifact.content) for artifact in artifacts]
