"""Permissions of files that bind every user, the root user included."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_VERSION = 0x20080522
"""``_LINUX_CAPABILITY_VERSION_3`` of ``linux/capability.h``."""

_OVERRIDES = 0b110
"""``CAP_DAC_OVERRIDE`` and ``CAP_DAC_READ_SEARCH``, with which the root user reads and writes files of any mode."""


@contextmanager
def bound_by_permissions() -> Iterator[None]:
    """Read and write files as their modes say, also as the root user of a Linux system."""
    if os.geteuid() != 0 or sys.platform != "linux":
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_VERSION, 0)
    # Effective, permitted and inheritable capabilities, each in two words. Permitted ones can become effective again.
    capabilities = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, capabilities) == 0, os.strerror(ctypes.get_errno())
    effective = capabilities[0]
    try:
        capabilities[0] = effective & ~_OVERRIDES
        assert libc.capset(header, capabilities) == 0, os.strerror(ctypes.get_errno())
        yield
    finally:
        capabilities[0] = effective
        assert libc.capset(header, capabilities) == 0, os.strerror(ctypes.get_errno())
