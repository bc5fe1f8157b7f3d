/** A way to a server of this machine that can be cut. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../service/operators/redis-server.ts';

export interface Gate {
  readonly port: number;
  /** How many connections it has taken. */
  readonly taken: () => number;
  readonly open: () => Promise<void>;
  readonly cut: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a way to the server at that address. */
export async function openGate(to: string): Promise<Gate> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let taken = 0;
  const open = async () => {
    server = createServer(from => {
      taken += 1;
      const there = connect(Number(new URL(to).port), '127.0.0.1');
      for (const socket of [from, there]) {
        sockets.add(socket);
        socket.on('error', () => {}).on('close', () => [from, there].map(one => one.destroy()));
      }
      from.pipe(there).pipe(from);
    });
    await new Promise<void>(done => server?.listen(port, '127.0.0.1', done));
  };
  const cut = async () => {
    const listening = server;
    if (listening === null) return;
    server = null;
    const closed = new Promise(done => listening.close(done));
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  await open();
  return { port, taken: () => taken, open, cut, close: cut };
}
