"""Open connections in a child of the process, and those whose loop has ended."""

from __future__ import annotations

import asyncio
import gc
import os
import selectors
import signal
import threading
import unittest
import warnings
from typing import Any, Callable

from fake_service import ROWS, FakeService, answer
from log_endpoints import AsyncClient, Client, _retry


def in_child(work: Callable[[], Any]) -> Any:
    """Whether the work in a child was done well; a child that hangs is ended."""
    with warnings.catch_warnings():
        # threads, of which the child has none
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        signal.alarm(20)
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    return os.waitpid(child, 0)[1] == 0


@unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
class Forked(unittest.TestCase):
    def test_each_process_has_its_own_connections(self) -> None:
        with FakeService(answer()) as service, Client(service.url) as client:
            ask = lambda: client.usage_api_counts(project="a", interval="daily") == ROWS
            self.assertTrue(ask())
            self.assertTrue(in_child(lambda: ask() and ask()))
            self.assertEqual(service.connections, 2)
            # the parent's is as it was
            self.assertTrue(ask())
            self.assertEqual((service.connections, len(service.requests)), (2, 4))
            self.assertTrue(in_child(lambda: client.close() is None))
            self.assertTrue(ask())
            self.assertEqual(service.connections, 2)

    def test_each_process_has_its_own_connections_in_asyncio(self) -> None:
        # the usual one, which the kernel keeps, would be shared itself
        loop = asyncio.SelectorEventLoop(selectors.SelectSelector())
        with FakeService(answer()) as service:
            client = AsyncClient(service.url)

            def ask() -> bool:
                return loop.run_until_complete(client.usage_api_counts(project="a", interval="daily")) == ROWS

            self.assertTrue(ask())
            self.assertTrue(in_child(lambda: ask() and ask()))
            self.assertEqual(service.connections, 2)
            self.assertTrue(in_child(lambda: asyncio.run(client.close()) is None))
            self.assertTrue(ask())
            self.assertEqual(service.connections, 2)
            loop.run_until_complete(client.close())
        loop.close()

    def test_no_child_waits_for_a_thread_that_it_does_not_have(self) -> None:
        budget = _retry.RetryBudget()
        is_held = threading.Event()

        def hold() -> None:
            with _retry._lock:
                is_held.set()
                threading.Event().wait(0.3)

        thread = threading.Thread(target=hold)
        thread.start()
        is_held.wait()
        self.assertTrue(in_child(budget.take))
        thread.join()
        self.assertTrue(budget.take())


class Ended(unittest.TestCase):
    def test_closes_without_the_loop_of_its_connections(self) -> None:
        with FakeService(answer()) as service, warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            client = AsyncClient(service.url)
            asyncio.run(client.usage_api_counts(project="a", interval="daily"))
            asyncio.run(client.close())
            asyncio.run(client.usage_api_counts(project="a", interval="daily"))
            self.assertEqual(service.connections, 2)
            del client
            gc.collect()


if __name__ == "__main__":
    unittest.main()
