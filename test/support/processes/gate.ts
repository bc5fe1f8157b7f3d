/** A way to a server of this machine that can be cut, or that answers otherwise. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../service/operators/redis-server.ts';

export interface Gate {
  readonly port: number;
  /** How many connections it has taken. */
  readonly taken: () => number;
  readonly open: () => Promise<void>;
  readonly cut: () => Promise<void>;
  /** Answers each command of Redis with the text, in place of the server; `null`: no more. Ends the connections so far. */
  readonly answer: (text: string | null) => void;
  readonly close: () => Promise<void>;
}

/** Opens a way to the server at that address. */
export async function openGate(to: string): Promise<Gate> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let taken = 0;
  let other: string | null = null;
  const end = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const open = async () => {
    server = createServer(from => {
      taken += 1;
      if (other !== null) return answerOtherwise(from, other, sockets);
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
    end();
    await closed;
  };
  const answer = (text: string | null) => {
    other = text;
    end();
  };
  await open();
  return { port, taken: () => taken, open, cut, answer, close: cut };
}

function answerOtherwise(from: Socket, text: string, sockets: Set<Socket>): void {
  sockets.add(from);
  from
    .on('error', () => {})
    .on('data', data => {
      const commands = String(data).match(/^\*\d+\r$/gm) ?? [];
      from.write(text.repeat(commands.length));
    });
}
