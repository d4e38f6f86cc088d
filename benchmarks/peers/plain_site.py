"""The plain script as a peer."""

import shutil
import sys
from pathlib import Path

from benchmarks.peers.command import Command

_HERE = Path(__file__).parent


def lay_out(prepared: Path, project: Path) -> Command:
    """Copy the script into the folder ``project``. It runs with the interpreter of this process."""
    script, result = project.resolve() / "plain.py", project.resolve() / "out"
    shutil.copytree(_HERE / "plain", project / "plain")
    shutil.copyfile(_HERE / script.name, script)
    return Command(
        name="Plain script",
        arguments=(sys.executable, str(script), str(prepared.resolve()), str(result)),
        folder=project,
        result=result,
    )
