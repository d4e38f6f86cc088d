"""The files for language models: ``llms.txt`` after the convention of llmstxt.org, and ``llms-full.txt`` with whole twins."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from locdata_build.render.markdown_text import escape, plain_start
from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.page import Page
from locdata_build.view.pages.about import ADVICE
from locdata_build.view.places import top_path
from locdata_build.view.words import day_in_words
from locdata_model.endpoints import COUNTRY

LLMS_PATH = "/llms.txt"
LLMS_FULL_PATH = "/llms-full.txt"

_IN_FULL = tuple(map(top_path, (PageName.METHODOLOGY, PageName.LICENCE)))
_OPTIONAL = tuple(map(top_path, (PageName.NEWS, PageName.SPONSORS)))


def llms_index(site: SiteFile, pages: Sequence[Page], full_size: int) -> bytes:
    """A title, what the site is, and lists of the Markdown twins. ``full_size`` is that of the other file, in bytes."""
    listed = [page for page in pages if page.is_listed]
    countries, products = [page for page in listed if page.note], [page for page in listed if _is_product(page)]
    optional = [page for page in listed if page.path in _OPTIONAL]
    others = [page for page in listed if page not in (*countries, *products, *optional)]
    return (
        "\n\n".join(
            [
                *_head(site),
                _reading(site, full_size),
                *_list("Pages", site, others),
                *_list("Countries", site, countries),
                *_list("ERP products", site, products),
                *_list("Optional", site, optional),
                "",
            ]
        )
        .removesuffix("\n")
        .encode()
    )


def llms_full(site: SiteFile, pages: Iterable[Page], twins: Mapping[str, bytes]) -> bytes:
    """The twins of all countries, after those that explain them. ``twins`` holds the Markdown of each page by its path."""
    pages = tuple(pages)
    paths = [*_IN_FULL, *(page.path for page in pages if page.note)]
    return (
        "\n\n".join([*_head(site), *(twins[path].decode().rstrip() for path in paths), ""]).removesuffix("\n").encode()
    )


def is_told_in_full(page: Page) -> bool:
    """Whether the file with whole twins holds that of ``page``."""
    return page.path in _IN_FULL or bool(page.note)


def _reading(site: SiteFile, full_size: int) -> str:
    return (
        "Each page has a Markdown twin at `index.md`, and each country its data as JSON, "
        f"{site.base_url}{COUNTRY.path} with its code. The line of a country begins with its code. "
        f"[All countries in one file]({site.base_url}{LLMS_FULL_PATH}): {full_size / 1_000_000:.1f} MB."
    )


def _head(site: SiteFile) -> Iterator[str]:
    yield f"# {escape(site.title)}"
    yield f"> {plain_start(escape(site.description))}"
    yield (
        "Every record carries a source, a marker and a date. Unknown means that no clear source was found; nothing is "
        f"guessed. Answers are those of {day_in_words(site.generated_at.date())}. {ADVICE} Licence: {escape(site.data_licence.name)}. Attribution: {escape(site.attribution)}."
    )


def _is_product(page: Page) -> bool:
    product = top_path(PageName.ERP)
    return page.path.startswith(product) and page.path != product


def _list(title: str, site: SiteFile, pages: Iterable[Page]) -> Iterator[str]:
    lines = [
        f"- [{escape(page.title)}]({site.base_url}{page.markdown_path}): {escape(page.note or page.description)}"
        for page in pages
    ]
    yield f"## {title}"
    yield "\n".join(lines)
