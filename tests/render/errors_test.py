import json
from pathlib import Path

from locdata_build.delivery.media_types import NO_ANSWER_PATH
from support.world import render_files


def test_a_missing_answer_tells_its_status_and_where_all_answers_are_listed(tmp_path: Path) -> None:
    assert json.loads(render_files(tmp_path)[NO_ANSWER_PATH]) == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is no such file. The index lists every endpoint.",
        "index": "https://data.example/api/v1/index.json",
    }
