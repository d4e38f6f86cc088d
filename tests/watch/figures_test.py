"""Figures of English statements are found on pages in the notation of the page, and only where the page states them."""

from collections.abc import Sequence

import pytest

from locdata_watch.findings.figures import gone_figures, page_figures, statement_figures, words_and_figures
from locdata_watch.visits.page_text import PageText


def written(statement: str) -> Sequence[str]:
    """Return the figures of a statement as it writes them."""
    return [figure.text for figure in statement_figures(statement)]


def states(text: str, language: str, figure: str) -> bool:
    """Return whether a page with a text states the figure of a statement."""
    (only,) = statement_figures(figure)
    return page_figures(PageText(None, (text,)), language).has(only)


def gone(figure: str, before: PageText, after: PageText, language: str = "en") -> Sequence[str]:
    """Return the figures of a statement that a page had and has no more."""
    return [
        each.text
        for each in gone_figures(
            statement_figures(figure), page_figures(before, language), page_figures(after, language)
        )
    ]


def page(*main: str, rest: Sequence[str] = ()) -> PageText:
    """Return a page with lines that it is about, and lines around them."""
    return PageText(None, main, tuple(rest))


@pytest.mark.parametrize(
    ("statement", "figures"),
    [
        ("The rate is 19%.", ["19%"]),
        ("The reduced rate is 5%.", ["5%"]),
        ("Exempt up to EUR 10,000.", ["10,000"]),
        ("From 1 January 2027.", ["1 January 2027"]),
        ("Since January 2027, B2G too.", ["January 2027"]),
        ("Due on 31 March each year.", ["31 March"]),
        ("Due by the 20th.", ["20th"]),
        ("GSTR-3B replaces D406.", ["GSTR-3B", "D406"]),
        ("Invoices are in FA(3).", ["FA(3)"]),
        ("Turnover above INR 5 crore.", ["5 crore"]),
        ("Turnover above INR 5,00,00,000.", ["5,00,00,000"]),
        ("Version 1.0.10 of the interface.", ["1.0.10"]),
        ("The rate is 19%, and 19% on imports.", ["19%"]),
    ],
)
def test_figures_of_a_statement_are_as_it_writes_them(statement: str, figures: Sequence[str]) -> None:
    assert written(statement) == figures


def test_single_digits_and_names_of_kinds_of_sales_are_no_figures() -> None:
    assert written("B2B and B2G sellers keep 3 copies for B2C.") == []


@pytest.mark.parametrize(
    ("text", "language", "figure"),
    [
        ("Der Satz beträgt 19 %.", "de", "19%"),
        ("19 v. H.", "de", "19%"),
        ("taux de 5,5 %", "fr", "5.5%"),
        ("20 pour cent", "fr", "20%"),
        ("21 por ciento", "es", "21%"),
        ("23 procent", "pl", "23%"),
        ("20 на сто", "bg", "20%"),
        ("20 відсотків", "uk", "20%"),
        ("24 τοις εκατό", "el", "24%"),
        ("27 százalék", "hu", "27%"),
        ("%18", "tr", "18%"),
        ("yüzde 18", "tr", "18%"),
        ("ร้อยละ ๗", "th", "7%"),
        ("税率は１０％", "ja", "10%"),
        ("10 퍼센트", "ko", "10%"),
        ("१८ प्रतिशत", "hi", "18%"),
        ("17 אחוז", "he", "17%"),
        ("٥٪", "ar", "5%"),
        ("٪٥", "ar", "5%"),
        ("10 phần trăm", "vi", "10%"),
    ],
)
def test_percentages_are_found_in_the_notation_of_a_language(text: str, language: str, figure: str) -> None:
    assert states(text, language, figure)


@pytest.mark.parametrize(
    ("text", "language", "figure"),
    [
        ("10.000 Euro", "de", "EUR 10,000"),
        ("10.000,50 Euro", "de", "EUR 10,000.50"),
        ("10 000 €", "fr", "EUR 10,000"),
        ("10\u202f000 €", "fr", "EUR 10,000"),
        ("10\u00a0000 Kč", "cs", "CZK 10,000"),
        ("10’000 Franken", "de-CH", "CHF 10,000"),
        ("١٠٬٠٠٠ درهم", "ar", "AED 10,000"),
        ("๑๐,๐๐๐ บาท", "th", "THB 10,000"),
        ("１０，０００円", "ja", "JPY 10,000"),
        ("१०,००० रुपये", "hi", "INR 10,000"),
    ],
)
def test_numbers_are_found_with_the_digits_and_separators_of_a_language(text: str, language: str, figure: str) -> None:
    assert states(text, language, figure)


