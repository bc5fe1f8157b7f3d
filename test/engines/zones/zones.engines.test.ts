/**
 * The time zones of the language: names that every engine knows, with the same local times from 1970 to 2026. `UPDATE=1` writes
 * `generator/params/time/zones.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZONES } from '../../../generator/params/time/zones.ts';
import { ROOT } from '../../support/root.ts';
import { isAll } from '../../support/usually.ts';
import { type Engines, engineFor, openEngines } from '../open-engines.ts';

const FILE = join(ROOT, 'generator/params/time/zones.ts');
const FIRST = 0;
const LAST = Date.UTC(2027, 0) / 1_000;
const isUpdate = process.env['UPDATE'] === '1';
/**
 * About a day to find the zones, twenty days to try them again, or ten with `QUERN_ALL=1`; an odd number of minutes, so that all hours
 * of the day are tried.
 */
const STEP = (isUpdate ? 1_439 : isAll ? 14_407 : 28_811) * 60;
/** The most that one array of an engine holds. */
const ROUND = isUpdate ? 10_000 : isAll ? 2_100 : 1_050;
const ROUNDS = Math.ceil((LAST - FIRST) / STEP / ROUND);

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

/**
 * For each engine with zones of its own, one number of all local times of a zone in a round: minutes by days, weighed by their place.
 * PostgreSQL may take the zones of its machine.
 */
const SUMS: Readonly<Record<string, (zone: string, round: number) => string>> = {
  bigquery: (zone, round) => `
    SELECT SUM((UNIX_DATE(DATE(instant, '${zone}')) * 1440 + EXTRACT(HOUR FROM instant AT TIME ZONE '${zone}') * 60
      + EXTRACT(MINUTE FROM instant AT TIME ZONE '${zone}')) * (MOD(i, 1009) + 1))
    FROM (SELECT i, TIMESTAMP_SECONDS(${start(round)} + i * ${STEP}) AS instant
      FROM UNNEST(GENERATE_ARRAY(0, ${ROUND - 1})) AS i)`,
  duckdb: (zone, round) => `
    SELECT sum(floor(epoch(timezone('${zone}', to_timestamp(${start(round)} + i * ${STEP}))) / 60)::BIGINT * (i % 1009 + 1))::BIGINT
    FROM range(${ROUND}) AS t(i)`,
  clickhouse: (zone, round) => `
    SELECT sum((toInt64(toDate32(at, '${zone}')) * 1440 + toHour(at, '${zone}') * 60 + toMinute(at, '${zone}')) * (i % 1009 + 1))
    FROM (SELECT toInt64(number) AS i, toDateTime64(${start(round)} + i * ${STEP}, 6, 'UTC') AS at FROM numbers(${ROUND}))`,
};

function start(round: number): number {
  return FIRST + round * ROUND * STEP;
}

async function sums(zone: string): Promise<readonly string[]> {
  return Promise.all(
    Object.entries(SUMS).map(async ([name, sum]) => {
      const engine = engineFor(engines, name);
      let found = '';
      for (let round = 0; round < ROUNDS; round += 1)
        found += `${String((await engine.run(sum(zone, round))).rows[0]?.[0])} `;
      return found;
    }),
  );
}

/** Those of `names` of which all engines have the same local times. */
async function agreed(names: readonly string[]): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const name of names) if (new Set(await sums(name)).size === 1) kept.push(name);
  return kept;
}

async function knownNames(): Promise<readonly string[]> {
  const { rows } = await engines.clickhouse.run(
    'SELECT time_zone FROM system.time_zones ORDER BY time_zone',
  );
  const { rows: others } = await engines.duckdb.run('SELECT name FROM pg_timezone_names()');
  const known = new Set(others.map(([name]) => name));
  return rows.map(([name]) => String(name)).filter(name => known.has(name));
}

function fileOf(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length > 110) lines.push(name);
    else lines[lines.length - 1] = `${last} ${name}`;
  }
  return [
    '/** Written by `test/engines/zones/zones.engines.test.ts`: the time zones in which all engines have the same local times. */',
    'export const ZONES: ReadonlySet<string> = new Set(',
    '  `',
    ...lines.map(line => `  ${line}`),
    '  `',
    '    .trim()',
    '    .split(/\\s+/),',
    ');',
    '',
  ].join('\n');
}

test('are those in which all engines have the same local times', { timeout: 300_000 }, async () => {
  if (isUpdate) return writeFileSync(FILE, fileOf(await agreed(await knownNames())));
  const names = [...ZONES];
  expect(readFileSync(FILE, 'utf8')).toBe(fileOf(names));
  expect(await agreed(names)).toEqual(names);
  expect(names.length).toBeGreaterThan(500);
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Havana', 'Atlantic/Azores', 'Pacific/Apia'])
    expect(names).toContain(zone);
});
