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
import { emit, inspect } from '../generator/compile.ts';
import type { GeneratedFile } from '../generator/core/statement.ts';
import typescript from '../generator/emitters/clients/typescript/typescript.ts';
import { descriptionOf } from '../generator/emitters/description.ts';
import type { Compilation, Emitter, Output, Templates } from '../generator/emitters/emitter.ts';
import { DEFAULT_OUTPUT, EMITTERS } from '../generator/emitters/index.ts';
import { templateFolder } from '../generator/emitters/templates.ts';
import { type Price, priceOf, ROOT, write } from './consumer.ts';
import { peerPrices } from './peers.ts';
import { compiled, cpuOf, inputs } from './projects.ts';

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
    const gated = await gateCpu(files, {
      description: descriptionOf(compilation),
      settings: DEFAULT_OUTPUT,
      templates,
    });
    process.stdout.write(`\nthe gate of 1,000 endpoints: ${gated.toFixed(2)} CPU s\n`);
    const none = await priceOf(join(folder, 'none'), 'export {};\n');
    const one = await ownPrice(join(folder, 'many'), files);
    const indexed = await ownPrice(join(folder, 'indexed'), files, FROM_INDEX);
    const [alone, whole, nothing] = [one, indexed, none].map(({ tsc }) => tsc.toFixed(2));
    process.stdout.write(
      `a consumer of one: tsc ${alone} CPU s, ${whole} where it imports the index, ${nothing} without\n`,
    );
    process.stdout.write(`its bundle: ${one.gzip} bytes gzip\n\n`);
    await besidePeers(folder, templates);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function besidePeers(folder: string, templates: Templates): Promise<void> {
  const files = emit(compiled(inputs(SIZE_OF_PEERS)), DEFAULT_OUTPUT, templates);
  const document = files.find(({ path }) => path === 'openapi.json');
  if (document === undefined) throw new Error('the document is emitted');
  const ours = await ownPrice(join(folder, 'own'), files);
  const peers = await peerPrices(join(folder, 'peers'), document.text);
  tellPrices([['ours', ours], ...peers]);
}

/** CPU seconds of the gate that checks the package. */
async function gateCpu(files: readonly GeneratedFile[], output: Output): Promise<number> {
  const before = process.cpuUsage();
  await inspect(files, output);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
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

/** Prints each price and its ratio to the first. The seconds include the compiler's time for an empty program. */
function tellPrices([first, ...others]: readonly [Named, ...Named[]]): void {
  tell(`one of ${SIZE_OF_PEERS}`, ['tsc s', 'ratio', 'gzip B', 'ratio']);
  for (const [name, { tsc, gzip }] of [first, ...others]) {
    const ratio = (tsc / first[1].tsc).toFixed(1);
    tell(name, [tsc.toFixed(2), ratio, String(gzip), (gzip / first[1].gzip).toFixed(1)]);
  }
}

type Named = readonly [name: string, price: Price];

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
