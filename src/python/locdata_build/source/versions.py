"""Semantic versions in their order."""


def version_parts(version: str) -> tuple[int, int, int]:
    """Major, minor and patch of a version such as ``1.10.0``, so that versions can be compared."""
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch
