"""The image contains the tested configuration and runs unprivileged."""

from hosting.servers import CONTAINER


def instructions(name: str) -> list[str]:
    """Return the arguments of each instruction of this name in the Containerfile."""
    lines = (CONTAINER / "Containerfile").read_text(encoding="utf-8").splitlines()
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{name} ")]


def test_the_image_contains_only_the_site_and_the_tested_configuration() -> None:
    assert instructions("COPY") == ["nginx.conf locdata.conf /etc/nginx/", "site /srv/locdata"]
    assert [*instructions("ADD"), *instructions("RUN")] == []


def test_the_image_runs_nginx_unprivileged() -> None:
    assert instructions("USER") == ["101:101"]
    assert instructions("ENTRYPOINT") == ['["nginx", "-e", "stderr"]']
    assert instructions("EXPOSE") == ["8080"]


def test_nginx_writes_below_the_folder_for_temporary_files_only() -> None:
    lines = (CONTAINER / "nginx.conf").read_text(encoding="utf-8").split("\n")
    paths = [line.split()[-1] for line in lines if line.strip().startswith("pid ") or "_temp_path " in line]

    assert len(paths) == 6
    assert all(path.startswith("/tmp/") for path in paths)  # noqa: S108  # The container's own.
