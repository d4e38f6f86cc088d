"""Broken citations are refused, each with its code and at its place, and right ones near the edge are accepted."""

from pathlib import Path

import pytest

from data.citing import FACT, citing, citing_text, record_path, refusals, stating, strict_set, with_record, with_value
from support.dataset import COUNTRY, ERP, Files, issues
from support.records import marked, source_record

CONNECTORS = "connectors.json"
OBLIGATION, MANDATE, REPORT = "$.obligations.saft", "$.e_invoicing.mandate", "$.reporting[0]"
PHASE = "$.obligations.e_invoicing_b2b.phases[0]"
PAGE = "https://tax.example/vat"
LAW = "https://law.example/act"
IN_LAW = f"{LAW}: Art. 1"
COPY = "https://copies.example/laws/act"
PRODUCT = "https://vendor.example/product"


def of_product(**fields: object) -> Files:
    """The strict set with a partner who cites the page of the first ERP product; ``fields`` describe it otherwise."""
    return with_record(PRODUCT, **fields)


FORM = {
    "source without a record": (with_value(COUNTRY, FACT, value="Euro[^x]."), f"{FACT}.value", "unknown-source"),
    "record that nothing cites": (with_value(COUNTRY, "$.sources", x=source_record(PAGE)), "$.sources.x", "unused-source"),
    "source named twice": (citing(FACT, PAGE, PAGE), f"{FACT}.value", "citation"),
    "id that is no id": (with_value(COUNTRY, "$.sources", **{"A B": source_record(PAGE)}), "$.sources", "wrong-pattern"),
    "kind that does not exist": (with_record(PAGE, kind="blog"), record_path(PAGE, "kind"), "unknown-word"),
    "empty title": (with_record(PAGE, title=""), record_path(PAGE, "title"), "empty"),
    "language by name": (with_record(PAGE, language="English"), record_path(PAGE, "language"), "wrong-pattern"),
    "source that was not read": (with_record(PAGE, evidence="unverified"), record_path(PAGE, "evidence"), "wrong-value"),
    "published after it was read": (with_record(PAGE, published="2026-11-21"), record_path(PAGE, "published"), "future-date"),
    **{
        f"another {name} elsewhere": (of_product(**{name: value}), record_path(PRODUCT, name), "source-conflict")
        for name, value in {
            "title": "Other", "publisher": "Other", "kind": "community", "language": "fr", "published": "2026-01-01",
        }.items()
    },
    **{
        f"page that is {url} elsewhere": (
            with_record("https://vendor.example/twin", url=url), record_path("https://vendor.example/twin"), "source-conflict"
        )
        for url in (
            "http://vendor.example/product", "https://vendor.example/product/", "https://www.vendor.example/product",
            "https://vendor.example:443/product", "https://vendor.example/%70roduct", "https://vendor.example/product?",
            "https://vendor.example//product", "https://vendor.example/docs/../product",
            "https://vendor.example/product?utm_source=mail&gclid=1",
        )
    },
    **{
        f"vendor of a product as {kind}": (
            with_record(PAGE, publisher="Vendor 2", kind=kind), record_path(PAGE, "kind"), "wrong-value"
        )
        for kind in ("authority", "press")
    },
    "copy of what is no law": (with_record(PAGE, read_at=COPY), record_path(PAGE, "read_at"), "law-copy"),
    "copy at the official address": (with_record(IN_LAW, read_at=LAW), record_path(LAW, "read_at"), "law-copy"),
    "copy at the official address with www": (
        with_record(IN_LAW, read_at="http://www.law.example/act/#art-1"), record_path(LAW, "read_at"), "law-copy"
    ),
    "copy on a host without a public name": (
        with_record(IN_LAW, read_at="https://nas.local/act"), record_path(LAW, "read_at"), "wrong-value"
    ),
    "copy on the site itself": (with_record(IN_LAW, read_at="https://data.example/act"), record_path(LAW, "read_at"), "own-site"),
    "law read on a landing page": (
        citing(FACT, IN_LAW, read_at="https://library.example/en/"), f"{FACT}.value", "landing-page"
    ),
    "checked after its source was read": (
        citing(FACT, PAGE, read="2026-11-19"), f"{FACT}.checked", "unread-source"
    ),
}  # fmt: skip
"""Files with a citation whose form is wrong, and where which issue is."""


