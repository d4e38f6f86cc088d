"""What axe-core finds wrong in a page."""

from importlib.resources import files

from playwright.sync_api import Page

_SCRIPT = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def barriers(page: Page) -> list[str]:
    """Each rule of axe-core that the page breaks, and where it does: ``image-alt: img``."""
    page.evaluate(_SCRIPT)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}" for rule in found["violations"] for node in rule["nodes"]
    ]
