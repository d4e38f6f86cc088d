"""Edits that break a promise are told by its name, and no other edit is.

The edits of data are edits of the small set of source files, built anew. Those of types and words, and the additions to
them, are made in the built OpenAPI document.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from contract.sites import Edit, SchemaEdit, taken
from locdata_build.contract.difference import Bump, compare
from locdata_build.contract.promises import broken_promises, needless_tombstones
from locdata_build.contract.snapshot import Snapshot
from locdata_model.endpoints import OPENAPI_PATH
from support.dataset import COUNTRY, Files, country, erp, obligation, source, support, whole
from support.dataset import sponsor as placement


class Break(NamedTuple):
    """An edit, the promises that it breaks by part and name, and the version that it asks for once they are buried."""

    edit: Edit | None
    schema_edit: SchemaEdit | None
    broken: list[str]
    bump: Bump = Bump.MINOR


def schema(name: str) -> Callable[[SchemaEdit], SchemaEdit]:
    """An edit of one component schema."""
    return lambda edit: lambda schemas: edit(schemas[name])


def remove_product(files: Files) -> None:
    """Take a product out of the registry, and all that is said of it out of the country."""
    del files["erps/erp_id_02.json"]
    files[COUNTRY]["e_invoicing"]["erp_support"].pop()
    files[COUNTRY]["partner_flags"] = []


def remove_country(files: Files) -> None:
    """Leave another country alone."""
    files["countries/de.json"] = country("de", "Germany")
    del files[COUNTRY]
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = ["de"]


BREAKS = {
    "a removed fact": Break(
        lambda files: files[COUNTRY].update(erp_localizations=[]),
        None,
        ["record facts/fr-erp-localization-erp_id_01", "record data/countries/fr-Product 1 localization"],
    ),
    "a removed country": Break(
        remove_country,
        None,
        [
            "path /api/v1/countries/fr.json",
            "path /france/index.html",
            "path /france/index.md",
            "path /feeds/countries/fr.ics",
            "anchor *fr*",
            "record countries/fr",
            "record *fr-*",
        ],
    ),
    "a removed partner": Break(
        lambda files: files[COUNTRY].update(partners=[]),
        None,
        ["record partners/fr-erp_id_01-partner", "anchor *partner*"],
    ),
    "a renamed local ERP": Break(
        lambda files: files[COUNTRY]["local_erps"][0].update(slug="renamed"),
        None,
        ["record local-erps/fr-local", "anchor /local-erps/#local-erp-fr-local", "anchor /france/#local-erp-fr-local"],
    ),
    "a removed report": Break(
        lambda files: files[COUNTRY].update(reporting=[]),
        None,
        ["anchor */#vat-reporting*", "record data/reporting/vat-reporting-fr-1"],
    ),
    "a removed product": Break(
        remove_product,
        None,
        [
            "path /api/v1/erps/erp_id_02.json",
            "path /erp/erp_id_02/index.*",
            "anchor *erp*",
            "anchor /france/*",
            "record *erp_id_02",
            "field ReportingRecord.erp_key_02",
        ],
        Bump.MAJOR,
    ),
    "a removed phase": Break(
        lambda files: files[COUNTRY]["obligations"].update(e_invoicing_b2b=obligation("in_force", "2026-01-01")),
        None,
        ["record phases/fr-e-invoicing-b2b-step-2", "anchor */#step-fr-e-invoicing-b2b-step-2"],
    ),
    "a renamed field": Break(
        None,
        schema("Fact")(lambda fact: fact["properties"].update(text=fact["properties"].pop("value"))),
        ["field Fact.value"],
        Bump.MAJOR,
    ),
    "a field that may be null": Break(
        None,
        schema("Fact")(
            lambda fact: fact["properties"].update(label={"anyOf": [fact["properties"]["label"], {"type": "null"}]})
        ),
        ["field Fact.label"],
        Bump.MAJOR,
    ),
    "a field that may be missing": Break(
        None, schema("Fact")(lambda fact: fact["required"].remove("value")), ["field Fact.value"], Bump.MAJOR
    ),
    "a narrowed vocabulary": Break(
        None,
        schema("ConnectorType")(lambda words: words["enum"].remove("vendor-branded")),
        ["word ConnectorType.vendor-branded"],
        Bump.MAJOR,
    ),
    "a removed type": Break(None, lambda schemas: schemas.pop("Provider"), ["type Provider"], Bump.MAJOR),
}


class Harmless(NamedTuple):
    """An edit that breaks nothing, and the version that it asks for."""

    edit: Edit | None
    bump: Bump
    schema_edit: SchemaEdit | None = None


def more(place: str, name: str, value: object) -> Edit:
    """An edit that puts one more entry at the end of a list."""
    return lambda files: files[place][name].append(value)


def of_site(**values: str) -> Edit:
    """An edit of what the site says about itself."""
    return lambda files: files["site.json"].update(values)


def of_saft(*given: str) -> Edit:
    """An edit of the duty to hand in SAF-T files."""
    return lambda files: files[COUNTRY]["obligations"].update(saft=obligation(*given))


def of_vat(name: str, value: object) -> Edit:
    """An edit of the VAT rate's provenance."""
    return lambda files: files[COUNTRY]["facts"]["vat"]["provenance"].update({name: value})


