"""The answers of the tools: matching records in the words of the API, short, with ids and sources, and with the unknown."""

import datetime as dt
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_client import Client, NotFoundError
from locdata_mcp.answers.answer import MAX_TOKENS, NOTICE, answer_of, answered, answered_best_first, fits, shown
from locdata_mcp.answers.names import codes_by_region
from locdata_mcp.answers.obligations import ObligationRecord
from locdata_mcp.server.tools import TOOLS, InvalidArgumentsError
from locdata_model import Statement, Verification, estimated_tokens
from support.additions import COUNTRY_CODE, WORD
from support.values import objects, restated, texts

Ask = Callable[..., dict[str, Any]]

COUNTRIES = ("aq", "bv", "gs", "hm", "io")
MATRIX_COUNTRIES = ("aq", "bv", "gs")


@pytest.fixture(scope="module")
def client(site: Path) -> Client:
    """A client of the sample."""
    return Client(site, fresh_for=3_600)


def asking(client: Client) -> Ask:
    """Return a function that calls a tool by its name and returns the answer as JSON."""
    tools = {tool.name: tool for tool in TOOLS}

    def ask(name: str, **arguments: object) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(tools[name].answer_to(client, arguments)))
        return answer

    return ask


@pytest.fixture(scope="module")
def ask(client: Client) -> Ask:
    """A function that calls a tool on the sample."""
    return asking(client)


def ids(answer: dict[str, Any]) -> list[str]:
    """Return the ids of the records of an answer."""
    return [record["id"] for record in answer["records"]]


# Every answer


def test_every_record_has_an_id_and_a_source(ask: Ask) -> None:
    answers = [ask("find", text="alpha"), ask("obligations"), ask("upcoming"), ask("reports")]
    answers += [ask("erp_support", countries=["aq"])]

    for answer in answers:
        assert answer["records"]
        for record in answer["records"]:
            assert record["id"]
            assert record["source_url"].startswith("https://")


@pytest.mark.parametrize(
    ("statements", "text", "cites"),
    [
        pytest.param([("A.", ["https://a.example"], [None])], "A.", None, id="source of the record"),
        pytest.param([("A.", ["https://a.example"], ["Art. 1"])], "A.[^1]", {"1": "Art. 1"}, id="place in it"),
        pytest.param(
            [("A.", ["https://b.example"], ["Art. 1"])], "A.[^1]", {"1": "https://b.example Art. 1"}, id="other source"
        ),
        pytest.param(
            [
                ("A;", ["https://a.example", "https://b.example"], [None, None]),
                ("B.", ["https://b.example"], [None]),
                ("C.", ["https://a.example"], [None]),
                ("D.", [], []),
            ],
            "A;[^1] B.[^2] C.[^1] D.",
            {"1": "https://a.example", "2": "https://b.example"},
            id="several",
        ),
    ],
)
def test_statement_cites_its_own_source_where_it_is_not_that_of_the_record(
    client: Client, statements: list[tuple[str, list[str], list[str | None]]], text: str, cites: dict[str, str] | None
) -> None:
    obligation = msgspec.structs.replace(
        client.obligations("aq")[0],
        source_urls=("https://a.example", "https://b.example"),
        statements=tuple(
            Statement(
                field="summary",
                text=words,
                source_urls=tuple(urls),
                locators=tuple(locators),
                verification=Verification.OFFICIAL,
            )
            for words, urls, locators in statements
        ),
    )
    record = shown(obligation, ObligationRecord)

    assert (record.summary, record.cites or None) == (text, cites)


def test_every_mark_in_an_answer_has_what_it_cites(ask: Ask) -> None:
    answers = [ask("country", countries=[code]) for code in COUNTRIES] + [ask("country", countries=["aq"], topic="vat")]
    answers += [ask("obligations"), ask("obligations", countries=["aq"]), ask("upcoming"), ask("reports")]
    answers += [
        ask("reports", countries=["aq"]),
        ask("erp_support", countries=["aq"]),
        ask("find", text="alpha invoice"),
    ]
    records = [record for record in objects(answers) if "id" in record]
    marks = [{*re.findall(r"\[\^(\d+)\]", "".join(texts([*record.values()])))} for record in records]

    assert marks == [{*record.get("cites", ())} for record in records]
    assert set().union(*marks) >= {"1", "2"}


