/** A Redis or Valkey server of a test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createClient } from '@redis/client';
import { temporaryFolder } from '../../cli/cli-fixture.ts';

const SERVERS = ['/usr/bin/valkey-server', '/usr/bin/redis-server'];
const program = SERVERS.find(existsSync);

/** Why the tests are skipped; `null` if a server is installed. */
export const noStore = program === undefined ? 'valkey-server and redis-server are missing' : null;

export interface Store {
  readonly url: string;
  /** Runs a command. */
  readonly command: (...words: readonly string[]) => Promise<unknown>;
  /** Asks for a password from now on, also those who are connected; `null`: for none. */
  readonly protect: (password: string | null) => Promise<void>;
  /** Holds the process up, or lets it go on. */
  readonly pause: (isPaused: boolean) => void;
  /** Ends the process at once. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, without data. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startStore(): Promise<Store> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let password = '';
  const kill = async () => {
    if (child === null) return;
    const ended = new Promise(done => child?.once('exit', done));
    child.kill('SIGKILL');
    await ended;
    child = null;
  };
  const command = async (...words: readonly string[]) => {
    const client = createClient({ url, password, socket: { reconnectStrategy: false } });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.sendCommand([...words]);
    } finally {
      client.destroy();
    }
  };
  const start = async () => {
    const words = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
    ];
    child = spawn(program ?? '', [...words, '--dir', temporaryFolder()], { stdio: 'ignore' });
    for (;;) {
      try {
        await command('PING');
        return;
      } catch {
        await new Promise(done => setTimeout(done, 20));
      }
    }
  };
  await start();
  return {
    url,
    command,
    protect: async other => {
      await command('CONFIG', 'SET', 'requirepass', other ?? '');
      password = other ?? '';
      await command('CLIENT', 'KILL', 'TYPE', 'normal');
    },
    pause: isPaused => void child?.kill(isPaused ? 'SIGSTOP' : 'SIGCONT'),
    kill,
    start,
    close: kill,
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise(done => server.close(done));
  return port;
}
