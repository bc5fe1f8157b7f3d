/**
 * ClickHouse's HTTP interface in front of chdb, so that a real client meets the real engine, and faults that it is told to have.
 * Queries run one after another, and one that is killed runs on: chdb cannot do either.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { placeholdersIn } from '../clickhouse/session.ts';
import type { TestTable } from '../test-engine.ts';
import { EXCEPTION_TAG, errorText, type Fault, lateError, statusOf } from './clickhouse-faults.ts';
import { type ClickHouseRequest, parameterValue, readRequest } from './clickhouse-request.ts';
import { type ClickHouseSession, DATABASE, openSession, type Rows } from './clickhouse-session.ts';

export type { Fault } from './clickhouse-faults.ts';

/** A request, and what became of it. */
export interface Recorded extends ClickHouseRequest {
  /** The client closed the connection before the answer's end. */
  left: boolean;
  killed: boolean;
}

export interface ClickHouseServer {
  readonly url: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  /** Queries in the order they came; not those that kill others. */
  readonly requests: Recorded[];
  /** Identifiers of queries that were to be killed. */
  readonly kills: string[];
  /** How many connections were opened. */
  readonly connections: () => number;
  /** The next queries have these faults, each one of them. */
  readonly fail: (...faults: readonly Fault[]) => void;
  /** Every query has what this gives for it, until told otherwise. */
  readonly failEach: (fault: (request: ClickHouseRequest) => Fault | null) => void;
  /** The `readonly` of the user's profile. */
  readonly confine: (readonly: 0 | 1 | 2) => void;
  /** Stores the tables in place of all that were loaded before. */
  readonly load: (tables: readonly TestTable[]) => Promise<void>;
  /** Runs a statement as the server's owner. */
  readonly command: (sql: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const USER = 'quern';
const PASSWORD = "s:ecr'et é";

interface State {
  readonly session: ClickHouseSession;
  readonly requests: Recorded[];
  readonly kills: string[];
  readonly queue: Fault[];
  each: (request: ClickHouseRequest) => Fault | null;
  confined: 0 | 1 | 2;
}

/** Starts on a free port of 127.0.0.1. A process can have one. */
export async function startClickHouseServer(
  options: { readonly tables?: readonly TestTable[] } = {},
): Promise<ClickHouseServer> {
  const session = await openSession(options.tables ?? []);
  const state: State = {
    session,
    requests: [],
    kills: [],
    queue: [],
    each: () => null,
    confined: 0,
  };
  let connections = 0;
  const server = createServer({ keepAliveTimeout: 10_000 }, (message, response) => {
    readRequest(message)
      .then(request => answer(state, request, response))
      // a client that leaves while it asks
      .catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    database: DATABASE,
    username: USER,
    password: PASSWORD,
    requests: state.requests,
    kills: state.kills,
    connections: () => connections,
    fail: (...faults) => void state.queue.push(...faults),
    failEach: fault => {
      state.each = fault;
    },
    confine: readonly => {
      state.confined = readonly;
    },
    load: session.load,
    command: session.command,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await session.close();
    },
  };
}

const KILL = /^KILL QUERY WHERE query_id = '([^']*)'/;

async function answer(
  state: State,
  request: ClickHouseRequest,
  response: ServerResponse,
): Promise<void> {
  if (request.path === '/ping') return void response.end('Ok.\n');
  const [, killed] = KILL.exec(request.query) ?? [];
  if (killed !== undefined) return kill(state, killed, response);
  const recorded: Recorded = { ...request, left: false, killed: false };
  state.requests.push(recorded);
  response.on('close', () => {
    recorded.left = !response.writableFinished;
  });
  const fault = state.queue.shift() ?? state.each(request);
  if (fault === null || !(await failed(fault, recorded, response))) {
    await respond(state, recorded, response, fault);
  }
}

function kill({ kills, requests }: State, id: string, response: ServerResponse): void {
  kills.push(id);
  for (const request of requests) if (request.queryId === id) request.killed = true;
  response.end('');
}

