"""Two sites are compared by the meaning of their files."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from benchmarks.same_files import SHOWN, Comparison, Difference, differences

Compare = Callable[[Mapping[str, str], Mapping[str, str]], Comparison]


@pytest.fixture
def compare(tmp_path: Path) -> Compare:
    """Compares two sites, each given as the texts of its files by path."""

    def compare(ours: Mapping[str, str], theirs: Mapping[str, str]) -> Comparison:
        for name, site in {"ours": ours, "theirs": theirs}.items():
            for path, text in site.items():
                file = tmp_path / name / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text.encode())
        return differences(tmp_path / "ours", tmp_path / "theirs")

    return compare


def test_files_of_the_same_bytes_are_identical(compare: Compare) -> None:
    site = {"index.html": "<p>", "spain/index.md": "# Spain", "_headers": "/"}

    assert compare(site, site) == Comparison(identical=3, equivalent=0, differing=0, examples=())


@pytest.mark.parametrize(
    ("path", "ours", "theirs"),
    [
        pytest.param(
            "a.json", '{"a": 1, "b": "é"}\n', '{"b":"\\u00e9","a":1.0}', id="JSON in another order and layout"
        ),
        pytest.param("a.csv", "a,b\r\n1,\r\n", '"a",b\n1,""\n', id="CSV with other quotes and line breaks"),
        pytest.param("a.html", "<ul>\n\n<li>a\n</ul>\n", "<ul>\n  <li>a \n</ul>", id="HTML with another indentation"),
        pytest.param("a.html", '<a data-b2b="1" c>', '<a c data-b2b="1">', id="HTML with attributes in another order"),
        pytest.param("a.md", "# A\n\ntext\n", "# A\ntext\n\n\n", id="Markdown with other blank lines"),
    ],
)
def test_another_layout_of_the_same_content_is_equivalent(compare: Compare, path: str, ours: str, theirs: str) -> None:
    assert compare({path: ours}, {path: theirs}) == Comparison(identical=0, equivalent=1, differing=0, examples=())


@pytest.mark.parametrize(
    ("path", "ours", "theirs"),
    [
        pytest.param("a.json", "[1, 2]", "[2, 1]", id="JSON arrays in another order"),
        pytest.param("a.json", "[1]", "[true]", id="a number and a truth value"),
        pytest.param("a.json", "[]", "{}", id="an array and an object"),
        pytest.param("a.csv", "a,b\r\n", "a b\r\n", id="cells of CSV"),
        pytest.param("a.csv", 'a,"b \r\n"\r\n', 'a,"b"\r\n', id="spaces in cells of CSV"),
        pytest.param("a.html", "<b>a</b> <b>b</b>", "<b>a</b><b>b</b>", id="spaces between words of HTML"),
        pytest.param("a.html", '<a b="1" c="2">', '<a b="2" c="1">', id="other values of attributes"),
        pytest.param("a.html", "<pre>a\n\n  b</pre>", "<pre>a\nb</pre>", id="white space in code"),
        pytest.param("a.md", "- a\n  - b\n", "- a\n- b\n", id="indentation of Markdown"),
        pytest.param("a.md", "````\na\n\n```\n\nb\n````\n", "````\na\n\n```\nb\n````\n", id="blank lines in a fence"),
        pytest.param("a.txt", "a\n", "a", id="other files"),
    ],
)
def test_other_content_is_a_difference(compare: Compare, path: str, ours: str, theirs: str) -> None:
    found = compare({path: ours}, {path: theirs})

    assert (found.identical, found.equivalent, found.differing) == (0, 0, 1)


def test_a_file_that_only_one_site_has_is_a_difference(compare: Compare) -> None:
    assert compare({"a.txt": "a", "b/c.txt": "c"}, {"a.txt": "a", "d.txt": "d"}) == Comparison(
        identical=1,
        equivalent=0,
        differing=2,
        examples=(Difference("b/c.txt", "is missing"), Difference("d.txt", "is unexpected")),
    )


def test_a_file_that_cannot_be_read_is_a_difference(compare: Compare) -> None:
    found = compare({"a.json": "[1]"}, {"a.json": "[1"})

    assert found.examples == (
        Difference("a.json", "cannot be read: Expecting ',' delimiter: line 1 column 3 (char 2)"),
    )


def test_a_difference_shows_where_the_texts_differ(compare: Compare) -> None:
    found = compare({"a.md": "# A\n\nyes, it is\n"}, {"a.md": "# A\n\nyes, it was\n"})

    assert found.examples == (Difference("a.md", "part 2: 'yes, it was' instead of 'yes, it is'"),)


def test_text_at_the_end_that_is_missing_is_counted(compare: Compare) -> None:
    found = compare({"a.csv": "a\r\n1\r\n"}, {"a.csv": "a\r\n"})

    assert found.examples == (Difference("a.csv", "has 1 parts instead of 2"),)


def test_only_the_first_differences_are_named(compare: Compare) -> None:
    found = compare({f"{number:02}.txt": "" for number in range(SHOWN + 2)}, {"00.txt": ""})

    assert found.differing == SHOWN + 1
    assert [example.path for example in found.examples] == [f"{number:02}.txt" for number in range(1, SHOWN + 1)]
