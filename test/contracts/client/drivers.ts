/** The generated clients as they are called: each by a program in its own language. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { methodName } from '../../../generator/emitters/clients/go/names.ts';
import type { LanguageName } from '../../../generator/emitters/clients/index.ts';
import { keywordNames, methodNames } from '../../../generator/emitters/clients/python/names.ts';
import { typescriptNames } from '../../../generator/emitters/clients/typescript/names.ts';
import { operationNames } from '../../../generator/emitters/facts/names.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { clientFiles, hasGo, openGoFolder } from '../../clients/go/support.ts';
import { packageOf, written } from '../../clients/python/package.ts';
import { packageFiles } from '../../clients/typescript/package.ts';
import type { Case, ClientName } from './case.ts';
import { PROJECT } from './project.ts';
import { BUN, DENO, isThere, NODE, type Runtime } from './runtimes.ts';

/** What a program is told of a case. */
export interface Told {
  readonly url: string;
  readonly key: string | null;
  readonly case: Case;
}
/** As the programs print it: an answer, or what went wrong. */
export type Outcome = Readonly<Record<string, unknown>>;

export interface Driver {
  /** Whether its language is there. */
  readonly isThere: boolean;
  /**
   * Generates the client and calls it: the cases that a clock ends, then all others, at once. Outcomes stand in the order of
   * the cases. `authority` is the file of a certificate that the client trusts.
   */
  readonly drive: (cases: readonly Told[], authority: string | null) => Promise<readonly Outcome[]>;
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

export const DRIVERS: Readonly<Record<ClientName, Driver>> = {
  typescript: typescriptOn(NODE),
  'typescript deno': typescriptOn(DENO),
  'typescript bun': typescriptOn(BUN),
  python: { isThere: hasPython, drive: (...told) => drivePython('threads', ...told) },
  'python asyncio': { isThere: hasPython, drive: (...told) => drivePython('asyncio', ...told) },
  go: { isThere: hasGo, drive: driveGo },
};

function typescriptOn(runtime: Runtime): Driver {
  return {
    isThere: isThere(runtime),
    drive: (...told) => driveTypeScript(runtime, ...told),
  };
}

async function driveTypeScript(
  { command, args }: Runtime,
  cases: readonly Told[],
  authority: string | null,
): Promise<readonly Outcome[]> {
  const root = written([...packageFiles(PROJECT)].map(([path, text]) => ({ path, text })));
  try {
    const program = [programOf('driver.mjs'), join(root, 'index.js')];
    // where Deno keeps what it has compiled
    const env = { DENO_DIR: join(root, '.deno'), ...trusting(authority) };
    return await outcomes(command, [...args, ...program], env, cases);
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function drivePython(
  how: string,
  cases: readonly Told[],
  authority: string | null,
): Promise<readonly Outcome[]> {
  const root = written(packageOf(PROJECT));
  const own = { PYTHONPATH: join(root, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  const env = { ...own, ...trusting(authority) };
  try {
    return await outcomes('python3', [programOf('driver.py'), how], env, cases);
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function driveGo(
  cases: readonly Told[],
  authority: string | null,
): Promise<readonly Outcome[]> {
  const folder = openGoFolder();
  try {
    const text = readFileSync(programOf('driver/main.go'), 'utf8');
    folder.write('client', clientFiles(PROJECT));
    folder.write('client/driver', [{ path: 'main.go', text }]);
    const program = join(folder.path, 'driver');
    const built = await folder.run('go', ['build', '-o', program, './driver'], { below: 'client' });
    if (built.code !== 0) throw new Error(built.text);
    return await outcomes(program, [], trusting(authority), cases);
  } finally {
    folder.close();
  }
}

/** What Node and Bun, what Python and Go, and what Deno read it from. */
function trusting(authority: string | null): Readonly<Record<string, string>> {
  if (authority === null) return {};
  return { NODE_EXTRA_CA_CERTS: authority, SSL_CERT_FILE: authority, DENO_CERT: authority };
}

function programOf(name: string): string {
  return join(import.meta.dirname, name);
}

// ---- words between us and the programs --------------------------------------------------------------------------------

const { endpoints } = manifestOf(PROJECT);
const operations = operationNames(endpoints);
const NAMES = { typescript: typescriptNames(endpoints), python: methodNames(endpoints) };

function messageOf({ url, key, case: one }: Told): unknown {
  const { endpoint, params = {}, client = {}, call = {}, pages = false } = one;
  const { times = 1, pauseMs = 0 } = one;
  const names: Record<LanguageName, string | undefined> = {
    typescript: NAMES.typescript.get(endpoint)?.run,
    python: NAMES.python.get(endpoint),
    go: methodName(operations.get(endpoint) ?? ''),
  };
  const order = endpoints.find(({ name }) => name === endpoint)?.params.map(({ name }) => name);
  const keywords = Object.fromEntries(keywordNames(order ?? []));
  return { url, key, names, order, keywords, params, client, call, pages, times, pauseMs };
}

const isTimed = ({ case: { client = {}, call = {}, pauseMs } }: Told): boolean =>
  [client.timeoutMs, call.timeoutMs, call.cancelAfterMs, pauseMs].some(time => time !== undefined);

/** Among hundreds of others a call would not be sent before its time is over. */
async function outcomes(
  ...[command, args, env, cases]: Parameters<typeof printed>
): Promise<readonly Outcome[]> {
  const others = cases.filter(one => !isTimed(one));
  const timed = cases.filter(isTimed);
  const found = new Map<Told, Outcome>();
  for (const some of [timed, others]) {
    const all = await printed(command, args, env, some);
    some.forEach((one, index) => {
      found.set(one, all[index] ?? {});
    });
  }
  return cases.map(one => found.get(one) ?? {});
}

async function printed(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cases: readonly Told[],
): Promise<readonly Outcome[]> {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: [...stdio] });
  child.stdin.end(JSON.stringify(cases.map(messageOf)));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    text += chunk;
  });
  const code = await new Promise(resolve => child.on('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return JSON.parse(text);
}
