/**
 * How long it takes to compile many endpoints to SQL and manifest, and how that grows.
 *
 * The endpoints are copies of those of this repository under other names. The floor is what the `yaml` package alone needs to
 * parse the same texts: everything is told as a ratio to it too, since machines differ. CPU seconds of this process; each size
 * runs in turn, the best of the runs counts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { compile, emit, type InputFile } from '../generator/compile.ts';
import { DIALECTS } from '../generator/dialects/index.ts';

const SIZES = [1000, 2000, 4000];
const RUNS = 3;
const folder = new URL('../../endpoints/', import.meta.url);
const originals = readdirSync(folder).map(name => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}));

interface Measured {
  readonly cpu: number;
  readonly yaml: number;
  readonly manifestBytes: number;
  readonly files: number;
}

function main(): void {
  compileAll(inputs(30));
  const results = SIZES.map(size => ({ size, ...best(inputs(size)) }));
  const smallest = results[0];
  process.stdout.write(
    'endpoints  CPU s  of yaml alone  ms each  growth  kB manifest each  files\n',
  );
  for (const { size, cpu, yaml, manifestBytes, files } of results) {
    const each = cpu / size;
    const growth = smallest === undefined ? 1 : each / (smallest.cpu / smallest.size);
    const row = [
      String(size).padStart(9),
      cpu.toFixed(2).padStart(5),
      `${(cpu / yaml).toFixed(2)} x`.padStart(13),
      (each * 1000).toFixed(2).padStart(7),
      growth.toFixed(2).padStart(6),
      (manifestBytes / size / 1000).toFixed(1).padStart(16),
      String(files).padStart(5),
    ];
    process.stdout.write(`${row.join('  ')}\n`);
  }
}

function best(files: readonly InputFile[]): Measured {
  const runs = Array.from({ length: RUNS }, () => measure(files));
  return runs.reduce((a, b) => (b.cpu < a.cpu ? b : a));
}

function measure(files: readonly InputFile[]): Measured {
  const yaml = cpuOf(() => {
    for (const { bytes } of files) parseDocument(String(bytes), { uniqueKeys: false });
  });
  let manifestBytes = 0;
  let count = 0;
  const cpu = cpuOf(() => {
    const outputs = compileAll(files);
    manifestBytes = Buffer.byteLength(
      outputs.find(({ path }) => path === 'manifest.json')?.text ?? '',
    );
    count = outputs.length;
  });
  return { cpu, yaml, manifestBytes, files: count };
}

function compileAll(files: readonly InputFile[]) {
  const { compilation, diagnostics } = compile(files, { dialects: [...DIALECTS.keys()] });
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
  return emit(compilation);
}

/** User and system seconds of this process. */
function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function inputs(count: number): readonly InputFile[] {
  const sources = originals.filter(({ name }) => name === 'sources.yaml');
  const endpoints = originals.filter(({ name }) => name !== 'sources.yaml');
  const copies = Array.from({ length: count }, (_, i) => copy(endpoints[i % endpoints.length], i));
  return [
    ...sources.map(({ name, text }) => ({ path: `endpoints/${name}`, bytes: text })),
    ...copies,
  ];
}

function copy(
  original: { readonly name: string; readonly text: string } | undefined,
  i: number,
): InputFile {
  if (original === undefined) throw new Error('there are no endpoints');
  const name = `${original.name.replace(/\.yaml$/, '')}.${i}`;
  const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
  const text = original.text
    .replace(/^endpoint: .*$/m, `endpoint: ${name}`)
    .replace(/^id: .*$/m, `id: ${id}`);
  return { path: `endpoints/${name}.yaml`, bytes: text };
}

main();
