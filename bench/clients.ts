/**
 * Measures the cost of generated code. First, the CPU of this process for the OpenAPI document, three clients and routes, and
 * how it grows. Then the cost of one of many endpoints for a consumer, in CPU of the type checker and bytes of a bundle,
 * compared with the output of other generators for the same document.
 *
 * Each part is measured separately, on a fresh compilation. The best run counts.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emit } from '../generator/compile.ts';
import type { GeneratedFile } from '../generator/core/output/statement.ts';
import typescript from '../generator/emitters/clients/typescript/typescript.ts';
import { descriptionOf } from '../generator/emitters/description.ts';
import type { Compilation, Emitter, Templates } from '../generator/emitters/emitter.ts';
import { DEFAULT_OUTPUT, EMITTERS } from '../generator/emitters/index.ts';
import { templateFolder } from '../generator/emitters/templates.ts';
import { type Price, priceOf, ROOT, write } from './support/consumer.ts';
import { peerPrices } from './support/peers.ts';
import { compiled, cpuOf, inputs } from './support/projects.ts';
import { table, writeSection } from './support/results.ts';

const SIZES = [1000, 2000, 5000];
const RUNS = 2;
const PACKAGE = typescript.setting.named('shop');
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
  const row = [first.padStart(13), ...cells.map(cell => cell.padStart(10))];
  process.stdout.write(`${row.join(' ')}\n`);
}

function named(): readonly string[] {
  return codeEmitters().map(({ name }) => name);
}

function codeEmitters(): readonly Emitter[] {
  return EMITTERS.filter(({ name }) => !SQL.includes(name));
}

interface Costs {
  /** CPU seconds from texts to SQL, and to all files. */
  readonly sql: number;
  readonly all: number;
  /** CPU seconds of the code emitters, one after another. The first one also computes what the others read. */
  readonly parts: readonly number[];
  /** The size of all files. */
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
    const output = { description: descriptionOf(compilation), settings: DEFAULT_OUTPUT, templates };
    for (const emitter of EMITTERS) if (SQL.includes(emitter.name)) emitter.emit(output);
  });
  if (compilation === undefined) throw new Error('it is compiled');
  const output = { description: descriptionOf(compilation), settings: DEFAULT_OUTPUT, templates };
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

/** For a thousand endpoints, hey-api takes minutes. */
const SIZE_OF_PEERS = 200;

/** Calls one endpoint of a thousand, and one of fewer endpoints in the same way as consumers of the peers. */
async function consumer(templates: Templates): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  try {
    const compilation = compiled(inputs(1000));
    const files = emit(compilation, DEFAULT_OUTPUT, templates);
    const none = await priceOf(join(folder, 'none'), 'export {};\n');
    const one = await ownPrice(join(folder, 'many'), files);
    const indexed = await ownPrice(join(folder, 'indexed'), files, FROM_INDEX);
    const rows = [
      priceRow('an empty program', none, none),
      priceRow('one of 1,000', one, none),
      priceRow('one of 1,000, from the index', indexed, none),
    ];
    const peers = await besidePeers(folder, templates);
    const text = [
      'CPU of `tsc` and bytes of a bundle, compressed, of a program that calls one endpoint.',
      '',
      table(['program', 'tsc', 'of an empty program', 'bundle'], rows),
      '',
      `Of ${SIZE_OF_PEERS} endpoints, beside other generators for the same document:`,
      '',
      table(['generator', 'tsc', 'of ours', 'bundle', 'of ours'], peers),
    ].join('\n');
    process.stdout.write(`${text}\n`);
    writeSection('A consumer of one endpoint', text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function besidePeers(
  folder: string,
  templates: Templates,
): Promise<readonly (readonly string[])[]> {
  const files = emit(compiled(inputs(SIZE_OF_PEERS)), DEFAULT_OUTPUT, templates);
  const document = files.find(({ path }) => path === 'openapi.json');
  if (document === undefined) throw new Error('the document is emitted');
  const ours = await ownPrice(join(folder, 'own'), files);
  const peers = await peerPrices(join(folder, 'peers'), document.text);
  const ratio = (a: number, b: number) => (a / b).toFixed(1);
  return [['quern', ours] as const, ...peers].map(([name, { tsc, gzip }]) => [
    name,
    `${tsc.toFixed(2)} s`,
    ratio(tsc, ours.tsc),
    `${gzip} B`,
    ratio(gzip, ours.gzip),
  ]);
}

function ownPrice(folder: string, files: readonly GeneratedFile[], program = ONE): Promise<Price> {
  const prefix = 'clients/typescript/';
  for (const { path, text } of files.filter(each => each.path.startsWith(prefix))) {
    write(join(folder, 'node_modules', PACKAGE, path.slice(prefix.length)), text);
  }
  return priceOf(folder, program);
}

const ONE = `
import { createClient } from '${PACKAGE}/client';
import { usageApiCounts2 } from '${PACKAGE}/endpoints/usageApiCounts2';
const client = createClient({ baseUrl: location.origin, apiKey: 'key' });
const rows = await usageApiCounts2(client, { project: 'abc', interval: 'daily' });
document.title = String(rows[0]?.total_rest_requests);
`;

const FROM_INDEX = ONE.replace(/\/(client|endpoints\/\w+)'/g, "'");

function priceRow(name: string, { tsc, gzip }: Price, none: Price): readonly string[] {
  return [name, `${tsc.toFixed(2)} s`, (tsc / none.tsc).toFixed(2), `${gzip} B`];
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
