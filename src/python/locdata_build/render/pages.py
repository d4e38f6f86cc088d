"""Rendering pages as HTML and Markdown."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.render.artifacts import Artifact
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html import HtmlPages
from locdata_build.render.markdown import page_as_markdown
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_build.view.pages.catalogue import page_functions


class RenderedPage(Struct, frozen=True, kw_only=True):
    """A page and the content of its two files. ``page`` is without its blocks, which are no longer needed."""

    page: Page
    html: bytes
    markdown: bytes

    @property
    def artifacts(self) -> tuple[Artifact, Artifact]:
        """The HTML file and the Markdown twin."""
        return Artifact(self.page.html_path, self.html), Artifact(self.page.markdown_path, self.markdown)


class PageRenderer:
    """Makes and renders the pages of the site."""

    def __init__(self, context: SiteContext) -> None:
        self._site = context.site
        self._functions = page_functions(context)
        self._html = HtmlPages(context.site, {name: asset.path for name, asset in asset_artifacts().items()})

    @property
    def paths(self) -> Sequence[str]:
        """The path of every page, in the order in which pages are listed."""
        return tuple(self._functions)

    def make(self, path: str) -> RenderedPage:
        """Make and render the page at ``path``."""
        return self.render(self._functions[path]())

    def render(self, page: Page) -> RenderedPage:
        """Render a page."""
        return RenderedPage(
            page=replace(page, lead=(), blocks=(), sections=()),
            html=self._html.render(page),
            markdown=page_as_markdown(page, self._site),
        )
