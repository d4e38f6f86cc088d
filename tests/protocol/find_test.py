"""The search finds the records that the words of a query name, in the countries that it names."""

import shutil
from pathlib import Path

import msgspec
import pytest

from locdata_client import Client
from locdata_mcp.answers.search_index import index_of
from protocol.answers_test import Ask, asking, ids


@pytest.fixture(scope="module")
def client(site: Path) -> Client:
    """A client of the sample."""
    return Client(site, fresh_for=3_600)


@pytest.fixture(scope="module")
def ask(client: Client) -> Ask:
    """A function that calls a tool on the sample."""
    return asking(client)


@pytest.mark.parametrize(
    ("text", "kind", "record"),
    [
        ("Alpha", "term", "alpha"),
        ("alpha invoice", "term", "alpha"),
        ("فاتورة", "term", "alpha"),
        ("Antarctica", "country", "aq"),
        ("Aurora ERP", "product", "erp_id_01"),
        ("IV-1", "report", "vat-reporting-aq-1"),
        ("Eismehrwertsteuererklarung", "report", "vat-reporting-aq-1"),
        ("VAT return Bouvet Island", "report", "vat-reporting-bv-1"),
        ("VAT return 南极洲", "report", "vat-reporting-aq-1"),
        ("SAFT", "report", "saf-t-gs-1"),
        ("receipts too", "phase", "aq-real-time-reporting-receipts"),
        ("local ERP Heard Island", "local-erp", "hm-hm-local"),
        ("deadline of the VAT return in Antarctica", "report", "vat-reporting-aq-1"),
    ],
)
def test_first_hit_is_the_record_that_the_words_name(ask: Ask, text: str, kind: str, record: str) -> None:
    first, *_ = ask("find", text=text)["records"]

    assert (first["kind"], first["id"]) == (kind, record)


def test_report_that_is_found_has_the_known_support_of_products(ask: Ask) -> None:
    supports = [ask("find", text=text)["records"][0].get("erp_support") for text in ("IV-1", "Quelleneissteuer")]

    assert supports == [{"erp_id_01": "native", "erp_id_02": "add-on"}, None]


def test_words_that_occur_nowhere_are_unknown(ask: Ask) -> None:
    answer = ask("find", text="alpha zyzzyva")

    assert answer["unknown"] == ["zyzzyva"]
    assert ids(answer)[0] == "alpha"
    assert ask("find", text="?!")["records"] == []
    assert ask("find", text="Penguins partner Heard Island")["unknown"] == ["penguins"]
    assert "unknown" not in ask("find", text="Penguin partner")


@pytest.mark.parametrize(
    ("text", "countries"),
    [
        ("partner Heard Island", {"hm"}),
        ("partner HM", {"hm"}),
        ("partner hm", {"aq", "bv", "hm"}),
        ("partner south", {"aq", "bv"}),
        ("partner", {"aq", "bv", "hm"}),
    ],
    ids=["country", "code", "word", "region", "neither"],
)
def test_countries_and_regions_in_the_text_limit_the_search(ask: Ask, text: str, countries: set[str]) -> None:
    hits = [hit for hit in ask("find", text=text, limit=10)["records"] if hit["kind"] == "partner"]

    assert {code for hit in hits for code in hit["countries"]} == countries


def test_hits_are_of_the_countries_and_at_most_as_many_as_wanted(ask: Ask) -> None:
    assert {*ask("find", text="VAT", countries=["gs"], limit=1)["records"][0]["countries"]} == {"gs"}
    assert len(ask("find", text="VAT", limit=2)["records"]) == 2


def test_country_without_a_hit_does_not_limit_the_search(ask: Ask) -> None:
    first, *_ = ask("find", text="Lambda Antarctica")["records"]

    assert (first["id"], first["countries"]) == ("lambda", ["hm"])


def test_search_indexes_the_records_of_a_version_once(client: Client) -> None:
    assert index_of(client) is index_of(client)


def test_search_finds_the_records_of_a_new_version_of_the_site(site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    path = folder / "api/v1/terms.json"
    find = asking(Client(folder))
    assert find("find", text="Zyzzyva")["records"] == []

    path.write_bytes(path.read_bytes().replace(b'"name": "Alpha"', b'"name": "Zyzzyva"'))
    assert ids(find("find", text="Zyzzyva")) == ["alpha"]


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("VAT rates Bouvet Island", "bv-standard"),
        ("registration threshold Heard Island", "hm-registration"),
        ("registration thresholds HM", "hm-registration"),
        ("penalties Antarctica", "aq-penalty"),
        ("archiving in Antarctica", "aq-archiving"),
    ],
)
def test_rates_thresholds_and_rules_are_found_by_their_kinds_in_singular_or_plural(
    ask: Ask, text: str, record: str
) -> None:
    assert ids(ask("find", text=text))[0] == record


def test_records_that_have_ended_are_not_found(ask: Ask) -> None:
    assert "aq-standard-until-2013" not in ids(ask("find", text="VAT rates Antarctica", limit=20))


def test_hits_of_several_countries_come_by_turns(ask: Ask) -> None:
    countries = [hit["countries"] for hit in ask("find", text="VAT rates Antarctica and Heard Island")["records"]]

    assert sorted(countries[:2]) == sorted(countries[2:4]) == [["aq"], ["hm"]]


def test_hits_beyond_the_limit_are_counted(ask: Ask) -> None:
    few, many = (ask("find", text="VAT rates Antarctica", limit=limit) for limit in (1, 20))

    assert few["hint"] == f"{len(many['records']) - 1} more: ask with countries, other words or a higher limit"
    assert "hint" not in many


def test_country_is_found_by_an_alias_that_is_a_word_elsewhere(site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    path = folder / "api/v1/countries.json"
    countries = msgspec.json.decode(path.read_bytes())
    countries["data"][0]["aliases"] = ["EL"]
    path.write_bytes(msgspec.json.encode(countries))

    assert ids(asking(Client(folder))("find", text="EL"))[0] == "aq"


def test_texts_end_with_one_full_stop(client: Client) -> None:
    doubled = [entry.hit.id for entry in index_of(client).entries if ".." in str(entry.hit.text)]

    assert doubled == []
