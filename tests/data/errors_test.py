"""Each issue is printed in one line: file, JSON path, what is allowed, code; their number follows."""

import pytest

from locdata_build.data.errors import (
    MAX_MESSAGE_LENGTH,
    MAX_PATH_LENGTH,
    MAX_SHOWN_ISSUES,
    Issue,
    IssueCode,
    SourceError,
    member_path,
)

ONE = Issue("data/b.json", "$.one", IssueCode.EMPTY, "must be one")
TWO = Issue("data/b.json", "$.two", IssueCode.TOO_LONG, "must be two")
OTHER = Issue("data/a.json", "$", IssueCode.FORMAT, "must be other")


def test_issues_are_printed_once_by_file_and_keep_their_order_within_it() -> None:
    assert str(SourceError([ONE])) == "data/b.json: $.one: must be one [empty]\n1 issue"
    assert str(SourceError([TWO, ONE, OTHER, TWO])) == (
        "data/a.json: $: must be other [format]\n"
        "data/b.json: $.two: must be two [too-long]\n"
        "data/b.json: $.one: must be one [empty]\n"
        "3 issues"
    )


def test_the_first_of_many_issues_are_printed_and_all_are_counted() -> None:
    error = SourceError(Issue("a", f"$[{n}]", IssueCode.EMPTY, "b") for n in range(MAX_SHOWN_ISSUES + 1))

    lines = str(error).splitlines()

    assert len(lines) == MAX_SHOWN_ISSUES + 1
    assert lines[-1] == "1001 issues; the first 1000 are shown"


def test_long_path_and_message_are_truncated() -> None:
    issue = Issue("a", "$" * 1000, IssueCode.EMPTY, "b" * 1000)

    assert str(issue) == f"a: {'$' * MAX_PATH_LENGTH}...: {'b' * MAX_MESSAGE_LENGTH}... [empty]"


@pytest.mark.parametrize("char", ["\x1b", "\x9b", "\x7f", "\u202e", "\u2028", "\u200b", "\n", "\udc80"], ids=ascii)
def test_issue_is_one_line_that_no_terminal_obeys(char: str) -> None:
    escaped = char.encode("unicode_escape").decode()
    issue = Issue(f"a{char}", f"$.b{char}", IssueCode.EMPTY, f"c{char}")

    assert str(issue) == f"a{escaped}: $.b{escaped}: c{escaped} [empty]"


@pytest.mark.parametrize(
    ("key", "path"),
    [
        pytest.param("e_invoicing_b2b", "$.a.e_invoicing_b2b", id="word"),
        pytest.param(0, "$.a[0]", id="index"),
        pytest.param("two words", "$.a['two words']", id="key with a blank"),
        pytest.param("it's", '$.a["it\'s"]', id="key with a quote"),
        pytest.param("a\nb", "$.a['a\\nb']", id="key with a line break"),
        pytest.param("", "$.a['']", id="empty key"),
    ],
)
def test_path_of_a_member_is_readable(key: str | int, path: str) -> None:
    assert member_path("$.a", key) == path
