"""The figures of audits add up."""

from pathlib import Path

import pytest

from support.dataset import changed, issues

RIGHT = "$.audits[0].right_in_the_end"


@pytest.mark.parametrize(("accepted", "refused"), [(6, 5), (10, 11)])
def test_audit_has_from_the_claims_right_at_first_to_all_drawn_claims_right_in_the_end(
    tmp_path: Path, accepted: int, refused: int
) -> None:
    assert issues(tmp_path, changed("audits.json", RIGHT, accepted)) == []
    assert issues(tmp_path, changed("audits.json", RIGHT, refused)) == [
        f"data/audits.json: {RIGHT}: must be between 6 (right at first) and 10 (drawn), got {refused} [wrong-value]"
    ]
