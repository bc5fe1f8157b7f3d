/** The check without compiling says what ajv says, for the schemas that quern ships and for data at random. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../engines/index.ts';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import { CLIENT_LANGUAGES } from '../../../generator/emitters/clients/index.ts';
import { loadDocument } from '../../../generator/load/load.ts';
import { configSchema } from '../../../generator/schema/config-schema.ts';
import { endpointSchema } from '../../../generator/schema/endpoint-schema.ts';
import type { JsonSchema } from '../../../generator/schema/parts.ts';
import { sourcesSchema } from '../../../generator/schema/sources-schema.ts';
import { fitting, plainData } from '../../../generator/validate/shape.ts';
import { usually } from '../../support/usually.ts';
import { DIALECTS } from './support.ts';

type Tree = Record<string, unknown> | unknown[];

const GALLERY = 'examples/gallery/endpoints';

/** The files of endpoints in a folder. */
const endpointsIn = (folder: string) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter(name => name.endsWith('.yaml') && !name.endsWith('sources.yaml'))
    .map(name => join(folder, name));

const isTree = (data: unknown): data is Tree => typeof data === 'object' && data !== null;

const read = (file: string): unknown => {
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

const EDIT = fc.record({
  at: fc.nat(),
  from: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'rename', 'add', 'move'),
  value: fc.constantFrom(...FOREIGN),
});
type Edit = typeof EDIT extends fc.Arbitrary<infer T> ? T : never;

function edited(sound: unknown, edits: readonly Edit[]): unknown {
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

const engines = Object.values(ENGINES);
const SCHEMAS: readonly (readonly [string, JsonSchema, readonly string[]])[] = [
  [
    'endpoints',
    endpointSchema({ paramTypes: [], dialects: [] }),
    ['endpoints', GALLERY].flatMap(endpointsIn),
  ],
  [
    'sources',
    sourcesSchema({ paramTypes: [], dialects: DIALECTS }),
    ['endpoints', ...['billing', 'logs', 'shop'].map(name => join(GALLERY, name))].map(folder =>
      join(folder, 'sources.yaml'),
    ),
  ],
  [
    'the configuration',
    configSchema(null, [...CLIENT_LANGUAGES.values()], engines),
    ['quern.yaml', 'examples/gallery/quern.yaml'],
  ],
];

const TRIED = usually(600);

describe('a check without compiling', () => {
  it.each(SCHEMAS)('says of %s what ajv says', (_, schema, files) => {
    const options = { ownProperties: true, strictRequired: false, allowUnionTypes: true };
    const judge = new Ajv2020({ ...options, validateSchema: false, code: { optimize: false } });
    const isValid = judge.compile(schema);
    const fits = fitting(schema);
    const sound = files.map(read);
    expect(sound.length).toBeGreaterThan(0);
    expect(sound.filter(data => !fits(data))).toEqual([]);
    const said = { true: 0, false: 0 };
    const one = fc.constantFrom(...sound);
    fc.assert(
      fc.property(one, fc.array(EDIT, { minLength: 1, maxLength: 3 }), (data, edits) => {
        const now = edited(data, edits);
        const verdict = isValid(now);
        said[`${verdict}`] += 1;
        expect(fits(now)).toBe(verdict);
      }),
      { numRuns: TRIED },
    );
    expect(Math.min(said.true, said.false)).toBeGreaterThan(TRIED / 15);
  });
});
