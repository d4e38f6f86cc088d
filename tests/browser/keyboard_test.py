"""The focus can be seen, and the keyboard chooses a map."""

from base64 import b64encode

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.kinds import TRACKED, proof, with_and_without_script

CHANGED_PIXELS = """
async (pictures) => {
  const [before, after] = await Promise.all(pictures.map(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas.drawImage(bitmap, 0, 0);
    return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }));
  const changed = new Set();
  before.forEach((part, index) => {
    if (Math.abs(part - after[index]) > 60) changed.add(index >> 2);
  });
  return changed.size;
}
"""


@pytest.mark.parametrize(
    ("path", "selectors"),
    [
        ("/", (".brand", "header nav a", "main a:not(.anchor)", ".tile", ".maps input", "footer a")),
        ("/e-invoicing/", ("summary", "select", "[type=reset]", "td a")),
        pytest.param("/countries/", (".compact", "tbody th a"), marks=proof),
        pytest.param(TRACKED, (".crumbs a", ".answers a", ".contents a"), marks=proof),
        pytest.param("/api/", ("pre",), marks=proof),
    ],
    ids=["home", "filtered", "countries", "country", "API"],
)
def test_focus_is_visible(page: Page, path: str, selectors: tuple[str, ...]) -> None:
    page.goto(path)
    for selector in selectors:
        # The browser marks the focus from now on, because the keyboard was used; the focus itself is nowhere.
        page.keyboard.press("Tab")
        page.evaluate("document.activeElement.blur()")
        element = page.locator(selector).first
        element.evaluate("element => element.scrollIntoView({ block: 'center' })")
        before = _picture(page, element)
        element.evaluate("element => element.focus({ preventScroll: true })")

        expect(element).to_be_focused()
        # At least the frame of a short word, and more than differs between two screenshots of the same page.
        changed = page.evaluate(CHANGED_PIXELS, [before, _picture(page, element)])
        assert (selector, changed > 100) == (selector, True)


@with_and_without_script
def test_arrow_keys_and_labels_choose_the_map_that_is_shown(page: Page) -> None:
    page.goto("/")
    choices = page.locator(".maps").get_by_role("radio")
    maps = page.locator(".maps figure")
    choices.first.focus()

    expect(choices.first).to_be_checked()
    expect(choices).to_have_count(maps.count())
    for number in [*range(1, maps.count()), 0]:
        page.keyboard.press("ArrowRight")

        expect(choices.nth(number)).to_be_checked()
        expect(maps.filter(visible=True)).to_have_count(1)
        expect(maps.nth(number)).to_be_visible()

    page.locator(".maps > label").last.click()

    expect(choices.last).to_be_checked()
    expect(maps.last).to_be_visible()
    expect(maps.filter(visible=True)).to_have_count(1)


def _picture(page: Page, element: Locator) -> str:
    """Return a screenshot of an element and its surroundings as PNG in base64. A radio button is shown by its label."""
    box = element.evaluate(
        "element => (element.type === 'radio' ? element.labels[0] : element).getBoundingClientRect()"
    )
    left, top = max(0, box["x"] - 6), max(0, box["y"] - 6)
    picture = page.screenshot(
        clip={"x": left, "y": top, "width": box["width"] + 12, "height": min(box["height"], 300) + 12}
    )
    return b64encode(picture).decode()
