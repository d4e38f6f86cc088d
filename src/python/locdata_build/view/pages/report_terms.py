"""The section of the methodology on reports: their kinds, how often they are made, and how deadlines are counted."""

from locdata_build.view.blocks import paragraph
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Section, section
from locdata_build.view.report_words import DEADLINE_UNITS, REPORT_FREQUENCIES, REPORT_KINDS
from locdata_build.view.text import Link
from locdata_build.view.words import meanings_table
from locdata_model.anchors import PageAnchor
from locdata_model.endpoints import REPORTS
from locdata_model.urls import PageName

CODES = (
    "Frequencies and deadlines are stated in words and, where they follow a rule, in codes. A deadline has a unit, the months "
    "from the end of the period, a number, and the frequency or the filers that it is for. Dates that follow no rule, such as "
    "those of a calendar of the authority, have no code. As data: "
)

FILTER = (
    "“Due in the following month” is about the month after the period; each day includes the days before it. A report with "
    "several deadlines matches if one of them does. Days after the end of the period are days of that month if the period is a "
    "month or longer; more than 28 are later, because February may have no more. Working days are Monday to Friday, on the latest day that they can be; public "
    "holidays, which may make them later, are not counted. The filter is on the page "
)

MISSING = (
    "Each country is expected to have a VAT or GST return; a member state of the European Union also a recapitulative "
    "statement and the one-stop shop; a country whose SAF-T obligation is in force or enacted also a SAF-T file. The list "
    "of a country is complete if it has them all. Its page says which of them nobody files there, and why, and which are not "
    "recorded yet."
)


def reports_section() -> Section:
    """Return the section, with every word of the vocabularies of reports."""
    return section(
        PageAnchor.REPORTS,
        "Reports and their deadlines",
        paragraph(CODES, Link(REPORTS.path, REPORTS.path), "."),
        paragraph(FILTER, top_link(PageName.REPORTING), "."),
        paragraph(MISSING),
        meanings_table("Kinds of reports", REPORT_KINDS),
        meanings_table("Frequencies of reports", REPORT_FREQUENCIES),
        meanings_table("Units of deadlines", DEADLINE_UNITS),
    )
