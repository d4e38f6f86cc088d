"""The target `runnable_file`: a PEX that starts as fast as Python does.

A PEX starts in Python, finds out which Python it wants, and starts that one. With `--sh-boot` a shell script is its head,
which looks where the PEX has unpacked itself before and starts Python once; `pex_binary` of Pants 2.17 cannot ask for it.
Nor can it be told that `run` shall not pack it: this target is for `package` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pants.backend.python.target_types import EntryPoint
from pants.backend.python.util_rules.pex import Pex
from pants.backend.python.util_rules.pex_from_targets import PexFromTargetsRequest
from pants.core.goals.package import BuiltPackage, BuiltPackageArtifact, OutputPathField, PackageFieldSet
from pants.engine.rules import Get, collect_rules, rule
from pants.engine.target import COMMON_TARGET_FIELDS, Dependencies, StringField, Target
from pants.engine.unions import UnionRule
from pants.util.logging import LogLevel


class RunnableEntryPointField(StringField):
    """What is started."""

    alias = "entry_point"
    required = True
    help = "What is started, as `module:function`. The module must be among the dependencies."


class RunnableDependenciesField(Dependencies):
    """What is packed, with all that it needs; what `!!` names is left out."""

    supports_transitive_excludes = True


class RunnableFileTarget(Target):
    """A PEX with a shell script as its head."""

    alias = "runnable_file"
    core_fields = (*COMMON_TARGET_FIELDS, RunnableEntryPointField, RunnableDependenciesField, OutputPathField)
    help = "One file with Python code and all that it needs, which starts as fast as Python does."


@dataclass(frozen=True)
class RunnableFileFieldSet(PackageFieldSet):
    """What is packaged."""

    required_fields = (RunnableEntryPointField,)

    entry_point: RunnableEntryPointField
    output_path: OutputPathField


@rule(desc="Package a runnable file", level=LogLevel.DEBUG)
async def package_runnable_file(field_set: RunnableFileFieldSet) -> BuiltPackage:
    """Package it as Pants packages a `pex_binary` with `execution_mode="venv"`."""
    filename = field_set.output_path.value_or_default(file_ending="pex")
    origin = f"the `{field_set.entry_point.alias}` of {field_set.address}"
    pex = await Get(
        Pex,
        PexFromTargetsRequest(
            [field_set.address],
            output_filename=filename,
            internal_only=False,
            main=EntryPoint.parse(str(field_set.entry_point.value), provenance=origin),
            additional_args=("--no-emit-warnings", "--venv", "prepend", "--sh-boot"),
            include_local_dists=True,
            warn_for_transitive_files_targets=True,
        ),
    )
    return BuiltPackage(pex.digest, (BuiltPackageArtifact(filename),))


def rules() -> Iterable[Any]:
    """Register the packaging of the target."""
    return [*collect_rules(), UnionRule(PackageFieldSet, RunnableFileFieldSet)]


def target_types() -> Iterable[type[Target]]:
    """Register the target."""
    return [RunnableFileTarget]
