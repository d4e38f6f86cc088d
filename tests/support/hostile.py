"""A dataset with payloads in every text, many of which the check would refuse: rendering alone must be safe."""

import json
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import fields, replace

from locdata_build.data.files import EXCEPTIONS, Dataset
from locdata_build.data.statements import CitedText
from locdata_build.derive.published import derive
from locdata_build.view.context import SiteContext
from locdata_build.view.text import Link, linked
from locdata_model.changes import Change
from locdata_model.scalars import EmailAddress, WebUrl
from support.base_files import Json, base_files
from support.dataset import load, whole
from support.payloads import LINES, MARKDOWN, SCRIPTS, TEMPLATES
from support.records import country

PAYLOADS = (*SCRIPTS, *TEMPLATES, *MARKDOWN, *(line for line in LINES if line.isprintable()))
"""Every payload that fits into one line of text."""

URL_TAIL = "/'(a)*_~!;:=javascript:alert(1)//%22%3E%3Cscript%3Ealert(1)%3C/script%3E?a=[x](y)&lt;b#c"
EMAIL_ADDRESS = 'a"><script>alert(1)</script>@evil.example'

Rewrite = Callable[[str], str]
"""Makes another text from a text: the same one each time, so that references stay valid."""


def site_contexts(folder: Path, turn: int) -> tuple[SiteContext, SiteContext]:
    """Return the same site twice, with harmless texts and with payloads. ``turn`` chooses the payload of each text."""
    # Those that are needed are written.
    files = base_files() | {EXCEPTIONS.path: whole()[EXCEPTIONS.path]}
    files["countries/de.json"] = country("de", "Germany")
    files["countries/es.json"] = {**country("es", "Spain"), "e_invoicing": None}
    dataset = load(folder, files)
    payloads = Payloads(turn)
    hostile = _context(rewritten(dataset, payloads, is_hostile=True))
    return _context(rewritten(dataset, lambda text: harmless(text, payloads(text)))), hostile


def _context(dataset: Dataset) -> SiteContext:
    return SiteContext(dataset=dataset, published=derive(dataset))


def harmless(text: str, hostile: str) -> str:
    """Return the text followed by harmless words and by as many URLs as the hostile text has, because URLs become links."""
    urls = " https://one.example" * sum(isinstance(part, Link) for part in linked(hostile))
    return f"{text} one two{urls}" if text else f"one{urls}"


class Payloads:
    """Appends two payloads to each text, and others to the next text."""

    def __init__(self, turn: int) -> None:
        self._payloads = islice(cycle(PAYLOADS), turn, None)
        self._texts: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """Return the text with payloads."""
        if text not in self._texts:
            self._texts[text] = f"{text} {next(self._payloads)} {next(self._payloads)}".strip()
        return self._texts[text]


def rewritten(dataset: Dataset, rewrite: Rewrite, *, is_hostile: bool = False) -> Dataset:
    """Return the dataset with every text rewritten, and with unusual links and email addresses if it is hostile."""
    changed: Dataset = _rewritten(dataset, rewrite, is_hostile=is_hostile)
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
        match KINDS.get(_pattern(inspect.type_info(field.type))) if value is not None else None:
            case None:
                yield field.name, _rewritten(value, rewrite, is_hostile=is_hostile)
            case "text" if isinstance(record, Change) and field.name in ("before", "after"):
                yield field.name, json.dumps(rewrite(json.loads(value)))
            case "text" if isinstance(value, CitedText):
                statements = (replace(each, text=rewrite(each.text)) for each in value.statements)
                yield field.name, CitedText(statements, raw=value.raw)
            case "text":
                yield field.name, tuple(map(rewrite, value)) if isinstance(value, tuple) else rewrite(value)
            case "link" if is_hostile:
                yield field.name, tuple(map(_unusual, value)) if isinstance(value, tuple) else _unusual(value)
            case "email" if is_hostile:
                yield field.name, EMAIL_ADDRESS


def _unusual(url: str) -> str:
    return f"{url.rstrip('/')}{URL_TAIL}"


def _pattern(kind: inspect.Type) -> str | type[object] | None:
    """Return the pattern of a text, or of the texts of a list; None for a text without one, ``object`` for other types."""
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


KINDS = {None: "text", _pattern(inspect.type_info(WebUrl)): "link", _pattern(inspect.type_info(EmailAddress)): "email"}
"""The kind of a text by its pattern."""
