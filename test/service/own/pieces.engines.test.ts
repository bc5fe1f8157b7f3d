/** Pieces of own statements over HTTP: every combination gives the rows of a text that is written by hand. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/http/app.ts';
import { openDuckDb } from '../../engines/duckdb/open-duckdb.ts';
import { type Filled, filledDuckDb } from '../../engines/filled-engines.ts';
import type { TestEngine } from '../../engines/test-engine.ts';
import { manifestOf } from '../answers/spec-service.ts';
import { asking } from '../server-fixture.ts';
import { SOURCES, TABLES } from './tables.ts';

const ORDERS = `
params:
  who: { type: string }
  least: { type: int64 }
  paid: { type: bool }
  fallback: { type: string, default: zz }
  sort: { enum: [id, qty, both], default: id }
  dir: { enum: [up, down], required: true }
query:
  duckdb:
    - SELECT id, qty FROM orders WHERE true -- the first, and not @who
    - { when: who, sql: AND customer = @who }
    - { when: least, sql: "AND qty >= @least -- and no more" }
    - { when: paid, sql: "AND (paid = @paid OR @who = 'bob' OR id = 'o7')" }
    - by: sort
      cases:
        id: ORDER BY id < 'a'
        qty: "ORDER BY qty NULLS LAST /* by number */"
        both: ORDER BY coalesce(customer, @fallback), qty + coalesce(@least, 0) NULLS FIRST
    - { by: dir, cases: { up: ", id", down: ", id DESC;" } }
columns: { id: string, qty: int64 }
`;

// ---- random pieces --------------------------------------------------------------------------------------------------

/** A piece's text and its outcome; parameters that are absent are `none`. */
const ATOMS: readonly (readonly [sql: string, text: string])[] = [
  ["'@p'", '@p'],
  ["$$@q ' $$", "@q ' "],
  ["E'\\'@r'", "'@r"],
  ["/* @p */ 'c'", 'c'],
  ["'d' -- @q\n", 'd'],
  ['(SELECT "@r" FROM (SELECT \'n\' AS "@r"))', 'n'],
];
const OPTIONAL = ['p', 'q', 'r'] as const;
type Part = { readonly atom: number } | { readonly param: (typeof OPTIONAL)[number] };
type Piece =
  | { readonly when: (typeof OPTIONAL)[number] | null; readonly parts: readonly Part[] }
  | { readonly cases: Readonly<Record<'a' | 'b', readonly Part[]>> };

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ atom: fc.nat(ATOMS.length - 1) }),
  fc.record({ param: fc.constantFrom(...OPTIONAL) }),
);
const parts = fc.array(part, { minLength: 1, maxLength: 3 });
const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ when: fc.constantFrom(null, ...OPTIONAL), parts }),
  fc.record({ cases: fc.record({ a: parts, b: parts }) }),
);

const sqlOf = (some: readonly Part[]) =>
  some
    .map(one => ` || ${'atom' in one ? ATOMS[one.atom]?.[0] : `coalesce(@${one.param}, 'none')`}`)
    .join('');

type Given = Readonly<Record<string, string>>;

const textOf = (some: readonly Part[], given: Given) =>
  some.map(one => ('atom' in one ? ATOMS[one.atom]?.[1] : (given[one.param] ?? 'none'))).join('');

function answerOf(pieces: readonly Piece[], given: Given): string {
  return pieces
    .map(one => {
      if ('cases' in one) return textOf(one.cases[given['e'] === 'b' ? 'b' : 'a'], given);
      return one.when === null || Object.hasOwn(given, one.when) ? textOf(one.parts, given) : '';
    })
    .join('');
}

function specOf(pieces: readonly Piece[]): string {
  const written = pieces.map(one => {
    if ('cases' in one) {
      const { a, b } = one.cases;
      return { by: 'e', cases: { a: sqlOf(a), b: sqlOf(b) } };
    }
    return one.when === null ? sqlOf(one.parts) : { when: one.when, sql: sqlOf(one.parts) };
  });
  // all parameters are used
  const all = "SELECT coalesce(@p, '') || coalesce(@q, '') || coalesce(@r, '') AS params, ''";
  const last = { by: 'e', cases: { a: 'AS t', b: 'AS t -- b' } };
  const params = 'p: { type: string }, q: { type: string }, r: { type: string }';
  return `params: { ${params}, e: { enum: [a, b], default: a } }
