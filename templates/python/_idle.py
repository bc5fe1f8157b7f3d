"""Open connections that wait for calls to come."""

from __future__ import annotations

import os
import selectors
from typing import Any, Dict, Generic, List, Optional, TypeVar

ConnectionT = TypeVar("ConnectionT")

# What open connections are worth keeping.
MAX_IDLE = 16


class Idle(Generic[ConnectionT]):
    """Those of this process.

    What a fork has copied is its parent's: on one socket each would read answers to the other. They are left as they
    are, since even a loop of asyncio shares what it waits with. There is no lock, which a fork could copy while it is
    held: what is done to a list or a dictionary here is done in one step.
    """

    def __init__(self) -> None:
        self._of_process: Dict[int, List[ConnectionT]] = {}

    def take(self) -> Optional[ConnectionT]:
        """The one that was used last, None where none is left."""
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
