"""Every page as HTML and as Markdown, with the assets that pages need and the files that lead machines to them."""

from collections.abc import Iterator, Mapping

from locdata_build.render.artifacts import Artifact
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html import HtmlPages
from locdata_build.render.llms import LLMS_FULL_PATH, LLMS_PATH, is_told_in_full, llms_full, llms_index
from locdata_build.render.markdown import page_as_markdown
from locdata_build.render.plan import Group, Notes
from locdata_build.render.sitemap import ROBOTS_PATH, SITEMAP_PATH, robots, sitemap
from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.page import html_path, markdown_path
from locdata_build.view.pages.api import OpenApi
from locdata_build.view.pages.data import Download
from locdata_build.view.pages.site import Maker, page_makers
from locdata_build.view.places import top_path
from locdata_build.view.world import World

LATE = top_path(PageName.DATA)
"""The page that tells the sizes and checksums of other files."""


def page_groups(world: World, openapi: OpenApi) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """The groups of the pages, and those to be made last. ``openapi`` is the document of the API as it is published."""
    makers = page_makers(world, openapi)
    assets = asset_artifacts()
    html = HtmlPages(world.site, {name: asset.path for name, asset in assets.items()})
    groups = {path: _page_group(path, make, html, world.site) for path, make in makers.items()}
    of_assets = Group(tuple(asset.path for asset in assets.values()), lambda _: iter(assets.values()))
    first = (of_assets, *(group for path, group in groups.items() if path != LATE))
    return first, (groups[LATE], _index_group(world.site, makers))


def _page_group(path: str, make: Maker, html: HtmlPages, site: SiteFile) -> Group:
    def files(notes: Notes) -> Iterator[Artifact]:
        page = make([*notes.downloads.values()])
        twin = page_as_markdown(page, site)
        notes.add_page(page)
        if is_told_in_full(page):
            notes.twins[path] = twin
        yield Artifact(page.html_path, html.render(page))
        yield Artifact(page.markdown_path, twin)

    return Group((html_path(path), markdown_path(path)), files)


def _index_group(site: SiteFile, makers: Mapping[str, Maker]) -> Group:
    def files(notes: Notes) -> Iterator[Artifact]:
        pages = [notes.pages[path] for path in makers]
        full = llms_full(site, pages, notes.twins)
        yield Artifact(LLMS_PATH, llms_index(site, pages, len(full)))
        yield Artifact(LLMS_FULL_PATH, full)
        yield Artifact(SITEMAP_PATH, sitemap(site.base_url, pages))
        yield Artifact(ROBOTS_PATH, robots(site.base_url))

    return Group((LLMS_PATH, LLMS_FULL_PATH, SITEMAP_PATH, ROBOTS_PATH), files)


def download_of(artifact: Artifact) -> Download:
    """What the page of the data files tells of one of them."""
    digest = artifact.sha256
    return Download(path=artifact.path, size=len(artifact.content), sha256=digest)
