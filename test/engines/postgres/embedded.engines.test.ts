/** The engine of tests: PostgreSQL in a process that may be killed. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotInstalled } from '../../../engines/analyst.ts';
import type { EmbeddedEngine } from '../../../engines/embedded.ts';
import embedded from '../../../engines/postgres/embedded.ts';
import { ROOT } from '../../support/root.ts';
import { runLimits } from '../engine-runs.ts';

let engine: EmbeddedEngine;
beforeAll(async () => {
  engine = await embedded.open(join(ROOT, 'test'));
});
afterAll(() => engine.close());

const NOW = 1_736_935_200_123_457n;
const ask = (sql: string, rest: object = {}) =>
  engine.run([], { sql, values: [], isOwn: true }, { ...runLimits(), now: NOW, ...rest });

test('its clock is the one of the test, to the microsecond', async () => {
  const { rows } = await ask(
    'SELECT now() AS a, clock_timestamp() AS b, current_date AS c, statement_timestamp() AS d',
  );
  expect(rows).toEqual([[NOW, NOW, '2025-01-15', NOW]]);
  const later = await ask('SELECT now() AS a', { now: NOW + 1n });
  expect(later.rows).toEqual([[NOW + 1n]]);
});

test('a statement that writes is refused, and nothing stays of what it did', async () => {
  await expect(ask('CREATE TABLE made AS SELECT 1 AS x')).rejects.toMatchObject({
    kind: 'failed',
    message: 'cannot execute CREATE TABLE AS in a read-only transaction',
  });
  await expect(ask('SELECT * FROM made')).rejects.toMatchObject({
    kind: 'failed',
    message: 'relation "made" does not exist',
  });
});

test('it answers no more rows than are asked for, and counts their bytes', async () => {
  const sql = "SELECT repeat('x', 10) AS x FROM generate_series(1, 100)";
  expect((await ask(sql, { maxRows: 3 })).rows).toHaveLength(3);
  await expect(ask(sql, { maxBytes: 999 })).rejects.toMatchObject({ kind: 'too_large' });
});

test('a statement that never ends is given up, and the next one has another process', async () => {
  const controller = new AbortController();
  const endless = ask('SELECT count(*) AS n FROM generate_series(1, 1000000000000)', {
    signal: controller.signal,
  });
  const next = ask('SELECT 1 AS x');
  controller.abort();
  await expect(endless).rejects.toMatchObject({ kind: 'cancelled' });
  expect((await next).rows).toEqual([[1]]);
  const late = ask('SELECT count(*) AS n FROM generate_series(1, 1000000000000)', {
    timeoutMs: 1,
  });
  await expect(late).rejects.toMatchObject({ kind: 'timeout' });
  expect((await ask('SELECT 2 AS x')).rows).toEqual([[2]]);
});

test('its package is looked for in the project, and named where it is missing', async () => {
  await expect(embedded.open(ROOT)).rejects.toThrow(new NotInstalled(['@electric-sql/pglite']));
});
