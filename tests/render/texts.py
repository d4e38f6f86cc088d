"""Texts as they may be in the data."""

from hypothesis import strategies as st

TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Cn", "Zl", "Zp"]), min_size=1).filter(
    lambda text: text == text.strip() and "  " not in text and text[0] not in "=+-@＝＋－＠"
)
"""Texts that the checks accept: visible, without surrounding spaces, and not formulas."""

AWKWARD_TEXT = "a, b; c: \\d \\n \\\\ \"e\" 'f' <b>g</b> &amp; ]]> <!-- {h} `i` *j* [k](l) |m| 😀 ñ 漢字 " + "é" * 100
"""A long text with the special characters of all formats."""
