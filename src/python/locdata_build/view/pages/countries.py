"""All countries: their obligations side by side, and a choice of them to compare."""

import datetime as dt
import json
from collections import Counter
from collections.abc import Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Filters, Items, ListLayout, Option, Paragraph, Row, item_list, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import (
    QUESTIONS,
    countries_path,
    country_filter,
    country_link,
    country_picker,
    status_filter,
    status_options,
)
from locdata_build.view.obligations import verdict_badge
from locdata_build.view.page import Page, Script, Section, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import counted_answers, newest_check
from locdata_build.view.text import Code, Link, rich
from locdata_build.view.words import counted, counted_countries
from locdata_model import endpoints
from locdata_model.anchors import PageAnchor, country_anchor
from locdata_model.toggles import TOGGLES
from locdata_model.urls import PageName, hyphenated
from locdata_model.vocabulary import OBLIGATION_LABELS, ObligationKind


def countries_page(context: SiteContext) -> Page:
    """Return the page, with a row for each country and a column for each obligation."""
    filters = (country_filter(context), *map(status_filter, ObligationKind))
    rows = [_row(country, context.today) for country in context.countries]
    columns = ("Country", *OBLIGATION_LABELS.values())
    return Page(
        **top_page(PageName.COUNTRIES),
        lead=line(
            f"{counted_countries(rows)}. What applies on {{today}}, at least in part. Unknown means that no clear source was "
            "found; nothing is guessed. [What each verdict means](/methodology/#verdicts).",
            today=context.today,
        ),
        blocks=(
            _questions(rows),
            Filters(filters, len(rows), file_name="countries.csv"),
            table_of("Countries and their obligations", columns, rows, is_compact=True),
        ),
        sections=(_toggles_section(context),),
        data=(endpoints.COUNTRIES.path, endpoints.OBLIGATIONS.path),
        last_checked=newest_check(
            *(country.obligations for country in context.countries),
            *(country.topics for country in context.countries),
            *(country.localizations for country in context.countries),
        ),
        scripts=(Script.FILTER,),
    )


def _questions(rows: Sequence[Row]) -> Items:
    """Return the numbers of countries that answer the questions, each with a link that shows them."""
    found = Counter((name, option) for each in rows for name, options in each.facets.items() for option in options)
    return item_list(
        *(
            rich(
                f"{words}: ",
                Link(counted(found[hyphenated(kind), option], "country", "countries"), countries_path(kind, option)),
            )
            for words, kind, option in QUESTIONS
        )
    )


def _row(country: CountryRecords, today: dt.date) -> Row:
    return row(
        country_link(country),
        *(verdict_badge(obligation.source, today) for obligation in country.obligations),
        anchor=country_anchor(country.code),
        facets={
            "country": (country.code,),
            **{
                hyphenated(kind): tuple(status_options(kind, country.obligation(kind).source, today))
                for kind in ObligationKind
            },
        },
    )


def _toggles_section(context: SiteContext) -> Section:
    """Return the section for users of the API: the toggles as they are in the data."""
    intro = line(
        "For users of the API: toggles are the same obligations as yes, no or unknown, as of {today}. "
        "[What each toggle means](/methodology/#toggles).",
        today=context.today,
    )
    return section(
        PageAnchor.TOGGLES,
        "Toggles",
        Paragraph(intro),
        table_of(
            "Countries and their toggles",
            ("Country", *(spec.label for spec in TOGGLES.values()), "Grades of the answers"),
            (_toggles_row(country, context.today) for country in context.countries),
            is_compact=True,
        ),
    )


def _toggles_row(country: CountryRecords, today: dt.date) -> Row:
    values = (getattr(country.detail.toggles, name) for name in TOGGLES)
    return row(country_link(country), *(Code(json.dumps(value)) for value in values), counted_answers(country, today))


# Comparison


def compare_page(context: SiteContext) -> Page:
    """Return the page: the choice of countries, then links to the pages of all of them."""
    return Page(
        **top_page(PageName.COMPARE),
        lead=rich("Answers and key facts of the countries that you choose, question by question."),
        blocks=(
            Paragraph(
                line("Comparing needs JavaScript. Without it, use [the table of all countries](/countries/)."),
                is_without_script=True,
            ),
            Filters(
                (country_picker(context),),
                switches=(Option("details", "Show details"), Option("differences", "Only differences")),
                label="Choose countries",
                reset="Remove all",
            ),
        ),
        sections=(
            section(
                "countries",
                "All countries",
                item_list(*map(country_link, context.countries), layout=ListLayout.COLUMNS),
            ),
        ),
        scripts=(Script.COMPARE,),
    )
