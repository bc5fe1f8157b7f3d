/** PgBouncer, which lends a connection to the server for one transaction. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, LACKING } from '../cluster.ts';
import type { Database } from '../database.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** Why no pooler can be started; `null` where one can. */
export const MISSING = LACKING ?? (existsSync(PROGRAM) ? null : 'PgBouncer is not installed');

/** As root, a user of its own runs it: it refuses root. */
function ownUser(folder: string) {
  if (process.getuid?.() !== 0) return {};
  execFileSync('chown', ['-R', 'postgres', folder]);
  const numberOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

export interface Pooler {
  /** The database behind it. */
  readonly way: Database['settings'];
  readonly stop: () => void;
}

/** Two connections to the server for all clients. */
export async function startPooler({ settings }: Database): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-pooler-'));
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  const { host, port: server, database, user, password } = settings;
  writeFileSync(users, `"${user}" "${password}"\n`);
  writeFileSync(
    file,
    `[databases]
${database} = host=${host} port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
  );
  const pooler: ChildProcess = spawn(PROGRAM, ['-q', file], {
    stdio: 'ignore',
    ...ownUser(folder),
  });
  const stop = () => {
    pooler.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  };
  for (const end = Date.now() + 10_000; !(await listens(port)); await setTimeout(50))
    if (Date.now() > end) throw new Error('the pooler does not listen');
  return { way: { ...settings, port }, stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.end();
      resolve(true);
    });
  });
}
