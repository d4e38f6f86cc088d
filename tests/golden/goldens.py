"""What the golden files of a country hold: its API response, its phases and flips, its rows of the data files and its page in Markdown, as bytes."""

import datetime as dt
from pathlib import Path
from typing import TypeVar

from locdata_build.check.shape import convert
from locdata_build.derive.published import derive
from locdata_build.read.parse import parse_json
from locdata_build.render.markdown import page_as_markdown
from locdata_build.render.responses import api_responses
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.faults import SourceError
from locdata_build.source.files import (
    CONNECTORS,
    ConnectorsFile,
    CountryFile,
    Dataset,
    ErpFile,
    LicenceNote,
    SiteFile,
)
from locdata_build.view.pages.country import country_page
from locdata_build.view.world import World
from locdata_model.endpoints import COUNTRY
from locdata_model.record import Record

RecordT = TypeVar("RecordT", bound=Record)

DATA = Path("data_src")
GOLDENS = Path("tests/golden/countries")

SITE = SiteFile(
    schema="schema/site.schema.json",
    title="Golden",
    description="A site for golden files",
    version="0.0.0",
    base_url="https://golden.example",
    generated_at=dt.datetime(2026, 11, 21, tzinfo=dt.UTC),
    attribution="Golden",
    contact="golden@golden.example",
    data_licence=LicenceNote(name="Data", spdx="CC-BY-4.0", url="https://golden.example/data"),
    api_licence=LicenceNote(name="API", spdx="CC-BY-NC-4.0", url="https://golden.example/api"),
    commercial_licence="/licence/",
    regions=("Golden",),
)
"""Everything in the golden files that is no data, pinned: a release or another address changes none of them."""


def _load(kind: type[RecordT], file: Path) -> RecordT:
    value, faults = parse_json(file.read_bytes(), str(file))
    record, deviations = convert(value, kind, str(file))
    if record is None:
        raise SourceError(faults or deviations)
    return record


def build_goldens(code: str) -> dict[str, bytes]:
    """The golden files of the country by name. Built from its own source file, the ERP registry and its connectors."""
    country = _load(CountryFile, DATA / "countries" / f"{code}.json")
    connectors = _load(ConnectorsFile, DATA / CONNECTORS.path).connectors
    dataset = Dataset(
        site=SITE,
        erps=tuple(_load(ErpFile, file) for file in sorted((DATA / "erps").glob("*.json"))),
        countries=(country,),
        connectors=tuple(note for note in connectors if code in note.countries_in_scope),
        news=(),
        sponsors=(),
        sponsors_notice="Golden",
        tombstones=(),
        releases=(),
    )
    published = derive(dataset)
    response = api_responses(published)[COUNTRY.path_for(code)]
    steps = {"phases.json": encode_json(published.phases), "flips.json": encode_json(published.flips)}
    rows = {f"{name}.json": encode_json(records) for name, records in published.data_files.items()}
    page = page_as_markdown(country_page(World(dataset=dataset, published=published), country), SITE)
    return {"api.json": encode_json(response), **rows, **steps, "page.md": page}


def country_codes() -> list[str]:
    """The countries whose source files are here: one in a country's own target, all in a bare run of pytest."""
    return sorted(file.stem for file in (DATA / "countries").glob("*.json"))


def golden_codes() -> list[str]:
    """The countries whose golden files are here."""
    return sorted(folder.name for folder in GOLDENS.iterdir() if folder.is_dir())
