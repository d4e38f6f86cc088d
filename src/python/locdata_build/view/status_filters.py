"""Filters of countries by the status of an obligation: their options, and which of them an obligation matches."""

import datetime as dt
from collections.abc import Iterator, Mapping

from locdata_build.data.obligations import B2gObligation, SourceObligation
from locdata_build.derive.obligations import required
from locdata_build.derive.verdicts import VerdictForm, verdict
from locdata_build.view.blocks import Filter, Option
from locdata_build.view.obligations import TONE_WORDS, verdict_tone
from locdata_build.view.text import Link, Tone
from locdata_build.view.words import OBLIGATIONS, REPORTING_MODES, STATUSES
from locdata_model.urls import PageName, hyphenated
from locdata_model.vocabulary import BoundParty, ObligationKind, ObligationStatus, ReportingMode, Requirement

FULLY = "fully"
PARTLY = "partly"
DATED = "dated"
UNDATED = "undated"
ISSUING = "issuing"
RECEIVING = "receiving"

MODE_UNKNOWN = "how soon is not known"

_IN_FORCE: Mapping[ObligationKind, Mapping[str, str]] = {
    ObligationKind.E_INVOICING_B2B: {
        FULLY: "not only receiving",
        ISSUING: "issuing",
        RECEIVING: "receiving only",
    },
    ObligationKind.E_INVOICING_B2G: {
        FULLY: "not only receiving or public bodies",
        BoundParty.SUPPLIERS: "suppliers bound",
        PARTLY: "receiving or public bodies only",
        BoundParty.PUBLIC_BODIES: "public bodies only",
    },
    ObligationKind.REAL_TIME_REPORTING: {
        **{mode: words.label for mode, words in REPORTING_MODES.items()},
        FULLY: MODE_UNKNOWN,
    },
}
"""The options that say more of an obligation in force than its status, with their labels."""

_ENACTED = {DATED: "with a date", UNDATED: "without a date"}

_TONE_OPTIONS: Mapping[Tone, str] = {
    Tone.YES: FULLY,
    Tone.CLEARANCE: ReportingMode.CLEARANCE,
    Tone.REAL_TIME: ReportingMode.REAL_TIME,
    Tone.WITHIN_DAYS: ReportingMode.WITHIN_DAYS,
    Tone.PARTLY: PARTLY,
    Tone.SOON: DATED,
    Tone.UNDATED: UNDATED,
    Tone.PLANNED: ObligationStatus.PLANNED,
    Tone.VOLUNTARY: ObligationStatus.VOLUNTARY,
    Tone.NO: ObligationStatus.NONE,
    Tone.UNKNOWN: ObligationStatus.UNKNOWN,
}
"""The option that selects the obligations whose verdict has a tone."""

_FORM_OPTIONS: Mapping[VerdictForm, str] = {
    VerdictForm.RECEIVING: RECEIVING,
    VerdictForm.RECEIVING_ISSUING: RECEIVING,
    VerdictForm.PUBLIC_BODIES: BoundParty.PUBLIC_BODIES,
    VerdictForm.PUBLIC_BODIES_ISSUING: BoundParty.PUBLIC_BODIES,
    VerdictForm.WITHIN_WORKING_DAYS: ReportingMode.WITHIN_WORKING_DAYS,
}
"""The options that say more of a verdict than its tone."""


def status_filter(kind: ObligationKind) -> Filter:
    """Return the filter by an obligation. Its options are the statuses, and what is told apart within a status."""
    options = []
    for status, words in STATUSES.items():
        parts = _parts(kind).get(status, {})
        options.append(Option(status, words.label))
        options.extend(Option(value, f"{words.label}: {label}") for value, label in parts.items())
    return Filter(hyphenated(kind), OBLIGATIONS[kind].label, tuple(options))


def _parts(kind: ObligationKind) -> Mapping[ObligationStatus, Mapping[str, str]]:
    return {ObligationStatus.IN_FORCE: _IN_FORCE.get(kind, {}), ObligationStatus.ENACTED: _ENACTED}


def status_options(kind: ObligationKind, obligation: SourceObligation, today: dt.date) -> Iterator[str]:
    """Yield each option that an obligation matches: the status to which its verdict amounts, and what is known of it."""
    form = verdict(obligation, today).form
    matched = [form.status, tone_option(kind, verdict_tone(form))]
    if form in _FORM_OPTIONS:
        matched.append(_FORM_OPTIONS[form])
    if form.status is ObligationStatus.IN_FORCE:
        matched.extend(_bound(kind, obligation, today))
    yield from dict.fromkeys(map(str, matched))


def _bound(kind: ObligationKind, obligation: SourceObligation, today: dt.date) -> Iterator[str]:
    if isinstance(obligation, B2gObligation) and BoundParty.SUPPLIERS in (obligation.bound or ()):
        yield BoundParty.SUPPLIERS
    if kind is ObligationKind.E_INVOICING_B2B and Requirement.ISSUE in (required(obligation, today) or ()):
        yield ISSUING


def tone_option(kind: ObligationKind, tone: Tone) -> str:
    """Return the option that selects the obligations of a kind whose verdict has the tone."""
    # Between businesses, receiving is the only part that is told apart.
    is_receiving = tone is Tone.PARTLY and kind is ObligationKind.E_INVOICING_B2B
    option = RECEIVING if is_receiving else _TONE_OPTIONS[tone]
    is_offered = any(each.value == option for each in status_filter(kind).options)
    return option if is_offered else ObligationStatus.IN_FORCE


def tone_link(kind: ObligationKind, tone: Tone, count: int) -> Link:
    """Return a link to the ``count`` countries whose verdict on an obligation has the tone."""
    # Only in real-time reporting, "in force" alone would say too little beside the modes.
    is_mode_unknown = tone is Tone.YES and kind is ObligationKind.REAL_TIME_REPORTING
    words = f"{TONE_WORDS[tone]}: {MODE_UNKNOWN}" if is_mode_unknown else TONE_WORDS[tone]
    query = f"{hyphenated(kind)}={tone_option(kind, tone)}"
    return Link(f"{words} ({count})", f"{PageName.COUNTRIES.path}?{query}")
