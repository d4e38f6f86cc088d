"""Countries are selected by the status of an obligation, and by what the map tells apart within a status."""

import pytest

from locdata_build.view.navigation import status_filter, tone_link, tone_option
from locdata_build.view.obligations import TONE_WORDS
from locdata_build.view.text import Link, Tone
from locdata_model.vocabulary import ObligationKind, ObligationStatus

B2B, REAL_TIME = ObligationKind.E_INVOICING_B2B, ObligationKind.REAL_TIME_REPORTING


@pytest.mark.parametrize("kind", ObligationKind)
def test_every_status_and_tone_can_be_chosen(kind: ObligationKind) -> None:
    offered = [option.value for option in status_filter(kind).options]

    assert {*ObligationStatus} | {tone_option(kind, tone) for tone in TONE_WORDS} <= {*offered}
    assert len({*offered}) == len(offered)


def test_options_of_a_status_follow_it_and_begin_with_its_name() -> None:
    labels = [option.label for option in status_filter(ObligationKind.SAFT).options]

    assert labels[:4] == ["in force", "enacted", "enacted: with a date", "enacted: without a date"]


@pytest.mark.parametrize(
    ("kind", "tone", "link"),
    [
        (REAL_TIME, Tone.CLEARANCE, Link("in force: clearance (18)", "/countries/?real-time-reporting=clearance")),
        (REAL_TIME, Tone.YES, Link("in force: how soon is not known (18)", "/countries/?real-time-reporting=fully")),
        (ObligationKind.SAFT, Tone.YES, Link("in force (18)", "/countries/?saft=in_force")),
        (B2B, Tone.UNDATED, Link("enacted, without a date (18)", "/countries/?e-invoicing-b2b=undated")),
    ],
)
def test_a_tone_leads_to_the_countries_that_have_it(kind: ObligationKind, tone: Tone, link: Link) -> None:
    assert tone_link(kind, tone, 18) == link