@pytest.mark.parametrize(("files", "path", "code"), FORM.values(), ids=FORM)
def test_citation_of_the_wrong_form_is_refused(tmp_path: Path, files: Files, path: str, code: str) -> None:
    assert refusals(tmp_path, files) == [(COUNTRY, path, code)]


@pytest.mark.parametrize(
    ("file", "claim"),
    [(COUNTRY, FACT), (COUNTRY, OBLIGATION), (COUNTRY, MANDATE), (COUNTRY, "$.facts.statutory_accounts"), (CONNECTORS, "$.connectors[0]"), (ERP, "$")],
)  # fmt: skip
def test_claim_without_a_source_is_refused(tmp_path: Path, file: str, claim: str) -> None:
    assert refusals(tmp_path, citing(claim, file=file)) == [(file, citing_text(claim, file), "no-source")]


@pytest.mark.parametrize("claim", [FACT, OBLIGATION, MANDATE, REPORT])
@pytest.mark.parametrize(
    ("url", "code"), [("https://vendor.example/vat", "vendor-source"), ("https://tax.example/en", "landing-page")]
)
def test_claim_on_law_must_not_cite_a_vendor_or_a_landing_page_first(
    tmp_path: Path, claim: str, url: str, code: str
) -> None:
    assert refusals(tmp_path, citing(claim, url)) == [(COUNTRY, citing_text(claim), code)]


@pytest.mark.parametrize(
    "url",
    [
        "https://tax.example", "https://tax.example/", "https://tax.example:8443/", "https://tax.example/?",
        "https://tax.example/#vat", "https://tax.example/en", "https://tax.example/pt-BR/",
        "https://tax.example/index.html", "https://tax.example/fr/default.aspx", "https://tax.example/zh-Hant-HK",
        "https://tax.example/home/", "https://tax.example/en/index.html/", "https://tax.example/Pages/default.aspx",
        "https://tax.example//", "https://tax.example/./en/../", "https://tax.example/%65n/",
        "https://tax.example/?utm_source=mail&fbclid=1", "https://tax.example/index.php?lang=en",
        "https://tax.example/#!", "https://tax.example/#/",
    ],
)  # fmt: skip
def test_claim_on_law_must_not_cite_a_landing_page(tmp_path: Path, url: str) -> None:
    assert refusals(tmp_path, citing(FACT, IN_LAW, url)) == [(COUNTRY, f"{FACT}.value", "landing-page")]


@pytest.mark.parametrize(
    "url",
    [
        "https://sharing.example/doc/1", "https://SHARING.example/doc/1", "https://sharing.example:8443/doc/1",
        "https://sharing.example?doc=1", "https://de.sharing.example/doc/1", "https://code.example/someone/copies",
        "https://code.example/someone/copies?page=1", "https://code.example/Someone/c%6Fpies/act",
        "https://code.example//someone/else/../copies/act", "https://firm.example/blog?utm_medium=mail",
        "https://firm.example/blog/#new", "https://modules.example/browse/page/2",
    ],
)  # fmt: skip
def test_refused_source_is_refused_for_any_claim(tmp_path: Path, url: str) -> None:
    by_law = refusals(tmp_path / "law", citing(FACT, url))
    by_product = refusals(tmp_path / "product", citing("$", url, file=ERP))

    assert by_law == [(COUNTRY, record_path(url), "refused-source")]
    assert by_product == [(ERP, record_path(url), "refused-source")]


@pytest.mark.parametrize(
    ("url", "read_at", "path"),
    [
        (COPY, None, "url"),
        *(
            (LAW, f"https://{host}/act", "read_at")
            for host in ("sharing.example", "test.firm.example", "short.example")
        ),
    ],
)
def test_law_must_have_its_own_address_and_no_refused_copy(
    tmp_path: Path, url: str, read_at: str | None, path: str
) -> None:
    files = citing(FACT, f"{url}: Art. 1", kind="law", **({"read_at": read_at} if read_at else {}))

    assert refusals(tmp_path, files) == [(COUNTRY, record_path(url, path), "refused-source")]


NOT_PUBLIC = (
    "localhost", "intranet:8080", "10.0.0.1", "nas.local", "nas.LOCAL", "nas.lan:8080", "tax.test", "tax.invalid", "tax.onion",
    "nas.home.arpa",
)  # fmt: skip
OWN = (
    "data.example",
    "data.example?a=b",
    "data.example#top",
    "DATA.example/a",
    "data.example:443/a",
    "www.data.example/a",
)


