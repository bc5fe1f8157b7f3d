/** Ways to name a table on PostgreSQL, in a project with a scope. Each is also run, over a row of another tenant. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession, type Session } from '../../postgres/session.ts';
import { POSTGRES_WAYS, SETUP } from './postgres.ts';
import { faultsOf, isRefused, NEEDS_CONDITION, unlike } from './ways.ts';

const { declared, undeclared, silent } = POSTGRES_WAYS;
let session: Session;

beforeAll(async () => {
  session = await openSession();
  for (const statement of SETUP) await session.query(statement);
});
afterAll(() => session.close());

async function answer(sql: string): Promise<string> {
  try {
    return JSON.stringify((await session.query(sql)).rows);
  } catch (error) {
    return `refused: ${String(error)}`;
  }
}

describe('on PostgreSQL', () => {
  test('the corpus has 150 ways that answer rows of another tenant', async () => {
    const ways = [...declared, ...undeclared];
    const quiet: string[] = [];
    for (const way of ways) {
      const answered = await answer(way);
      if (!/foreign/.test(answered)) quiet.push(`${way}: ${answered}`);
    }
    expect(quiet).toEqual([]);
    expect(new Set(ways).size).toBeGreaterThanOrEqual(150);
  });

  test('a way through the table of a data set needs the condition of its scope', async () => {
    const found = await faultsOf(declared, 'postgres', 'events');
    expect(unlike(declared, found, one => JSON.stringify(one) === NEEDS_CONDITION)).toEqual([]);
  });

  test('every other way is refused, whatever conditions stand beside it', async () => {
    const ways = [...undeclared, ...silent];
    const found = await faultsOf(ways, 'postgres', 'events');
    expect(unlike(ways, found, isRefused)).toEqual([]);
  });
});
