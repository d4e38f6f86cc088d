"""The search of the pages, run by Node on the files of a built site."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from support.programs import program

_RUN = """
import { readFileSync } from "node:fs";
const [site, ranking, queries, limit] = process.argv.slice(2);
const { SearchIndex } = await import(ranking);
const read = (path) => JSON.parse(readFileSync(`${site}/${path}`));
const found = {};
for (const query of JSON.parse(queries)) {
  const loaded = [];
  const load = async (code) => {
    loaded.push(code);
    return read(`search/${code}.json`);
  };
  const index = new SearchIndex(read("search.json"), load);
  found[query] = { ...(await index.find(query, Number(limit))), loaded };
}
console.log(JSON.stringify(found));
"""


def find_on_pages(site: Path, scratch: Path, queries: Iterable[str], limit: int = 5) -> Mapping[str, Mapping[str, Any]]:
    """Return the results of each query, the countries whose pieces were loaded for it, and what the search says beside them."""
    node = program("NODE", "node")
    for script in (site / "assets").glob("*.js"):
        shutil.copy(script, scratch)
    (scratch / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (scratch / "run.js").write_text(_RUN, encoding="utf-8")
    (ranking,) = scratch.glob("search_ranking.*.js")
    command = [node, *map(str, (scratch / "run.js", site.resolve(), ranking)), json.dumps([*queries]), str(limit)]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    found: Mapping[str, Mapping[str, Any]] = json.loads(done.stdout)
    return found
