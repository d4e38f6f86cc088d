"""BuildGrid with one more kind of action cache, `!disk-action-cache`: a file for each result, so that a restart loses nothing.

BuildGrid's own kinds keep the results in memory, in Redis or in S3. Takes the arguments of `bgd`.
"""

import re
import tempfile
from pathlib import Path
from typing import Any

from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as reapi  # pants: no-infer-dep
from buildgrid.server.actioncache.caches.action_cache_abc import ActionCacheABC  # pants: no-infer-dep
from buildgrid.server.app.cli import cli  # pants: no-infer-dep
from buildgrid.server.app.settings import parser  # pants: no-infer-dep
from buildgrid.server.cas.storage.storage_abc import StorageABC  # pants: no-infer-dep
from buildgrid.server.exceptions import InvalidArgumentError, NotFoundError  # pants: no-infer-dep

TAG = "!disk-action-cache"
NAME = TAG.removeprefix("!")


class DiskActionCache(ActionCacheABC):
    """Keeps each result in the file `path`/<hash of the action>, and tells none whose blobs are gone."""

    def __init__(self, storage: StorageABC, path: str, allow_updates: bool = True, check_blobs: bool = True) -> None:
        super().__init__(allow_updates=allow_updates, storage=storage)
        self._folder = Path(path)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._check_blobs = check_blobs

    def _file(self, action: reapi.Digest) -> Path:
        # The hash comes from the client, and becomes a path.
        if not re.fullmatch(r"[0-9a-f]{64}", action.hash):
            raise InvalidArgumentError(f"not a SHA-256: {action.hash!r}")
        return self._folder / action.hash

    def get_action_result(self, action_digest: reapi.Digest) -> reapi.ActionResult:
        """The result of an action; an error that says so if there is none."""
        try:
            result = reapi.ActionResult.FromString(self._file(action_digest).read_bytes())
        except FileNotFoundError:
            raise NotFoundError(f"no result for {action_digest.hash}") from None
        if self._check_blobs and not self.referenced_blobs_still_exist(action_digest, result):
            raise NotFoundError(f"blobs of the result for {action_digest.hash} are gone")
        return result

    def update_action_result(self, action_digest: reapi.Digest, action_result: reapi.ActionResult) -> None:
        """Keeps the result, in place of an earlier one."""
        if not self._allow_updates:
            raise NotImplementedError("this server takes no results")
        file = self._file(action_digest)
        # Renamed when whole, so that no reader sees a part.
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as whole:
            whole.write(action_result.SerializeToString())
        Path(whole.name).replace(file)


def register() -> None:
    """Makes the tag known to the reader of the configuration and to its schema."""
    parser.object_tag(TAG)(DiskActionCache)
    stock_schema = parser.get_schema

    def schema(strict: bool = False) -> dict[str, Any]:
        found = stock_schema(strict)
        found["definitions"]["cache"]["oneOf"].append({"$ref": f"#/definitions/{NAME}"})
        found["definitions"][NAME] = {
            "type": "object",
            "properties": {
                "kind": {"type": "string", "enum": [TAG]},
                "storage": {"$ref": "#/definitions/storage"},
                "path": {"type": "string"},
                "allow-updates": {"type": "boolean"},
                "check-blobs": {"type": "boolean"},
            },
            "required": ["kind", "storage", "path"],
        }
        return found

    parser.get_schema = schema


if __name__ == "__main__":
    register()
    cli()
