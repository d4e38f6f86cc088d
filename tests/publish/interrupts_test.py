"""A build that is interrupted, at whatever moment, leaves a whole site, nothing else, and no process."""

import signal
from pathlib import Path

import pytest

from publish.interrupts import SIGNALS, interrupt_builds, interrupt_operations
from support.signals import obey_interrupts

setup_module = obey_interrupts


def test_builds_interrupted_before_a_file_operation_leave_nothing(tmp_path: Path) -> None:
    tally = interrupt_operations(tmp_path)

    assert tally.has_kept_promises, tally
    assert tally.interrupted > 8


@pytest.mark.proof
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_builds_interrupted_at_random_moments_leave_nothing(tmp_path: Path, number: signal.Signals) -> None:
    tally = interrupt_builds(12, number, 1, tmp_path)

    assert tally.has_kept_promises, tally
    assert tally.interrupted == 12
