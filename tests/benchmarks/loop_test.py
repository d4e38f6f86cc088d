"""The output of Pants says which targets ran, and which results were known."""

from benchmarks.loop import Targets, targets_of

OUTPUT = """\
12:00:00.00 [INFO] Completed: Run Pytest - tests/site/feeds_test.py and 10 other files - succeeded.

✓ tests/site/feeds_test.py and 10 other files succeeded in 3.01s.
✕ tests/golden:ee failed in 1.20s.
✓ tests/source/parsing_test.py succeeded in 0.93s (cached locally).
✓ tests/model/decoding_test.py:tests succeeded in 0.71s (cached remotely).
✓ tests/view/text_test.py succeeded in 0.55s (memoized).

Wrote test reports to dist/test/reports
"""


def test_targets_are_counted_by_where_their_results_come_from() -> None:
    assert targets_of(OUTPUT) == Targets(
        ran=("tests/site/feeds_test.py", "tests/golden:ee"), failed=("tests/golden:ee",), cached=2, memoized=1
    )
