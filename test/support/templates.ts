/** The templates of generated code as they lie in the package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Templates } from '../../generator/emitters/emitter.ts';
import { HOLES } from '../../generator/emitters/templates.ts';

const ROOT = join(import.meta.dirname, '../../templates');

let known: Templates | null = null;

/** By path below `templates/`; read once for all suites of a process. */
export function readTemplates(): Templates {
  known ??= readAll();
  return known;
}

function readAll(): Templates {
  const files = [...HOLES.keys()].flatMap(folder => filesBelow(folder));
  return new Map(files.map(path => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

function filesBelow(path: string): readonly string[] {
  const entries = readdirSync(ROOT, { withFileTypes: true }).map(({ name }) => name);
  if (!entries.includes(path.split('/')[0] ?? '')) return [];
  return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap(entry => {
    if (entry.name === '__pycache__') return [];
    const below = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(below) : [below];
  });
}
