"""Time alone never breaks a build: a site with one of everything can be built in later years from the same source files."""

import pytest

from locdata_build.data.reading import Sources, read_sources
from support.later import NEXT_YEARS, new_year, render_at
from support.sample import SAMPLE
from support.site import Files


@pytest.fixture(scope="module")
def sample() -> Sources:
    """The source files of the sample."""
    return read_sources(SAMPLE, str(SAMPLE))


@pytest.fixture(scope="module")
def first(sample: Sources) -> Files:
    """The site as it is built on the first day of the next year."""
    return render_at(sample, new_year(sample, 1))


@pytest.mark.parametrize(
    "years", [*(pytest.param(years, marks=pytest.mark.proof) for years in NEXT_YEARS[1:-1]), NEXT_YEARS[-1]]
)
def test_sample_can_be_built_on_the_first_day_of_a_later_year(years: int, sample: Sources, first: Files) -> None:
    assert render_at(sample, new_year(sample, years)).keys() == first.keys()