class Row(msgspec.Struct):
    """A record of a size that a test chooses."""

    id: int
    text: str | None


@given(st.lists(st.integers(0, 3_000), max_size=60))
def test_records_that_do_not_fit_are_shortened_and_then_left_out_and_counted(sizes: list[int]) -> None:
    records = [Row(number, "x" * size) for number, size in enumerate(sizes)]
    answer = answered(dt.date(2026, 1, 1), records, shortened=[lambda row: Row(row.id, None)])

    assert estimated_tokens(msgspec.json.encode(answer)) <= MAX_TOKENS
    assert [row.id for row in answer.records] == [*range(len(records) - answer.left_out)]
    assert answer.records == (*records,) or {row.text for row in answer.records} <= {None}


@given(st.lists(st.integers(10, 3_000), min_size=1, max_size=60))
def test_best_records_are_shortened_last(sizes: list[int]) -> None:
    records = [Row(number, "x" * size) for number, size in enumerate(sizes)]
    answer = answered_best_first(dt.date(2026, 1, 1), records, shorten=lambda row: Row(row.id, None))
    whole = sum(row.text is not None for row in answer.records)

    assert fits(answer)
    assert answer.records[:whole] == (*records[:whole],)
    assert {row.text for row in answer.records[whole:]} <= {None}
    assert whole == len(records) or not fits(
        answer_of(answer.as_of, [*records[: whole + 1], *answer.records[whole + 1 :]])
    )


class PlacedRow(Row):
    """A record of a country."""

    country: str


@pytest.mark.parametrize(
    ("countries", "hint"),
    [
        (["aq"] * 10 + ["bv"] * 20 + ["hm"] * 5, "left out: records of bv, hm; ask for these alone"),
        (["aq"] * 30, "ask with more arguments"),
    ],
    ids=["several countries", "one country"],
)
def test_hint_names_the_records_that_were_left_out(countries: list[str], hint: str) -> None:
    records = [PlacedRow(number, "x" * 250, country) for number, country in enumerate(countries)]
    answer = answered(dt.date(2026, 1, 1), records)

    assert answer.left_out > 0
    assert answer.hint == hint


@pytest.mark.parametrize(
    ("tool", "arguments", "hint"),
    [
        (
            "obligations",
            {"kind": "e_invoicing_b2b", "status": "enacted"},
            "no obligation matches; of these countries and this kind, by status: 2 in_force, 1 none, 1 planned, 1 unknown",
        ),
        (
            "reports",
            {"countries": ["bv"], "frequency": "daily"},
            "no report matches, of 1 that are recorded: ask without kind and frequency",
        ),
        (
            "upcoming",
            {"from": "2050-01-01"},
            "no phase is recorded in these days; planned or enacted without a date: bv-saft",
        ),
        ("find", {"text": "zyzzyva"}, "no record has these words: try another spelling, the local name or fewer words"),
        ("erp_support", {"countries": ["io"], "products": ["erp_id_04"]}, "no source says anything of this support"),
        (
            "records",
            {"kind": "formats", "countries": ["io"]},
            "none of the formats of the site applies on 2026-11-21 there: ask for another day or country",
        ),
    ],
)
def test_answer_without_records_has_a_hint(ask: Ask, tool: str, arguments: dict[str, Any], hint: str) -> None:
    answer = ask(tool, **arguments)

    assert (answer["records"], answer["hint"]) == ([], hint)


# Names


@pytest.mark.parametrize("name", ["aq", "AQ", "Antarctica", " antarctica ", "ANTÁRCTICA", "Antárktika", "南极洲"])
def test_country_is_named_by_its_code_or_one_of_its_names(ask: Ask, name: str) -> None:
    assert ask("country", countries=[name])["records"][0]["code"] == "aq"


