"""The index of the search: every name with its link, and the sections of countries, as one JSON file that pages load."""

from collections.abc import Iterable, Iterator
from textwrap import shorten

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.render.artifacts import Artifact
from locdata_build.view.context import SiteContext
from locdata_build.view.names import CountrySection, Name, NameKind, all_names, country_sections
from locdata_model.serialization import encode_json
from locdata_model.urls import SEARCH_INDEX_PATH

LONGEST_DEFINITION = 68
"""Characters of the text of a term. Whole definitions would be a quarter of the index."""


class SearchIndex(Struct, frozen=True, kw_only=True):
    """What the search knows. ``kinds`` has the label of each kind of name, in the order in which they are shown."""

    kinds: dict[str, str]
    sections: tuple[CountrySection, ...]
    names: tuple[Name, ...]


def search_artifact(context: SiteContext) -> Artifact:
    """Return the index. It holds every name that ``/a-z/`` lists."""
    index = SearchIndex(
        kinds={kind.value: kind.label for kind in NameKind},
        sections=tuple(country_sections(context)),
        names=tuple(_with_short_definitions(all_names(context))),
    )
    return Artifact(SEARCH_INDEX_PATH, encode_json(index))


def _with_short_definitions(names: Iterable[Name]) -> Iterator[Name]:
    for name in names:
        if name.kind is NameKind.TERM:
            beginning = shorten(name.text, LONGEST_DEFINITION, placeholder="…", break_on_hyphens=False)
            yield replace(name, text=beginning)
        else:
            yield name
