"""The anchors of a page are its sections, rows and pictures, and nothing that serves the page alone."""

import pytest

from locdata_build.contract.anchors import ANCHORED, anchors_of


@pytest.mark.parametrize("element", sorted(ANCHORED))
def test_id_of_a_place_on_the_page_is_an_anchor(element: str) -> None:
    assert anchors_of(f'<{element} id="a">'.encode()) == ("a",)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param('<p id="a">', id="another element"),
        pytest.param('<a id="a">', id="link"),
        pytest.param("<h2>Title</h2>", id="no id"),
        pytest.param("<h2 id>Title</h2>", id="id without a value"),
        pytest.param('<h2 id="">Title</h2>', id="empty id"),
        pytest.param('<h2 class="a">Title</h2>', id="another attribute"),
        pytest.param('<!-- <h2 id="a"> -->', id="comment"),
        pytest.param('<script>"<h2 id=a>"</script>', id="script"),
        pytest.param('<nav><h2 id="a">Contents</h2></nav>', id="list of contents"),
        pytest.param("", id="nothing"),
    ],
)
def test_nothing_else_is_an_anchor(page: str) -> None:
    assert anchors_of(page.encode()) == ()


def test_anchors_are_sorted_and_given_once() -> None:
    assert anchors_of(b'<h2 id="b"><tr id="a"><h3 id="b">') == ("a", "b")


def test_anchors_go_on_after_the_list_of_contents() -> None:
    assert anchors_of(b'<h2 id="a"></h2><nav><h2 id="b"></h2></nav><h2 id="c"></h2>') == ("a", "c")
