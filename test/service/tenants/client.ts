/** Plain HTTP/1.1 over connections that stay open: little is done for a request, so that many can be sent. */
import { connect, type Socket } from 'node:net';

export interface Answered {
  readonly status: number;
  /** Names in small letters; the last of several. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Client {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly close: () => void;
}

interface Connection {
  readonly socket: Socket;
  received: Buffer;
  settle: ((answer: Answered) => void) | null;
  fail: ((cause: Error) => void) | null;
}

const HEAD_END = '\r\n\r\n';

/** A connection for each request that is under way. `socketPath`: the Unix socket on which that origin listens. */
export function openClient(origin: string, socketPath?: string): Client {
  const { hostname, port, host } = new URL(origin);
  const place =
    socketPath === undefined ? { host: hostname, port: Number(port) } : { path: socketPath };
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const open = (): Connection => {
    const socket = connect(place);
    socket.setNoDelay(true);
    const connection: Connection = { socket, received: Buffer.alloc(0), settle: null, fail: null };
    const end = (cause: Error) => {
      all.delete(connection);
      const at = idle.indexOf(connection);
      if (at >= 0) idle.splice(at, 1);
      connection.fail?.(cause);
    };
    socket.on('data', chunk => receive(connection, chunk, idle));
    socket.on('error', end);
    socket.on('close', () => end(new Error('the connection was closed')));
    all.add(connection);
    return connection;
  };
  return {
    get: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const connection = idle.pop() ?? open();
        connection.settle = resolve;
        connection.fail = reject;
        const lines = Object.entries({ Host: host, ...headers }).map(
          ([n, value]) => `${n}: ${value}`,
        );
        connection.socket.write(
          `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}`,
          'latin1',
        );
      }),
    close: () => {
      for (const { socket } of all) socket.destroy();
    },
  };
}

function receive(connection: Connection, chunk: Buffer, idle: Connection[]): void {
  const { received } = connection;
  connection.received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
  const answer = readAnswer(connection.received);
  if (answer === null) return;
  const { settle } = connection;
  Object.assign(connection, { received: Buffer.alloc(0), settle: null, fail: null });
  if (answer.headers['connection'] !== 'close') idle.push(connection);
  settle?.(answer);
}

/** The answer once it is there as a whole. */
function readAnswer(bytes: Buffer): Answered | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map(line => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const status = Number(first.split(' ')[1]);
  const start = end + HEAD_END.length;
  if (headers['transfer-encoding'] === 'chunked') {
    const body = readChunks(bytes.subarray(start));
    return body === null ? null : { status, headers, body };
  }
  const length = status === 304 || status === 204 ? 0 : Number(headers['content-length'] ?? 0);
  if (bytes.length < start + length) return null;
  return { status, headers, body: bytes.toString('utf8', start, start + length) };
}

function readChunks(bytes: Buffer): string | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    const start = end + 2;
    if (bytes.length < start + length + 2) return null;
    if (length === 0) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(start, start + length));
    at = start + length + 2;
  }
}