@pytest.mark.parametrize(
    ("url", "code"), [*((f"{host}/vat", "wrong-value") for host in NOT_PUBLIC), *((url, "own-site") for url in OWN)]
)
def test_own_page_and_page_without_a_public_name_are_no_sources(tmp_path: Path, url: str, code: str) -> None:
    assert refusals(tmp_path, with_record(f"https://{url}")) == [(COUNTRY, record_path(f"https://{url}"), code)]


@pytest.mark.parametrize(
    "url",
    [
        "https://tax.example/en/vat", "https://tax.example/english/", "https://tax.example/eu-vida",
        "https://tax.example/?lang=en&page=vat", "https://tax.example/?p=7694&utm_source=mail",
        "https://tax.example/#/vat", "https://lan.example/vat", "https://home.arpa.example/vat",
        "https://notsharing.example/vat", "https://sharing.example.org/vat", "https://tax.example/sharing.example/",
        "https://code.example/someone/copies-of-acts/", "https://code.example/someone/", "https://firm.example/blog/vat",
        "https://firm.example/blog?post=1", "https://firm.example/vat", "https://data.example.org/vat",
    ],
)  # fmt: skip
def test_url_that_is_only_like_a_refused_one_is_accepted(tmp_path: Path, url: str) -> None:
    assert refusals(tmp_path, citing(FACT, url)) == []


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(citing(FACT, PAGE, "https://vendor.example/vat"), id="vendor as second source of a law"),
        pytest.param(citing("$", "https://vendor.example/about", file=ERP), id="vendor on its product"),
        pytest.param(citing(FACT, IN_LAW, read_at=COPY), id="law that was read in a mirror"),
        pytest.param(citing("$.partners[0]", "https://partner.example/"), id="landing page of a partner"),
        pytest.param(citing(FACT, PAGE, "https://tax.example/vat#rates"), id="two places on a page"),
        pytest.param(citing(FACT, PAGE, IN_LAW, read="2026-01-01"), id="second source that was read before the check"),
        pytest.param(citing("$.facts.statutory_accounts", PAGE), id="page that does not say what is not known"),
        pytest.param(with_record(PAGE, publisher="Vendor 2", kind="community"), id="users on a vendor's site"),
        pytest.param(with_record(PAGE, publisher="Vendor", kind="press"), id="name that begins like a vendor's"),
        pytest.param(with_record(PAGE, language="zh-Hant-TW", published=None), id="language with a script"),
        pytest.param(of_product(read="2026-11-21", evidence="search-extract"), id="source read otherwise elsewhere"),
    ],
)
def test_right_citation_near_the_edge_is_accepted(tmp_path: Path, files: Files) -> None:
    assert refusals(tmp_path, files) == []


def test_page_with_two_ids_in_a_file_is_refused(tmp_path: Path) -> None:
    files = citing(FACT, PAGE, "second")
    files[COUNTRY]["sources"] = {"second": source_record(PAGE)}

    assert refusals(tmp_path, files) == [(COUNTRY, record_path(PAGE).removesuffix(".url"), "source-conflict")]


def test_id_of_two_pages_is_refused(tmp_path: Path) -> None:
    files = strict_set()
    files[COUNTRY]["partners"][0]["summary"] = marked("Partner.", "vendor-example-product")
    files[COUNTRY]["sources"]["vendor-example-product"] = source_record(PAGE)

    assert refusals(tmp_path, files) == [(COUNTRY, record_path(PRODUCT).removesuffix(".url"), "source-conflict")]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            citing(FACT, "https://tax.example/"),
            "must be a deep link to the page that states the claim, got the landing page https://tax.example/",
        ),
        (citing(FACT, COPY), "must not be at copies.example (mirror): cite the original"),
        (
            with_record("https://www.vendor.example/product"),
            "must be https://vendor.example/product, as the page is cited elsewhere",
        ),
    ],
)
def test_issue_says_what_to_do(tmp_path: Path, files: Files, message: str) -> None:
    (issue,) = issues(tmp_path, files)

    assert message in issue


# Markers in texts

VENDOR = "https://vendor.example/vat"
FORUM = "https://forum.example/vat"
IN_FACT = f"{FACT}.value"


