/**
 * Measures how long it takes to compile many endpoints to SQL and manifest, and how that grows.
 *
 * The endpoints are copies of this repository's endpoints, under other names. The floor is the time that the `yaml` package
 * needs to parse the same texts. Every result is also printed as a ratio to the floor, because machines differ. Times are
 * CPU seconds of this process. Each size runs in turn, and the best run counts.
 */

import { parseDocument } from 'yaml';
import { emit, type InputFile } from '../generator/compile.ts';
import { MANIFEST_FOLDER } from '../generator/core/output/manifest-index.ts';
import { compiled, cpuOf, inputs } from './support/projects.ts';

const SIZES = [1000, 2000, 4000];
const RUNS = 3;
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
    manifestBytes = outputs
      .filter(({ path }) => path.startsWith(`${MANIFEST_FOLDER}/`))
      .reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0);
    count = outputs.length;
  });
  return { cpu, yaml, manifestBytes, files: count };
}

function compileAll(files: readonly InputFile[]) {
  return emit(compiled(files));
}

main();
