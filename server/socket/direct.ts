/**
 * Answers usual requests directly from the socket, because reading and writing them with `node:http` costs more than all else
 * that a kept answer needs. A connection that sends anything else is handed to `node:http` with all its bytes, for good.
 */
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Answering, Outgoing } from '../http/incoming.ts';
import { type Head, LONGEST_HEAD, usualHead } from './head.ts';
import { answerFailure, attempted, PlainRequest } from './listener.ts';
import { HALF_CLOSED } from './strangers.ts';

export interface Direct {
  /** Ends the connections that wait for a request. */
  readonly closeIdle: () => void;
}

export interface DirectOptions {
  readonly answering: Answering;
  /** Whether the service stops: then `node:http` answers, which closes the connections. */
  readonly isStopping: () => boolean;
  readonly keepAliveMs: number;
}

/** A new connection that sends nothing is handed over after this time, so that `node:http` ends it. */
const FIRST_MS = 1_000;

/** Takes the connections of a server. The listeners so far get those that are handed over. */
export function answerDirectly(server: Server, options: DirectOptions): Direct {
  const usual = server.listeners('connection');
  server.removeAllListeners('connection');
  const handOver = (socket: Socket) => {
    for (const listener of usual) Reflect.apply(listener, server, [socket]);
  };
  const waiting = new Set<Connection>();
  server.on(
    'connection',
    (socket: Socket) => new Connection(socket, { ...options, waiting, handOver }),
  );
  return {
    closeIdle: () => {
      for (const connection of waiting) connection.closeIdle();
    },
  };
}

interface Owner extends DirectOptions {
  readonly waiting: Set<Connection>;
  readonly handOver: (socket: Socket) => void;
}

const NO_BODY = () => null;

class Connection {
  readonly #socket: Socket;
  readonly #owner: Owner;
  readonly #listeners: readonly (readonly [string, (chunk: Buffer) => void])[];
  /** The last head and its text, because most callers send the same again. */
  #text = '';
  #head: Head | null = null;
  #hasAnswered = false;
  #isPending = false;
  /** Aborts the run of the pending request. */
  #gone: AbortController | null = null;
  /** The bytes that arrived while a request was pending. */
  #early: readonly Buffer[] = [];

