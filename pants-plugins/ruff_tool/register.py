"""Support for current versions of ruff in `pants lint`, `pants fix` and `pants fmt`.

The backend of Pants 2.17 is made for ruff 0.0.213, which had no subcommands. With a current ruff, its `fix` runs
`ruff --fix check`, ignores the exit code, and reports success. This plugin keeps the options (`[ruff]`) and the target
selection of that backend, and replaces the commands:

    lint: ruff check; and the commands below, which must then change nothing, because lint runs fixers and formatters too
    fix:  ruff check --fix, then ruff format
    fmt:  ruff format, which also formats BUILD files
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pants.backend.build_files.fmt.base import FmtBuildFilesRequest
from pants.backend.python.lint.ruff import skip_field
from pants.backend.python.lint.ruff import subsystem as ruff_subsystem
from pants.backend.python.lint.ruff.subsystem import Ruff, RuffFieldSet
from pants.backend.python.util_rules import pex
from pants.backend.python.util_rules.pex import PexRequest, VenvPex, VenvPexProcess
from pants.core.goals.fix import FixResult, FixTargetsRequest
from pants.core.goals.fmt import FmtResult, FmtTargetsRequest
from pants.core.goals.lint import LintResult, LintTargetsRequest
from pants.core.util_rules.config_files import ConfigFiles, ConfigFilesRequest
from pants.core.util_rules.partitions import PartitionerType
from pants.core.util_rules.source_files import SourceFiles, SourceFilesRequest
from pants.engine.fs import Digest, MergeDigests, Snapshot
from pants.engine.process import FallibleProcessResult, ProcessResult
from pants.engine.rules import Get, MultiGet, collect_rules, rule
from pants.util.logging import LogLevel
from pants.util.strutil import pluralize


class RuffLintRequest(LintTargetsRequest):
    """Report violations with `ruff check`."""

    field_set_type = RuffFieldSet
    tool_subsystem = Ruff
    partitioner_type = PartitionerType.DEFAULT_SINGLE_PARTITION
    tool_name = "ruff check"
    tool_id = "ruff"


class RuffFixRequest(FixTargetsRequest):
    """Fix violations with `ruff check --fix`. Those that remain are reported by `lint`."""

    field_set_type = RuffFieldSet
    tool_subsystem = Ruff
    partitioner_type = PartitionerType.DEFAULT_SINGLE_PARTITION
    tool_name = "ruff check --fix"
    tool_id = "ruff"


class RuffFmtRequest(FmtTargetsRequest):
    """Format files with `ruff format`. In `lint`, a file that would change is a failure."""

    field_set_type = RuffFieldSet
    tool_subsystem = Ruff
    partitioner_type = PartitionerType.DEFAULT_SINGLE_PARTITION
    tool_name = "ruff format"
    tool_id = "ruff"


class RuffBuildFilesRequest(FmtBuildFilesRequest):
    """Format BUILD files with `ruff format`."""

    tool_subsystem = Ruff
    tool_name = "ruff format of BUILD files"
    tool_id = "ruff"


# Not a rule, because its result type would conflict with the rules of other tools.
async def _ruff_process(ruff: Ruff, command: tuple[str, ...], snapshot: Snapshot) -> VenvPexProcess:
    ruff_pex, config_files = await MultiGet(
        Get(VenvPex, PexRequest, ruff.to_pex_request()),
        Get(ConfigFiles, ConfigFilesRequest, ruff.config_request(snapshot.dirs)),
    )
    input_digest = await Get(Digest, MergeDigests((snapshot.digest, config_files.snapshot.digest)))
    config_args = (f"--config={ruff.config}",) if ruff.config else ()
    return VenvPexProcess(
        ruff_pex,
        # Pants has its own cache. Ruff ignores its exclusions for files named on the command line, unless forced.
        argv=(*command, "--no-cache", "--force-exclude", *config_args, *ruff.args, *snapshot.files),
        input_digest=input_digest,
        output_files=snapshot.files,
        description=f"Run `ruff {' '.join(command)}` on {pluralize(len(snapshot.files), 'file')}.",
        level=LogLevel.DEBUG,
    )


async def _ruff_format(request: RuffFmtRequest.Batch | RuffBuildFilesRequest.Batch, ruff: Ruff) -> FmtResult:
    process = await _ruff_process(ruff, ("format",), request.snapshot)
    result = await Get(ProcessResult, VenvPexProcess, process)
    return await FmtResult.create(request, result, strip_chroot_path=True)


@rule(desc="Lint with ruff", level=LogLevel.DEBUG)
async def ruff_lint(request: RuffLintRequest.Batch[RuffFieldSet, Any], ruff: Ruff) -> LintResult:
    """Run `ruff check`."""
    sources = await Get(SourceFiles, SourceFilesRequest(field_set.source for field_set in request.elements))
    process = await _ruff_process(ruff, ("check",), sources.snapshot)
    result = await Get(FallibleProcessResult, VenvPexProcess, process)
    return LintResult.create(request, result, strip_chroot_path=True)


# Fix and fmt request a ProcessResult, so that an exit code other than 0 stops the goal. FixResult would hide it.
@rule(desc="Fix with ruff", level=LogLevel.DEBUG)
async def ruff_fix(request: RuffFixRequest.Batch, ruff: Ruff) -> FixResult:
    """Run `ruff check --fix`. Violations that ruff cannot fix are not a failure here."""
    process = await _ruff_process(ruff, ("check", "--fix", "--exit-zero"), request.snapshot)
    result = await Get(ProcessResult, VenvPexProcess, process)
    return await FixResult.create(request, result, strip_chroot_path=True)


@rule(desc="Format with ruff", level=LogLevel.DEBUG)
async def ruff_fmt(request: RuffFmtRequest.Batch, ruff: Ruff) -> FmtResult:
    """Run `ruff format`."""
    return await _ruff_format(request, ruff)


@rule(desc="Format BUILD files with ruff", level=LogLevel.DEBUG)
async def ruff_fmt_build_files(request: RuffBuildFilesRequest.Batch, ruff: Ruff) -> FmtResult:
    """Run `ruff format` on BUILD files."""
    return await _ruff_format(request, ruff)


def rules() -> Iterable[Any]:
    """Return the rules of the four requests, and the `[ruff]` options and `skip_ruff` field of the replaced backend."""
    return [
        *collect_rules(),
        *RuffLintRequest.rules(),
        *RuffFixRequest.rules(),
        *RuffFmtRequest.rules(),
        *RuffBuildFilesRequest.rules(),
        *ruff_subsystem.rules(),
        *skip_field.rules(),
        *pex.rules(),
    ]