@pytest.mark.parametrize(
    ("text", "language", "figure"),
    [
        ("₹ 5,00,00,000", "en-IN", "INR 5 crore"),
        ("50 million rupees", "en-IN", "INR 5 crore"),
        ("50 lakh", "en-IN", "INR 5,000,000"),
        ("5 करोड़", "hi", "INR 5 crore"),
        ("5 Mio. Euro", "de", "EUR 5 million"),
        ("5 Millionen Euro", "de", "EUR 5,000,000"),
        ("1,5 milioni di euro", "it", "EUR 1.5 million"),
        ("500 tis. Kč", "cs", "CZK 500,000"),
        ("30 тыс. рублей", "ru", "RUB 30,000"),
        ("3 milyon lira", "tr", "TRY 3 million"),
        ("1,000万円", "ja", "JPY 10 million"),
        ("500万元", "zh-CN", "CNY 5 million"),
        ("1억 400만 원", "ko", "KRW 104,000,000"),
        ("1.8 ล้านบาท", "th", "THB 1,800,000"),
    ],
)
def test_words_multiply_the_number_before_them(text: str, language: str, figure: str) -> None:
    assert states(text, language, figure)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("January 1st, 2027", "en"),
        ("1. Januar 2027", "de"),
        ("1er janvier 2027", "fr"),
        ("1.º de enero de 2027", "es"),
        ("1 de janeiro de 2027", "pt"),
        ("1 stycznia 2027 r.", "pl"),
        ("1. ledna 2027", "cs"),
        ("1 ianuarie 2027", "ro"),
        ("2027. január 1.", "hu"),
        ("1. tammikuuta 2027", "fi"),
        ("1. siječnja 2027.", "hr"),
        ("1. januarja 2027", "sl"),
        ("1. januara 2027. godine", "sr-Latn"),
        ("1. јануара 2027. године", "sr"),
        ("nuo 2027 m. sausio 1 d.", "lt"),
        ("no 2027. gada 1. janvāra", "lv"),
        ("alates 1. jaanuarist 2027", "et"),
        ("2027. aasta 1. jaanuarist", "et"),
        ("1 января 2027 года", "ru"),
        ("1η Ιανουαρίου 2027", "el"),
        ("ב-1 בינואר 2027", "he"),
        ("١ يناير ٢٠٢٧", "ar"),
        ("१ जनवरी २०२७", "hi"),
        ("ngày 1 tháng 1 năm 2027", "vi"),
        ("2027-01-01", "sv"),
        ("1.1.2027", "de"),
        ("01/01/27", "it"),
        ("2027年1月1日", "ja"),
        ("2027년 1월 1일", "ko"),
    ],
)
def test_dates_are_found_in_the_notation_of_a_language(text: str, language: str) -> None:
    assert states(text, language, "1 January 2027")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("1 มกราคม 2570", "th"),
        ("๑ ม.ค. พ.ศ. ๒๕๗๐", "th"),
        ("1/1/2570", "th"),
        ("令和9年1月1日", "ja"),
        ("令和９年（2027年）1月1日", "ja"),
        ("2027年（令和9年）1月1日", "ja"),
    ],
)
def test_years_of_the_buddhist_and_the_japanese_era_are_years_of_ours(text: str, language: str) -> None:
    assert states(text, language, "1 January 2027")


@pytest.mark.parametrize("figure", ["5 January 2027", "1 May 2027"])
def test_date_of_numbers_may_have_the_day_first_or_the_month(figure: str) -> None:
    assert states("5/1/2027", "en", figure)


def test_number_above_twelve_is_the_day_of_a_date() -> None:
    assert states("5/31/2027", "en", "31 May 2027")
    assert states("31/5/2027", "en", "31 May 2027")


@pytest.mark.parametrize("figure", ["31 January", "January 2027", "2027"])
def test_date_states_its_month_its_year_and_its_place_in_the_year(figure: str) -> None:
    assert states("bis zum 31.01.2027", "de", figure)


@pytest.mark.parametrize("figure", ["EUR 1,234", "EUR 1.234"])
@pytest.mark.parametrize("text", ["1.234", "1,234"])
def test_separator_before_three_digits_may_be_of_thousands_or_of_decimals(text: str, figure: str) -> None:
    assert states(text, "de", figure)


def test_several_points_are_those_of_a_version_or_of_thousands() -> None:
    assert states("1.0.10", "de", "version 1.0.10")
    assert states("10.000.000", "de", "EUR 10,000,000")