/** Answers, or not, in place of a query; says whether it did. */
async function failed(fault: Fault, request: Recorded, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'slow':
      await sleep(fault.ms);
      return false;
    case 'held':
      await fault.until;
      return false;
    case 'hang':
      while (!request.killed) await sleep(10);
      refuse(response, errorText(394, 'Query was cancelled'));
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'error':
      refuse(response, errorText(fault.code), fault.status);
      return true;
    case 'status':
      response.writeHead(fault.status, { 'Content-Type': 'text/html' }).end(fault.body);
      return true;
    case 'noise':
      response.socket?.end('!@#$ this is not HTTP\r\n\r\n');
      return true;
    case 'cut':
    case 'stall':
    case 'late error':
      return false;
  }
}

async function respond(
  state: State,
  request: Recorded,
  response: ServerResponse,
  fault: Fault | null,
): Promise<void> {
  try {
    check(state, request);
    const settings = Object.entries(request.settings).filter(([name]) => name !== 'readonly');
    const types = new Map(placeholdersIn(request.query).map(({ name, type }) => [name, type]));
    const parameters = Object.entries(request.parameters).map(([name, text]) => {
      return [name, parameterValue(text, types.get(name) ?? '')] as const;
    });
    const rows = await state.session.answer({
      sql: request.query,
      format: request.format,
      database: request.database,
      settings: Object.fromEntries(settings),
      parameters: Object.fromEntries(parameters),
    });
    send(request, response, rows, fault);
  } catch (error) {
    refuse(response, error instanceof Error ? error.message : String(error));
  }
}

/** What a server refuses because of who asks. */
function check({ confined }: State, { user, password, settings, query }: ClickHouseRequest): void {
  if (user !== USER || password !== PASSWORD) {
    throw new Error(errorText(516, `${user}: Authentication failed`));
  }
  const [changed] = Object.keys(settings).filter(
    name => confined === 1 || (confined === 2 && name === 'readonly' && settings[name] !== '2'),
  );
  if (changed !== undefined) {
    throw new Error(errorText(164, `Cannot modify '${changed}' setting in readonly mode`));
  }
  const isWriting = /^\s*(insert|create|drop|alter|truncate|rename)\b/i.test(query);
  if (isWriting && (confined > 0 || (settings['readonly'] ?? '0') !== '0')) {
    throw new Error(errorText(164, 'Cannot execute query in readonly mode'));
  }
}

function refuse(response: ServerResponse, text: string, status?: number): void {
  const code = Number(/Code: (\d+)/.exec(text)?.[1] ?? 1002);
  response.writeHead(status ?? statusOf(code), {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': code,
  });
  response.end(text);
}

function send(
  request: Recorded,
  response: ServerResponse,
  { bytes, count, readBytes }: Rows,
  fault: Fault | null,
): void {
  // before its end a query has no numbers
  const told = (number: number) => String(request.waitsForEnd ? number : 0);
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=UTF-8',
    'X-ClickHouse-Query-Id': request.queryId,
    'X-ClickHouse-Timezone': 'UTC',
    'X-ClickHouse-Exception-Tag': EXCEPTION_TAG,
    'X-ClickHouse-Summary': JSON.stringify({
      read_rows: told(count),
      read_bytes: told(readBytes),
      written_rows: '0',
      written_bytes: '0',
      total_rows_to_read: '0',
      result_rows: told(count),
      result_bytes: told(bytes.length),
      elapsed_ns: '1000',
    }),
    ...(isPacked(request) ? { 'Content-Encoding': 'gzip' } : {}),
  });
  const kept = fault !== null && 'keep' in fault ? Math.floor(bytes.length * fault.keep) : null;
  const body = bytes.subarray(0, kept ?? bytes.length);
  response.write(isPacked(request) ? gzipSync(body) : body);
  if (fault?.kind === 'stall') return;
  if (fault?.kind === 'cut' && fault.end === 'reset') {
    // what was written is to arrive before the connection ends
    setTimeout(() => response.socket?.resetAndDestroy(), 20);
    return;
  }
  response.end(fault?.kind === 'late error' ? lateError(fault.code, fault.framed) : undefined);
}

function isPacked({ settings, headers }: ClickHouseRequest): boolean {
  const accepted = headers['accept-encoding'] ?? '';
  return settings['enable_http_compression'] === '1' && accepted.includes('gzip');
}
