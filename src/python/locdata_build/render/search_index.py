"""The index of the search: every name with its link, and the sections of countries, as one JSON file that pages load."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import shorten

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.render.artifacts import Artifact
from locdata_build.view.context import SiteContext
from locdata_build.view.names import CountrySection, Name, NameKind, all_names, country_sections
from locdata_model.serialization import encode_json
from locdata_model.urls import SEARCH_INDEX_PATH

LONGEST_TEXTS: Mapping[NameKind, int] = {NameKind.TERM: 80, NameKind.AUTHORITY: 160}
"""Characters of the texts that are cut. Whole definitions would be a quarter of the index."""


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
        names=tuple(_with_short_texts(all_names(context))),
    )
    return Artifact(SEARCH_INDEX_PATH, encode_json(index))


def _with_short_texts(names: Iterable[Name]) -> Iterator[Name]:
    for name in names:
        if longest := LONGEST_TEXTS.get(name.kind):
            yield replace(name, text=shorten(name.text, longest, placeholder="…", break_on_hyphens=False))
        else:
            yield name
