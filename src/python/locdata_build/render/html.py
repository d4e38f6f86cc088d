"""Pages as HTML: a Jinja template holds the frame of every page, and ``html_blocks`` renders its blocks."""

from collections.abc import Mapping
from importlib.resources import files
from urllib.parse import urlsplit

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from locdata_build.data.site import SiteFile
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.render.html_blocks import HtmlBlocks
from locdata_build.render.html_text import Html, HtmlText, isolated
from locdata_build.render.json_ld import dataset_of
from locdata_build.view.navigation import REPORT_AN_ERROR, top_link
from locdata_build.view.page import Page
from locdata_build.view.words import ADVICE
from locdata_model.urls import API_CATALOG_PATH, SEARCH_INDEX_PATH, TOP_PAGES, PageName

TEMPLATES = files("locdata_build.render") / "templates"


class HtmlPages:
    """Renders the pages of a site. ``assets`` holds the path of each stylesheet, script and icon by file name."""

    def __init__(self, site: SiteFile, assets: Mapping[str, str]) -> None:
        environment = Environment(
            autoescape=True,
            loader=FunctionLoader(lambda name: (TEMPLATES / name).read_text(encoding="utf-8")),
            lstrip_blocks=True,
            trim_blocks=True,
            undefined=StrictUndefined,
        )
        environment.filters["day"] = day_in_words
        environment.filters["isolated"] = lambda text: _unescaped(isolated(text))
        text = HtmlText(urlsplit(site.base_url).path)
        environment.globals.update(
            href=text.href,
            site=site,
            today=site.today,
            assets=assets,
            menu=[top_link(name) for name in TOP_PAGES if name.is_in_menu],
            directory=[top_link(name) for name in TOP_PAGES if not name.is_in_menu],
            api_catalog=API_CATALOG_PATH,
            a_z=PageName.A_Z.path,
            search_index=SEARCH_INDEX_PATH,
            report=REPORT_AN_ERROR,
            advice=ADVICE,
        )
        self._template = environment.get_template("page.html")
        self._site = site
        self._text = text
        self._blocks = HtmlBlocks(text)

    def render(self, page: Page) -> bytes:
        """Return a page, encoded as UTF-8."""
        return self._template.render(
            page=page,
            dataset=dataset_of(page, self._site),
            crumbs=[_unescaped(self._text.link(link)) for link in page.crumbs],
            lead=_unescaped(self._text.line(page.lead)),
            blocks=_unescaped(self._blocks.blocks(page.blocks)),
            sections=[_unescaped(self._blocks.section(section, 2)) for section in page.sections],
        ).encode()


def _unescaped(html: Html) -> Markup:
    """Return HTML as a value that the template does not escape, unlike all others."""
    return Markup(html)
