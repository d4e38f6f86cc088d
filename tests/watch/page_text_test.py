"""The text of a page is what readers see, divided into what it is about and what is around it."""

import time
from collections.abc import Sequence
from itertools import accumulate

import pytest

from locdata_watch.visits.page_text import NoTextError, PageText, read_page

TEXT = "Every business that sells goods or services in the country registers for the tax, files its returns and keeps all invoices."
"""Enough for a page."""


def read(body: str, head: str = "<title>VAT</title>", language: str = "en") -> PageText:
    """Return the text of an HTML page in UTF-8 with a body that ends with the text."""
    document = f"<!DOCTYPE html><html><head>{head}</head><body>{body}<p>{TEXT}</p></body></html>"
    return read_page(document.encode(), "text/html; charset=utf-8", language)


def main_lines(body: str) -> Sequence[str]:
    """Return the lines of a page that it is about, without the text."""
    page = read(body)
    assert page.main[-1] == TEXT
    return page.main[:-1]


def pdf(*lines: str) -> bytes:
    """Return a PDF file with a title and a page with these lines."""
    shown = "".join(f"({line}) Tj T* " for line in lines)
    stream = f"BT /F1 10 Tf 12 TL 50 700 Td {shown}ET"
    objects = [
        "<</Type /Catalog /Pages 2 0 R>>",
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        "<</Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox [0 0 600 800] /Resources <</Font <</F1 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>\nstream\n{stream}\nendstream",
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
        "<</Title (VAT  guide)>>",
    ]
    parts = ["%PDF-1.4\n", *(f"{number} 0 obj\n{each}\nendobj\n" for number, each in enumerate(objects, 1))]
    *starts, end = accumulate(map(len, parts))
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    trailer = f"trailer\n<</Size {len(objects) + 1} /Root 1 0 R /Info 6 0 R>>\nstartxref\n{end}\n%%EOF\n"
    return "".join((*parts, f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}", trailer)).encode()


def test_title_has_single_spaces() -> None:
    assert read("", "<title>\n VAT &amp;\n  rates </title>").title == "VAT & rates"


@pytest.mark.parametrize("head", ["", "<title></title>", "<title> \n</title>"])
def test_page_may_have_no_title(head: str) -> None:
    assert read("", head).title is None


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        pytest.param("<p>19 <b>per</b> <a href='/a'>c<i>ent</i></a><sup>1</sup></p>", ("19 per cent1",), id="inline"),
        pytest.param("<div>One</div>two<p>three<p>four", ("One", "two", "three", "four"), id="block"),
        pytest.param("One<br>two", ("One", "two"), id="line break"),
        pytest.param("<table><tr><th>Rate<td>19%<tr><td>Low<td>7%</table>", ("Rate", "19%", "Low", "7%"), id="cells"),
        pytest.param("<ul><li>One<ul><li>two</ul></ul>", ("One", "two"), id="lists"),
        pytest.param("One\n  line,\tlong", ("One line, long",), id="line breaks of the file"),
        pytest.param("<pre>19%  standard\n 7%  reduced\n</pre>", ("19% standard", "7% reduced"), id="preformatted"),
        pytest.param("thres&shy;hold 10&#x200b;000&nbsp;euro", ("threshold 10000 euro",), id="invisible characters"),
        pytest.param("One<hr>* * *<hr>two", ("One", "two"), id="lines without letters"),
    ],
)
def test_lines_end_where_readers_see_it(body: str, lines: Sequence[str]) -> None:
    assert main_lines(body) == lines


@pytest.mark.parametrize(
    "markup",
    [
        "<script>var rate = 19</script>",
        "<style>p { width: 19% }</style>",
        "<noscript>Turn on scripts: 19</noscript>",
        "<template>19</template>",
        "<svg><text>19</text></svg>",
        "<iframe>19</iframe>",
        "<select><option>19</option></select>",
        "<!-- 19 -->",
    ],
)
def test_what_readers_do_not_see_is_no_text(markup: str) -> None:
    assert "19" not in read(f"{markup}Rates").whole


@pytest.mark.parametrize(
    "markup",
    [
        "<nav><p>Besides</p></nav>",
        "<footer><p>Besides</p></footer>",
        "<aside>Besides</aside>",
        "<dialog open>Besides</dialog>",
        "<div role=navigation>Besides</div>",
        "<div role=alert>Besides</div>",
        "<div aria-modal=true>Besides</div>",
        "<div class=cookie-bar>Besides</div>",
        "<div id=newsletter>Besides</div>",
        "<ul class='list breadcrumb'><li>Besides</ul>",
        "<p><a href='/a'>Besides</a></p>",
        "<div class=teasers><div><p>Besides</div></div>",
    ],
)
def test_menus_footers_dialogs_and_bars_are_around_the_content(markup: str) -> None:
    page = read(f"<h1>Rates</h1>{markup}")

    assert (page.main, page.rest) == (("Rates", TEXT), ("Besides",))


