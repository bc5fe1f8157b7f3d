/** Closes a server without dropping a request that it has accepted. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Container runtimes kill a process ten seconds after asking it to stop. By then, every waiting caller has an answer. */
const GRACE_MS = 9_000;
const FAREWELL_MS = 1_000;
const IDLE_EVERY_MS = 50;

/** Returns the open connections of a server, from now on. */
export function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

export interface Open {
  readonly sockets: ReadonlySet<Socket>;
  /** Ends the connections that wait for a request without `node:http`. */
  readonly closeWaiting: (() => void) | undefined;
}

/**
 * Node counts connections that are kept alive as open; this closes them as soon as their last answer is sent. Node counts idle
 * connections that browsers and load balancers open in advance as busy; they would use up the remaining time.
 */
export async function close(
  server: Server,
  { sockets, closeWaiting = () => {} }: Open,
  answerTheRest: () => void,
): Promise<void> {
  const closeIdle = () => {
    server.closeIdleConnections();
    closeWaiting();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  const idle = setInterval(closeIdle, IDLE_EVERY_MS);
  const rest = setTimeout(answerTheRest, GRACE_MS);
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const end = setTimeout(closeAll, GRACE_MS + FAREWELL_MS);
  const closed = new Promise(resolve => server.close(resolve));
  closeIdle();
  await closed;
  clearInterval(idle);
  clearTimeout(rest);
  clearTimeout(end);
}
