"""Every record of a file is found with its path, in a broken file as far as records stand."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.inspect import type_info

from locdata_build.check.walk import salvage, walk
from locdata_build.source.files import ConnectorsFile, CountryFile, ErpFile, NewsFile
from locdata_model.record import Record
from support.dataset import COUNTRY, ERP, faults, whole


def salvaged(value: object, kind: type[Record]) -> list[tuple[str, str]]:
    """The path and the type of each record that stands."""
    return [(path, type(record).__name__) for path, record in salvage(value, type_info(kind))]


def test_records_are_walked_in_the_order_of_the_file() -> None:
    record = msgspec.convert(whole()[COUNTRY], CountryFile)

    assert [path for path, _ in walk(record)] == [
        "$",
        "$.map_tile",
        "$.facts",
        "$.facts.currency",
        "$.facts.currency.provenance",
        "$.facts.vat",
        "$.facts.vat.provenance",
        "$.facts.e_invoicing",
        "$.facts.e_invoicing.provenance",
        "$.facts.periodic_reporting",
        "$.facts.periodic_reporting.provenance",
        "$.facts.eu_vida",
        "$.facts.eu_vida.provenance",
        "$.facts.statutory_accounts",
        "$.facts.statutory_accounts.provenance",
        "$.facts.tax_authority",
        "$.facts.tax_authority.provenance",
        "$.obligations",
        "$.obligations.e_invoicing_b2b",
        "$.obligations.e_invoicing_b2b.phases[0]",
        "$.obligations.e_invoicing_b2b.phases[1]",
        "$.obligations.e_invoicing_b2b.provenance",
        "$.obligations.e_invoicing_b2g",
        "$.obligations.e_invoicing_b2g.phases[0]",
        "$.obligations.e_invoicing_b2g.provenance",
        "$.obligations.real_time_reporting",
        "$.obligations.real_time_reporting.phases[0]",
        "$.obligations.real_time_reporting.provenance",
        "$.obligations.saft",
        "$.obligations.saft.provenance",
        "$.obligations.audit_file",
        "$.obligations.audit_file.provenance",
        "$.e_invoicing",
        "$.e_invoicing.mandate",
        "$.e_invoicing.mandate.provenance",
        "$.e_invoicing.erp_support[0]",
        "$.e_invoicing.erp_support[0].provenance",
        "$.e_invoicing.erp_support[1]",
        "$.e_invoicing.erp_support[1].provenance",
        "$.erp_localizations[0]",
        "$.erp_localizations[0].provenance",
        "$.reporting[0]",
        "$.reporting[0].erp_support[0]",
        "$.reporting[0].provenance",
        "$.local_erps[0]",
        "$.local_erps[0].provenance",
        "$.partners[0]",
        "$.partners[0].provenance",
        "$.partner_flags[0]",
        "$.partner_flags[0].provenance",
    ]


def test_walked_records_are_those_at_their_paths() -> None:
    record = msgspec.convert(whole()[ERP], ErpFile)

    assert [*walk(record)] == [("$", record), ("$.provenance", record.provenance)]


@pytest.mark.parametrize("value", ["text", 1, None, {"a": 1}])
def test_value_that_is_no_record_holds_none(value: object) -> None:
    assert [*walk(value)] == []


def test_whole_file_is_salvaged_as_it_is_walked() -> None:
    value = whole()[COUNTRY]

    assert [*salvage(value, type_info(CountryFile))] == [*walk(msgspec.convert(value, CountryFile))]


def test_records_beside_a_broken_one_are_salvaged() -> None:
    value = whole()["connectors.json"]
    good = value["connectors"][0]
    value["connectors"] = [{**good, "erp": 1}, good]

    assert salvaged(value, ConnectorsFile) == [
        ("$.connectors[0].provenance", "RatedProvenance"),
        ("$.connectors[1]", "ConnectorNote"),
        ("$.connectors[1].provenance", "RatedProvenance"),
    ]


def test_records_inside_what_may_be_null_are_salvaged() -> None:
    value = {"e_invoicing": whole()[COUNTRY]["e_invoicing"]}
    del value["e_invoicing"]["erp_support"][0]

    assert salvaged(value, CountryFile) == [
        ("$.e_invoicing", "EInvoicing"),
        ("$.e_invoicing.mandate", "Mandate"),
        ("$.e_invoicing.mandate.provenance", "RatedProvenance"),
        ("$.e_invoicing.erp_support[0]", "ErpSupport"),
        ("$.e_invoicing.erp_support[0].provenance", "RatedProvenance"),
    ]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(None, id="null"),
        pytest.param([], id="list"),
        pytest.param({}, id="empty object"),
        pytest.param({"news": None}, id="null for a list"),
        pytest.param({"news": {}}, id="object for a list"),
        pytest.param({"news": [None, 1, "n1", []]}, id="list of other things"),
        pytest.param({"news": [{"id": "n1"}]}, id="record with little in it"),
        pytest.param({"noos": []}, id="unknown field"),
    ],
)
def test_nothing_is_salvaged_where_no_record_stands(value: Any) -> None:  # noqa: ANN401
    assert salvaged(value, NewsFile) == []


def test_rules_for_records_hold_in_a_file_of_another_shape(tmp_path: Path) -> None:
    files = whole()
    del files[COUNTRY]["name"]
    files[COUNTRY]["facts"]["vat"]["provenance"]["last_checked"] = "2026-11-22"
    files[COUNTRY]["partners"][0]["erp"] = "erp_id_03"
    files[COUNTRY]["e_invoicing"]["erp_support"][1]["support_type"] = "native"

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.name: must be present, but is missing [missing-field]",
        (
            "data/countries/fr.json: $.facts.vat.provenance.last_checked: must not lie after the build's date 2026-11-21, "
            "but is 2026-11-22 [future-date]"
        ),
        (
            "data/countries/fr.json: $.e_invoicing.erp_support[1].provenance: must have a source where the support type is "
            "'native' [support-marker]"
        ),
        (
            "data/countries/fr.json: $.partners[0].erp: must be an ERP product that has a file, "
            "but is 'erp_id_03' (did you mean 'erp_id_02'?) [unknown-erp]"
        ),
    ]


def test_rules_for_records_hold_inside_a_broken_union(tmp_path: Path) -> None:
    files = whole()
    del files[COUNTRY]["e_invoicing"]["mandate"]["scope"]
    files[COUNTRY]["e_invoicing"]["erp_support"][0]["erp"] = "erp_id_03"

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.e_invoicing.mandate.scope: must be present, but is missing [missing-field]",
        (
            "data/countries/fr.json: $.e_invoicing.erp_support[0].erp: must be an ERP product that has a file, "
            "but is 'erp_id_03' (did you mean 'erp_id_02'?) [unknown-erp]"
        ),
    ]
