/** Requests byte by byte over a socket of their own, and what comes back until it closes. */
import { connect } from 'node:net';

/** Sends the bytes, then `next` as soon as an answer begins, and gives all that is answered until the service ends the connection. */
export function sendRaw(origin: string, request: Buffer | string, next = ''): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.once('data', () => socket.write(next));
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', cause => (chunks.length > 0 ? undefined : reject(cause)));
  });
}

export interface RawAnswer {
  readonly status: number;
  /** Lines as they came. */
  readonly headers: readonly string[];
  readonly body: string;
}

const LAST_CHUNK = '0\r\n\r\n';
const isChunked = (line: string) => /^transfer-encoding: chunked$/i.test(line);

/** The answers that stand in a row. Throws where something else stands between them. */
export function rawAnswers(received: string): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; at < received.length; ) {
    const end = received.indexOf('\r\n\r\n', at);
    const [first = '', ...headers] = received.slice(at, end).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) [A-Za-z ]+$/.exec(first)?.[1];
    if (end < 0 || status === undefined)
      throw new Error(`no answer: ${received.slice(at, at + 200)}`);
    // Node's own refusals, which have no body.
    const isEmpty = received.startsWith(LAST_CHUNK, end + 4) && headers.some(isChunked);
    const length = headers.find(line => /^content-length:/i.test(line))?.split(':')[1];
    const start = end + 4;
    at = start + (isEmpty ? LAST_CHUNK.length : Number(length ?? 0));
    answers.push({ status: Number(status), headers, body: received.slice(start, at) });
  }
  return answers;
}
