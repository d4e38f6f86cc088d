"""The entry point reports what prevents a command from running."""

import errno
import os
import signal
import sys
from types import SimpleNamespace

import pytest

from locdata_build.cli import data
from locdata_build.cli.arguments import Request
from support.command_line import run_here


def test_python_that_strips_docstrings_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "flags", SimpleNamespace(optimize=2))

    assert run_here("check") == (
        2,
        "",
        "locdata_build must not run with docstrings stripped (python -OO, PYTHONOPTIMIZE=2)\n",
    )


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            OSError(errno.EAGAIN, "Resource temporarily unavailable"),
            "the system refused: Resource temporarily unavailable\n",
        ),
        (PermissionError(errno.EACCES, "Permission denied", "file"), "file: cannot be used: Permission denied\n"),
    ],
    ids=["process", "file"],
)
def test_error_of_the_system_is_one_line(monkeypatch: pytest.MonkeyPatch, error: OSError, message: str) -> None:
    def fail(_: Request) -> str:
        raise error

    monkeypatch.setattr(data, "check", fail)

    assert run_here("check") == (1, "", message)


def test_mistake_in_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Request) -> str:
        raise ValueError("mistake")

    monkeypatch.setattr(data, "check", fail)

    with pytest.raises(ValueError, match="mistake"):
        run_here("check")


def test_interrupt_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: Request) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(data, "check", interrupt)

    assert run_here("check") == (130, "", "interrupted\n")


def test_lack_of_memory_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Request) -> str:
        raise MemoryError

    monkeypatch.setattr(data, "check", fail)

    assert run_here("check") == (1, "", "there is not enough memory\n")


class _Interrupting:
    """An attribute whose class cannot be made, because an interrupt arrives meanwhile."""

    def __set_name__(self, owner: type, name: str) -> None:
        os.kill(os.getpid(), signal.SIGTERM)


def test_interrupt_that_other_code_reports_as_its_own_error_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def make_class(_: Request) -> None:
        type("Interrupted", (), {"attribute": _Interrupting()})

    monkeypatch.setattr(data, "check", make_class)

    assert run_here("check") == (130, "", "interrupted\n")
