"""Pages as HTML: the templates choose markup, and every text is escaped."""

from collections.abc import Mapping
from importlib.resources import files
from urllib.parse import urlsplit

from jinja2 import Environment, FunctionLoader, StrictUndefined

from locdata_build.delivery.media_types import API_CATALOG_PATH
from locdata_build.render.json_ld import dataset_of
from locdata_build.source.files import SiteFile
from locdata_build.view.page import Page
from locdata_build.view.pages.about import ADVICE, REPORT_AN_ERROR
from locdata_build.view.places import TOP_PAGES, top_link
from locdata_build.view.text import Tone
from locdata_build.view.words import day_in_words

TEMPLATES = files("locdata_build.render") / "templates"

GLYPHS: Mapping[Tone, str] = {
    Tone.YES: "✓",
    Tone.SOON: "→",
    Tone.PARTLY: "◐",
    Tone.NO: "–",
    Tone.UNKNOWN: "?",
    Tone.NOTE: "!",
}
"""What tells tones apart without colour; the stylesheet puts the same in front of badges."""


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
        base_path = urlsplit(site.base_url).path
        environment.globals.update(
            href=lambda href: f"{base_path}{href}" if href.startswith("/") else href,
            site=site,
            today=site.generated_at.date(),
            assets=assets,
            glyphs=GLYPHS,
            menu=[top_link(name) for name, top in TOP_PAGES.items() if top.is_in_menu],
            directory=[top_link(name) for name, top in TOP_PAGES.items() if not top.is_in_menu],
            api_catalog=API_CATALOG_PATH,
            report=REPORT_AN_ERROR,
            advice=ADVICE,
        )
        self._template = environment.get_template("page.html")
        self._site = site

    def render(self, page: Page) -> bytes:
        """The page as UTF-8."""
        return self._template.render(page=page, dataset=dataset_of(page, self._site)).encode()