def test_line_of_links_is_around_the_content() -> None:
    page = read("<p><a href='/a'>Rates</a> | <a href='/b'>Forms</a></p>")

    assert (page.main, page.rest) == ((TEXT,), ("Rates | Forms",))


def test_line_with_a_link_is_content() -> None:
    assert main_lines("<p>See the <a href='/a'>rates</a></p>") == ("See the rates",)


@pytest.mark.parametrize("name", ["menulis", "languages-of-the-state", "national"])
def test_names_that_only_begin_like_those_of_menus_are_content(name: str) -> None:
    assert main_lines(f"<div class={name}>Rates</div>") == ("Rates",)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("<form id=aspnetForm class=menu><h1>Rates</h1></form>", id="form around the page"),
        pytest.param("<div class='page has-sidebar'><h1>Rates</h1></div>", id="page with a sidebar"),
        pytest.param("<details><summary>Rates</summary></details>", id="folded text"),
        pytest.param("<div hidden>Rates</div>", id="hidden until it is opened"),
    ],
)
def test_whole_pages_and_folded_text_are_content(body: str) -> None:
    assert main_lines(body) == ("Rates",)


def test_name_of_a_whole_body_says_nothing() -> None:
    page = read_page(f"<html><body class='has-sidebar'><p>{TEXT}</html>".encode(), "text/html", "en")

    assert page.main == (TEXT,)


@pytest.mark.parametrize(
    "start",
    ["<main>", "<div role=main>", "<article>", "<div id=content>", "<div id=main>"],
)
def test_page_is_about_what_is_in_its_main_element(start: str) -> None:
    page = read_page(f"<html><body><p>Before{start}<p>{TEXT}".encode(), "text/html", "en")

    assert (page.main, page.rest) == ((TEXT,), ("Before",))


def test_menu_in_the_main_element_is_around_the_content() -> None:
    page = read_page(f"<html><body><main><nav>Rates</nav><p>{TEXT}</main>".encode(), "text/html", "en")

    assert (page.main, page.rest) == ((TEXT,), ("Rates",))


@pytest.mark.parametrize(
    "body", ["<main>Short</main>", f"<article>{TEXT}</article><article>Second</article>", "<div id=content></div>"]
)
def test_page_is_about_all_of_it_if_no_element_has_most_of_it(body: str) -> None:
    assert read(body).main[-1] == TEXT
    assert read(body).rest == ()


CZECH = "Žluťoučký kůň"


@pytest.mark.parametrize(
    ("encoding", "content_type", "head", "language"),
    [
        pytest.param("cp1250", "text/html; charset=windows-1250", "", "en", id="header"),
        pytest.param("cp1250", "text/html", "<meta charset=windows-1250>", "en", id="meta"),
        pytest.param(
            "cp1250",
            "text/html",
            "<meta http-equiv=Content-Type content='text/html; charset=windows-1250'>",
            "en",
            id="old meta",
        ),
        pytest.param("utf-8", "text/html", "", "cs", id="undeclared UTF-8"),
        pytest.param("cp1250", "text/html", "", "cs-CZ", id="undeclared encoding of the language"),
        pytest.param("utf-8-sig", "text/html; charset=windows-1250", "", "cs", id="byte order mark"),
        pytest.param("utf-16", "text/html", "", "cs", id="UTF-16"),
    ],
)
def test_encoding_is_declared_or_that_of_the_language(
    encoding: str, content_type: str, head: str, language: str
) -> None:
    document = f"<!DOCTYPE html><html><head>{head}<title>{CZECH}</title></head><body><p>{TEXT}</p></body></html>"

    assert read_page(document.encode(encoding), content_type, language).title == CZECH


@pytest.mark.parametrize(
    ("text", "encoding", "language"),
    [
        ("Ставката е 20 на сто", "cp1251", "bg"),
        ("Ο συντελεστής είναι 24%", "cp1253", "el"),
        ("KDV oranı %20'dir, işletmeler", "cp1254", "tr"),
        ("שיעור המס", "cp1255", "he"),
        ("معدل الضريبة", "cp1256", "ar"),
        ("Tarifas yra šešių", "cp1257", "lt"),
        ("อัตราภาษี", "cp874", "th"),
        ("標準税率は10%です", "shift_jis", "ja"),
        ("표준 세율", "cp949", "ko"),
        ("标准税率", "gb18030", "zh-CN"),
        ("Société à 20 €", "cp1252", "fr"),
    ],
)
def test_old_page_that_declares_no_encoding_is_in_that_of_its_language(text: str, encoding: str, language: str) -> None:
    body = f"<html><body><p>{text}<p>{TEXT}".encode(encoding)

    assert read_page(body, "text/html", language).main == (text, TEXT)


