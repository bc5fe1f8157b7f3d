/** Files of this repository, and random changes of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import { plainData } from '../../../generator/core/spec/document.ts';
import { loadDocument } from '../../../generator/load/load.ts';

type Tree = Record<string, unknown> | unknown[];

const GALLERY = 'examples/gallery/endpoints';

/** The files of endpoints in a folder. */
const endpointsIn = (folder: string) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter(name => name.endsWith('.yaml') && !name.endsWith('sources.yaml'))
    .map(name => join(folder, name));

const isTree = (data: unknown): data is Tree => typeof data === 'object' && data !== null;

export const read = (file: string): unknown => {
  const document = loadDocument(file, readFileSync(file, 'utf8'), collector().report);
  return document === null ? null : plainData(document.root);
};

/** All places of values below. */
const places = (data: unknown): readonly (readonly [Tree, string])[] =>
  isTree(data)
    ? Object.entries(data).flatMap(([key, value]) => [[data, key] as const, ...places(value)])
    : [];

/** Values of another kind, in place of a value or beside it under another key. */
const FOREIGN = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  '',
  'x',
  'a.b',
  '1d',
  'x'.repeat(200),
  '🦆',
  [],
  ['x', 'x'],
  {},
  { x: 1 },
];

export const EDIT = fc.record({
  at: fc.nat(),
  from: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'rename', 'add', 'move'),
  value: fc.constantFrom(...FOREIGN),
});
export type Edit = typeof EDIT extends fc.Arbitrary<infer T> ? T : never;

export function edited(sound: unknown, edits: readonly Edit[]): unknown {
  const data: Record<string, unknown> = { data: structuredClone(sound) };
  for (const { at, from, how, value } of edits) {
    const all = places(data).slice(1);
    const [tree, key] = all[at % all.length] ?? [data, 'data'];
    const [other, name] = all[from % all.length] ?? [data, 'data'];
    const slot = tree as Record<string, unknown>;
    if (how === 'replace') slot[key] = structuredClone(value);
    if (how === 'add') slot[name] = structuredClone(value);
    if (how === 'move') slot[key] = structuredClone((other as Record<string, unknown>)[name]);
    if (how === 'rename') slot[name] = slot[key];
    if (how === 'remove') Array.isArray(tree) ? tree.splice(Number(key), 1) : delete tree[key];
  }
  // an item far behind the last leaves holes, which no file has
  return JSON.parse(JSON.stringify(data['data'] ?? null));
}

export function endpointFiles(): readonly string[] {
  return ['endpoints', GALLERY].flatMap(endpointsIn);
}

export function sourcesFiles(): readonly string[] {
  const folders = ['billing', 'logs', 'shop'].map(name => join(GALLERY, name));
  return ['endpoints', ...folders].map(folder => join(folder, 'sources.yaml'));
}
