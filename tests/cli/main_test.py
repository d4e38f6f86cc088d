"""The entry point reports what prevents a command from running."""

import errno
import os
import signal
import sys
from types import SimpleNamespace

import pytest

from locdata_build.cli import check
from support.command_line import run_here


def test_python_that_strips_docstrings_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "flags", SimpleNamespace(optimize=2))

    assert run_here("check") == (
        2,
        "",
        "locdata_build must not run with docstrings stripped (python -OO, PYTHONOPTIMIZE=2)\n",
    )


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (OSError(errno.EAGAIN, "Try again"), 1, "the system refused: Try again\n"),
        (PermissionError(errno.EACCES, "Permission denied", "file"), 1, "file: cannot be used: Permission denied\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (MemoryError(), 1, "there is not enough memory\n"),
    ],
    ids=["process", "file", "interrupt", "memory"],
)
def test_failure_of_a_command_is_one_line(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, message: str
) -> None:
    def fail(**_: object) -> str:
        raise error

    monkeypatch.setattr(check, "run", fail)

    assert run_here("check") == (status, "", message)


def test_mistake_in_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> str:
        raise RuntimeError("mistake")

    monkeypatch.setattr(check, "run", fail)

    with pytest.raises(RuntimeError, match="mistake"):
        run_here("check")


class _Interrupting:
    """An attribute whose class cannot be made, because an interrupt arrives meanwhile."""

    def __set_name__(self, owner: type, name: str) -> None:
        os.kill(os.getpid(), signal.SIGTERM)


def test_interrupt_that_python_reports_as_another_error_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def make_class(**_: object) -> None:
        type("Interrupted", (), {"attribute": _Interrupting()})

    monkeypatch.setattr(check, "run", make_class)

    assert run_here("check") == (130, "", "interrupted\n")
