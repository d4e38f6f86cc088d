"""Pages as HTML: the template holds what surrounds the blocks of every page, and every text is escaped."""

from collections.abc import Mapping
from importlib.resources import files
from urllib.parse import urlsplit

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from locdata_build.delivery.media_types import API_CATALOG_PATH
from locdata_build.render.html_blocks import HtmlBlocks
from locdata_build.render.html_text import HtmlText
from locdata_build.render.json_ld import dataset_of
from locdata_build.source.files import SiteFile
from locdata_build.view.page import Page
from locdata_build.view.pages.about import ADVICE, REPORT_AN_ERROR
from locdata_build.view.places import TOP_PAGES, top_link
from locdata_build.view.words import day_in_words

TEMPLATES = files("locdata_build.render") / "templates"


class HtmlPages:
    """Renders the pages of a site. ``assets`` gives the path of each stylesheet and script by its name."""

    def __init__(self, site: SiteFile, assets: Mapping[str, str]) -> None:
        environment = Environment(
            autoescape=True,
            loader=FunctionLoader(lambda name: (TEMPLATES / name).read_text(encoding="utf-8")),
            lstrip_blocks=True,
            trim_blocks=True,
            undefined=StrictUndefined,
        )
        environment.filters["day"] = day_in_words
        text = HtmlText(urlsplit(site.base_url).path)
        environment.globals.update(
            href=text.href,
            site=site,
            today=site.generated_at.date(),
            assets=assets,
            menu=[top_link(name) for name, top in TOP_PAGES.items() if top.is_in_menu],
            directory=[top_link(name) for name, top in TOP_PAGES.items() if not top.is_in_menu],
            api_catalog=API_CATALOG_PATH,
            report=REPORT_AN_ERROR,
            advice=ADVICE,
        )
        self._template = environment.get_template("page.html")
        self._site = site
        self._text = text
        self._blocks = HtmlBlocks(text)

    def render(self, page: Page) -> bytes:
        """The page as UTF-8."""
        return self._template.render(
            page=page,
            dataset=dataset_of(page, self._site),
            crumbs=[Markup(self._text.link(link)) for link in page.crumbs],
            lead=Markup(self._text.line(page.lead)),
            blocks=Markup(self._blocks.blocks(page.blocks)),
            sections=[Markup(self._blocks.section(section, 2)) for section in page.sections],
        ).encode()
