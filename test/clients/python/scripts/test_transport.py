"""Failures of connections, and time limits, for both clients."""

from __future__ import annotations

import socket
import sys
import time
import traceback
import unittest
from contextlib import ExitStack, contextmanager
from typing import Any, Iterator, Tuple
from unittest.mock import patch

from callers import KEY, Awaiting, Caller, Waiting
from fake_service import ROWS, FakeService, answer
from log_endpoints import ServiceError, APITimeoutError, InvalidResponseError

HINTS = b"HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"
PROCESSING = b"HTTP/1.1 102 Processing\r\n\r\n"
SWITCHING = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"


def rows(text: str) -> bytes:
    return answer(body={"result": [{"text": text}]})


class Cases(Caller):
    """The tests of both clients."""

    def test_answers_that_only_say_that_another_follows(self) -> None:
        acts = [HINTS + PROCESSING + HINTS + rows("first"), PROCESSING + rows("second"), rows("third")]
        with FakeService(*acts) as service:
            turns = self.turns(service, 3, lambda turn: None, max_retries=0)
            self.assertEqual(turns, [[{"text": text}] for text in ("first", "second", "third")])
            self.assertEqual(service.connections, 1)

    def test_what_is_http_no_longer(self) -> None:
        with FakeService(HINTS + SWITCHING, answer()) as service:
            first, second = self.turns(service, 2, lambda turn: None, max_retries=0)
            self.assertIsInstance(first, ServiceError)
            self.assertEqual((first.status, second), (101, ROWS))
            self.assertEqual(service.connections, 2)

    def test_what_nobody_asked_for(self) -> None:
        late = answer(408, b"", {"Connection": "close"})
        with FakeService(answer()) as service:
            turns = self.turns(service, 3, lambda turn: service.say(late), max_retries=0)
            self.assertEqual((turns, service.connections), ([ROWS] * 3, 3))
        with FakeService(answer() + late, answer()) as service:
            turns = self.turns(service, 3, lambda turn: None, max_retries=0)
            self.assertEqual((turns, len(service.requests)), ([ROWS] * 3, 3))

    def test_no_trace_of_an_error_holds_the_answer(self) -> None:
        body = f"<html>you sent {KEY}</html>".encode()
        for said in (body, b'{"result": "%s"}' % body):
            with FakeService(answer(body=said, headers={"Content-Type": KEY, "X-Request-Id": KEY})) as service:
                with self.assertRaises(InvalidResponseError) as raised:
                    self.ask(service)
            error = raised.exception
            told = "".join(traceback.format_exception(type(error), error, error.__traceback__))
            self.assertNotIn("you sent", told)
            self.assertNotIn(KEY, told)
            self.assertIsNone(error.__cause__ or error.__context__)


class WaitingCases(Waiting, Cases, unittest.TestCase):
    pass


class AwaitingCases(Awaiting, Cases, unittest.TestCase):
    pass


@contextmanager
def dead_end() -> Iterator[Tuple[str, int]]:
    """Where a connection neither succeeds nor fails: its queue is full."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listener.getsockname())
        time.sleep(0.2)
        yield listener.getsockname()


def addresses(*known: Tuple[str, int]) -> Any:
    """A network where every name is that of these."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", each) for each in known]
    return patch.object(socket, "getaddrinfo", lambda *_, **__: found)


@unittest.skipUnless(sys.platform == "linux", "elsewhere a full queue refuses")
class Reaching(unittest.TestCase):
    def assert_ends(self, service: FakeService, *known: Tuple[str, int]) -> None:
        for caller in (Waiting(), Awaiting()):
            with self.subTest(caller=caller), addresses(*known):
                start = time.monotonic()
                with self.assertRaises(APITimeoutError):
                    caller.ask(service, timeout=1.5, max_retries=0)
                spent = time.monotonic() - start
                # each address for itself would take three times as long
                self.assertTrue(1.4 < spent < 4, spent)

    def test_an_attempt_ends_in_its_time_however_many_addresses_there_are(self) -> None:
        with FakeService(answer()) as service, dead_end() as end:
            service.url = "http://many.example"
            self.assert_ends(service, end, end, end)

    def test_an_attempt_ends_in_its_time_whatever_part_of_it_takes_long(self) -> None:
        with FakeService(answer()) as service, dead_end() as end:
            # it speaks no TLS, so nothing comes of the handshake
            port = int(service.url.rpartition(":")[2])
            service.url = "https://many.example"
            self.assert_ends(service, end, ("127.0.0.1", port))
            # after the connection, a call has the remaining time
            self.assert_ends(service, ("127.0.0.1", port), end)

    def test_a_dead_address_leaves_time_for_the_next(self) -> None:
        with FakeService(answer()) as service, dead_end() as end:
            port = int(service.url.rpartition(":")[2])
            service.url = "http://many.example"
            with addresses(end, end, ("127.0.0.1", port)):
                self.assertEqual(Waiting().ask(service, timeout=6, max_retries=0).rows, ROWS)


if __name__ == "__main__":
    unittest.main()
