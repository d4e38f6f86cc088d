"""The files for language models: ``llms.txt`` as llmstxt.org defines it, and ``llms-full.txt`` with whole Markdown twins."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.render.markdown_text import escape, join_blocks
from locdata_build.source.files import SiteFile
from locdata_build.view.page import Page
from locdata_build.view.words import ADVICE
from locdata_model.endpoints import COUNTRY, COUNTRY_OBLIGATIONS
from locdata_model.urls import API_SQLITE_PATH, LLMS_FULL_PATH, PageName
from locdata_openapi.commonmark import escape_start, heading

_EXPLANATIONS = (PageName.METHODOLOGY.path, PageName.LICENCE.path)
_OPTIONAL = (PageName.NEWS.path, PageName.SPONSORS.path)


def llms_index(site: SiteFile, pages: Iterable[Page], full_size: int) -> bytes:
    """Return the lists of all Markdown twins. ``full_size`` is the size of ``llms-full.txt`` in bytes."""
    lists: dict[str, list[Page]] = {"Pages": [], "Countries": [], "ERP products": [], "Optional": []}
    for page in pages:
        if page.is_listed:
            lists[_list_of(page)].append(page)
    return join_blocks([*_head(site), _introduction(site, full_size), *_lists(site, lists)])


def llms_full(site: SiteFile, pages: Iterable[Page], twins: Mapping[str, bytes]) -> bytes:
    """Return the twins of all countries, after those that explain them. ``twins`` holds Markdown by the path of its page."""
    paths = [*_EXPLANATIONS, *(page.path for page in pages if page.country)]
    # Each part ends with a line break.
    return b"\n".join([join_blocks(_head(site)), *(twins[path] for path in paths)])


def is_in_full(page: Page) -> bool:
    """Tell whether ``llms-full.txt`` holds the twin of ``page``."""
    return page.path in _EXPLANATIONS or page.country is not None


def _list_of(page: Page) -> str:
    if page.country:
        return "Countries"
    if page.path.startswith(PageName.ERP.path) and page.path != PageName.ERP.path:
        return "ERP products"
    return "Optional" if page.path in _OPTIONAL else "Pages"


def _lists(site: SiteFile, lists: Mapping[str, Sequence[Page]]) -> Iterator[str]:
    for title, pages in lists.items():
        yield f"## {title}"
        yield "\n".join(
            f"- [{escape(page.title)}]({site.url(page.markdown_path)}): {escape(page.summary or page.description)}"
            for page in pages
        )


def _introduction(site: SiteFile, full_size: int) -> str:
    return (
        "Each page has a Markdown twin at `index.md`, and each country its data as JSON, "
        f"{site.url(COUNTRY.path)} with its code. Its obligations, with status and sources: {site.url(COUNTRY_OBLIGATIONS.path)}. "
        "The line of a country begins with its code. "
        f"[All countries in one file]({site.url(LLMS_FULL_PATH)}): {full_size / 1_000_000:.1f} MB. "
        f"The whole API as one SQLite database: {site.url(API_SQLITE_PATH)}. "
        f"Licence of the API: {escape(site.api_licence.name)}."
    )


def _head(site: SiteFile) -> Iterator[str]:
    yield heading(1, escape(site.title))
    yield f"> {escape_start(escape(site.description))}"
    yield (
        "Every record carries a source, a marker and a date. Unknown means that no clear source was found; nothing is "
        f"guessed. Everything is as of {day_in_words(site.today)}. {ADVICE} "
        f"Licence: {escape(site.data_licence.name)}. Attribution: {escape(site.attribution)}."
    )