def add_product(files: Files) -> None:
    """A third product, of which nothing is known in the country."""
    files["erps/erp_id_03.json"] = erp(3)
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support("erp_id_03", "unknown/unverified"))


NEWS = whole()["news.json"]["news"][0]
PARTNER = whole()[COUNTRY]["partners"][0]
REPORT = whole()[COUNTRY]["reporting"][0]

HARMLESS = {
    "an edited text": Harmless(lambda f: f[COUNTRY]["facts"]["vat"].update(value="Standard rate 21%."), Bump.PATCH),
    "a new source": Harmless(of_vat("source_urls", [source("fact"), source("other")]), Bump.PATCH),
    "another source": Harmless(of_vat("source_urls", [source("other")]), Bump.PATCH),
    "another day of checking": Harmless(of_vat("last_checked", "2026-11-19"), Bump.PATCH),
    "a moved phase": Harmless(
        lambda f: f[COUNTRY]["obligations"].update(e_invoicing_b2b=obligation("in_force", "2026-01-01", "2028-01-01")),
        Bump.PATCH,
    ),
    "a changed status": Harmless(of_saft("in_force"), Bump.PATCH),
    "a new phase": Harmless(of_saft("planned", "2027-06-01"), Bump.MINOR),
    "a new country": Harmless(lambda f: f.update({"countries/de.json": country("de", "Germany")}), Bump.MINOR),
    "a new product": Harmless(add_product, Bump.MINOR),
    "a new partner": Harmless(more(COUNTRY, "partners", {**PARTNER, "slug": "other", "name": "Other"}), Bump.MINOR),
    "a new report": Harmless(
        more(COUNTRY, "reporting", {**REPORT, "report_en": "SAF-T", "topic": "saf-t"}), Bump.MINOR
    ),
    "a new news item": Harmless(
        more("news.json", "news", {**NEWS, "id": "n2", "url": "https://vendor.example/news/2"}), Bump.MINOR
    ),
    "a new sponsor": Harmless(more("sponsors.json", "sponsors", placement()), Bump.MINOR),
    "a new field": Harmless(
        None, Bump.MINOR, schema("Fact")(lambda fact: fact["properties"].update(note={"type": "string"}))
    ),
    "a new word": Harmless(None, Bump.MINOR, schema("Status")(lambda words: words["enum"].append("disputed"))),
    "a new type": Harmless(None, Bump.MINOR, lambda schemas: schemas.update(Rate={"properties": {}})),
    "another description": Harmless(None, Bump.NONE, schema("Fact")(lambda fact: fact.update(description="Other."))),
    "another order of words": Harmless(None, Bump.NONE, schema("Topic")(lambda words: words["enum"].reverse())),
    "a later build": Harmless(of_site(generated_at="2027-11-21T00:00:00Z"), Bump.NONE),
    "another base URL": Harmless(of_site(base_url="https://other.example/sub"), Bump.NONE),
    "a new version": Harmless(of_site(version="1.3.0"), Bump.NONE),
    "another title": Harmless(of_site(title="Other"), Bump.NONE),
}


