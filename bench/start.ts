/**
 * The start of the service over a project of many endpoints: CPU seconds and memory of a process that reads the manifest and
 * listens. `--quick` takes few endpoints, and only looks whether the service answers each of them. QUERN_ENDPOINTS: how many.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jsonText } from '../generator/emitters/json-text.ts';
import { manifestOf } from '../generator/emitters/manifest.ts';
import schema from '../generator/emitters/schema.ts';
import { writeGenerated } from '../generator/write/index.ts';
import { compiled, inputs } from './projects.ts';
import { table, writeSection } from './results.ts';

const isQuick = process.argv.includes('--quick');
const count = isQuick ? 6 : Number(process.env['QUERN_ENDPOINTS'] ?? 5_000);

interface Started {
  readonly url: string;
  readonly cpuS: number;
  readonly rssBytes: number;
}

/** Writes what the service reads, as `generate` does. */
async function writeManifest(directory: string): Promise<void> {
  const text = jsonText(manifestOf(compiled(inputs(count))));
  const files = [{ path: 'manifest.json', text }, ...schema.emit()];
  const written = await writeGenerated({ directory, files });
  if (written.status === 'refused') throw new Error('the manifest is not written');
}

async function startOver(file: string): Promise<readonly [ChildProcess, Started]> {
  const child = fork(new URL('./start-server.js', import.meta.url), [file]);
  const [started] = (await once(child, 'message')) as [Started];
  return [child, started];
}

async function requireEndpoints(url: string): Promise<void> {
  const response = await fetch(`${url}/api/endpoints`);
  const { result } = (await response.json()) as { readonly result: readonly unknown[] };
  if (result.length !== count) throw new Error(`${result.length} of ${count} endpoints are served`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-start-'));
  try {
    const file = join(folder, 'generated', 'manifest.json');
    await writeManifest(dirname(file));
    const bytes = statSync(file).size;
    const [child, { url, cpuS, rssBytes }] = await startOver(file);
    await requireEndpoints(url);
    child.disconnect();
    const mebibytes = (all: number) => `${(all / 1024 ** 2).toFixed(0)} MiB`;
    const rows = [[String(count), mebibytes(bytes), `${cpuS.toFixed(2)} s`, mebibytes(rssBytes)]];
    const told = table(['endpoints', 'manifest', 'CPU', 'memory'], rows);
    process.stdout.write(`${told}\n`);
    if (!isQuick) writeSection('Start of the service', told);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
