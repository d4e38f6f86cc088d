"""Hugo as a peer. Version 0.111 makes no page without a content file, so pages, documents and tables get stubs.

A stub names its data, which ``getJSON`` reads: this is as fast as unmarshalling a resource, and keeps less in memory. Pages are
plain text to Hugo and their templates escape texts, which is faster than the escaping of Hugo and gives the same bytes as
Jinja. Hugo sorts the members of JSON files and the ``data-`` attributes of rows by name.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import which
from typing import Any
from urllib.parse import urlsplit

from benchmarks.peers.command import Command

TEMPLATES = Path(__file__).parent / "hugo" / "layouts"


def lay_out(prepared: Path, project: Path) -> Command:
    """Set up a project of Hugo in the new folder ``project``; ``hugo`` must be on the path.

    Each build is a cold start: Hugo caches fetched and transformed files only, and there are none.
    """
    manifest = json.loads((prepared / "manifest.json").read_bytes())
    shutil.copytree(TEMPLATES, project / "layouts")
    for path, front_matter in _stubs(prepared, manifest):
        stub = project / "content" / path
        stub.parent.mkdir(parents=True, exist_ok=True)
        stub.write_text(json.dumps(front_matter), encoding="utf-8")
    for folder in ("pages", "documents"):
        (project / folder).symlink_to((prepared / folder).resolve())
    (project / "data").mkdir()
    shutil.copy(prepared / "site.json", project / "data" / "shared.json")
    site = json.loads((prepared / "site.json").read_bytes())["site"]
    config = json.dumps(_config(site["base_url"], prepared / "static"), indent=2)
    (project / "config.json").write_text(config, encoding="utf-8")
    return Command(
        name=f"Hugo {_version()}",
        # Less frequent garbage collection is a tenth faster, for some more memory.
        arguments=("env", "GOGC=400", "hugo", "--quiet", "--noTimes", "--noChmod"),
        folder=project,
        result=project / "public",
    )


def _version() -> str:
    command = (which("hugo") or "hugo", "version")
    answer = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # our own command
    return answer.stdout.split()[1].lstrip("v").partition("+")[0].partition("-")[0]


def _config(base_url: str, static: Path) -> Mapping[str, Any]:
    """Return settings with which Hugo makes no file that the site does not have."""
    mounts = {**{name: name for name in ("content", "data", "layouts")}, str(static.resolve()): "static"}
    return {
        "baseURL": base_url,
        "params": {"base_path": urlsplit(base_url).path},
        "disableKinds": ["home", "section", "taxonomy", "term", "RSS", "sitemap", "robotsTXT", "404"],
        "disableAliases": True,
        "disableHugoGeneratorInject": True,
        # Time for large pages; the default is 30 seconds.
        "timeout": "1h",
        "outputs": {"page": ["html", "markdown"]},
        "outputFormats": {
            # The templates escape texts, with the same bytes as Jinja.
            "html": {"isPlainText": True},
        },
        # Hugo follows no link to a folder of static files.
        "module": {"mounts": [{"source": source, "target": target} for source, target in mounts.items()]},
    }


def _stubs(prepared: Path, manifest: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the path and the front matter of each content file; its folder chooses the template."""
    for number, name in enumerate(manifest["pages"]):
        page = json.loads((prepared / name).read_bytes())
        paths = {"html": page["html_path"], "markdown": page["markdown_path"]}
        folder = paths["html"].removesuffix("index.html")
        if paths == {"html": f"{folder}index.html", "markdown": f"{folder}index.md"}:
            yield f"pages/{number}.md", {"url": folder, "source": name}
            continue
        # A URL with a file name is that of one output format alone.
        for output, path in paths.items():
            yield f"pages/{number}-{output}.md", {"url": path, "outputs": [output], "source": name}
    for number, path in enumerate(manifest["documents"]):
        yield f"documents/{number}.md", {"url": path, "outputs": ["json"], "source": f"documents{path}"}
    for number, path in enumerate(manifest["tables"]):
        source = f"documents{path.removesuffix('.csv')}.json"
        yield f"tables/{number}.md", {"url": path, "outputs": ["csv"], "source": source}
