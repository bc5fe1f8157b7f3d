"""Open connections that wait for calls to come."""

from __future__ import annotations

import os
import selectors
from typing import Any, Dict, Generic, List, Optional, TypeVar

ConnectionT = TypeVar("ConnectionT")

# The maximum of idle connections to keep.
MAX_IDLE = 16


class Idle(Generic[ConnectionT]):
    """The idle connections of this process.

    Connections that a fork has copied belong to its parent: on one socket, each process would read the other's answers. They are left alone, because even a loop of asyncio shares its selector. Every change of a list or a dictionary here is one step, so no lock is needed, which a fork could copy while it is held.
    """

    def __init__(self) -> None:
        self._of_process: Dict[int, List[ConnectionT]] = {}

    def take(self) -> Optional[ConnectionT]:
        """The connection that was used last, or None."""
        try:
            return self._own().pop()
        except IndexError:
            return None

    def give(self, connection: ConnectionT) -> bool:
        """Keeps a connection, and says whether there was room for it."""
        own = self._own()
        has_room = len(own) < MAX_IDLE
        if has_room:
            own.append(connection)
        return has_room

    def _own(self) -> List[ConnectionT]:
        return self._of_process.setdefault(os.getpid(), [])


def has_unread(sock: Any) -> bool:
    """Whether something lies in a socket to be read, be it an end."""
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_READ)
        return len(selector.select(0)) > 0
