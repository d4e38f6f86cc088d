"""The files for language models: ``llms.txt`` as llmstxt.org defines it, and those with whole Markdown twins or the heads of them.

``llms.txt`` states the size of each file in tokens; the functions take these sizes by path, as ``tokens``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.site import SiteFile
from locdata_build.derive.countries import CountryRecords
from locdata_build.render.artifacts import Artifact
from locdata_build.render.markdown import brief_blocks
from locdata_build.render.markdown_text import escape, join_blocks
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import countries_by_region
from locdata_build.view.navigation import country_path
from locdata_build.view.page import Brief, Page
from locdata_build.view.words import ADVICE, licence_terms, tokens_in_words
from locdata_model.endpoint_spec import EndpointSpec
from locdata_model.endpoints import COUNTRY, COUNTRY_OBLIGATIONS, COUNTRY_REPORTS, FLIPS, PHASES_OF_YEAR
from locdata_model.phases import PHASE_YEARS
from locdata_model.serialization import BYTES_PER_TOKEN, estimated_tokens
from locdata_model.urls import API_SQLITE_PATH, LLMS_FULL_PATH, LLMS_PATH, PageName, llms_region_path, markdown_path
from locdata_openapi.commonmark import escape_start, heading

_EXPLANATIONS = (PageName.METHODOLOGY.path, PageName.LICENCE.path)
_OPTIONAL = (PageName.NEWS.path, PageName.SPONSORS.path)

_OF_COUNTRY = (COUNTRY_OBLIGATIONS, COUNTRY_REPORTS)
_OVERVIEWS = (PageName.VAT_RATES, PageName.E_INVOICING, PageName.GLOSSARY)
"""The endpoints and pages to begin with: each answers a kind of question whole."""

_SIZES = f"Sizes are upper estimates, in tokens of a language model: one for every {BYTES_PER_TOKEN} bytes, rounded up to two digits."

_FOOTNOTE = re.compile(rb"(?<!\\)\[\^(?=[0-9])")

Tokens = Mapping[str, int]
"""The size of each file in tokens, by its path."""


def llms_artifacts(
    context: SiteContext, pages: Sequence[Page], twins: Mapping[str, bytes], tokens: dict[str, int]
) -> Iterator[Artifact]:
    """Yield every file of this module. ``twins`` contains Markdown by the path of its page.

    ``tokens`` contains the size of every other file; those of this module are added, because they list each other.
    """
    yield _measured(Artifact(LLMS_FULL_PATH, llms_full(context.site, pages, twins)), tokens)
    by_path = {page.path: page for page in pages}
    for region in countries_by_region(context):
        yield _measured(Artifact(llms_region_path(region), llms_region(context, region, by_path, tokens)), tokens)
    yield Artifact(LLMS_PATH, llms_index(context, pages, tokens))


def _measured(artifact: Artifact, tokens: dict[str, int]) -> Artifact:
    tokens[artifact.path] = estimated_tokens(artifact.content)
    return artifact


# llms.txt


def llms_index(context: SiteContext, pages: Iterable[Page], tokens: Tokens) -> bytes:
    """Return the list of the files to begin with, and the lists of all Markdown twins."""
    site = context.site
    lists: dict[str, list[Page]] = {"Pages": [], "Countries": [], "ERP products": [], "Optional": []}
    for page in pages:
        if page.is_listed:
            lists[_list_of(page)].append(page)
    small = "\n".join(_small_files(context, tokens))
    return join_blocks(
        [*_head(site), _introduction(site), heading(2, "Where to begin"), small, *_lists(site, lists, tokens)]
    )


def _list_of(page: Page) -> str:
    if page.country:
        return "Countries"
    if _is_on_product(page):
        return "ERP products"
    return "Optional" if page.path in _OPTIONAL else "Pages"


def _is_on_product(page: Page) -> bool:
    return page.path.startswith(PageName.ERP.path) and page.path != PageName.ERP.path


def _lists(site: SiteFile, lists: Mapping[str, Sequence[Page]], tokens: Tokens) -> Iterator[str]:
    for title, pages in lists.items():
        yield heading(2, title)
        yield "\n".join(
            _entry(site, page.title, page.markdown_path, page.summary or page.description, tokens[page.markdown_path])
            for page in pages
        )


def _entry(site: SiteFile, name: str, path: str, note: str, *sizes: int) -> str:
    """Return the entry of a file: a link, what is in it, and its size or those of all files of its kind."""
    return f"- [{escape(name)}]({site.url(path)}): {escape(note)} ({tokens_in_words(*sizes)})"


def _small_files(context: SiteContext, tokens: Tokens) -> Iterator[str]:
    """Yield an entry for each file to begin with: those on one country, those on all, and last the one with everything."""
    site, year = context.site, context.today.year
    for spec in _OF_COUNTRY:
        yield _entry_of_countries(context, spec, tokens)
    for each in (year, year + 1):
        if each in PHASE_YEARS:
            path = PHASES_OF_YEAR.path_for(str(each))
            yield _entry(site, f"Phases of {each}", path, f"Every phase whose date is in {each}", tokens[path])
    yield _entry(site, FLIPS.summary, FLIPS.path, FLIPS.description, tokens[FLIPS.path])
    for region, countries in countries_by_region(context).items():
        path = llms_region_path(region)
        yield _entry(site, f"{Brief.title}: {region}", path, _briefs_on(len(countries)), tokens[path])
    for name in _OVERVIEWS:
        path = markdown_path(name.path)
        yield _entry(site, name.label, path, name.summary, tokens[path])
    note = "The whole twin of each country and ERP product, after the methodology and the licence"
    yield _entry(site, "All countries and products in one file", LLMS_FULL_PATH, note, tokens[LLMS_FULL_PATH])


def _entry_of_countries(context: SiteContext, spec: EndpointSpec, tokens: Tokens) -> str:
    """Return the entry of an endpoint with a file for each country: a link to the first, and the sizes of all."""
    first, sizes = context.countries[0], [tokens[spec.path_for(country.code)] for country in context.countries]
    note = f"{spec.description}, here {first.name}; that of another has its code in place of {first.code}"
    return _entry(context.site, spec.summary, spec.path_for(first.code), note, *sizes)


def _briefs_on(count: int) -> str:
    return f"A brief on {'the country' if count == 1 else f'each of the {count} countries'} of the region"


def _introduction(site: SiteFile) -> str:
    return (
        "Each page has a Markdown twin at `index.md`, and each country its data as JSON, "
        f"{site.url(COUNTRY.path)} with its code. Its obligations, with status and sources: {site.url(COUNTRY_OBLIGATIONS.path)}. "
        "The twin of a country begins with a brief. The line of a country begins with its code. "
        f"The whole API as one SQLite database: {site.url(API_SQLITE_PATH)}. "
        f"{escape(licence_terms(site))} {_SIZES}"
    )


def _head(site: SiteFile, part: str = "") -> Iterator[str]:
    """Yield the beginning of a file. ``part`` is its subject, if it does not cover everything."""
    yield heading(1, escape(f"{site.title}: {part}" if part else site.title))
    yield f"> {escape_start(escape(site.description))}"
    yield (
        "Every record carries a source, a grade and a date, and footnotes cite single statements. Unknown means that no clear "
        f"source was found; nothing is guessed. Everything is as of {day_in_words(site.today)}. {ADVICE} "
        f"Licence: {escape(site.data_licence.name)}. Attribution: {escape(site.attribution)}."
    )


# Texts of several countries


def llms_full(site: SiteFile, pages: Iterable[Page], twins: Mapping[str, bytes]) -> bytes:
    """Return the twins of all countries and ERP products, after those that explain them.

    ``twins`` contains Markdown by the path of its page.
    """
    others = (_with_own_footnotes(page, twins[page.path]) for page in pages if page.country or _is_on_product(page))
    # Each part ends with a line break.
    return b"\n".join([join_blocks(_head(site)), *(twins[path] for path in _EXPLANATIONS), *others])


def _with_own_footnotes(page: Page, twin: bytes) -> bytes:
    """Return a twin whose footnotes differ from those of other pages: they begin with the code of the country or product."""
    code = page.country.code.lower() if page.country else page.path.split("/")[-2]
    return _FOOTNOTE.sub(rf"[^{code}-".encode(), twin)


def is_in_full(page: Page) -> bool:
    """Return whether ``llms-full.txt`` contains the twin of ``page``."""
    return page.path in _EXPLANATIONS or page.country is not None or _is_on_product(page)


def llms_region(context: SiteContext, region: str, pages: Mapping[str, Page], tokens: Tokens) -> bytes:
    """Return the briefs on the countries of a region, each with a link to the whole twin. ``pages`` are by path."""
    site, countries = context.site, countries_by_region(context)[region]
    full = f"[all countries and products]({site.url(LLMS_FULL_PATH)}) ({tokens_in_words(tokens[LLMS_FULL_PATH])})"
    introduction = (
        f"{_briefs_on(len(countries))}: the verdict on each obligation with its first source, and the phases to come. A link "
        f"to the whole text of a country follows its brief. Whole texts in one file: {full}. "
        f"Lists of all files: {site.url(LLMS_PATH)}. {_SIZES}"
    )
    briefs = (block for country in countries for block in _country(site, country, pages[country_path(country)], tokens))
    return join_blocks([*_head(site, region), introduction, *briefs])


def _country(site: SiteFile, country: CountryRecords, page: Page, tokens: Tokens) -> Iterator[str]:
    yield heading(2, escape(f"{country.name} ({country.code})"))
    yield from brief_blocks(page.brief, site) if page.brief else ()
    size = tokens_in_words(tokens[page.markdown_path])
    yield f"Whole text: [{escape(country.name)}]({site.url(page.markdown_path)}) ({size})"
