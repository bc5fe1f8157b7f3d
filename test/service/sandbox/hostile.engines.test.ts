/** A hostile tenant with sixteen connections of the worst statements takes nothing from another one, through `quern serve`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAll } from '../../support/usually.ts';
import { memoryOf } from '../serve-process.ts';
import { openSite, rowsOf, type Site } from './site.ts';
import { holder } from './tenants.ts';

/** `QUERN_ALL=1` attacks for a minute or longer, also with each kind of statement alone. */
const IS_LONG = isAll;
/** How often the other tenant asks, alone and beside the attack. */
const [ALONE, BESIDE] = IS_LONG ? [60, 1_200] : [20, 40];
const PAUSE_MS = 20;
const CONNECTIONS = 16;
/** The most that a median may grow. Beside other suites, only what holds up the service for long is found. */
const MOST_TIMES = IS_LONG ? 3 : 10;
const MOST_MEMORY_MIB = 400;
/** The service gives its requests nine seconds, and its sockets one; the rest is for a busy machine. */
const LATE_MS = 14_000;

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index));
const casts = (pairs: number): string =>
  pairs === 0 ? 'amount' : `CAST(CAST(${casts(pairs - 1)} AS STRING) AS INT64)`;
const powers = (deep: number): string => (deep === 0 ? 'ratio' : `POW(${powers(deep - 1)}, 2)`);

/** Each was found to cost the service seconds, gigabytes or both. */
const WORST = {
  memory: {
    'a text of 10^12 bytes':
      "SELECT LENGTH(REPLACE(REPLACE(REPEAT('a',10000),'a',REPEAT('a',10000)),'a',REPEAT('a',10000))) c",
  },
  text: {
    'POW, 22 deep': `SELECT ${powers(22)} AS x FROM edge_logs`,
    'ten pairs of CAST': `SELECT ${casts(10)} AS x FROM edge_logs`,
  },
  parse: {
    '32,000 columns': `SELECT ${times(32_000, () => '1').join(',')}`,
    '1,500 ORs': `SELECT id FROM edge_logs WHERE ${times(1_500, at => `amount = ${at}`).join(' OR ')}`,
  },
} as const;
const ALL = { ...WORST.memory, ...WORST.text, ...WORST.parse };

const hostile = holder('hostile', { project: 'two' });
const other = holder('other', { project: 'one' });
const ASKS = {
  plain: { sql: null, endpoint: 'logs.plain' },
  sandbox: { sql: 'SELECT COUNT(*) AS n FROM edge_logs', endpoint: 'logs.sql' },
} as const;
type Kind = keyof typeof ASKS;

let site: Site;
beforeEach(async () => {
  site = await openSite('duckdb', rowsOf(['one', 'two'], 30, 0), {
    keys: [hostile.key, other.key],
    service: { timeout: '8s', queue: 64 },
  });
});
afterEach(() => site.close());

interface Seen {
  /** Milliseconds of each request. */
  readonly took: Readonly<Record<Kind, number[]>>;
  /** Answers without rows. */
  readonly failed: string[];
}

/** The other tenant asks for rows of both kinds in turn. */
async function asked(count: number): Promise<Seen> {
  const seen: Seen = { took: { plain: [], sandbox: [] }, failed: [] };
  for (let at = 0; at < count; at += 1) {
    for (const kind of ['plain', 'sandbox'] as const) {
      const { sql, endpoint } = ASKS[kind];
      const began = performance.now();
      const { status, text } = await site.ask(sql, { endpoint, project: null, token: other.token });
      seen.took[kind].push(performance.now() - began);
      if (status !== 200) seen.failed.push(`${kind}: ${status} ${text}`);
      await sleep(PAUSE_MS);
    }
  }
  return seen;
}

/** Asks over all connections, each for one statement after another, until it is ended or the service ends. */
function attack(statements: Readonly<Record<string, string>>) {
  const all = Object.entries(statements);
  const told = new Map<string, number>();
  let isOver = false;
  const connection = async (first: number) => {
    for (let at = first; !isOver; at += 1) {
      const [name = '', sql = ''] = all[at % all.length] ?? [];
      const { status } = await site.ask(sql, { project: null, token: hostile.token });
      told.set(`${name}: ${status}`, (told.get(`${name}: ${status}`) ?? 0) + 1);
    }
  };
  const ended = Promise.allSettled(Array.from({ length: CONNECTIONS }, (_, at) => connection(at)));
  const end = () => {
    isOver = true;
    return ended;
  };
  return { told: () => Object.fromEntries(told), end };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function expectUnharmed(statements: Readonly<Record<string, string>>): Promise<void> {
  await asked(5);
  const alone = await asked(ALONE);
  const attacking = attack(statements);
  await sleep(1_000);
  const beside = await asked(BESIDE);
  const held = memoryOf(site.served, 'VmHWM');
  const late = sleep(LATE_MS, 'late', { ref: false });
  const ending = site.served.stop();
  const end = await Promise.race([ending, late]);
  await attacking.end();
  const medians = ({ took }: Seen) => ({
    plain: median(took.plain),
    sandbox: median(took.sandbox),
  });
  const facts = { alone: medians(alone), beside: medians(beside), held, told: attacking.told() };
  if (IS_LONG) process.stdout.write(`${JSON.stringify(facts)}\n`);
  expect({ failed: [...alone.failed, ...beside.failed], end }).toEqual({ failed: [], end: 0 });
  expect(held).toBeLessThanOrEqual(MOST_MEMORY_MIB);
  for (const kind of ['plain', 'sandbox'] as const)
    expect(facts.beside[kind] / facts.alone[kind], JSON.stringify(facts)).toBeLessThanOrEqual(
      MOST_TIMES,
    );
}

describe('the other tenant has its rows at its pace, and the service its memory and its end', () => {
  // other suites share the machine, and may take it in one of the two halves of a run alone
  const kinds = [
    ['that need much memory', WORST.memory],
    ['that print much text', WORST.text],
    ['that take long to read', WORST.parse],
  ] as const;
  test.each([...(IS_LONG ? kinds : []), ['of all kinds at once', ALL] as const])(
    'beside statements %s',
    { timeout: 1_800_000, retry: IS_LONG ? 0 : 2 },
    (_, statements) => expectUnharmed(statements),
  );
});
