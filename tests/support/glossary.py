"""The words that docs/glossary.md replaces, and how each is found."""

from collections.abc import Mapping
from typing import NamedTuple

STAGES = ("contract", "derive", "render", "source", "view")


class Word(NamedTuple):
    """How a replaced word is found: a pattern that leaves its ordinary meanings alone, and the folders to search."""

    pattern: str
    folders: tuple[str, ...] = ("",)
    is_page_word: bool = False
    """Whether the word must not be on a page either, unless the page quotes the data."""


ABOUT_PHASES = ("src/python/locdata_model", *(f"src/python/locdata_build/{stage}" for stage in STAGES))
"""The folders that write about obligations. Elsewhere, a step is one of several things to do."""

WORDS: Mapping[str, Word] = {
    # A hyphen or a quote follows it in anchors, which are permanent.
    "duty": Word(r"\bdut(?:y|ies)\b(?!['\"`-])", is_page_word=True),
    "step": Word(r"\bsteps?\b(?!['\"`-])", ABOUT_PHASES, is_page_word=True),
    "standing": Word(r"\bstandings?\b", is_page_word=True),
    # Where agents ask, an answer is what a tool gives.
    "answer (as a type)": Word(r"\bclass \w*Answers?\b", ABOUT_PHASES),
    "flag": Word(r"\b(?:toggle_flag|flag_of_toggle)s?\b"),
    "turn": Word(r"\b(?:class|def) (?:\w*_)?turns?\b|\.turns?\b"),
    "change by itself": Word(r"\bchang\w+ by (?:it|them)sel(?:f|ves)\b", is_page_word=True),
    # The field ``note`` of a partner flag and of the support for a report is published.
    "note": Word(r"\b(?!Flag|Support)[A-Z]\w*Notes?\b|\bnote\.(?!read_bytes|parent)"),
    "what it rests on": Word(r"\brest(?:s|ing)? (?:up)?on\b", is_page_word=True),
    "world": Word(r"\bWorld\b|\bworlds\b|_world\b|\bworld_|\bworld\.[a-z]"),
    "told": Word(r"\bTold\b|\b_?is_told\b|\btold\b(?=\s*[=:.,)])"),
    "sound": Word(r"\b(?:is_)?sound(?:ness)?\b"),
    "fault": Word(r"\bfaults?\b"),
    "finding": Word(r"\bFinding\b|\bfindings\b"),
    "stranger": Word(r"\bstrangers?\b", is_page_word=True),
    "grave": Word(r"\bgraves?\b", is_page_word=True),
    "buried": Word(r"\bbur(?:y|ied|ies|ial)\b", is_page_word=True),
    "lasting": Word(r"\blasting\b", is_page_word=True),
    "for ever": Word(r"\bfor ever\b", is_page_word=True),
    "sameness": Word(r"\bsameness\b", is_page_word=True),
    "street": Word(r"\bstreets?\b", is_page_word=True),
    "delivery": Word(r"\bdelivery\b|DeliveryError"),
    "promises (as a module)": Word(r"\bpromises\.py\b|\bcontract[./]promises\b"),
    "inventory": Word(r"\binventor(?:y|ies)\b", is_page_word=True),
    "place": Word(r"\bview[./]places\b|\bpage_places?\b|\bplace_of\b"),
    "address": Word(r"\bpage\.address\b|\baddress(?:es)?_of\b"),
}

EXCEPTIONS: Mapping[tuple[str, str], str] = {
    (
        "src/python/locdata_build/view/pages/timeline.py",
        "dated step of an obligation",
    ): "The page explains what a phase is.",
    (
        "src/python/locdata_build/render/calendar.py",
        "Dated steps//EN",
    ): "The name of the program in calendars is permanent.",
}
"""Lines that may have such a word, by file and a part of the line, with the reason."""
