"""The golden files of a country: its API response, its rows of the data files, its phases and flips, and its page."""

import datetime as dt
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from locdata_build.data.countries import CountryFile
from locdata_build.data.dataset import check_times
from locdata_build.data.files import CONNECTORS, Dataset
from locdata_build.data.products import ConnectorsFile, ErpFile
from locdata_build.data.record import walk
from locdata_build.data.site import SiteFile, SourceLicence
from locdata_build.data.statements import markers_in, separate_citations
from locdata_build.data.terms import TermsFile
from locdata_build.derive.published import derive
from locdata_build.derive.responses import api_responses
from locdata_build.render.markdown import page_as_markdown
from locdata_build.view.context import SiteContext
from locdata_build.view.pages.country import country_page
from locdata_model.endpoints import COUNTRY, DUE_DATES
from locdata_model.record import Record
from locdata_model.serialization import encode_json
from locdata_model.vocabulary import known_words_only

RecordT = TypeVar("RecordT", bound=Record)

DATA = Path("data_src")
GOLDENS = Path("tests/golden/countries")
UPDATE = "if the change is intended, run ./pants run tests/golden:update and review the diff"

SITE = SiteFile(
    schema="schema/site.schema.json",
    title="Golden",
    description="A site for golden files",
    version="0.0.0",
    base_url="https://golden.example",
    generated_at=dt.datetime(2026, 11, 21, tzinfo=dt.UTC),
    attribution="Golden",
    contact="golden@golden.example",
    data_licence=SourceLicence(name="Data", spdx="CC-BY-4.0", url="https://golden.example/data"),
    api_licence=SourceLicence(name="API", spdx="CC-BY-NC-4.0", url="https://golden.example/api"),
    commercial_licence="/licence/",
    regions=("Golden",),
)
"""Fixed settings, so that a release or another base URL changes no golden file. The time is the earliest build time."""


def build_goldens(code: str) -> dict[str, bytes]:
    """Return the golden files of a country by name, built from its file, the ERP registry and its connectors."""
    country = _load(CountryFile, DATA / "countries" / f"{code}.json")
    connectors = _connectors(code)
    # As in a build, the time is that of the newest check: no page is older than a check that it shows.
    checks = check_times(record for _, record in walk((country, connectors)))
    site = replace(SITE, generated_at=max(SITE.generated_at, *checks))
    dataset = Dataset(
        site=site,
        released_at=SITE.generated_at,
        erps=tuple(_load(ErpFile, file) for file in sorted((DATA / "erps").glob("*.json"))),
        countries=(country,),
        connectors=connectors,
        glossary=TermsFile(schema="schema/terms.schema.json", terms=(), sources={}),
        news=(),
        sponsors=(),
        sponsors_notice="Golden",
        tombstones=(),
        audits=(),
        releases=(),
        exceptions=(),
    )
    published = derive(dataset)
    values = {
        "api": api_responses(published)[COUNTRY.path_for(code)],
        "phases": published.phases,
        "flips": published.flips,
        # Due dates follow the day of the newest check, which would change all of them.
        **{name: rows for name, rows in published.data_files.items() if name != DUE_DATES.list_name},
    }
    page = country_page(SiteContext(dataset=dataset, published=published), published.records[0])
    files = {f"{name}.json": encode_json(value) for name, value in values.items()}
    return {**files, "page.md": page_as_markdown(page, site)}


def _connectors(code: str) -> ConnectorsFile:
    """Return the connectors of a country with their sources, so that other connectors do not affect its golden files."""
    whole = _load(ConnectorsFile, DATA / CONNECTORS.path)
    connectors = tuple(connector for connector in whole.connectors if code in connector.countries_in_scope)
    cited = {marker.source for connector in connectors for _, marker in markers_in(connector)}
    sources = {name: source for name, source in whole.sources.items() if name in cited}
    return replace(whole, connectors=connectors, sources=sources)


def _load(kind: type[RecordT], file: Path) -> RecordT:
    """Return the record in a file, unchecked: the site and the update command check it."""
    with known_words_only():
        record = msgspec.json.decode(file.read_bytes(), type=kind)
    separate_citations(each for _, each in walk(record))
    return record


def country_codes() -> list[str]:
    """Return the codes of the source files here: one in the test target of a country, all in a bare run of pytest."""
    return sorted(file.stem for file in (DATA / "countries").glob("*.json"))


def golden_codes() -> list[str]:
    """Return the codes of the countries that have golden files here."""
    return sorted(folder.name for folder in GOLDENS.glob("*/"))
