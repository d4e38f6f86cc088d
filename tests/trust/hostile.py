"""A dataset with payloads in every text, past the check that refuses much of it: rendering alone must hold."""

import json
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import fields, replace

from locdata_build.derive.published import derive
from locdata_build.source.files import Dataset, SiteFile
from locdata_build.view.world import World
from locdata_model.changes import Change
from locdata_model.scalars import EmailAddress, WebUrl
from support.dataset import country, load
from trust.fuzz_base import Json, base_files
from trust.fuzz_payloads import LINES, MARKDOWN, SCRIPTS, TEMPLATES

PAYLOADS = (*SCRIPTS, *TEMPLATES, *MARKDOWN, *(line for line in LINES if line.isprintable()))
"""Everything that one line of text can hold against a program that reads it."""

URL_TAIL = "/'(a)*_~!;:=javascript:alert(1)//%22%3E%3Cscript%3Ealert(1)%3C/script%3E?a=[x](y)&lt;b#c"
MAIL_TAIL = '"><script>alert(1)</script>@evil.example'

Rewrite = Callable[[str], str]
"""Makes another text of a text: always the same of the same, so that references hold."""


def worlds(folder: Path, turn: int) -> tuple[World, World]:
    """The same site twice: with harmless texts, and with payloads in them. ``turn`` chooses which payload stands where."""
    files = base_files()
    files["countries/de.json"] = country("de", "Germany")
    files["countries/es.json"] = {**country("es", "Spain"), "e_invoicing": None}
    dataset = load(folder, files)
    return _world(rewritten(dataset, harmless)), _world(rewritten(dataset, Payloads(turn)))


def _world(dataset: Dataset) -> World:
    return World(dataset=dataset, published=derive(dataset))


def harmless(text: str) -> str:
    """Words around the text, as payloads stand around it."""
    return f"{text} one two" if text else "one"


class Payloads:
    """Puts payloads behind texts; the next text gets others."""

    def __init__(self, turn: int) -> None:
        self._next = islice(cycle(PAYLOADS), turn, None)
        self._done: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """The text, and what is hostile."""
        if text not in self._done:
            self._done[text] = f"{text} {next(self._next)} {next(self._next)}".strip()
        return self._done[text]


def rewritten(dataset: Dataset, rewrite: Rewrite) -> Dataset:
    """The dataset with other words in every free text, and with strange links and mail addresses where words are hostile."""
    changed: Dataset = _rewritten(dataset, rewrite, is_hostile=rewrite is not harmless)
    return changed


def _rewritten(value: Json, rewrite: Rewrite, *, is_hostile: bool) -> Json:
    if isinstance(value, tuple):
        return tuple(_rewritten(member, rewrite, is_hostile=is_hostile) for member in value)
    if not isinstance(value, msgspec.Struct):
        return value
    return replace(value, **dict(_changes(value, rewrite, is_hostile=is_hostile)))


def _changes(record: msgspec.Struct, rewrite: Rewrite, *, is_hostile: bool) -> Iterator[tuple[str, Any]]:
    for field in fields(record):
        value = getattr(record, field.name)
        match _text_type(field.type, value):
            case None:
                yield field.name, _rewritten(value, rewrite, is_hostile=is_hostile)
            case "text" if isinstance(record, Change) and field.name in ("before", "after"):
                yield field.name, json.dumps(rewrite(json.loads(value)))
            case "text":
                yield field.name, tuple(map(rewrite, value)) if isinstance(value, tuple) else rewrite(value)
            case "link" if is_hostile and not isinstance(record, SiteFile):
                yield field.name, tuple(map(_strange, value)) if isinstance(value, tuple) else _strange(value)
            case "mail" if is_hostile:
                yield field.name, f"a{MAIL_TAIL}"


def _strange(url: str) -> str:
    return f"{url.rstrip('/')}{URL_TAIL}"


def _text_type(annotation: object, value: object) -> str | None:
    """Whether a field holds a free text, a link or a mail address, or many of these; None for all else."""
    kind = PATTERNS.get(_pattern(inspect.type_info(annotation)), "") if value is not None else ""
    return kind or None


def _pattern(kind: inspect.Type) -> str | type[object] | None:
    """The pattern of a text, None for a text without, and ``object`` for what is no text."""
    match kind:
        case inspect.Metadata():
            return _pattern(kind.type)
        case inspect.UnionType():
            return next((_pattern(one) for one in kind.types if not isinstance(one, inspect.NoneType)), object)
        case inspect.VarTupleType():
            return _pattern(kind.item_type)
        case inspect.StrType():
            return kind.pattern
    return object


PATTERNS = {
    None: "text",
    _pattern(inspect.type_info(WebUrl)): "link",
    _pattern(inspect.type_info(EmailAddress)): "mail",
}
"""What a text is by the pattern that it must match."""
