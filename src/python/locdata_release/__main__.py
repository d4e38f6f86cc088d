"""The entry point: ``locdata_release sbom`` and ``locdata_release provenance``.

The exit status is 0, 1 if a file is invalid or does not match, and 2 for a usage error.
"""

import sys

from locdata_build.cli.output import OutputError, open_missing_streams, write_error, write_output
from locdata_build.publish.files import PublishError, replace_file
from locdata_release.arguments import CheckRequest, ProvenanceRequest, Request, SbomRequest, parse_request
from locdata_release.checkout import ReleaseError
from locdata_release.provenance import compare_with_statement, render_statement
from locdata_release.sbom import read_sbom, render_cyclonedx, render_markdown


def main() -> int:
    """Run the command line and return its exit status."""
    try:
        open_missing_streams()
        return _run(parse_request(sys.argv[1:]))
    except (ReleaseError, PublishError, OutputError) as error:
        write_error(str(error))
        return 1


def _run(request: Request) -> int:
    if isinstance(request, SbomRequest):
        return _write_sbom(request)
    if isinstance(request, ProvenanceRequest):
        return _write_statement(request)
    return _compare(request)


def _write_sbom(request: SbomRequest) -> int:
    sbom = read_sbom(request.file, request.checkout)
    content = render_markdown(sbom) if request.text else render_cyclonedx(sbom)
    if request.out is None:
        write_output(content.splitlines())
        return 0
    replace_file(request.out, content.encode())
    write_output([f"{request.out}: {len(sbom.distributions)} packages"])
    return 0


def _write_statement(request: ProvenanceRequest) -> int:
    replace_file(request.out, render_statement(request.build, request.checkout, request.files))
    write_output([f"{request.out}: {len(request.files)} files"])
    return 0


def _compare(request: CheckRequest) -> int:
    comparison = compare_with_statement(request.statement, request.files)
    write_output(comparison.lines)
    return 0 if comparison.is_match else 1


if __name__ == "__main__":
    sys.exit(main())