@pytest.mark.parametrize("name", ["erp_id_01", "Aurora ERP", "aurora"])
def test_product_is_named_by_its_id_or_a_part_of_its_name(ask: Ask, name: str) -> None:
    answer = ask("erp_support", countries=["aq"], products=[name])

    assert {record["product"] for record in answer["records"]} == {"erp_id_01"}


def test_part_of_several_names_and_unknown_name_are_refused(ask: Ask) -> None:
    # South Georgia, Heard Island and Bouvet Island.
    for name in ("island", "Anatolia"):
        with pytest.raises(
            NotFoundError, match=f"nothing is recorded of the country '{name}'; there are aq, bv, gs, hm, io"
        ):
            ask("country", countries=[name])


def test_region_stands_for_its_countries(ask: Ask) -> None:
    assert ids(ask("obligations", countries=["south", "io"], kind="saft")) == ["aq-saft", "bv-saft", "io-saft"]


def test_eu_is_the_european_union(client: Client) -> None:
    antarctica, bouvet, *_ = client.countries()

    assert codes_by_region([msgspec.structs.replace(antarctica, region="European Union"), bouvet])["eu"] == ("aq",)


def test_names_of_countries_need_no_index_of_the_search(site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns("search.json"))

    assert asking(Client(folder))("country", countries=["南极洲"])["records"][0]["code"] == "aq"


# Rates, thresholds and formats


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"kind": "vat-rates", "countries": ["hm"]}, ["hm-increased", "hm-standard"]),
        ({"kind": "vat-rates", "countries": ["aq", "bv"], "date": "2013-12-31"}, ["aq-standard-until-2013"]),
        ({"kind": "thresholds", "countries": ["Bouvet Island"]}, ["bv-registration"]),
        ({"kind": "formats", "countries": ["aq"]}, ["aq-aq-invoice-1", "aq-files"]),
        ({"kind": "formats", "countries": ["aq"], "date": "2027-01-01"}, ["aq-aq-invoice-2", "aq-files"]),
    ],
)
def test_records_apply_on_the_day(ask: Ask, query: dict[str, Any], expected: list[str]) -> None:
    assert sorted(ids(ask("records", **query))) == expected


def test_record_has_its_days_its_values_as_texts_and_what_it_applies_to(ask: Ask) -> None:
    (found,) = ask("records", kind="thresholds", countries=["aq"], date="2027-03-31")["records"][6:7]

    assert found == {
        "id": "aq-small-invoicers",
        "country": "aq",
        "since": "2026-01-01",
        "until": "2027-03-31",
        "values": {
            "kind": "e-invoicing",
            "amount": "1000.5",
            "currency": "ICD",
            "basis": "month",
            "obligation": "e_invoicing_b2b",
        },
        "text": "Need not issue e-invoices up to the amount.[^1]",
        "verification": "official",
        "source_url": "https://tax.example/aq/vat",
        "cites": {"1": "section 6"},
    }


def test_unknown_kind_of_records_is_refused_with_the_kinds(ask: Ask) -> None:
    with pytest.raises(NotFoundError, match="'rates'; the kinds are vat-rates, thresholds, formats"):
        ask("records", kind="rates")


def test_records_of_which_it_is_not_known_whether_they_applied_already_are_named(ask: Ask) -> None:
    assert ask("records", kind="formats", countries=["aq"], date="2026-10-04")["unknown"] == [
        "whether these applied on 2026-10-04 already: aq-files"
    ]
    assert "unknown" not in ask("records", kind="formats", countries=["aq"], date="2026-10-05")