def test_unclosed_tags_end_where_browsers_end_them() -> None:
    page = read_page(f"<title>VAT</title><p>One <b>two<p>three<table><td>four</b><p>{TEXT}".encode(), "text/html", "en")

    assert page == PageText("VAT", ("One two", "three", "four", TEXT))


@pytest.mark.parametrize("start", ["<div>", "<b>", "<div class=menu>", "<table><tr><td>", "<p><a href='/a'>"])
def test_elements_may_be_nested_very_deep(start: str) -> None:
    began = time.process_time()
    page = read_page(f"<html><body>{start * 20_000}{TEXT}".encode(), "text/html", "en")

    assert page.whole == TEXT
    # Reading each element once takes about half a second, and reading its contents for each of them more than five.
    assert time.process_time() - began < 3


def test_lines_of_a_pdf_file_are_its_content() -> None:
    page = read_page(pdf("The rate is 19%.", TEXT), "application/octet-stream", "en")

    assert page == PageText("VAT guide", ("The rate is 19%.", TEXT))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param(b"<html>Not found</html>", "no PDF file that can be read", id="no PDF file"),
        pytest.param(b"%PDF-1.4\nbroken", "no PDF file that can be read", id="cut off"),
        pytest.param(b"%PDF-1.4\ntrailer\n<</Root 9 0 R>>\n%%EOF", "no PDF file that can be read", id="no pages"),
        pytest.param(pdf(), "which may be scanned", id="scanned"),
    ],
)
def test_pdf_file_without_text_is_refused(body: bytes, reason: str) -> None:
    with pytest.raises(NoTextError, match=reason):
        read_page(body, "application/pdf", "en")


@pytest.mark.parametrize(
    ("content_type", "body", "lines"),
    [
        pytest.param("text/plain", f"Rate: 19%\n\n  {TEXT}\n", ("Rate: 19%", TEXT), id="text"),
        pytest.param("", f"Rate: 19%\n{TEXT}", ("Rate: 19%", TEXT), id="no type"),
        pytest.param("text/markdown", f"# Rates\n\n---\n\n- {TEXT}", ("# Rates", f"- {TEXT}"), id="Markdown"),
        pytest.param(
            "application/xml",
            f"<?xml version='1.0'?>\n<rate name='low'>\n7 {TEXT}</rate>",
            (f"7 {TEXT}",),
            id="XML",
        ),
        pytest.param(
            "text/plain",
            "<?xml version='1.0'?>\n<xs:schema version='1.04'>\n<xs:element name='Rate'/>\n</xs:schema>",
            ("<?xml version='1.0'?>", "<xs:schema version='1.04'>", "<xs:element name='Rate'/>", "</xs:schema>"),
            id="schema",
        ),
        pytest.param(
            "application/json", f'{{"rate": 19,\n"text": "{TEXT}"}}', ('{"rate": 19,', f'"text": "{TEXT}"}}'), id="JSON"
        ),
    ],
)
def test_lines_of_other_text_are_its_content(content_type: str, body: str, lines: Sequence[str]) -> None:
    page = read_page(body.encode(), content_type, "en")

    assert page == PageText(None, tuple(lines))


def test_text_in_an_old_encoding_is_read_as_well() -> None:
    text = f"Ставка налога 20 процентов\n{TEXT}"

    assert read_page(text.encode("cp1251"), "text/plain", "ru").main[0] == "Ставка налога 20 процентов"


@pytest.mark.parametrize("content_type", ["", "application/octet-stream", "application/xhtml+xml; charset=utf-8"])
def test_html_is_known_from_its_start_or_its_type(content_type: str) -> None:
    page = read_page(f"<!DOCTYPE html>\n<html><p>Rate<p>{TEXT}".encode(), content_type, "en")

    assert page.main == ("Rate", TEXT)


@pytest.mark.parametrize("content_type", ["image/png", "application/zip", "application/octet-stream", "video/mp4"])
def test_files_without_text_are_refused(content_type: str) -> None:
    with pytest.raises(NoTextError, match=f"no text in {content_type}"):
        read_page(b"\x89PNG\r\n\x1a\n" * 100, content_type, "en")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<html></html>",
        f"<html><title>{TEXT}</title><div id=root></div><script>start()</script>",
        "<html><body>Loading …</body></html>",
    ],
)
def test_page_that_scripts_make_is_refused(body: str) -> None:
    with pytest.raises(NoTextError, match="scripts may make the page"):
        read_page(body.encode(), "text/html", "en")


@pytest.mark.parametrize(
    "title",
    ["Just a moment...", "Attention Required! | Shield", "Access Denied", "Are you a robot?", "Request Rejected"],
)
def test_page_that_asks_whether_the_reader_is_a_program_is_refused(title: str) -> None:
    with pytest.raises(NoTextError, match="asks whether the reader is a program"):
        read("", f"<title>{title}</title>")