@pytest.fixture(scope="module")
def last(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The last release."""
    return taken(tmp_path_factory.mktemp("last"))


def bury(edit: Edit | None, broken: list[str]) -> Edit:
    """The edit, with a tombstone for each promise that it breaks."""

    def buried(files: Files) -> None:
        if edit:
            edit(files)
        files["tombstones.json"]["tombstones"] = [
            {"part": part, "name": name, "since": "1.2.3", "reason": "It was wrong.", "replaced_by": None}
            for part, _, name in (promise.partition(" ") for promise in broken)
        ]

    return buried


def exact(broken: list[str]) -> list[str]:
    """The promises that are named, not meant by a star."""
    return [promise for promise in broken if "*" not in promise]


@pytest.mark.parametrize("case", BREAKS.values(), ids=BREAKS)
def test_a_broken_promise_is_told_by_its_name_and_asks_for_a_major_version(
    tmp_path: Path, last: Snapshot, case: Break
) -> None:
    today = taken(tmp_path, case.edit, case.schema_edit)
    told = [line.partition(" ")[2] for line in broken_promises(last, today)]

    assert [promise for promise in exact(case.broken) if not any(line.startswith(f"{promise}:") for line in told)] == []
    assert compare(last, today).bump is Bump.MAJOR


@pytest.mark.parametrize("case", BREAKS.values(), ids=BREAKS)
def test_a_buried_promise_passes(tmp_path: Path, last: Snapshot, case: Break) -> None:
    today = taken(tmp_path, bury(case.edit, case.broken), case.schema_edit)

    assert list(broken_promises(last, today)) == []
    assert compare(last, today).bump is case.bump


def test_tombstones_of_what_is_still_there_are_needless(tmp_path: Path) -> None:
    promises = list(dict.fromkeys(promise for case in BREAKS.values() for promise in exact(case.broken)))
    promises = [promise for promise in promises if not promise.startswith("field ")]
    today = taken(tmp_path, bury(None, promises))

    assert [f"{stone.part} {stone.name}" for stone in needless_tombstones(today)] == promises


@pytest.mark.parametrize("case", BREAKS.values(), ids=BREAKS)
def test_a_tombstone_with_the_edit_is_needed(tmp_path: Path, case: Break) -> None:
    today = taken(tmp_path, bury(case.edit, exact(case.broken)), case.schema_edit)

    assert list(needless_tombstones(today)) == []


@pytest.mark.parametrize("case", HARMLESS.values(), ids=HARMLESS)
def test_a_harmless_edit_breaks_no_promise(tmp_path: Path, last: Snapshot, case: Harmless) -> None:
    today = taken(tmp_path, case.edit, case.schema_edit)

    assert list(broken_promises(last, today)) == []
    assert compare(last, today).bump is case.bump


def test_a_file_that_is_no_longer_made_breaks_a_promise(last: Snapshot) -> None:
    paths = tuple(path for path in last.contract.paths if path != OPENAPI_PATH)
    (line,) = broken_promises(last, replace(last, contract=replace(last.contract, paths=paths)))

    assert line.startswith(f"removed path {OPENAPI_PATH}: ")


def test_a_report_that_was_removed_moves_the_places_of_those_after_it(tmp_path: Path) -> None:
    both: Any = more(COUNTRY, "reporting", {**REPORT, "report_en": "List of sales"})

    def first_gone(files: Files) -> None:
        both(files)
        files[COUNTRY]["reporting"].pop(0)

    before, after = taken(tmp_path / "old", both), taken(tmp_path / "new", first_gone)

    assert [line.partition(":")[0] for line in broken_promises(before, after)] == [
        "removed anchor /france/#vat-reporting-fr-2",
        "removed anchor /reporting/#vat-reporting-fr-2",
        "removed record data/reporting/vat-reporting-fr-2",
    ]
