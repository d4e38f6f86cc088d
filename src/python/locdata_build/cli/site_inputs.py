"""The inputs of a build that a built site states: its time and its base URL."""

import datetime as dt
from typing import TypeVar

import msgspec
from msgspec import Struct

from locdata_build.publish.stated import stated_by

T = TypeVar("T")


class _Server(Struct):
    url: str


class _OpenApi(Struct):
    servers: tuple[_Server]


def stated_time(index: bytes) -> dt.datetime | None:
    """Return the UTC stamp in the content of the index; None if it cannot be read."""
    stated = stated_by(index)
    return stated.generated_at if stated else None


def stated_base_url(openapi: bytes) -> str | None:
    """Return the base URL in the content of the OpenAPI document; None if it cannot be read."""
    decoded = _decode(openapi, _OpenApi)
    return decoded.servers[0].url if decoded else None


def _decode(content: bytes, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
