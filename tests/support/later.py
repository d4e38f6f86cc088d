"""Sites of later years, built from unchanged source files."""

import datetime as dt

from locdata_build.data.dataset import check_sources
from locdata_build.data.reading import Sources
from locdata_build.derive.published import derive
from locdata_build.render.site import site_artifacts
from locdata_build.view.context import SiteContext
from support.site import Files

NEXT_YEARS = range(1, 11)


def new_year(sources: Sources, years: int) -> dt.datetime:
    """Return the beginning of a later year: of the next one after the date of the data, if ``years`` is 1."""
    return dt.datetime(check_sources(sources).site.generated_at.year + years, 1, 1, tzinfo=dt.UTC)


def render_at(sources: Sources, time: dt.datetime) -> Files:
    """Check the source files as of a later time, and return the content of each file of the site by path."""
    dataset = check_sources(sources, generated_at=time)
    artifacts = site_artifacts(SiteContext(dataset=dataset, published=derive(dataset)))
    return {artifact.path: artifact.content for artifact in artifacts}
