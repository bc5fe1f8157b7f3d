/** Requests over a socket as they are written: no client of ours repairs a path, a header or a body on the way. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Init {
  readonly method?: string;
  /** A list is sent as so many headers of one name. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}
export interface Reply {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As they came, and decoded. */
  readonly bytes: Buffer;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

/** Asks with the path's very characters. Rejects where no whole answer comes. */
export function ask(url: string, path: string, init: Init = {}): Promise<Reply> {
  const { method = 'GET', headers = {}, body, signal } = init;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, path, method, headers: headers as never, ...(signal && { signal }) },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const headers = response.headers as Reply['headers'];
          const text = decoded(bytes, headers['content-encoding']).toString();
          resolve({ status: response.statusCode ?? 0, headers, bytes, text });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || encoding === undefined) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}

/** What comes back for characters that may be no request at all, until the connection ends. */
export function askRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', chunk => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}
