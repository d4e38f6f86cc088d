"""What axe-core finds wrong in a page, and what it cannot judge: the contrast of letters in a drawing."""

import re
from collections.abc import Sequence
from importlib.resources import files

from playwright.sync_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""The rules: WCAG 2.2 at level AA, and what is good practice beside."""

READABLE = 4.5
"""The least contrast of letters that WCAG 2.2 asks for at level AA."""

_SCRIPT = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
_RUN = """
([tags, unseen]) => axe.run(
  {include: [":root"], exclude: unseen},
  {resultTypes: ["violations"], runOnly: {type: "tag", values: tags}, rules: {"target-size": {enabled: true}}},
)
"""


def barriers(page: Page, unseen: Sequence[str] = ()) -> list[str]:
    """Each rule of axe-core that the page breaks, and where it does: ``image-alt: img``.

    What the selectors in ``unseen`` find is not looked at: tables have many rows of one form, and each takes its time.
    """
    page.evaluate(_SCRIPT)
    found = page.evaluate(_RUN, [TAGS, unseen])
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}" for rule in found["violations"] for node in rule["nodes"]
    ]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, written ``rgb(0, 0, 0)``: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
    if found is None:
        raise ValueError(f"must be a colour like rgb(0, 0, 0), but is {colour!r}")
    red, green, blue = (_linear(int(part) / 255) for part in found.groups())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
