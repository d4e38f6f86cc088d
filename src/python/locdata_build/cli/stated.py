"""What a built site says of the inputs of its build."""

import datetime as dt
from typing import TypeVar

import msgspec
from msgspec import Struct

from locdata_model.scalars import UtcStamp

T = TypeVar("T")


class _Meta(Struct):
    generated_at: UtcStamp


class _Index(Struct):
    meta: _Meta


class _Server(Struct):
    url: str


class _OpenApi(Struct):
    servers: tuple[_Server]


def stated_time(index: bytes) -> dt.datetime | None:
    """The stamp in the content of the index, in UTC; None where it is not to be read."""
    read = _read(index, _Index)
    return read.meta.generated_at if read else None


def stated_base_url(openapi: bytes) -> str | None:
    """The address in the content of the OpenAPI document; None where it is not to be read."""
    read = _read(openapi, _OpenApi)
    return read.servers[0].url if read else None


def _read(content: bytes, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
