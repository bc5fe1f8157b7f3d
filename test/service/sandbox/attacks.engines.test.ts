/** Attacks on a sandbox: nothing of other tenants shows, in rows, errors or differences of either. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KITS } from '../../engines/index.ts';
import type { ServiceKit } from '../../engines/kit.ts';
import { amount } from '../../support/usually.ts';
import { ATTACKS } from './attacks.ts';
import { ENGINES, FOREIGN, openSite, type Reply, rowsOf, type Site } from './site.ts';

const ENGINE_WORDS =
  /DB::Exception|Binder Error|Conversion Error|Out of Memory|zetasql|duckdb|clickhouse|bigquery/i;

/** Rows of a statement without ORDER BY come in any order, and a cut answer has any of them. */
function shown({ status, headers, body, text }: Reply): string {
  if (body.result === undefined) return `${status} ${text}`;
  if (headers.has('X-Truncated')) return `${status} with ${body.result.length} of the rows`;
  return `${status} ${body.result
    .map(row => JSON.stringify(row))
    .sort()
    .join('\n')}`;
}

/** Its rows differ from time to time. */
const readsClock = (sql: string) => /current_timestamp/i.test(sql);

/** How long reading and running take differs from time to time. */
function wasLate({ status, text }: Reply): boolean {
  return status === 504 || text.includes('It takes too long to read the statement.');
}

const paceOf = (engine: string) => KITS.get(engine)?.service.pace ?? 'usual';

/** One attack of so many, from which one on: the fastest engine meets more than 500, and all together each of them. */
const TRIED: Readonly<Record<ServiceKit['pace'], readonly [every: number, first: number]>> = {
  fast: [amount({ part: 8, usual: 2, all: 1 }), 0],
  usual: [amount({ usual: 4, all: 1 }), 1],
  slow: [amount({ usual: 4, all: 1 }), 3],
};

function attacksOn(engine: string): readonly string[] {
  const [every, first] = TRIED[paceOf(engine)];
  return ATTACKS.filter((_, i) => i % every === first % every);
}

/** A fast engine alone in part. */
const isFast = (engine: string) => paceOf(engine) === 'fast';
const ATTACKED = amount<readonly string[]>({
  part: ENGINES.filter(isFast),
  usual: ENGINES,
  all: ENGINES,
});

describe.each(ATTACKED)('attacks on a sandbox on %s', engine => {
  let among: Site;
  let alone: Site;
  beforeAll(async () => {
    among = await openSite(engine, rowsOf(['one'], 6, 12));
  });
  afterAll(() => alone.close());

  test('find no foreign row, no word of one, and no failure', { timeout: 900_000 }, async () => {
    expect(ATTACKS.length).toBeGreaterThan(500);
    const attacks = attacksOn(engine);
    const replies: Reply[] = [];
    for (const sql of attacks) replies.push(await among.ask(sql));
    await among.close();
    alone = await openSite(engine, rowsOf(['one'], 6, 0));
    const faults: string[] = [];
    const counts = new Map<number, number>();
    for (const [i, sql] of attacks.entries()) {
      const reply = replies[i];
      if (reply === undefined) throw new Error('an attack was not tried');
      counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
      const tell = (what: string) =>
        faults.push(`${what}: ${sql.slice(0, 300)}\n    ${reply.text.slice(0, 300)}`);
      const isLate = wasLate(reply);
      if (reply.status !== 200 && reply.status !== 400 && !isLate) tell(`status ${reply.status}`);
      if (reply.text.includes(FOREIGN)) tell('foreign');
      const words = ENGINE_WORDS.exec(reply.body.detail ?? '')?.[0];
      if (words !== undefined && !sql.includes(words)) tell('words of an engine');
      if (reply.status === 400 && (reply.body.detail ?? '').length < 12) tell('no reason');
      if (isLate) continue;
      const other = await alone.ask(sql);
      if (wasLate(other)) continue;
      const differs = readsClock(sql)
        ? reply.status !== other.status
        : shown(reply) !== shown(other);
      if (differs) tell('differs without foreign rows');
    }
    expect(faults).toEqual([]);
    expect(counts.get(200) ?? 0).toBeGreaterThan(attacks.length / 5);
  });
});
