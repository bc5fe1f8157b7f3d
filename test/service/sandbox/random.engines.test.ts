/** Random statements through `quern serve`: none fails, and none shows whether other tenants have rows. */
import { expect, test } from 'vitest';
import { amount } from '../../support/usually.ts';
import { hostileStatement } from './hostile.ts';
import { FOREIGN, openSite, type Reply, rowsOf, type Site } from './site.ts';

/** `QUERN_ALL=1` asks all; the first ones are also asked where other tenants have other rows. */
const [ASKED, COMPARED] = amount({ usual: [60, 60], all: [20_000, 4_000] });
const AT_ONCE = 3;
const PATIENT = { timeout: '30s', concurrency: 4 };

/** Time runs out for a few statements: DuckDB takes exponential time to bind a quotient of quotients. */
const MOST_LATE = 0.01;

/** The rows of such statements depend on more than the data. */
const VARIES = /CURRENT_|RAND|LIMIT|OVER \(|ANY_VALUE|APPROX_/;

/** Rows come in any order, and so do the terms of a sum of floats. */
function shown(sql: string, { status, body, text }: Reply): string {
  if (body.result === undefined) return `${status} ${text}`;
  if (VARIES.test(sql)) return `${status} with ${body.result.length} rows`;
  const rows = body.result.map(row => JSON.stringify(row, (_, value) => rounded(value)));
  return `${status} ${rows.sort().join('\n')}`;
}

function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
}

const wasLate = ({ status, text }: Reply) => status === 504 || text.includes('It takes too');

/** Asks statements for each seed below `count`, a few at once. */
async function askAll(
  site: Site,
  count: number,
  look: (seed: number, sql: string, reply: Reply) => void,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      const seed = next++;
      const sql = hostileStatement(seed);
      look(seed, sql, await site.ask(sql));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const openOver = (engine: string, foreign: number) =>
  openSite(engine, rowsOf(['one'], 6, foreign), { service: PATIENT });

test.each(['duckdb', 'clickhouse'])(
  'random statements on %s cause no failure, and find no trace of other rows',
  { timeout: 36_000_000 },
  async engine => {
    const faults: string[] = [];
    const counts = { rows: 0, refused: 0, late: 0 };
    const found = new Map<number, string>();
    const among = await openOver(engine, 12);
    await askAll(among, ASKED, (seed, sql, reply) => {
      const { status, text, body } = reply;
      const tell = (what: string) =>
        faults.push(`${what}, seed ${seed}: ${sql.slice(0, 400)}\n    ${text.slice(0, 300)}`);
      if (status === 200) counts.rows += 1;
      else if (wasLate(reply)) counts.late += 1;
      else if (status === 400) counts.refused += 1;
      else tell(`status ${status}`);
      if (text.includes(FOREIGN)) tell('foreign');
      if (status === 400 && (body.detail ?? '').length < 12) tell('no reason');
      if (seed < COMPARED && !wasLate(reply)) found.set(seed, shown(sql, reply));
    });
    await among.close();
    const alone = await openOver(engine, 0);
    await askAll(alone, COMPARED, (seed, sql, reply) => {
      const before = found.get(seed);
      if (before === undefined || wasLate(reply)) return;
      const after = shown(sql, reply);
      if (before !== after)
        faults.push(`differs, seed ${seed}: ${sql.slice(0, 900)}\n ${before}\n ${after}`);
    });
    await alone.close();
    expect(faults).toEqual([]);
    expect(counts.rows).toBeGreaterThan(ASKED / 4);
    expect(counts.refused).toBeGreaterThan(ASKED / 10);
    expect(counts.late).toBeLessThanOrEqual(ASKED * MOST_LATE);
    expect(found.size).toBeGreaterThan(COMPARED * (1 - 2 * MOST_LATE));
  },
);
