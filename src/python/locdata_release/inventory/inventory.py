"""What is in the runnable file besides our own code and data, each package with the lock that pins it."""

from pathlib import Path

from msgspec import Struct

from locdata_release.read.distributions import Distribution
from locdata_release.read.faults import ReleaseError
from locdata_release.read.locks import CODE_LOCK, PANTS_LOCK, Lock, read_lock
from locdata_release.read.runnable import Runnable, read_runnable


class Inventory(Struct, frozen=True, kw_only=True):
    """The runnable file, and the locks: that of its packages and that of its runtime, which pins what is vendored too."""

    runnable: Runnable
    code_lock: Lock
    runtime_lock: Lock

    @property
    def parts(self) -> tuple[Distribution, ...]:
        """Every package, then the runtime and what is vendored in it."""
        return (*self.runnable.packages, self.runnable.runtime, *self.runnable.vendored)


def take_inventory(file: Path, checkout: Path) -> Inventory:
    """The inventory of a runnable file that was made from ``checkout``.

    Raises ``ReleaseError`` where a part is not pinned by a hash there, or brings no text of its licence.
    """
    inventory = Inventory(
        runnable=read_runnable(file),
        code_lock=read_lock(checkout, CODE_LOCK),
        runtime_lock=read_lock(checkout, PANTS_LOCK),
    )
    for package in inventory.runnable.packages:
        inventory.code_lock.demand(package.name, package.version)
    inventory.runtime_lock.demand(inventory.runnable.runtime.name, inventory.runnable.runtime.version)
    for part in inventory.parts:
        if not part.licence_files:
            raise ReleaseError(f"{file}: must hold the licence of {part.name} {part.version}, but does not")
    return inventory
