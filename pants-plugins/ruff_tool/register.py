"""Current ruff in `pants lint`, `pants fix` and `pants fmt`.

Pants 2.17 ships a backend for ruff 0.0.213, which had no subcommands. With a current ruff its `fix` runs
`ruff --fix check`, does not look at the exit code, and reports success. This plugin keeps that backend's options
(`[ruff]`) and its choice of targets, and replaces how ruff is called:

    lint: ruff check; and, as lint runs fixers and formatters too, those below, which then must change nothing
    fix:  ruff check --fix, then ruff format
    fmt:  ruff format
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

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
    """Reports what `ruff check` finds."""

    field_set_type = RuffFieldSet
    tool_subsystem = Ruff
    partitioner_type = PartitionerType.DEFAULT_SINGLE_PARTITION
    tool_name = "ruff check"
    tool_id = "ruff"


class RuffFixRequest(FixTargetsRequest):
    """Repairs what `ruff check` can repair; what is left is for `lint` to report. `lint` says if there is any."""

    field_set_type = RuffFieldSet
    tool_subsystem = Ruff
    partitioner_type = PartitionerType.DEFAULT_SINGLE_PARTITION
    tool_name = "ruff check --fix"
    tool_id = "ruff"


class RuffFmtRequest(FmtTargetsRequest):
    """Formats; in `lint`, a file that would change is a failure."""

    field_set_type = RuffFieldSet
    tool_subsystem = Ruff
    partitioner_type = PartitionerType.DEFAULT_SINGLE_PARTITION
    tool_name = "ruff format"
    tool_id = "ruff"


# A plain function, for as a rule its result type would clash with the other tools' rules.
async def _ruff_process(ruff: Ruff, command: tuple[str, ...], snapshot: Snapshot) -> VenvPexProcess:
    ruff_pex, config_files = await MultiGet(
        Get(VenvPex, PexRequest, ruff.to_pex_request()),
        Get(ConfigFiles, ConfigFilesRequest, ruff.config_request(snapshot.dirs)),
    )
    input_digest = await Get(Digest, MergeDigests((snapshot.digest, config_files.snapshot.digest)))
    config_args = (f"--config={ruff.config}",) if ruff.config else ()
    return VenvPexProcess(
        ruff_pex,
        # Pants caches already. Files are named, so that without --force-exclude ruff would not heed its exclusions.
        argv=(*command, "--no-cache", "--force-exclude", *config_args, *ruff.args, *snapshot.files),
        input_digest=input_digest,
        output_files=snapshot.files,
        description=f"Run `ruff {' '.join(command)}` on {pluralize(len(snapshot.files), 'file')}.",
        level=LogLevel.DEBUG,
    )


@rule(desc="Lint with ruff", level=LogLevel.DEBUG)
async def ruff_lint(request: RuffLintRequest.Batch[RuffFieldSet, Any], ruff: Ruff) -> LintResult:
    """Run `ruff check`."""
    sources = await Get(SourceFiles, SourceFilesRequest(field_set.source for field_set in request.elements))
    process = await _ruff_process(ruff, ("check",), sources.snapshot)
    result = await Get(FallibleProcessResult, VenvPexProcess, process)
    return LintResult.create(request, result, strip_chroot_path=True)


# Fix and fmt ask for a ProcessResult: an exit code other than 0 then stops the goal, where FixResult would hide it.
@rule(desc="Fix with ruff", level=LogLevel.DEBUG)
async def ruff_fix(request: RuffFixRequest.Batch, ruff: Ruff) -> FixResult:
    """Run `ruff check --fix`; findings that ruff cannot repair are no failure here."""
    process = await _ruff_process(ruff, ("check", "--fix", "--exit-zero"), request.snapshot)
    result = await Get(ProcessResult, VenvPexProcess, process)
    return await FixResult.create(request, result, strip_chroot_path=True)


@rule(desc="Format with ruff", level=LogLevel.DEBUG)
async def ruff_fmt(request: RuffFmtRequest.Batch, ruff: Ruff) -> FmtResult:
    """Run `ruff format`."""
    process = await _ruff_process(ruff, ("format",), request.snapshot)
    result = await Get(ProcessResult, VenvPexProcess, process)
    return await FmtResult.create(request, result, strip_chroot_path=True)


def rules() -> Iterable[Any]:
    """Register the three requests, and the options and the `skip_ruff` field of the backend that this one replaces."""
    return [
        *collect_rules(),
        *RuffLintRequest.rules(),
        *RuffFixRequest.rules(),
        *RuffFmtRequest.rules(),
        *ruff_subsystem.rules(),
        *skip_field.rules(),
        *pex.rules(),
    ]
