"""BuildGrid with an additional action cache, `!disk-action-cache`: a file for each result, so that a restart loses nothing.

BuildGrid's own action caches keep results in memory, in Redis or in S3. Takes the arguments of `bgd`.
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
    """An action cache with each result in the file `path`/<hash of the action>. It ignores results whose blobs are missing."""

    def __init__(self, storage: StorageABC, path: str, allow_updates: bool = True, check_blobs: bool = True) -> None:
        super().__init__(allow_updates=allow_updates, storage=storage)
        self._folder = Path(path)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._check_blobs = check_blobs

    def _file(self, action: reapi.Digest) -> Path:
        # The hash comes from the client and becomes a path.
        if not re.fullmatch(r"[0-9a-f]{64}", action.hash):
            raise InvalidArgumentError(f"the hash must be a SHA-256, but is {action.hash!r}")
        return self._folder / action.hash

    def get_action_result(self, action_digest: reapi.Digest) -> reapi.ActionResult:
        """Return the result of an action. Raises ``NotFoundError`` if there is none, or if blobs of it are missing."""
        try:
            result = reapi.ActionResult.FromString(self._file(action_digest).read_bytes())
        except FileNotFoundError:
            raise NotFoundError(f"no result for {action_digest.hash}") from None
        if self._check_blobs and not self.referenced_blobs_still_exist(action_digest, result):
            raise NotFoundError(f"blobs of the result for {action_digest.hash} are missing")
        return result

    def update_action_result(self, action_digest: reapi.Digest, action_result: reapi.ActionResult) -> None:
        """Store a result, replacing an earlier one."""
        if not self._allow_updates:
            raise NotImplementedError("this server does not accept results")
        file = self._file(action_digest)
        # Renamed when complete, so that no reader sees a partial file.
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as temporary:
            temporary.write(action_result.SerializeToString())
        Path(temporary.name).replace(file)


def register() -> None:
    """Register the tag with the parser of the configuration and with its schema."""
    parser.object_tag(TAG)(DiskActionCache)
    stock_schema = parser.get_schema

    def schema(strict: bool = False) -> dict[str, Any]:
        extended = stock_schema(strict)
        extended["definitions"]["cache"]["oneOf"].append({"$ref": f"#/definitions/{NAME}"})
        extended["definitions"][NAME] = {
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
        return extended

    parser.get_schema = schema


if __name__ == "__main__":
    register()
    cli()
