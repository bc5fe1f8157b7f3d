/** Connections to the server: each serves one run at a time, and one whose run was given up is replaced. */
import { connect as openSocket } from 'node:net';
import type * as Pg from 'pg';
import { EngineFailure } from '../../engine.ts';
import { unreachable } from '../../support/connection-errors.ts';
import { createPool } from '../../support/pool.ts';
import { createRotation, type Rotation } from '../../support/rotation.ts';
import { endsConnection } from './failure.ts';
import type { PgLibrary } from './library.ts';
import { type ServerAddress, serversOf } from './servers.ts';

export interface PostgresOptions {
  readonly host: string | readonly string[];
  readonly port: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  readonly tls: string;
  readonly concurrency: number;
}

/** How long opening a connection may take. */
const CONNECT_MS = 5_000;
/** How long the server may take to end a cancelled statement, or a connection, before its socket is closed. */
const END_MS = 1_000;

/** A client, and whether it can serve another run. */
export interface Connection {
  readonly client: Pg.Client;
  readonly server: ServerAddress;
  isBroken: boolean;
}

async function connect(
  library: PgLibrary,
  server: ServerAddress,
  options: PostgresOptions,
): Promise<Connection> {
  const { host, port } = server;
  const { database, username: user, password, tls } = options;
  const client = new library.Client({
    host,
    port: Number(port),
    database,
    user,
    password,
    ssl: tls === 'off' ? false : { rejectUnauthorized: tls === 'on' },
    application_name: 'quern',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  const connection: Connection = { client, server, isBroken: false };
  // an idle connection that the server closes is an event, and one without a listener would end the process
  client.on('error', () => {
    connection.isBroken = true;
  });
  client.on('end', () => {
    connection.isBroken = true;
  });
  try {
    await client.connect();
  } catch (cause) {
    throw unreachable(cause);
  }
  return connection;
}

type Work<T> = (client: Pg.Client) => Promise<T>;

interface Place {
  held: Connection | null;
}

export interface Connections {
  /**
   * Runs `work` with a connection of its own, and again with the next server if one is lost and `isRepeatable` allows it. When the signal
   * is aborted, its statement is cancelled.
   */
  readonly use: <T>(signal: AbortSignal, work: Work<T>, isRepeatable?: () => boolean) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Opens connections when they are needed, and keeps them. */
export function createConnections(
  library: PgLibrary,
  options: PostgresOptions,
  servers: Rotation<ServerAddress> = createRotation(serversOf(options.host, options.port)),
): Connections {
  const places = createPool<Place>(
    Array.from({ length: options.concurrency }, () => ({ held: null })),
  );
  const open = new Set<Connection>();
  const closed = new AbortController();
  const end = async (connection: Connection) => {
    open.delete(connection);
    await endClient(connection.client);
  };
  const useOnce = async <T>(place: Place, signal: AbortSignal, work: Work<T>): Promise<T> => {
    if (place.held?.isBroken === true) {
      void end(place.held);
      place.held = null;
    }
    const connection = place.held ?? (await connect(library, servers.current(), options));
    place.held = connection;
    open.add(connection);
    try {
      return await cancellable(connection, signal, work);
    } catch (cause) {
      connection.isBroken ||= endsConnection(cause);
      throw cause;
    } finally {
      if (connection.isBroken) {
        place.held = null;
        void end(connection);
      }
    }
  };
  const use: Connections['use'] = async (signal, work, isRepeatable = () => true) => {
    const either = AbortSignal.any([signal, closed.signal]);
    const place = await places.take(either);
    try {
      // a run only reads, so that another server may repeat it while nobody has rows of it
      for (let others = servers.count - 1; ; others -= 1) {
        const server = place.held?.server ?? servers.current();
        try {
          return await useOnce(place, either, work);
        } catch (cause) {
          if (either.aborted || place.held !== null) throw cause;
          servers.leave(server);
          if (others === 0 || !isRepeatable()) throw cause;
        }
      }
    } finally {
      places.give(place);
    }
  };
  return {
    use,
    close: async () => {
      closed.abort(new EngineFailure('unavailable', 'the connections are closed'));
      // if a client ended first, its statement would wait forever
      await Promise.all(Array.from({ length: options.concurrency }, () => places.take(FOREVER)));
      await Promise.all([...open].map(end));
    },
  };
}

/** The signal of work that nobody gives up. */
export const FOREVER: AbortSignal = new AbortController().signal;

async function cancellable<T>(
  connection: Connection,
  signal: AbortSignal,
  work: Work<T>,
): Promise<T> {
  const { client, server } = connection;
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    connection.isBroken = true;
    cancel(client, server);
    timer = setTimeout(() => streamOf(client).destroy(), END_MS);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await unlessEnded(client, work);
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

/**
 * A cursor that is being closed waits for the server, and does not hear that the connection has ended. Work that has all its rows, and waits
 * for the end of its transaction alone, hears it, and resolves first.
 */
function unlessEnded<T>(client: Pg.Client, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () =>
      reject(new EngineFailure('unavailable', 'the connection ended during the run'));
    const leave = () => void setImmediate(ended);
    client.once('end', leave);
    work(client)
      .then(resolve, reject)
      .finally(() => client.off('end', leave));
  });
}

/** Says goodbye, and closes the socket of a server that does not answer. */
async function endClient(client: Pg.Client): Promise<void> {
  const timer = setTimeout(() => streamOf(client).destroy(), END_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** The parts of a client that its types leave out. */
interface Inside {
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { readonly stream: { readonly destroy: () => void } };
}

function streamOf(client: Pg.Client): Inside['connection']['stream'] {
  return (client as unknown as Inside).connection.stream;
}

const CANCEL_REQUEST = 80_877_102;

/** Asks the server, by a connection of its own, to end the statement of the client. The server never answers. */
function cancel(client: Pg.Client, { host, port }: ServerAddress): void {
  const { processID, secretKey } = client as unknown as Inside;
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(CANCEL_REQUEST, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/')
    ? openSocket(`${host}/.s.PGSQL.${port}`)
    : openSocket(Number(port), host);
  socket.on('error', () => {});
  // a pooler drops the request of a socket that is closed before it has passed it on
  socket.setTimeout(END_MS, () => socket.destroy());
  socket.resume().write(request);
}
