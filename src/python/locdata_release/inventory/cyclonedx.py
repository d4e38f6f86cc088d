"""The inventory as CycloneDX 1.6, the standard that scanners read (https://cyclonedx.org/docs/1.6/json/).

Equal runnable files give equal bytes: the time is that of the release, and there is no serial number, which would be
random.
"""

import datetime as dt

import msgspec
from msgspec import Struct

from locdata_release.inventory.inventory import Inventory
from locdata_release.read.distributions import Distribution
from locdata_release.read.locks import Lock


class _Record(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A record of the standard; what is not known is left out."""


class _Named(_Record, frozen=True, kw_only=True):
    name: str


class _Licence(_Record, frozen=True, kw_only=True):
    """Either an SPDX expression or a licence by its words."""

    acknowledgement: str | None = None
    expression: str | None = None
    license: _Named | None = None


class _Property(_Record, frozen=True, kw_only=True):
    name: str
    value: str


class _Hash(_Record, frozen=True, kw_only=True):
    alg: str
    content: str


class _Reference(_Record, frozen=True, kw_only=True):
    type: str
    url: str


class _Component(_Record, frozen=True, kw_only=True):
    type: str
    bom_ref: str = msgspec.field(name="bom-ref")
    name: str
    version: str
    hashes: tuple[_Hash, ...] = ()
    licenses: tuple[_Licence, ...] = ()
    purl: str | None = None
    externalReferences: tuple[_Reference, ...] = ()  # noqa: N815  # the standard's name
    properties: tuple[_Property, ...] = ()
    components: tuple["_Component", ...] = ()


class _Metadata(_Record, frozen=True, kw_only=True):
    timestamp: dt.datetime
    component: _Component
    properties: tuple[_Property, ...]


class _Document(Struct, frozen=True, kw_only=True, rename="camel"):
    bom_format: str
    spec_version: str
    version: int
    metadata: _Metadata
    components: tuple[_Component, ...]


def as_cyclonedx(inventory: Inventory) -> Struct:
    """The document of the standard, to be written as JSON."""
    runnable, locks = inventory.runnable, (inventory.code_lock, inventory.runtime_lock)
    whole = _Component(
        type="application",
        bom_ref=runnable.name,
        name=runnable.name,
        version=runnable.settings.version,
        hashes=(_Hash(alg="SHA-256", content=runnable.sha256),),
        properties=_licence_files(runnable.own_licence_files),
    )
    vendored = tuple(_component(part, inventory.runtime_lock) for part in runnable.vendored)
    runtime = msgspec.structs.replace(_component(runnable.runtime, inventory.runtime_lock), components=vendored)
    return _Document(
        bom_format="CycloneDX",
        spec_version="1.6",
        version=1,
        metadata=_Metadata(
            timestamp=runnable.settings.generated_at,
            component=whole,
            properties=tuple(_Property(name=f"locdata:sha256:{lock.path}", value=lock.sha256) for lock in locks),
        ),
        components=(*(_component(package, inventory.code_lock) for package in runnable.packages), runtime),
    )


def _component(part: Distribution, lock: Lock) -> _Component:
    purl = f"pkg:pypi/{part.name}@{part.version.replace('+', '%2B')}"
    return _Component(
        type="library",
        bom_ref=purl,
        name=part.name,
        version=part.version,
        licenses=_licences(part),
        purl=purl,
        externalReferences=(_Reference(type="website", url=part.homepage),) if part.homepage else (),
        properties=(_Property(name="locdata:lock", value=lock.path), *_licence_files(part.licence_files)),
    )


def _licences(part: Distribution) -> tuple[_Licence, ...]:
    if part.licence:
        return (_Licence(acknowledgement="declared", expression=part.licence),)
    return (_Licence(license=_Named(name=part.licence_words)),) if part.licence_words else ()


def _licence_files(paths: tuple[str, ...]) -> tuple[_Property, ...]:
    return tuple(_Property(name="locdata:licence-file", value=path) for path in paths)