@pytest.mark.parametrize(
    ("text", "figure"),
    [("GSTR 3B", "GSTR-3B"), ("FA (3)", "FA(3)"), ("D 406", "D406"), ("gstr-3b.pdf", "GSTR-3B")],
)
def test_form_numbers_are_found_with_other_punctuation_and_case(text: str, figure: str) -> None:
    assert states(text, "en", figure)


@pytest.mark.parametrize(
    ("text", "language", "figure"),
    [
        pytest.param("Der Satz beträgt 20 %.", "de", "19%", id="another percentage"),
        pytest.param("119 %", "de", "19%", id="end of a longer number"),
        pytest.param("1,19", "de", "19%", id="decimals of a number"),
        pytest.param("Seit 19 Jahren", "de", "19.5%", id="whole part of a decimal"),
        pytest.param("am 20. Mai 2026", "de", "20th", id="day of a date"),
        pytest.param("20.05.2026", "de", "20th", id="day of a date of numbers"),
        pytest.param("1. Januar 2028", "de", "1 January 2027", id="another year"),
        pytest.param("1 มกราคม 2571", "th", "1 January 2027", id="another Buddhist year"),
        pytest.param("13/14/2027", "en", "14 January 2027", id="no date"),
        pytest.param("10.000,50", "de", "EUR 10,000", id="amount with cents"),
        pytest.param("4 Mio. Euro", "de", "EUR 5 million", id="another number of millions"),
        pytest.param("1.0.11", "en", "version 1.0.10", id="another version"),
        pytest.param("Form GSTR-3A", "en", "GSTR-3B", id="another form"),
    ],
)
def test_other_figures_are_not_taken_for_those_of_a_statement(text: str, language: str, figure: str) -> None:
    assert not states(text, language, figure)


@pytest.mark.parametrize("line", ["© 2027 Tax office", "(c) 2027", "Copyright 2019-2027"])
def test_year_of_a_copyright_line_is_no_figure_of_the_page(line: str) -> None:
    assert not states(line, "en", "2027")


def test_figure_that_a_page_never_had_is_not_gone() -> None:
    assert gone("The rate is 19%.", page("The rate is 18%."), page("The rate is 20%.")) == []


def test_figures_that_a_page_had_and_has_no_more_are_gone() -> None:
    before, after = page("19% up to 10,000 Euro"), page("20% up to 10.000 Euro")

    assert gone("The rate is 19% up to EUR 10,000.", before, after, "de") == ["19%"]


def test_percent_sign_may_move_to_the_head_of_a_table() -> None:
    assert gone("The rate is 19%.", page("Rate: 19%"), page("Rate (%)", "19")) == []


def test_percentage_is_gone_if_the_page_had_its_number_as_often_before() -> None:
    assert gone("The rate is 19%.", page("Rate: 19%", "Section 19"), page("Rate: 20%", "Section 19")) == ["19%"]


def test_figure_that_only_remains_in_old_news_around_the_content_is_gone() -> None:
    news = ["The minister defends 19%"]

    assert gone("The rate is 19%.", page("Rate: 19%", rest=news), page("Rate: 20%", rest=news)) == ["19%"]


def test_figure_that_moved_from_the_content_to_the_lines_around_it_is_not_gone() -> None:
    assert gone("The rate is 19%.", page("Rate: 19%"), page("Rates", rest=["Rate: 19%"])) == []


def test_figure_that_was_only_around_the_content_is_gone_when_it_is_nowhere() -> None:
    before = page("Rates", rest=["Rate: 19%"])

    assert gone("The rate is 19%.", before, page("Rates", rest=["19% is the rate"])) == []
    assert gone("The rate is 19%.", before, page("Rates")) == ["19%"]


def test_words_of_a_text_are_counted_without_its_figures() -> None:
    words, figures = words_and_figures("Der Satz, der ab 1. Mai 2027 gilt: 19 %", "de")

    assert words == {"der": 2, "satz": 1, "ab": 1, "gilt": 1}
    assert [figure.text for figure in figures] == ["1. Mai 2027", "19 %"]


def test_characters_of_scripts_without_blanks_are_words() -> None:
    words, figures = words_and_figures("税率は10%", "ja")

    assert words == {"税": 1, "率": 1, "は": 1}
    assert [figure.text for figure in figures] == ["10%"]


def test_marks_of_vowels_belong_to_their_word() -> None:
    assert words_and_figures("कर की दर", "hi")[0] == {"कर": 1, "की": 1, "दर": 1}


def test_column_head_may_have_the_word_for_millions() -> None:
    assert gone("EUR 55 million", page("55 million"), page("Millions of euro", "55")) == []
