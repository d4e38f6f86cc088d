"""The target `runnable_file`: a PEX that starts as fast as Python does.

By default, a PEX starts Python to select an interpreter, and then starts that one. With `--sh-boot`, a shell script finds
the unpacked PEX and starts Python only once. `pex_binary` of Pants 2.17 has no option for it, and none to keep `run` from
packing the file. This target supports only `package`.

Where a PEX cannot write to its cache, it unpacks itself into a new temporary folder each time, and leaves it there. This one
ends with an error that names the variable to set.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pants.backend.python.target_types import EntryPoint
from pants.backend.python.util_rules.pex import Pex
from pants.backend.python.util_rules.pex_from_targets import PexFromTargetsRequest
from pants.core.goals.package import BuiltPackage, BuiltPackageArtifact, OutputPathField, PackageFieldSet
from pants.engine.fs import CreateDigest, Digest, FileContent
from pants.engine.rules import Get, collect_rules, rule
from pants.engine.target import COMMON_TARGET_FIELDS, Dependencies, StringField, Target
from pants.engine.unions import UnionRule
from pants.util.logging import LogLevel

# Runs before the PEX unpacks itself, on any Python, and judges folders as the PEX does.
_PREAMBLE = FileContent(
    "require_cache.py",
    b"""\
import os
import sys

cache = os.path.abspath(os.path.expanduser(os.environ.get("PEX_ROOT") or "~/.pex"))
folder = cache
while not os.path.exists(folder):
    folder = os.path.dirname(folder)
if not (os.path.isdir(folder) and os.access(folder, os.R_OK | os.W_OK | os.X_OK)):
    sys.exit("cannot unpack this file into %s: set PEX_ROOT to a folder that can be written to" % cache)
""",
)


class RunnableEntryPointField(StringField):
    """The entry point."""

    alias = "entry_point"
    required = True
    help = "The entry point, as `module:function`. The module must be among the dependencies."


class RunnableDependenciesField(Dependencies):
    """The packed targets, with all transitive dependencies except those excluded with `!!`."""

    supports_transitive_excludes = True


class RunnableFileTarget(Target):
    """A PEX that starts with a shell script."""

    alias = "runnable_file"
    core_fields = (*COMMON_TARGET_FIELDS, RunnableEntryPointField, RunnableDependenciesField, OutputPathField)
    help = "A single executable file with Python code and all its dependencies, which starts as fast as Python does."


@dataclass(frozen=True)
class RunnableFileFieldSet(PackageFieldSet):
    """The fields that packaging needs."""

    required_fields = (RunnableEntryPointField,)

    entry_point: RunnableEntryPointField
    output_path: OutputPathField


@rule(desc="Package a runnable file", level=LogLevel.DEBUG)
async def package_runnable_file(field_set: RunnableFileFieldSet) -> BuiltPackage:
    """Package the target as Pants packages a `pex_binary` with `execution_mode="venv"`."""
    filename = field_set.output_path.value_or_default(file_ending="pex")
    origin = f"the `{field_set.entry_point.alias}` of {field_set.address}"
    preamble = await Get(Digest, CreateDigest([_PREAMBLE]))
    pex = await Get(
        Pex,
        PexFromTargetsRequest(
            [field_set.address],
            output_filename=filename,
            internal_only=False,
            main=EntryPoint.parse(str(field_set.entry_point.value), provenance=origin),
            additional_args=("--no-emit-warnings", "--venv", "prepend", "--sh-boot", "--preamble-file", _PREAMBLE.path),
            additional_inputs=preamble,
            include_local_dists=True,
            warn_for_transitive_files_targets=True,
        ),
    )
    return BuiltPackage(pex.digest, (BuiltPackageArtifact(filename),))


def rules() -> Iterable[Any]:
    """Return the rules of this plugin."""
    return [*collect_rules(), UnionRule(PackageFieldSet, RunnableFileFieldSet)]


def target_types() -> Iterable[type[Target]]:
    """Return the target types of this plugin."""
    return [RunnableFileTarget]
