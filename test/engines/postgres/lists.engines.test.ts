/** The lists of the dialect, compared with the engine's own catalogue. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import dialect from '../../../engines/postgres/dialect.ts';
import type { OpenTestEngine } from '../test-engine.ts';
import { openPostgres } from './open-postgres.ts';

let engine: OpenTestEngine;
beforeAll(async () => {
  engine = await openPostgres();
});
afterAll(() => engine.close());

async function namesOf(condition: string): Promise<readonly string[]> {
  const { rows } = await engine.run(
    `SELECT DISTINCT proname::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND ${condition} ORDER BY 1`,
  );
  return rows.map(([name]) => String(name));
}

test('every aggregate and window function, and no other function', async () => {
  const { isAggregate } = dialect.author;
  const aggregates = await namesOf("prokind IN ('a', 'w')");
  expect(aggregates.length).toBeGreaterThan(40);
  expect(aggregates.filter(name => !isAggregate(name))).toEqual([]);
  const others = await namesOf("prokind = 'f'");
  expect(others.filter(isAggregate).filter(name => !aggregates.includes(name))).toEqual([]);
});

test('every function of the language that makes several rows of its arguments', async () => {
  const { multiplies, rowsOf } = dialect.author;
  const sets = await namesOf("proretset AND proname !~ '^(pg|ts|txid)_'");
  expect(sets.filter(name => !multiplies.includes(name))).toEqual([]);
  expect(multiplies.filter(name => !sets.includes(name))).toEqual([]);
  expect(rowsOf.filter(name => !multiplies.includes(name))).toEqual([]);
});

test('every reserved word', async () => {
  const { rows } = await engine.run(
    "SELECT word::text FROM pg_get_keywords() WHERE catcode IN ('R', 'T') ORDER BY 1",
  );
  const words = rows.map(([word]) => String(word));
  expect(words.length).toBeGreaterThan(90);
  expect(words.filter(word => !dialect.reserved.has(word))).toEqual([]);
});
