"""Every page as HTML and as Markdown, with the assets that pages need and the files that lead machines to them."""

import hashlib
from collections.abc import Iterator, Sequence

from locdata_build.render.artifacts import Artifact
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html import HtmlPages
from locdata_build.render.llms import LLMS_FULL_PATH, LLMS_PATH, llms_full, llms_index
from locdata_build.render.markdown import page_as_markdown
from locdata_build.render.sitemap import ROBOTS_PATH, SITEMAP_PATH, robots, sitemap
from locdata_build.view.pages.api import OpenApi
from locdata_build.view.pages.data import Download
from locdata_build.view.pages.site import all_pages
from locdata_build.view.world import World


def page_artifacts(world: World, openapi: OpenApi, data_files: Sequence[Artifact]) -> Iterator[Artifact]:
    """The pages. ``openapi`` is the document of the API and ``data_files`` the data files, both as they are published."""
    pages = tuple(all_pages(world, openapi, tuple(map(_download, data_files))))
    twins = {page.path: page_as_markdown(page, world.site) for page in pages}
    assets = asset_artifacts()
    html = HtmlPages(world.site, {name: asset.path for name, asset in assets.items()})
    yield from assets.values()
    for page in pages:
        yield Artifact(page.html_path, html.render(page))
        yield Artifact(page.markdown_path, twins[page.path])
    full = llms_full(world.site, pages, twins)
    yield Artifact(LLMS_PATH, llms_index(world.site, pages, len(full)))
    yield Artifact(LLMS_FULL_PATH, full)
    yield Artifact(SITEMAP_PATH, sitemap(world.site.base_url, pages))
    yield Artifact(ROBOTS_PATH, robots(world.site.base_url))


def _download(data_file: Artifact) -> Download:
    digest = hashlib.sha256(data_file.content).hexdigest()
    return Download(path=data_file.path, size=len(data_file.content), sha256=digest)