query: ${JSON.stringify({ duckdb: [all, ...written, last] })}
columns: { params: string, t: string }`;
}

const RANDOM = fc.sample(fc.array(piece, { minLength: 1, maxLength: 6 }), {
  numRuns: 60,
  seed: 7,
});
const subsets = OPTIONAL.reduce<readonly (readonly string[])[]>(
  (sets, name) => sets.flatMap(set => [set, [...set, name]]),
  [[]],
);

describe('pieces on DuckDB', () => {
  let filled: Filled;
  let asked: TestEngine;
  let app: ReturnType<typeof asking>;
  beforeAll(async () => {
    filled = await filledDuckDb(TABLES);
    asked = await openDuckDb();
    await asked.load(TABLES);
    const random = RANDOM.map((pieces, index) => [`own.r${index}`, specOf(pieces)]);
    const specs = { 'own.orders': ORDERS, ...Object.fromEntries(random) };
    const manifest = manifestOf(SOURCES, specs, ['duckdb']);
    app = asking(createApp({ manifest, engine: filled.engine, keys: null, log: () => {} }));
  });
  afterAll(async () => {
    app.close();
    await asked.close();
    await filled.close();
  });
  const rowsOf = async (name: string, given: Given) => {
    const query = new URLSearchParams(given);
    const response = await app.request(`/api/endpoints/${name}?${query}`);
    return [response.status, await response.json()];
  };

  const choices = [undefined, 'ann', 'bob'].flatMap(who =>
    [undefined, '2'].flatMap(least =>
      [undefined, 'true', 'false'].flatMap(paid =>
        [undefined, 'id', 'qty', 'both'].flatMap(sort =>
          ['up', 'down'].map(dir => ({ who, least, paid, sort, dir })),
        ),
      ),
    ),
  );
  test.each(choices)('are there as they are asked for: %j', async choice => {
    const { who, least, paid, sort, dir } = choice;
    const isBob = who === 'bob';
    const conditions = [
      ...(who === undefined ? [] : [`customer = '${who}'`]),
      ...(least === undefined ? [] : ['qty >= 2']),
      ...(paid === undefined || isBob ? [] : [`(paid = ${paid} OR id = 'o7')`]),
    ];
    const orders: Readonly<Record<string, string>> = {
      qty: 'qty ASC NULLS LAST, ',
      both: `coalesce(customer, 'zz'), qty NULLS FIRST, `,
    };
    const order = `${orders[sort ?? 'id'] ?? ''}id ${dir === 'up' ? 'ASC' : 'DESC'}`;
    const direct = `SELECT id, qty FROM orders WHERE ${['true', ...conditions].join(' AND ')} ORDER BY ${order}`;
    const { rows } = await asked.run(direct);
    const result = rows.map(([id, qty]) => ({ id, qty: qty === null ? null : Number(qty) }));
    const given = Object.entries(choice).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text] as const],
    );
    expect(await rowsOf('own.orders', Object.fromEntries(given))).toEqual([200, { result }]);
  });

  test.each(RANDOM.map((pieces, index) => [JSON.stringify(pieces), pieces, index] as const))(
    'make one text: %s',
    async (_, pieces, index) => {
      for (const names of subsets) {
        for (const e of ['a', 'b', undefined]) {
          const values = names.map(name => [name, `<${name}' @q>`]);
          const given = Object.fromEntries([...values, ...(e === undefined ? [] : [['e', e]])]);
          const params = names.map(name => `<${name}' @q>`).join('');
          const result = [{ params, t: answerOf(pieces, given) }];
          expect(await rowsOf(`own.r${index}`, given)).toEqual([200, { result }]);
        }
      }
    },
  );
});
