"""The choices by which tables are narrowed down. Rows name the same values in their facets."""

from collections.abc import Iterable, Sequence

from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.slugs import page_slug
from locdata_build.view.blocks import Filter, Option
from locdata_build.view.world import World
from locdata_model.vocabulary import SupportType


def country_filter(countries: Iterable[CountryFile]) -> Filter:
    """By country, in the order given."""
    return Filter("country", "Country", tuple(Option(country.code, country.name) for country in countries))


def region_filter(world: World) -> Filter:
    """By region."""
    return Filter("region", "Region", tuple(Option(page_slug(region), region) for region in world.site.regions))


def erp_filter(erps: Sequence[ErpFile]) -> Filter:
    """By ERP product."""
    return Filter("erp", "ERP product", tuple(Option(erp.id, erp.name) for erp in erps))


def support_filter() -> Filter:
    """By type of e-invoicing support."""
    return Filter(
        "support", "Support", tuple(Option(support_option(support), support.value) for support in SupportType)
    )


def support_option(support: SupportType) -> str:
    """A support type as it stands in a URL: ``native-access-point``."""
    return page_slug(support.value)
