"""Tests that never look at a page get a plain stand-in for each script that pages name."""

import re
from pathlib import Path

from locdata_build.render.html import TEMPLATES
from locdata_build.view.page import Script

STAND_INS = Path("tests/support/assets")


def test_every_script_that_pages_name_has_a_stand_in() -> None:
    named = re.findall(r"assets\['(\w+\.js)'\]", (TEMPLATES / "page.html").read_text(encoding="utf-8"))

    assert {*named, *(f"{script}.js" for script in Script)} == {file.name for file in STAND_INS.glob("*.js")}
