"""The target `packaged_file`: a generated file that `package` writes to `dist`.

Pants 2.17 exports what an `adhoc_tool` makes with `export-codegen` alone, and packs it with `archive`, whose bytes differ from
build to build.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pants.core.goals.package import BuiltPackage, BuiltPackageArtifact, PackageFieldSet
from pants.core.target_types import FileSourceField
from pants.engine.addresses import Addresses, UnparsedAddressInputs
from pants.engine.rules import Get, collect_rules, rule
from pants.engine.target import (
    COMMON_TARGET_FIELDS,
    HydratedSources,
    HydrateSourcesRequest,
    SourcesField,
    StringField,
    Target,
    Targets,
)
from pants.engine.unions import UnionRule
from pants.util.logging import LogLevel


class PackagedTargetField(StringField):
    """The target that makes the file."""

    alias = "file"
    required = True
    help = "The target that makes the file, such as an `adhoc_tool`. The file is written to `dist` under its own path."


class PackagedFileTarget(Target):
    """A generated file that is packaged as it is."""

    alias = "packaged_file"
    core_fields = (*COMMON_TARGET_FIELDS, PackagedTargetField)
    help = "A generated file, which `package` writes to `dist` as it is."


@dataclass(frozen=True)
class PackagedFileFieldSet(PackageFieldSet):
    """The fields that packaging needs."""

    required_fields = (PackagedTargetField,)

    file: PackagedTargetField


@rule(desc="Package a generated file", level=LogLevel.DEBUG)
async def package_generated_file(field_set: PackagedFileFieldSet) -> BuiltPackage:
    """Make the file, and package it under its own path."""
    addresses = await Get(
        Addresses,
        UnparsedAddressInputs(
            [str(field_set.file.value)],
            owning_address=field_set.address,
            description_of_origin=f"the `{field_set.file.alias}` of {field_set.address}",
        ),
    )
    (target,) = await Get(Targets, Addresses, addresses)
    sources = await Get(
        HydratedSources,
        HydrateSourcesRequest(target[SourcesField], for_sources_types=(FileSourceField,), enable_codegen=True),
    )
    return BuiltPackage(sources.snapshot.digest, tuple(map(BuiltPackageArtifact, sources.snapshot.files)))


def rules() -> Iterable[Any]:
    """Return the rules of this plugin."""
    return [*collect_rules(), UnionRule(PackageFieldSet, PackagedFileFieldSet)]


def target_types() -> Iterable[type[Target]]:
    """Return the target types of this plugin."""
    return [PackagedFileTarget]
