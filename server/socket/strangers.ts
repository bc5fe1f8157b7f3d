/** Answers to what the app never sees: invalid requests, tunnels, expectations, and callers that closed their side. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { VARY } from '../http/exchange.ts';
import type { ProblemCode } from '../http/problem.ts';
import { problemText } from '../http/problem.ts';

/** As on the app's own problems. */
export const OWN_HEADERS = {
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  Vary: VARY,
} as const;

/** Time for a refused caller to read the reason, before the connection is closed while it still sends. */
const LINGER_MS = 1_000;

/** Answers what Node's parser or the adaptor refuse: then there is no request for the app. */
export function answerStrangers(server: Server): void {
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, detail] = PARSER_FAULTS[error.code ?? ''] ?? [
      400,
      'This is not an HTTP request.',
    ];
    sendOff(socket, rawProblem('invalid_request', detail, status));
  });
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    // Node has left the socket to this handler.
    socket.on('error', () => socket.destroy());
    const detail = 'Only GET and HEAD are answered.';
    sendOff(socket, rawProblem('method_not_allowed', detail, 405, { Allow: 'GET, HEAD' }));
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const detail = 'Only the expectation `100-continue` is supported.';
    const body = problemText('invalid_request', detail, undefined, 417);
    const length = Buffer.byteLength(body);
    response.writeHead(417, { ...OWN_HEADERS, Connection: 'close', 'Content-Length': length });
    response.end(body);
  });
  answerHalfClosed(server);
}

/**
 * A caller that leaves looks the same as one that only closed its own side of the connection. Its runs are given up in
 * both cases; a caller that still listens gets an answer.
 */
function answerHalfClosed(server: Server): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', socket => {
    const responses = new Set<ServerResponse>();
    waiting.set(socket, responses);
    // Before Node closes the other side.
    socket.prependListener('end', () => {
      const isAwaited = [...responses].some(response => !response.writableEnded);
      if (isAwaited && socket.writable) socket.write(HALF_CLOSED);
    });
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = waiting.get(socket);
    responses?.add(response);
    response.once('close', () => responses?.delete(response));
  });
}

function sendOff(socket: Duplex, text: string): void {
  socket.end(text);
  // Nothing else reads the socket, not even its end, so the connection would stay open until its idle timeout.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A complete answer, the last one of its connection. */
function rawProblem(
  code: ProblemCode,
  detail: string,
  status: number,
  more: Readonly<Record<string, string>> = {},
): string {
  const body = problemText(code, detail, undefined, status);
  return [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Bad Request'}`,
    'Connection: close',
    ...Object.entries({ ...OWN_HEADERS, ...more }).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

const PARSER_FAULTS: Readonly<Record<string, readonly [number, string] | undefined>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers take more than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come in time.'],
};
const REASONS: Readonly<Record<number, string | undefined>> = {
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  499: 'Client Closed Request',
};
const HALF_CLOSED = rawProblem(
  'cancelled',
  'The connection was closed on the side of the caller before the answer was ready.',
  499,
);
