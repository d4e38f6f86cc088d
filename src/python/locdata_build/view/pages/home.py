"""The pages without a folder: the home page, and the page for an unknown URL."""

from collections import Counter

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.phases import ONE_DAY
from locdata_build.view.blocks import Card, Cards, ListLayout, Paragraph, item_list, paragraph
from locdata_build.view.components.phases import count_of_phases, events_by_date, events_table, first_days
from locdata_build.view.context import SiteContext
from locdata_build.view.drawings import LegendEntry, Tile, TileMap, TileMaps
from locdata_build.view.navigation import REPORT_AN_ERROR, country_link, country_path, tone_link, top_link
from locdata_build.view.obligations import TONE_WORDS, verdict_badge
from locdata_build.view.page import Page, Script, Section, section
from locdata_build.view.prose import line
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Badge, Link, rich
from locdata_build.view.words import OBLIGATION_QUESTIONS, counted_countries
from locdata_model.anchors import obligation_map_anchor
from locdata_model.urls import HOME, NOT_FOUND, TOP_PAGES, PageName
from locdata_model.vocabulary import OBLIGATION_LABELS, ObligationKind

EVENTS_SHOWN = 8
"""Minimum number of events that the page shows. It never shows only some events of a day."""


def home_page(context: SiteContext) -> Page:
    """Return the home page: every country, a map of each obligation, the next phases, and all other pages."""
    countries = context.countries
    beside_maps = line(
        "All verdicts in one table: {countries}. See also [what each verdict means](/methodology/#verdicts). "
        "The API gives each answer as [yes, no or unknown](/countries/#toggles)."
    )
    return Page(
        path=HOME,
        title=f"E-invoicing, VAT reporting and SAF-T in {counted_countries(countries)}",
        description=context.site.description,
        lead=rich(context.site.description),
        sections=(
            section("find", "Find a country", item_list(*map(country_link, countries), layout=ListLayout.COLUMNS)),
            section("map", "The world at a glance", tile_maps(context), Paragraph(beside_maps)),
            _next_section(context),
            section("pages", "All pages", Cards(tuple(Card(top_link(name), name.summary) for name in TOP_PAGES))),
        ),
        scripts=(Script.FORWARD, Script.RELATIVE_DAYS),
        moved_anchors=PageName.E_INVOICING.path,
        last_checked=newest_check(*(country.obligations for country in countries)),
    )


def tile_maps(context: SiteContext) -> TileMaps:
    """Return a map of the world for each obligation. Every country is a tile of the same size, however small the country."""
    tiles = [country.source.map_tile for country in context.countries]
    return TileMaps(
        caption="Choose an obligation. Each tile is a country and leads to its page; each status leads to its countries.",
        width=max(tile.column for tile in tiles),
        height=max(tile.row for tile in tiles),
        maps=tuple(_tile_map(context, kind) for kind in ObligationKind),
    )


def _tile_map(context: SiteContext, kind: ObligationKind) -> TileMap:
    countries = context.countries
    verdicts = [verdict_badge(country.obligation(kind).source, context.today) for country in countries]
    tones = Counter(verdict.tone for verdict in verdicts)
    return TileMap(
        id=obligation_map_anchor(kind),
        label=OBLIGATION_LABELS[kind],
        title=OBLIGATION_QUESTIONS[kind],
        tiles=tuple(map(_tile, countries, verdicts)),
        legend=tuple(LegendEntry(tone, tone_link(kind, tone, tones[tone])) for tone in TONE_WORDS if tones[tone]),
    )


def _tile(country: CountryRecords, verdict: Badge) -> Tile:
    return Tile(
        x=country.source.map_tile.column - 1,
        y=country.source.map_tile.row - 1,
        code=country.code.upper(),
        name=country.name,
        verdict=verdict,
        href=country_path(country),
    )


def _next_section(context: SiteContext) -> Section:
    later = [phase for phase in context.published.phases if phase.date > context.today]
    title = "What changes next"
    if not later:
        return section("next", title, paragraph("No information yet on phases to come."))
    events = events_by_date(context, later)
    shown = first_days(events, EVENTS_SHOWN)
    more = line(
        f"{sum(map(len, shown))} of {count_of_phases(events)} after {{today}}. All of them, by country, obligation and date: "
        f"[Timeline](/timeline/?from={context.today + ONE_DAY}). [Recently started](/recent/).",
        today=context.today,
    )
    return section("next", title, events_table(context, "The next phases", shown), Paragraph(more))


def not_found_page() -> Page:
    """Return the page that servers show for an unknown URL."""
    links = (top_link(name) for name in (PageName.COUNTRIES, PageName.ERP, PageName.A_Z, PageName.DATA, PageName.API))
    return Page(
        path=NOT_FOUND,
        title="Page not found",
        description="There is no page at this URL.",
        lead=rich(
            "If you typed or pasted the address, check that it is complete. The country may not be covered yet. "
            "Search above, or start from one of these pages."
        ),
        blocks=(
            item_list(Link("Home", HOME), *links),
            paragraph("A link on this site led here? ", REPORT_AN_ERROR, "."),
        ),
        is_listed=False,
    )
