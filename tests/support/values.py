"""Parts of JSON values."""

import json
from collections.abc import Iterator
from typing import Any


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Yield every object in a JSON value, including the value itself."""
    if isinstance(value, dict):
        yield value
    for member in _members(value):
        yield from objects(member)


def texts(value: object) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    for member in _members(value):
        yield from texts(member)


def _members(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []


def restated(record: dict[str, Any], field: str, *texts: str) -> None:
    """Give a published record another text, in statements without sources of their own."""
    others = [statement for statement in record["statements"] if statement["field"] != field]
    blank = {"field": field, "source_urls": [], "locators": [], "verification": record["verification"]}
    record.update({field: " ".join(texts), "statements": [*others, *(blank | {"text": text} for text in texts)]})


def reordered(value: dict[str, Any]) -> bytes:
    """Return the same JSON with its keys in reverse: valid, but not canonical."""
    return json.dumps(dict(reversed(value.items())), indent=2).encode()
