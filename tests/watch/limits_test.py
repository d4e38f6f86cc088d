"""A deadline for a request as a whole."""

import socket

from locdata_watch.visits.limits import Deadline


class Connection:
    """A connection as httpcore names it."""

    def __init__(self) -> None:
        self.near, self.far = socket.socketpair()

    def get_extra_info(self, name: str) -> socket.socket:
        assert name == "socket"
        return self.near


def test_the_connection_is_shut_down_at_the_deadline() -> None:
    connection = Connection()
    with connection.near, connection.far, Deadline(0.01) as deadline:
        deadline.trace("connection.connect_tcp.complete", {"return_value": connection})

        assert connection.far.recv(1) == b""
        assert deadline.has_passed


def test_a_connection_that_is_made_after_the_deadline_is_shut_down() -> None:
    connection = Connection()
    with connection.near, connection.far, Deadline(0) as deadline:
        deadline._timer.join()
        deadline.trace("connection.connect_tcp.complete", {"return_value": connection})

        assert connection.far.recv(1) == b""


def test_an_encrypted_connection_takes_the_place_of_the_plain_one() -> None:
    plain, encrypted = Connection(), Connection()
    with plain.near, plain.far, encrypted.near, encrypted.far, Deadline(0.01) as deadline:
        deadline.trace("connection.connect_tcp.complete", {"return_value": plain})
        deadline.trace("connection.start_tls.complete", {"return_value": encrypted})

        assert encrypted.far.recv(1) == b""


def test_the_connection_of_a_request_in_time_stays_open() -> None:
    connection = Connection()
    with connection.near, connection.far:
        with Deadline(60) as deadline:
            deadline.trace("connection.connect_tcp.complete", {"return_value": connection})
        connection.near.send(b"x")

        assert connection.far.recv(1) == b"x"
        assert not deadline.has_passed
