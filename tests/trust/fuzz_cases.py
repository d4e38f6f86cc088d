"""Hostile cases: the small set of source files with one thing or two that are wrong, chosen by a seed and a number."""

import tempfile
from pathlib import Path
from random import Random

from msgspec import Struct

from locdata_build.read.sources import Sources, read_sources
from support.dataset import COUNTRY
from trust.fuzz_base import SHOWN_AS, Json, base_bytes, base_files, base_value, sources_of
from trust.fuzz_folders import change_folder
from trust.fuzz_json import CHANGES, encoded
from trust.fuzz_payloads import CONTROLS
from trust.fuzz_values import NAMES

SECOND_CHANGE = 0.15
FOLDERS, NAMES_OF_RECORDS = 0.02, 0.10
RENAMED = ("erp_id_01", "erp_key_01", "fr", "France", "Region 1", "local", "partner", "step-1", "n1", "aaa", "1.2.3")
"""Codes, ids, slugs, keys and names that stand in several places of the small set, or in the name of a file."""


class Case(Struct, frozen=True):
    """What was done, by kind and in words, and the source files that came of it."""

    kind: str
    words: str
    sources: Sources


def make_case(seed: int, number: int) -> Case:
    """The case with that number: the same one each time."""
    rng = Random(f"{seed}:{number}")  # noqa: S311  # A case must be one that can be repeated.
    draw = rng.random()
    if draw < FOLDERS:
        return _folder_case(rng)
    if draw < FOLDERS + NAMES_OF_RECORDS:
        return _name_case(rng)
    return _file_case(rng)


def _folder_case(rng: Random) -> Case:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch, "folder")
        for place, raw in base_bytes().items():
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            (root / place).write_bytes(raw)
        words = change_folder(root, rng)
        return Case("folder", words, read_sources(root, SHOWN_AS))


def _name_case(rng: Random) -> Case:
    """One name that is another wherever it stands, in files and in their names."""
    old, new = rng.choice(RENAMED), rng.choice([*NAMES, *NAMES, *CONTROLS])
    if rng.random() < 0.3:
        new = f"{old}{new}"

    def renamed(value: Json) -> Json:
        if isinstance(value, dict):
            return {key: renamed(member) for key, member in value.items()}
        if isinstance(value, list):
            return [*map(renamed, value)]
        return new if value == old else value

    # What no file can be called.
    files, file_name = {}, new.replace("/", "_").replace("\0", "_")
    for place, value in base_files().items():
        folder, slash, name = place.rpartition("/")
        stem = name.removesuffix(".json")
        files[f"{folder}{slash}{file_name if slash and stem == old else stem}.json"] = encoded(renamed(value))
    return Case("name", f"{old} is {new!a:.80}", sources_of(files))


def _file_case(rng: Random) -> Case:
    changes, weights = zip(*CHANGES, strict=True)
    # A country's file holds most of what there is.
    places = [*base_bytes(), *[COUNTRY] * 4]
    files, words, kinds = dict(base_bytes()), [], []
    for _ in range(2 if rng.random() < SECOND_CHANGE else 1):
        place = rng.choice(places)
        (change,) = rng.choices(changes, weights)
        files[place], said = change(base_value(place), rng)
        kinds.append(change.__name__.removeprefix("change_").replace("_", " "))
        words.append(f"{place}: {said}")
    return Case(kinds[0], "; ".join(words), sources_of(files))
