/** Projects of many endpoints: copies of this repository's endpoints, under other names. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile, type InputFile } from '../../generator/compile.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import { packageRoot } from '../../server/pages/templates.ts';

const folder = new URL('endpoints/', packageRoot());
const originals = readdirSync(folder).map(name => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}));

/** The files of a project of `count` endpoints. */
export function inputs(count: number): readonly InputFile[] {
  const sources = originals.filter(({ name }) => name === 'sources.yaml');
  const endpoints = originals.filter(({ name }) => name !== 'sources.yaml');
  const copies = Array.from({ length: count }, (_, i) => copy(endpoints[i % endpoints.length], i));
  return [
    ...sources.map(({ name, text }) => ({ path: `endpoints/${name}`, bytes: text })),
    ...copies,
  ];
}

/** Writes files below `folder`. */
export function putFiles(folder: string, files: readonly InputFile[]): void {
  for (const { path, bytes } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
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

/** Compiles the files for every engine. Throws if there is any diagnostic. */
export function compiled(files: readonly InputFile[]): Compilation {
  const { compilation, diagnostics } = compile(files, { dialects: null });
  if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
  return compilation;
}

/** User and system seconds of this process. */
export function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
