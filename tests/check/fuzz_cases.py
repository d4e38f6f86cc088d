"""Hostile cases: the base files with one or two changes, chosen by a seed and a number."""

import tempfile
from pathlib import Path
from random import Random

from msgspec import Struct

from check.fuzz_base import SHOWN_AS, Json, base_bytes, base_files, base_value, sources_of
from check.fuzz_folders import change_folder
from check.fuzz_json import CHANGES, encoded
from check.fuzz_payloads import CONTROLS, NAMES
from locdata_build.source.reading import Sources, read_sources
from support.dataset import COUNTRY

SECOND_CHANGE = 0.15
FOLDER_CHANGES, NAME_CHANGES = 0.02, 0.10
RENAMED = ("erp_id_01", "erp_key_01", "fr", "France", "Region 1", "local", "partner", "step-1", "n1", "aaa", "1.2.3")
"""Codes, ids, slugs, keys and names that occur in several places of the base files, or in the name of a file."""


class Case(Struct, frozen=True):
    """The source files of a case, and what was changed: the kind of change and a description."""

    kind: str
    words: str
    sources: Sources


def make_case(seed: int, number: int) -> Case:
    """The case with that number, always the same."""
    rng = Random(f"{seed}:{number}")  # noqa: S311  # A case must be repeatable.
    draw = rng.random()
    if draw < FOLDER_CHANGES:
        return _folder_case(rng)
    if draw < FOLDER_CHANGES + NAME_CHANGES:
        return _name_case(rng)
    return _file_case(rng)


def _folder_case(rng: Random) -> Case:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch, "folder")
        for path, raw in base_bytes().items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(raw)
        words = change_folder(root, rng)
        return Case("folder", words, read_sources(root, SHOWN_AS))


def _name_case(rng: Random) -> Case:
    """One name that is another wherever it occurs, in files and in their names."""
    old, new = rng.choice(RENAMED), rng.choice([*NAMES, *NAMES, *CONTROLS])
    if rng.random() < 0.3:
        new = f"{old}{new}"

    def renamed(value: Json) -> Json:
        if isinstance(value, dict):
            return {key: renamed(member) for key, member in value.items()}
        if isinstance(value, list):
            return [*map(renamed, value)]
        return new if value == old else value

    # No file can have a name with these characters.
    files, file_name = {}, new.replace("/", "_").replace("\0", "_")
    for path, value in base_files().items():
        folder, slash, name = path.rpartition("/")
        stem = name.removesuffix(".json")
        files[f"{folder}{slash}{file_name if slash and stem == old else stem}.json"] = encoded(renamed(value))
    return Case("name", f"{old} is {new!a:.80}", sources_of(files))


def _file_case(rng: Random) -> Case:
    changes, weights = zip(*CHANGES, strict=True)
    # Country files have most of the fields.
    paths = [*base_bytes(), *[COUNTRY] * 4]
    files, words, kinds = dict(base_bytes()), [], []
    for _ in range(2 if rng.random() < SECOND_CHANGE else 1):
        path = rng.choice(paths)
        (change,) = rng.choices(changes, weights)
        files[path], description = change(base_value(path), rng)
        kinds.append(change.__name__.removeprefix("change_").replace("_", " "))
        words.append(f"{path}: {description}")
    return Case(kinds[0], "; ".join(words), sources_of(files))