# Obligations


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"countries": ["io", "Antarctica"], "kind": "saft"}, ["aq-saft", "io-saft"]),
        ({"mode": "clearance"}, ["gs-real-time-reporting"]),
        ({"status": "enacted"}, ["aq-audit-file", "bv-e-invoicing-b2g", "bv-saft"]),
        ({"kind": "saft", "applies": True}, ["aq-saft"]),
        ({"kind": "audit_file", "applies": False}, ["aq-audit-file", "hm-audit-file"]),
        ({"kind": "audit_file", "applies": True, "date": "2027-01-01"}, ["aq-audit-file", "gs-audit-file"]),
        ({"kind": "audit_file", "applies": True, "date": "2018-12-31"}, []),
    ],
)
def test_obligations_are_filtered(ask: Ask, query: dict[str, Any], expected: list[str]) -> None:
    assert ids(ask("obligations", **query)) == expected


@pytest.mark.parametrize(
    ("date", "applies", "binds"),
    [("2026-12-31", False, []), ("2027-01-01", True, ["report"]), (None, False, [])],
    ids=["before", "from", "without"],
)
def test_what_an_obligation_requires_is_that_of_the_day_and_its_verdict_that_of_the_build(
    ask: Ask, client: Client, date: str | None, applies: bool, binds: list[str]
) -> None:
    (record,) = ask("obligations", countries=["aq"], kind="audit_file", **({"date": date} if date else {}))["records"]

    assert (record["applies"], record["binds"]) == (applies, binds)
    assert record["verdict"] == client.obligations("aq")[-1].verdict


@pytest.mark.parametrize(
    ("query", "unclear"),
    [
        ({"kind": "saft", "applies": True}, "hm-saft, io-saft"),
        ({"kind": "saft", "applies": False}, "hm-saft, io-saft"),
        ({"kind": "saft", "applies": True, "status": "in_force"}, None),
        ({"mode": "clearance"}, "io-real-time-reporting"),
    ],
)
def test_obligations_of_which_it_is_not_known_whether_they_match_are_named(
    ask: Ask, query: dict[str, Any], unclear: str | None
) -> None:
    assert ask("obligations", **query).get("unknown") == ([f"whether these match: {unclear}"] if unclear else None)


# Phases


def test_phases_are_those_between_two_days_and_countries_without_one_are_named(ask: Ask, client: Client) -> None:
    answer = ask("upcoming", countries=["aq"], **{"from": "2027-01-01", "to": "2027-12-31"})

    assert ids(answer) == [
        phase.id for phase in client.upcoming("aq", dt.date(2027, 12, 31), since=dt.date(2027, 1, 1))
    ]
    assert {record["date"][:4] for record in answer["records"]} == {"2027"}
    answer = ask("upcoming", countries=["aq", "io", "hm"], **{"from": "2027-01-01", "to": "2027-01-31"})
    assert answer["unknown"] == ["no phase of these days is recorded in io, hm"]


def test_phases_are_those_after_the_build_by_default(ask: Ask, client: Client) -> None:
    assert ids(ask("upcoming")) == [phase.id for phase in client.upcoming()]
    assert {record["obligation"] for record in ask("upcoming", kind="audit_file")["records"]} == {"audit_file"}


# Reports


def test_reports_are_filtered_by_country_kind_and_frequency(ask: Ask, client: Client) -> None:
    def expected(matches: Callable[[Any], bool]) -> list[str]:
        return [report.id for report in client.reports() if matches(report)] or ["none"]

    assert ids(ask("reports", countries=["gs"])) == expected(lambda report: report.country == "gs")
    assert ids(ask("reports", kind="saf-t")) == expected(lambda report: "saf-t" in (report.kind, *report.also_kinds))
    assert ids(ask("reports", frequency="quarterly")) == expected(
        lambda report: "quarterly" in [each.frequency for each in report.frequencies]
    )


def test_reports_without_a_coded_frequency_are_named(ask: Ask) -> None:
    assert ask("reports", countries=["aq"], frequency="quarterly")["unknown"] == [
        "whether these match, because their frequency is in words alone: saf-t-aq-2"
    ]
    assert "unknown" not in ask("reports", countries=["aq"])


