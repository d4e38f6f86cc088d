"""Time alone never breaks a build: what is valid today can be built in later years, although nobody has touched it.

The tests of the last release build the site of a year later each time.
"""

import json

import pytest

from locdata_build.data.reading import Sources, read_sources
from locdata_model.endpoints import STATUS
from support.later import NEXT_YEARS, new_year, render_at
from support.site import DATA, Files


@pytest.fixture(scope="module")
def files() -> Sources:
    """The source files."""
    return read_sources(DATA, str(DATA))


@pytest.mark.parametrize(
    "years", [*(pytest.param(years, marks=pytest.mark.proof) for years in NEXT_YEARS[:-1]), NEXT_YEARS[-1]]
)
def test_data_of_today_can_be_built_on_the_first_day_of_each_of_the_next_ten_years(
    years: int, files: Sources, contents: Files
) -> None:
    time = new_year(files, years)

    site = render_at(files, time)

    assert site.keys() == contents.keys()
    assert json.loads(site[STATUS.path])["meta"]["generated_at"] == f"{time:%Y-%m-%dT%H:%M:%SZ}"
