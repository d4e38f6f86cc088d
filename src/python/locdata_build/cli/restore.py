"""The command that puts a former site back."""

from pathlib import Path

from locdata_build.cli.arguments import Request, Result
from locdata_build.hosting.rules import CURRENT_RELEASE
from locdata_build.publish.folder import restore_folder
from locdata_build.publish.releases import has_releases, restore_release
from locdata_build.publish.stated import read_stated


def restore(request: Request) -> Result:
    """Put a former site in the place of the one that replaced it. Raises ``PublishError``, with nothing changed."""
    out = request.out
    is_link = has_releases(out)
    if is_link:
        restore_release(out, request.former)
    else:
        restore_folder(out, request.former)
    return Result([f"{out}: restored {_description(out / CURRENT_RELEASE if is_link else out)}"])


def _description(site: Path) -> str:
    return str(read_stated(site) or "a site that does not state its version")