  constructor(socket: Socket, owner: Owner) {
    this.#socket = socket;
    this.#owner = owner;
    owner.waiting.add(this);
    socket.setTimeout(FIRST_MS);
    this.#listeners = [
      ['data', chunk => this.#read(chunk)],
      ['end', () => this.#ended()],
      ['close', () => this.#closed()],
      ['timeout', () => this.#idle()],
      ['drain', () => socket.resume()],
      // the end of the connection follows
      ['error', () => {}],
    ];
    for (const [event, listener] of this.#listeners) socket.on(event, listener);
  }

  closeIdle(): void {
    if (this.#socket.writableLength === 0) this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#isPending) return void this.#keep(chunk);
    const head = this.#owner.isStopping() ? null : this.#headOf(chunk);
    if (head === null) return void this.#leave(chunk);
    const outgoing = attempted(
      this.#owner.answering,
      new PlainRequest(head, NO_BODY, this.#goneWith),
    );
    if (!(outgoing instanceof Promise)) return void this.#answer(outgoing);
    this.#isPending = true;
    this.#owner.waiting.delete(this);
    this.#socket.setTimeout(0);
    void outgoing.catch(answerFailure).then(settled => this.#settled(settled));
  }

  readonly #goneWith = (): AbortController => {
    this.#gone ??= new AbortController();
    return this.#gone;
  };

  #headOf(chunk: Buffer): Head | null {
    if (chunk.length > LONGEST_HEAD) return null;
    const text = chunk.toString('latin1');
    if (text !== this.#text) {
      this.#text = text;
      this.#head = usualHead(text);
    }
    return this.#head;
  }

  /** Keeps reading, so that the end of the connection is noticed. */
  #keep(chunk: Buffer): void {
    this.#early = [...this.#early, chunk];
    if (this.#early.length > MOST_EARLY) this.#socket.pause();
  }

  #settled(outgoing: Outgoing): void {
    if (!this.#isPending) return;
    this.#isPending = false;
    this.#gone = null;
    this.#hasAnswered = false;
    this.#owner.waiting.add(this);
    this.#answer(outgoing);
    if (this.#early.length > 0 && !this.#socket.writableEnded) {
      this.#leave(Buffer.concat(this.#early));
    }
  }

  #answer({ status, headers, bytes }: Outgoing): void {
    const isLast = headers['Connection'] === 'close';
    const head = headText(status, headers, isLast ? null : this.#owner.keepAliveMs);
    writeAtOnce(this.#socket, head, bytes);
    if (isLast) return void this.#socket.destroySoon();
    if (!this.#hasAnswered) this.#socket.setTimeout(this.#owner.keepAliveMs);
    this.#hasAnswered = true;
    // reads no further request until the caller has read its answers
    if (this.#socket.writableNeedDrain) this.#socket.pause();
  }

  #ended(): void {
    if (this.#isPending && this.#socket.writable) this.#socket.write(HALF_CLOSED);
    this.#socket.end();
    this.#abort();
  }

  #closed(): void {
    this.#owner.waiting.delete(this);
    this.#abort();
  }

  #abort(): void {
    if (!this.#isPending) return;
    this.#isPending = false;
    this.#gone?.abort();
  }

  #idle(): void {
    if (this.#hasAnswered) this.#socket.destroy();
    else this.#leave(null);
  }

  #leave(chunk: Buffer | null): void {
    const socket = this.#socket;
    this.#owner.waiting.delete(this);
    for (const [event, listener] of this.#listeners) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    if (chunk !== null) socket.unshift(chunk);
    this.#owner.handOver(socket);
    socket.resume();
  }
}

/** The most parts of further requests that are read while a request is pending. */
const MOST_EARLY = 4;

/** Writes the same bytes as `node:http`. `keepAliveMs` is `null` if the connection ends with this answer. */
function headText(
  status: number,
  headers: Readonly<Record<string, string>>,
  keepAliveMs: number | null,
): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const name in headers) text += `${name}: ${checkedValue(headers[name])}\r\n`;
  text += dateLine();
  if (keepAliveMs === null) return `${text}\r\n`;
  return `${text}Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1_000}\r\n\r\n`;
}

/** A value with a line break would be read as further headers. */
function checkedValue(value: string | undefined): string {
  if (value === undefined || !/^[ -~]*$/.test(value)) throw new Error('a header has no such value');
  return value;
}

let second = 0;
let line = '';

/** Returns the `Date` header; its text is kept for a second. */
function dateLine(): string {
  const now = Math.floor(Date.now() / 1_000);
  if (now !== second) {
    second = now;
    line = `Date: ${new Date(now * 1_000).toUTCString()}\r\n`;
  }
  return line;
}

/** Up to this length, one text is written without a copy in the heap; the library has this room on its stack. */
const MOST_AT_ONCE = 15_000;

/** The last short body, whose bytes never change, and its text. Callers who ask for the same often come one after another. */
let lastBody: Uint8Array | null = null;
let lastText = '';

function textOf(body: Uint8Array): string {
  if (body !== lastBody) {
    const { buffer, byteOffset, length } = body;
    lastText = Buffer.from(buffer, byteOffset, length).toString('latin1');
    lastBody = body;
  }
  return lastText;
}

function writeAtOnce(socket: Socket, head: string, body: Uint8Array | null): void {
  if (body === null) {
    socket.write(head, 'latin1');
  } else if (head.length + body.length <= MOST_AT_ONCE) {
    socket.write(head + textOf(body), 'latin1');
  } else {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
  }
}
