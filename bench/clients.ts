/**
 * What code costs beside SQL: the CPU of this process for the document, three clients and routes, and how that grows; and what a
 * consumer of one of many endpoints pays, in CPU of the type checker and in bytes of a bundle.
 *
 * Each part is measured alone, on what was compiled afresh; the best of the runs counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { emit, inspect } from '../generator/compile.ts';
import typescript from '../generator/emitters/clients/typescript.ts';
import type { Compilation, Emitter, Templates } from '../generator/emitters/emitter.ts';
import { DEFAULT_OUTPUT, EMITTERS } from '../generator/emitters/index.ts';
import { templateFolder } from '../generator/emitters/templates.ts';
import { compiled, cpuOf, inputs } from './projects.ts';

const SIZES = [1000, 2000, 5000];
const RUNS = 2;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGE = typescript.setting.default;
const SQL = ['manifest', 'schema', 'sql'];

async function main(): Promise<void> {
  const templates = templatesOf(join(ROOT, 'templates'));
  run(30, templates);
  const sizes = SIZES.map(size => ({ size, best: best(size, templates) }));
  tell('endpoints', ['SQL', 'all', 'code', 'ms each', 'growth', ...named(), 'MB']);
  for (const { size, best } of sizes) {
    const code = best.all - best.sql;
    const [first] = sizes;
    const smallest = first === undefined ? code : (first.best.all - first.best.sql) / first.size;
    tell(String(size), [
      ...[best.sql, best.all, code].map(cpu => cpu.toFixed(2)),
      ((code / size) * 1000).toFixed(2),
      (code / size / smallest).toFixed(2),
      ...best.parts.map(cpu => cpu.toFixed(2)),
      (best.bytes / 1e6).toFixed(1),
    ]);
  }
  await consumer(templates);
}

function tell(first: string, cells: readonly string[]): void {
  const row = [first.padStart(9), ...cells.map(cell => cell.padStart(10))];
  process.stdout.write(`${row.join(' ')}\n`);
}

function named(): readonly string[] {
  return codeEmitters().map(({ name }) => name);
}

function codeEmitters(): readonly Emitter[] {
  return EMITTERS.filter(({ name }) => !SQL.includes(name));
}

interface Costs {
  /** CPU seconds of texts to SQL, and to all files. */
  readonly sql: number;
  readonly all: number;
  /** Of the emitters of code one after another; the first of them makes what others read too. */
  readonly parts: readonly number[];
  /** Of all files. */
  readonly bytes: number;
}

function best(size: number, templates: Templates): Costs {
  const runs = Array.from({ length: RUNS }, () => run(size, templates));
  return runs.reduce((a, b) => (b.all < a.all ? b : a));
}

function run(size: number, templates: Templates): Costs {
  const files = inputs(size);
  let compilation: Compilation | undefined;
  const sql = cpuOf(() => {
    compilation = compiled(files);
    const output = { compilation, settings: DEFAULT_OUTPUT, templates };
    for (const emitter of EMITTERS) if (SQL.includes(emitter.name)) emitter.emit(output);
  });
  if (compilation === undefined) throw new Error('it is compiled');
  const output = { compilation, settings: DEFAULT_OUTPUT, templates };
  let bytes = 0;
  const parts = codeEmitters().map(emitter => {
    let texts: readonly string[] = [];
    const cpu = cpuOf(() => {
      texts = emitter.emit(output).map(({ text }) => text);
    });
    bytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    return cpu;
  });
  return { sql, all: parts.reduce((sum, cpu) => sum + cpu, sql), parts, bytes };
}

// ---- a consumer -----------------------------------------------------------------------------------------------------

/** Asks one endpoint of a thousand. */
async function consumer(templates: Templates): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  try {
    const compilation = compiled(inputs(1000));
    const gated = await install(folder, compilation, templates);
    process.stdout.write(`\nthe gate of 1,000 endpoints: ${gated.toFixed(2)} CPU s\n`);
    const none = typeCheck(folder, 'none.ts');
    const one = typeCheck(folder, 'one.ts');
    process.stdout.write(
      `a consumer of one: tsc ${one.toFixed(2)} CPU s, ${none.toFixed(2)} without\n`,
    );
    const bytes = await bundled(folder);
    process.stdout.write(`its bundle: ${bytes} bytes gzip\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Puts the package and its consumers into `folder`; CPU seconds of the gate that the package goes through. */
async function install(
  folder: string,
  compilation: Compilation,
  templates: Templates,
): Promise<number> {
  const files = emit(compilation, DEFAULT_OUTPUT, templates);
  const prefix = 'clients/typescript/';
  for (const { path, text } of files.filter(each => each.path.startsWith(prefix))) {
    write(join(folder, 'node_modules', PACKAGE, path.slice(prefix.length)), text);
  }
  write(join(folder, 'package.json'), '{ "type": "module" }');
  write(join(folder, 'none.ts'), 'export const rows: readonly string[] = [];\n');
  write(join(folder, 'one.ts'), ONE);
  write(join(folder, 'main.js'), ONE);
  write(join(folder, 'index.html'), '<script type="module" src="./main.js"></script>\n');
  const before = process.cpuUsage();
  await inspect(files, { compilation, settings: DEFAULT_OUTPUT, templates });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const ONE = `
import { createClient } from '${PACKAGE}/client';
import { usageApiCounts2 } from '${PACKAGE}/endpoints/usageApiCounts2';
const client = createClient({ baseUrl: location.origin, apiKey: 'key' });
const rows = await usageApiCounts2(client, { project: 'abc', interval: 'daily' });
document.title = String(rows[0]?.total_rest_requests);
`;

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** CPU seconds of the compiler and all that it starts; the least of the runs. */
function typeCheck(folder: string, file: string): number {
  const options = '--noEmit --strict --target es2022 --module nodenext --lib es2022,dom --types';
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const command = `TIMEFORMAT='%U %S'; time "$0" ${options} '' "$1"`;
  const seconds = Array.from({ length: RUNS }, () => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command, tsc, file], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stdout + stderr);
    const [user = 0, system = 0] = stderr.trim().split(' ').map(Number);
    return user + system;
  });
  return Math.min(...seconds);
}

/** Bytes of the JavaScript of a page, as a server would send them. */
async function bundled(folder: string): Promise<number> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', modulePreload: false },
  });
  const outputs = [built].flat().flatMap(each => ('output' in each ? each.output : []));
  const code = outputs.map(each => (each.type === 'chunk' ? each.code : '')).join('');
  return gzipSync(code).length;
}

function templatesOf(folder: string): Templates {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    ({ parentPath }) => templateFolder(`${parentPath.slice(folder.length + 1)}/`) !== null,
  );
  const files = entries.filter(entry => entry.isFile() && !entry.name.endsWith('.pyc'));
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

await main();
