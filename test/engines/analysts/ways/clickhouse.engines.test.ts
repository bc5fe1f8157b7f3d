/** Ways to name a table on ClickHouse, in a project with a scope. Each is also run, over a row of another tenant. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLICKHOUSE_WAYS, SETUP } from './clickhouse.ts';
import { faultsOf, isRefused, NEEDS_CONDITION, unlike } from './ways.ts';

const { declared, undeclared, silent } = CLICKHOUSE_WAYS;
const folder = mkdtempSync(join(tmpdir(), 'quern-ways-'));
const at = (sql: string) => sql.replaceAll('{dir}', folder);
let session: Session;

beforeAll(() => {
  session = new Session();
  for (const statement of SETUP) session.query(at(statement));
});
afterAll(() => {
  session.cleanup();
  rmSync(folder, { recursive: true });
});

function answer(sql: string): string {
  try {
    return session.query(at(sql), 'JSONEachRow');
  } catch (error) {
    return `refused: ${String(error)}`;
  }
}

describe('on ClickHouse', () => {
  test('the corpus has 150 ways that answer rows of another tenant', () => {
    const ways = [...declared, ...undeclared];
    const quiet = ways
      .map(way => [way, answer(way).slice(0, 300)])
      .filter(([, rows]) => !/foreign/.test(rows ?? '') || /^refused/.test(rows ?? ''));
    expect(quiet).toEqual([]);
    expect(new Set(ways).size).toBeGreaterThanOrEqual(150);
  });

  test('a way through the table of a data set needs the condition of its scope', async () => {
    const found = await faultsOf(declared.map(at), 'clickhouse', 'events');
    expect(unlike(declared, found, one => JSON.stringify(one) === NEEDS_CONDITION)).toEqual([]);
  });

  test('every other way is refused, whatever conditions stand beside it', async () => {
    const ways = [...undeclared, ...silent];
    const found = await faultsOf(ways.map(at), 'clickhouse', 'events');
    expect(unlike(ways, found, isRefused)).toEqual([]);
  });
});
