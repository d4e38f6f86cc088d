"""The entry point: ``locdata_release inventory|provenance``.

Exit status 0, 1 for what is wrong with the files, 2 for wrong usage.
"""

import sys

import msgspec

from locdata_build.publish.file import PublishError, replace_file
from locdata_release.cli.arguments import (
    CheckRequest,
    InventoryRequest,
    ProvenanceRequest,
    Request,
    parse_request,
)
from locdata_release.inventory.cyclonedx import as_cyclonedx
from locdata_release.inventory.document import as_document
from locdata_release.inventory.inventory import take_inventory
from locdata_release.provenance.comparison import compare_with_statement
from locdata_release.provenance.statement import state_provenance
from locdata_release.read.faults import ReleaseError


def main() -> int:
    """Run what the command line asks for; the exit status."""
    request = parse_request(sys.argv[1:])
    try:
        return _run(request)
    except (ReleaseError, PublishError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"standard output: cannot be written: {error.strerror}", file=sys.stderr)
        return 1


def _run(request: Request) -> int:
    if isinstance(request, InventoryRequest):
        return _list(request)
    if isinstance(request, ProvenanceRequest):
        return _state(request)
    return _compare(request)


def _list(request: InventoryRequest) -> int:
    inventory = take_inventory(request.file, request.checkout)
    if request.text:
        content = as_document(inventory)
    else:
        content = msgspec.json.format(msgspec.json.encode(as_cyclonedx(inventory)), indent=2).decode() + "\n"
    if request.out is None:
        print(content, end="", flush=True)
        return 0
    replace_file(request.out, content.encode())
    print(f"{request.out}: {len(inventory.parts)} packages", flush=True)
    return 0


def _state(request: ProvenanceRequest) -> int:
    statement = state_provenance(request.build, request.checkout, request.files)
    replace_file(request.out, msgspec.json.encode(statement) + b"\n")
    print(f"{request.out}: {len(statement.subject)} files", flush=True)
    return 0


def _compare(request: CheckRequest) -> int:
    comparison = compare_with_statement(request.statement, request.files)
    print("\n".join(comparison.lines), flush=True)
    return 0 if comparison.is_same else 1


if __name__ == "__main__":
    sys.exit(main())