def test_reports_of_other_kinds_that_the_glossary_relates_to_a_kind_are_named(site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    path = folder / "api/v1/terms.json"
    terms = msgspec.json.decode(path.read_bytes())
    general, national = terms["data"][:2]
    general["id"] = "withholding"
    national |= {"see": ["withholding"], "aliases": ["Ice return"]}
    path.write_bytes(msgspec.json.encode(terms))
    answer = asking(Client(folder))("reports", kind="withholding", countries=["aq"])

    assert ids(answer) == ["vat-reporting-aq-5"]
    assert answer["hint"] == "related reports of other kinds: vat-reporting-aq-1 (Eismehrwertsteuererklärung)"


# ERP products


def test_support_of_a_report_says_what_the_product_does(ask: Ask) -> None:
    answer = ask("erp_support", countries=["aq"], products=["erp_id_01"])

    assert [record["action"] for record in answer["records"] if record["about"] == "report"] == ["files"]


def test_one_country_and_one_product_give_everything_on_the_two(ask: Ask, client: Client) -> None:
    answer = ask("erp_support", countries=["aq"], products=["erp_id_01"])
    support = client.erp_support("aq", "erp_id_01")
    reports = [each.support.id for each in support.reports if each.support and each.support.support != "unknown"]

    assert support.e_invoicing
    assert support.localization
    assert ids(answer) == [
        support.e_invoicing.id,
        support.localization.id,
        *reports,
        *(connector.id for connector in support.connectors),
    ]


def test_one_country_and_several_products_give_all_support_by_subject(ask: Ask) -> None:
    products = ["erp_id_01", "erp_id_03"]
    together = ask("erp_support", countries=["aq"], products=products)
    alone = [
        record for product in products for record in ask("erp_support", countries=["aq"], products=[product])["records"]
    ]

    assert sorted(ids(together)) == sorted(record["id"] for record in alone)
    assert [*dict.fromkeys(record["about"] for record in together["records"])] == [
        "e_invoicing",
        "localization",
        "report",
        "connector",
    ]


def test_several_countries_and_products_give_the_matrix(ask: Ask, client: Client) -> None:
    cells = {
        (fact.country, fact.erp): fact.value
        for code in MATRIX_COUNTRIES
        for fact in client.country(code).facts
        if fact.topic == "e_invoicing_erp_support"
    }
    answer = ask("erp_support")
    known = {(code, row["product"]): cell["support"] for row in answer["matrix"] for code, cell in row["cells"].items()}

    assert known == {pair: support for pair, support in cells.items() if support != "unknown/unverified"}
    assert answer["records"] == []


def test_one_product_gives_its_cells_and_its_connectors(ask: Ask, client: Client) -> None:
    def connectors(answer: dict[str, Any]) -> list[str]:
        return [record["id"] for record in answer["records"] if record["about"] == "connector"]

    of_product = [each for each in client.connectors() if each.erp == "erp_id_01"]

    assert connectors(ask("erp_support", products=["erp_id_01"])) == [each.id for each in of_product] != []
    assert connectors(ask("erp_support", products=["erp_id_01"], countries=["bv", "gs"])) == [
        each.id for each in of_product if {"bv", "gs"} & {*each.countries_in_scope}
    ]


def test_unknown_support_is_named_by_product_and_by_country_outside_the_matrix(ask: Ask) -> None:
    assert ask("erp_support")["unknown"] == [
        "erp_id_02: e-invoicing in gs",
        "erp_id_03: e-invoicing in gs",
        "erp_id_04: e-invoicing in aq, gs",
    ]
    for countries in (["hm"], ["hm", "aq"]):
        assert "e-invoicing in hm, which is not in the matrix" in ask("erp_support", countries=countries)["unknown"]


# Countries


def test_country_has_its_obligations_and_next_phases(ask: Ask, client: Client) -> None:
    (record,) = ask("country", countries=["aq"])["records"]

    assert [each["verdict"] for each in record["obligations"]] == [each.verdict for each in client.obligations("aq")]
    assert [each["id"] for each in record["upcoming"]] == [each.id for each in client.upcoming("aq")]
    assert record["reports"] == len(client.reports("aq"))


def test_several_countries_have_as_much_as_fits_and_the_others_are_named(ask: Ask) -> None:
    answer = ask("country", countries=["bv", "aq"])
    everything = ask("country", countries=[*COUNTRIES])

    assert [record["code"] for record in answer["records"]] == ["bv", "aq"]
    assert all(record["obligations"] for record in answer["records"])
    assert len(everything["records"]) + everything.get("left_out", 0) == len(COUNTRIES)
    assert {fact["topic"] for code in ("aq", "bv") for fact in facts_of(ask, code)} == {"vat"}


def facts_of(ask: Ask, code: str) -> list[dict[str, Any]]:
    """Return the facts on VAT of a country, asked for with others."""
    records = ask("country", countries=["aq", "bv"], topic="vat")["records"]
    return next(record["facts"] for record in records if record["code"] == code)


def test_facts_of_a_topic_have_the_texts_that_fit(site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    path = folder / "api/v1/countries/aq.json"
    detail = msgspec.json.decode(path.read_bytes())
    facts = [fact for fact in detail["data"]["facts"] if fact["topic"] == "erp_localization"]
    for fact in facts:
        restated(fact, "value", "x" * 2_000)
    path.write_bytes(msgspec.json.encode(detail))

    (record,) = asking(Client(folder))("country", countries=["aq"], topic="erp_localization")["records"]

    assert [fact["id"] for fact in record["facts"]] == [fact["id"] for fact in facts]
    assert [fact.get("text") for fact in record["facts"]] == ["x" * 2_000, "x" * 2_000, None]


# Sources


def test_sources_of_a_record_begin_with_the_one_that_carries_it(ask: Ask, client: Client) -> None:
    for obligation in client.obligations():
        urls = [record["url"] for record in ask("sources", record=obligation.id)["records"]]

        assert tuple(urls[: len(obligation.source_urls)]) == obligation.source_urls


def test_sources_of_every_kind_of_record_are_found(ask: Ask, client: Client) -> None:
    claims = {claim for source in client.sources() for claim in source.claims}
    records = [*claims, *(claim.partition("/")[2] for claim in claims), *(phase.id for phase in client.upcoming())]

    for record in records:
        assert ask("sources", record=record)["records"], record


def test_sources_of_a_record_of_any_list_are_in_its_order(site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    path = folder / "api/v1/partners.json"
    response = msgspec.json.decode(path.read_bytes())
    urls = [source.url for source in reversed(Client(folder).sources())]
    response["data"][0]["source_urls"] = urls
    path.write_bytes(msgspec.json.encode(response))

    answer = asking(Client(folder))("sources", record=response["data"][0]["id"])

    assert [record["url"] for record in answer["records"]] == urls[: len(answer["records"])]


def test_id_of_no_record_is_refused(ask: Ask) -> None:
    with pytest.raises(NotFoundError, match="no record has the id 'nothing'"):
        ask("sources", record="nothing")


# Wrong arguments, and a later version of the site


@given(name=st.sampled_from([tool.name for tool in TOOLS]), arguments=st.data())
def test_no_arguments_end_in_another_error(ask: Ask, name: str, arguments: st.DataObject) -> None:
    tool = next(tool for tool in TOOLS if tool.name == name)
    values = (
        st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.lists(st.text(max_size=5), max_size=3)
    )
    chosen = arguments.draw(st.dictionaries(st.sampled_from([*tool.input_schema["properties"], "other"]), values))

    try:
        answer = ask(name, **chosen)
    except (InvalidArgumentsError, NotFoundError) as error:
        assert str(error)  # noqa: PT017  # either an answer or one of these errors
    else:
        assert answer["notice"] == NOTICE


def test_words_and_countries_of_a_later_version_are_answered(site_with_additions: Path) -> None:
    ask = asking(Client(site_with_additions))

    assert ask("country", countries=[COUNTRY_CODE])["records"][0]["name"] == "Added"
    assert WORD in {record["kind"] for record in ask("reports")["records"]}
    assert ask("find", text="Alpha")["records"][0]["id"] == "alpha"