TWO = f"Euro[^{PAGE}]. Cents[^https://tax.example/cents]."
REFUSED_MARKERS = {
    "malformed": (stating(f"Euro[^{PAGE}], cents[^Cents]."), IN_FACT, "citation"),
    "misplaced": (stating(f"Euro [^{PAGE}]."), IN_FACT, "citation"),
    "id that no source has": (stating(f"Euro[^{PAGE}], cents[^tax-example-vats: Art. 1]."), IN_FACT, "unknown-source"),
    "law without a locator": (stating(f"Euro[^{PAGE}][^{LAW}]."), IN_FACT, "no-locator"),
    "law without a locator in a phase": (
        with_value(COUNTRY, PHASE, what=f"All[^{LAW}]"), f"{PHASE}.what", "no-locator"
    ),
    "sentence without a marker": (stating(f"Euro. {TWO}"), IN_FACT, "uncited"),
    "sentence between others": (stating(f"{TWO} Coins. Notes[^{PAGE}]."), IN_FACT, "uncited"),
    "rest after the last marker": (stating(f"{TWO} And coins."), IN_FACT, "uncited"),
    "text without a marker beside others": (
        with_value(COUNTRY, MANDATE, mandate=f"All[^{PAGE}].", scope=f"B2B[^{PAGE}]."), f"{MANDATE}.deadlines", "uncited"
    ),
    "figure of a service firm": (stating("Rate 5[^https://firm.example/vat]."), IN_FACT, "weak-source"),
    "figure of users and a firm": (
        stating(f"Euro[^{PAGE}], 100 cents[^https://firm.example/vat][^{FORUM}]."), IN_FACT, "weak-source"
    ),
    "date of a vendor": (stating(f"Euro[^{PAGE}]. From 1 May[^{VENDOR}]."), IN_FACT, "weak-source"),
    "marker in a name of a list": (
        with_value(COUNTRY, REPORT, aliases=["CA3", "CA12[^tax-example-fact]"]), f"{REPORT}.aliases", "citation"
    ),
    **{
        f"marker in {path}": (with_value(COUNTRY, path, **{name: "Name[^tax-example-fact]"}), f"{path}.{name}", "citation")
        for path, name in (("$.local_erps[0]", "name"), (REPORT, "report_local"), ("$.e_invoicing.erp_support[0]", "vendors"))
    },
}  # fmt: skip
"""Files with one fault in a marker or without one, the path of the text, and the code."""


@pytest.mark.parametrize(("files", "path", "code"), REFUSED_MARKERS.values(), ids=REFUSED_MARKERS)
def test_text_that_cites_wrongly_is_refused(tmp_path: Path, files: Files, path: str, code: str) -> None:
    assert refusals(tmp_path, files) == [(COUNTRY, path, code)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(TWO, id="a marker after each sentence"),
        pytest.param(f"Euro, cents. Coins. Notes[^{PAGE}].", id="one source for several sentences"),
        pytest.param(f"Euro. Cents[^{PAGE}: p. 1][^{PAGE}: p. 2].", id="two places in one source"),
        pytest.param(f"Euro[^{PAGE}], cents[^{LAW}: Art. 1]; coins[^{PAGE}]", id="statements in one sentence"),
        pytest.param(f"Not known[^{PAGE}][^{LAW}: Art. 1].", id="several sources without an answer"),
        pytest.param(f"Rate 5[^{PAGE}][^{VENDOR}].", id="figure of a vendor and an authority"),
        pytest.param(f"Euro[^{PAGE}], and a rate[^https://firm.example/vat].", id="words of a firm"),
        pytest.param(f"Euro[^{PAGE}]; B2B and form M3[^https://firm.example/vat].", id="digit in a name"),
        pytest.param(f"Rate [1], x^2[^{PAGE}].", id="brackets that are no marker"),
    ],
)  # fmt: skip
def test_text_that_cites_well_is_accepted(tmp_path: Path, text: str) -> None:
    assert refusals(tmp_path, stating(text)) == []


def test_figure_on_a_product_may_have_any_source(tmp_path: Path) -> None:
    files = with_value(COUNTRY, "$.erp_localizations[0]", value=f"Release 12[^{FORUM}].")

    assert refusals(tmp_path, files) == []


def test_first_marker_carries_the_claim(tmp_path: Path) -> None:
    files = stating(f"Euro[^{VENDOR}], cents[^{PAGE}].")

    assert refusals(tmp_path, files) == [(COUNTRY, IN_FACT, "vendor-source")]
