/** Patterns of LIKE from callers: every engine gives the rows of the reference, and refuses what has no meaning. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '../../generator/compile.ts';
import { all, type Engines, openEngines } from '../engines/open-engines.ts';
import { allPortable } from '../support/projects/portable.ts';
import { referenceOf } from '../support/projects/specs.ts';
import { amount } from '../support/usually.ts';
import { NOW } from './cases.ts';
import { difference, expected } from './compare.ts';
import { prepare, runSaved, runSpecialized } from './execute.ts';
import { tablesOf } from './tables.ts';

const FILES = [
  {
    path: 'endpoints/sources.yaml',
    text: `sources:
  posts:
    tables: { bigquery: { table: posts }, duckdb: { table: posts }, clickhouse: { table: posts } }
    key: [id]
    columns: { id: { type: int64, required: true }, part: string }
`,
  },
  {
    path: 'endpoints/posts.yaml',
    text: `endpoint: posts
id: 00000000-0000-4000-8000-00000000e021
from: posts
filters: { part: { of: part, operators: [like, not_like] } }
select: [id]
order_by: [id]
`,
  },
];

/** Characters that a pattern or its translation could misread on some engine. */
const LETTERS = ['a', 'b', '\\', '%', '_', '\n', '\r', '.', '*', '$', '^', '|', '[', ']', '(', "'"];
const WIDE = ['é', '日', '😀', '\u{10ffff}', '\u0301', '\u2028', '#0', '$1', '\\x5c', 'K'];
const letter = fc.oneof(fc.constantFrom(...LETTERS), fc.constantFrom(...WIDE));
const text = fc.array(letter, { maxLength: 6 }).map(letters => letters.join(''));

/** The text's own pattern, with some of its letters replaced by wildcards, so that it finds something. */
const patternOf = (of: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('own', 'own', 'own', '_', '%', '%%'), { minLength: 40, maxLength: 40 })
    .map(kinds =>
      [...of]
        .map((one, at) => (kinds[at] === 'own' ? one.replace(/[\\%_]/, '\\$&') : kinds[at]))
        .join(''),
    );
const part = fc.oneof(
  fc.constantFrom('a', '.', '日', '😀', '\n', '|', 'K', '(', '$1', '%', '_', '%', '_'),
  fc.constantFrom('\\%', '\\_', '\\\\'),
);
const anyPattern = fc.array(part, { minLength: 1, maxLength: 6 }).map(parts => parts.join(''));

const asked = fc
  .array(text, { minLength: 12, maxLength: 12 })
  .chain(texts =>
    fc.record({
      texts: fc.constant(texts),
      patterns: fc.array(
        fc.oneof(
          fc.constantFrom(...texts).chain(one => patternOf(one)),
          anyPattern,
        ),
        { minLength: 1, maxLength: 3 },
      ),
      isNot: fc.boolean(),
    }),
  )
  .filter(({ patterns }) => patterns.every(one => one !== ''));

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const inputs = FILES.map(({ path, text: bytes }) => ({ path, bytes }));
const { compilation } = compile(inputs, { dialects: ['bigquery', 'clickhouse', 'duckdb'] });
const reference = referenceOf(inputs, 'posts');
const [project] = allPortable(compilation.project.endpoints);

test('gives the rows of the reference on each engine', async () => {
  if (project === undefined) throw new Error('the endpoint has a fault');
  let found = 0;
  const property = fc.asyncProperty(asked, async ({ texts, patterns, isNot }) => {
    const rows = [...texts, null].map((of, id) => ({ id: BigInt(id), part: of }));
    const tables = new Map([['posts', rows]]);
    const sent = { [isNot ? 'part__not_like' : 'part__like']: patterns };
    const wanted = expected(reference, tables, sent, NOW);
    found += wanted.rows.length;
    const own = all(engines).filter(({ name }) => project.engines.includes(name));
    expect(own.length).toBeGreaterThan(2);
    for (const engine of own) {
      await engine.load(tablesOf(project, engine.name, tables));
      const prepared = prepare(project, engine.name);
      for (const run of [runSpecialized, runSaved]) {
        const wrong = difference(wanted, await run(prepared, engine, sent, NOW), engine.name);
        expect([engine.name, sent, wrong]).toEqual([engine.name, sent, null]);
      }
    }
  });
  const numRuns = amount({ part: 10, usual: 60, all: 600 });
  await fc.assert(property, { numRuns, seed: 20260115, endOnFailure: true });
  expect(found).toBeGreaterThan(numRuns);
});
