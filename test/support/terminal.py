"""Types at a program in a terminal, and prints all that it shows.

Arguments: the prompt, a JSON list of what is typed at each prompt, and the program with its words.
"""

import json
import os
import pty
import sys

prompt, lines, command = sys.argv[1].encode(), json.loads(sys.argv[2]), sys.argv[3:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
shown = b""
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:  # Linux, where the program has left
        chunk = b""
    if chunk == b"":
        break
    shown += chunk
    if lines and prompt in shown:
        os.write(1, shown)
        shown = b""
        os.write(terminal, lines.pop(0).encode())
os.write(1, shown)
