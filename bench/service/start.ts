/**
 * Measures the start of the service over a project of many endpoints: CPU seconds and memory of a process that reads the
 * manifest and listens. `--quick` uses few endpoints, and only checks that the service has all of them. `QUERN_ENDPOINTS` is
 * the number of endpoints.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from '../../generator/core/output/manifest.ts';
import { INDEX_PATH } from '../../generator/core/output/manifest-index.ts';
import { manifestFiles, manifestOf } from '../../generator/emitters/manifest.ts';
import schema from '../../generator/emitters/schema.ts';
import { writeGenerated } from '../../generator/write/index.ts';
import { compiled, inputs } from '../support/projects.ts';
import { table, writeSection } from '../support/results.ts';
import { nodeAlone } from '../support/used.ts';

const isQuick = process.argv.includes('--quick');
const RUNS = isQuick ? 1 : 5;
const count = isQuick ? 6 : Number(process.env['QUERN_ENDPOINTS'] ?? 5_000);

interface Started {
  readonly url: string;
  readonly cpuS: number;
  readonly rssBytes: number;
}

/** Writes the files that the service reads, as `generate` does. Returns the path of the index. */
async function writeManifest(directory: string, endpoints: number): Promise<string> {
  const manifest = copied(manifestOf(compiled(inputs(3))), endpoints);
  const files = [...manifestFiles(manifest), ...schema.emit()];
  const written = await writeGenerated({ directory, files });
  if (written.status === 'refused') throw new Error('the manifest is not written');
  return join(directory, INDEX_PATH);
}

/** The manifest with `endpoints` copies of its endpoints. */
function copied(manifest: Manifest, endpoints: number): Manifest {
  const all = Array.from({ length: endpoints }, (_, i) => {
    const original = manifest.endpoints[i % manifest.endpoints.length];
    if (original === undefined) throw new Error('there are no endpoints');
    const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    return { ...original, name: `${original.name}.${i}`, id };
  });
  return { ...manifest, endpoints: all };
}

/** Starts the service over the manifest, checks that it has all endpoints, and ends it. */
async function startOver(file: string, endpoints: number): Promise<Started> {
  const child = fork(new URL('./start-server.js', import.meta.url), [file]);
  const [started] = (await once(child, 'message')) as [Started];
  await requireEndpoints(started.url, endpoints);
  child.disconnect();
  return started;
}

/** The start of least CPU, as Node alone is the run of least CPU. */
async function leastStart(file: string, endpoints: number): Promise<Started> {
  let least = await startOver(file, endpoints);
  for (let run = 1; run < RUNS; run += 1) {
    const other = await startOver(file, endpoints);
    if (other.cpuS < least.cpuS) least = other;
  }
  return least;
}

async function requireEndpoints(url: string, expected: number): Promise<void> {
  const response = await fetch(`${url}/api/endpoints`);
  const { result } = (await response.json()) as { readonly result: readonly unknown[] };
  if (result.length !== expected)
    throw new Error(`${result.length} of ${expected} endpoints are served`);
}

const mebibytes = (all: number) => `${(all / 1024 ** 2).toFixed(0)} MiB`;

async function rowOf(
  what: string,
  file: string,
  endpoints: number,
  floor: number,
): Promise<readonly string[]> {
  const { cpuS, rssBytes } = await leastStart(file, endpoints);
  const { size } = statSync(file);
  const ratio = (cpuS / floor).toFixed(1);
  return [what, mebibytes(size), `${cpuS.toFixed(2)} s`, ratio, mebibytes(rssBytes)];
}

const TEXT = `CPU and memory of a process by the time at which it listens. The start reads and checks
only the index. It reads each definition with the first call of its endpoint.
`;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-start-'));
  try {
    const few = await writeManifest(join(folder, 'few'), 3);
    const many = await writeManifest(join(folder, 'many'), count);
    const { cpu } = nodeAlone();
    const rows = [
      await rowOf('3 endpoints', few, 3, cpu),
      await rowOf(`${count} endpoints`, many, count, cpu),
    ];
    const told = table(['start over', 'index', 'CPU', 'of Node alone', 'memory'], rows);
    process.stdout.write(`${told}\n`);
    if (!isQuick) writeSection('Start of the service', `${TEXT}\n${told}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
