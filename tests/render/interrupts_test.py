"""An interrupt is raised once, not in blocks that it must not break into, and not if it is ignored."""

import signal
from collections.abc import Iterator

import pytest

from locdata_build.render import interrupts
from locdata_build.render.interrupts import (
    INTERRUPTS,
    interrupts_blocked,
    raise_if_interrupted,
    raise_on_interrupts,
    until_interrupted,
)
from support.signals import signals_restored


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    with signals_restored():
        for number in INTERRUPTS:
            signal.signal(number, signal.SIG_DFL)
        yield


@pytest.mark.parametrize("number", sorted(INTERRUPTS), ids=lambda number: number.name)
def test_every_interrupt_is_raised(number: signal.Signals) -> None:
    raise_on_interrupts()

    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


def test_signals_soon_after_each_other_are_one_interrupt_and_later_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raise_on_interrupts()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)

    signal.raise_signal(signal.SIGHUP)

    monkeypatch.setattr(interrupts, "ONE_INTERRUPT", 0)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


def test_interrupt_waits_until_the_block_ends() -> None:
    raise_on_interrupts()
    done = []

    def block() -> None:
        with interrupts_blocked():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGHUP)
            done.append("block")

    with pytest.raises(KeyboardInterrupt):
        block()
    assert done == ["block"]


def test_waiting_interrupt_can_be_asked_for() -> None:
    raise_on_interrupts()
    asked = []

    def block() -> None:
        with interrupts_blocked():
            raise_if_interrupted()
            signal.raise_signal(signal.SIGTERM)
            asked.append("before")
            raise_if_interrupted()
            asked.append("after")

    with pytest.raises(KeyboardInterrupt):
        block()
    assert asked == ["before"]


def test_ignored_signal_is_no_interrupt() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    raise_on_interrupts()

    with interrupts_blocked():
        signal.raise_signal(signal.SIGHUP)
        raise_if_interrupted()

    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_items_end_at_an_interrupt_that_other_code_ignored() -> None:
    raise_on_interrupts()
    items = until_interrupted([1, 2, 3])

    assert next(items) == 1
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        next(items)


def test_other_exceptions_that_python_cannot_raise_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    class Failing:
        def __del__(self) -> None:
            raise ValueError("unexpected")

    raise_on_interrupts()
    Failing()

    assert capsys.readouterr().err.endswith("ValueError: unexpected\n")


def test_interrupt_that_python_cannot_raise_is_not_printed_and_can_be_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Interrupting:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    raise_on_interrupts()
    Interrupting()

    assert capsys.readouterr().err == ""
    with pytest.raises(KeyboardInterrupt):
        raise_if_interrupted()
