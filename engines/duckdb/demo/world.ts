import {
  chance,
  drawBelow,
  drawOneOf,
  logNormal,
  lowBelow,
  mostlyFirst,
  quote,
  type SqlText,
  unit,
  uuid,
} from './draw.ts';
import { agents, functionNames, places, regions } from './vocabulary.ts';

// The tables that all data sets share: projects, their functions, their callers, and the times of events. Lists are in variables instead of
// tables: looking up an item keeps the order of the rows, which a join does not guarantee.

const projectCount = 200;
/** The values in the endpoints' examples, so that pages that show these examples get an answer. */
const largestProject = 'abcdefghijklmnopqrst';
const busiestFunction = '09f74752-4f98-4706-b7a7-10e3af844ace';
const callerCount = 512;
const callersOfProject = 64;
const functionSlots = 8;
const hour = 3_600_000_000;
const minute = 60_000_000;

/** The times of events. */
export interface LogPeriod {
  /** 32 bits. */
  readonly seed: number;
  /** Microseconds since 1970; all events are before it. */
  readonly now: bigint;
  readonly days: number;
}

/** The statements that make the world. Everything is temporary, and for one connection, which must have `mix`. */
export const makeWorld = (span: LogPeriod): readonly SqlText[] => [
  `CREATE TEMP TABLE demo_projects AS ${projects(span.seed)}`,
  `SET VARIABLE demo_functions = (SELECT list(f ORDER BY f.slot) FROM (${functions}) f)`,
  `SET VARIABLE demo_callers = (SELECT list(c ORDER BY c.n) FROM (${callers(span.seed)}) c)`,
  `CREATE TEMP TABLE demo_stretches AS ${stretches(span)}`,
];

/** The statements that remove all these tables, even after an interrupted run. */
export const dropWorld: readonly SqlText[] = [
  'DROP TABLE IF EXISTS demo_rows',
  'DROP TABLE IF EXISTS demo_stretches',
  'DROP TABLE IF EXISTS demo_projects',
  'RESET VARIABLE demo_functions',
  'RESET VARIABLE demo_callers',
];

/** One of the callers of the entry's project: identity, location and user agent. */
export const caller: SqlText = `getvariable('demo_callers')[
  1 + (p * 37 + ${drawBelow(callersOfProject, 'caller')}) % ${callerCount}]`;

/** One of the functions of the entry's project; the first few are called most. */
export const projectFunction: SqlText = `getvariable('demo_functions')[
  1 + p * ${functionSlots} + ${lowBelow(functionSlots, 'function')}]`;

/**
 * The statement that makes `demo_rows`: `rows` entries, numbered from `first`, each with its `h`, `p`, `ref`, `burst` and `ts`, sorted by
 * project and time. Rows are sorted here, while they are narrow, so that wide rows need no sorting.
 */
export const makeRows = (span: LogPeriod, rows: number, first: number): SqlText => `
  CREATE OR REPLACE TEMP TABLE demo_rows AS
  SELECT h, p, ref, burst, make_timestamp(
    CASE WHEN start + length = ${span.now} AND k = 0
    -- Right before now, so that the shortest windows have something to show.
    THEN ${span.now} - 1 - ${drawBelow(2_000_000, 'newest')}
    ELSE start + ${drawBelow('length::UBIGINT', 'moment')} END) AS ts
  FROM (
    SELECT *, ${bits(`${first} + before + k`, span.seed)} AS h
    FROM (
      SELECT *, unnest(range(n)) AS k
      FROM (
        SELECT *, ((upto - weight) * ${rows} // total)::BIGINT AS before,
          (upto * ${rows} // total)::BIGINT - before AS n
        FROM demo_stretches
      )
    )
  )
  ORDER BY ref, ts, h`;

/** The random bits of the item with this number. */
const bits = (number: SqlText, seed: number): SqlText =>
  `mix(xor(mix((${number})::UBIGINT), ${seed}))`;

/** The random bits of the item with this number, within a parent that has its own bits. */
const bitsWithin = (number: SqlText): SqlText => `mix(xor(h, mix((${number})::UBIGINT)))`;

/** Projects by size: rank, reference, weight by Zipf's law, and the number of hours by which their day is shifted. */
const projects = (seed: number): SqlText => `
  SELECT p, h, 1000000 / (p + 1) AS weight, ${drawBelow(24, 'phase')} AS phase,
    CASE p WHEN 0 THEN '${largestProject}' ELSE array_to_string(
      list_transform(range(20), lambda k: chr((97 + (${bitsWithin('k')} * 26 >> 32))::INTEGER)), ''
    ) END AS ref
  FROM (SELECT p, ${bits('p', seed)} AS h FROM range(${projectCount}) r(p))`;

/** Two to six functions per project; the other slots repeat the first ones. */
const functions: SqlText = `
  SELECT slot, CASE WHEN p = 0 AND s = 0 THEN '${busiestFunction}' ELSE ${uuid('function')} END AS id, 1 + ${lowBelow(60, 'version')} AS version,
    [${functionNames.map(quote).join(', ')}][1 + (p * 7 + s) % ${functionNames.length}] AS name,
    ${logNormal('80', 0.8, 'median')} AS median, ${mostlyFirst(regions, 'region')} AS region
  FROM (
    SELECT p, s, slot, ${bitsWithin('s')} AS h
    FROM (
      SELECT p, h, slot % (2 + ${drawBelow(5, 'functions')}) AS s, p * ${functionSlots} + slot AS slot
      FROM demo_projects, range(${functionSlots}) r(slot)
    )
  )`;

/** Their addresses are reserved for documentation (RFC 5737). */
const callers = (seed: number): SqlText => `
  SELECT n, ${mostlyFirst(places, 'place')} AS place, ${drawOneOf(agents, 'agent')} AS agent,
    ${drawOneOf(['192.0.2.', '198.51.100.', '203.0.113.'], 'net')} || (1 + ${drawBelow(254, 'host')}) AS ip,
    ${drawOneOf(['https://app.example.com/', 'https://www.example.org/', null], 'referer')} AS referer,
    md5('hello' || h) AS fingerprint,
    list_transform(range(4), lambda k: md5(k || 'left' || h) || md5(k || 'right' || h)) AS secrets,
    99 - ${lowBelow(98, 'score')} AS score
  FROM (SELECT n, ${bits('n', seed)} AS h FROM range(${callerCount}) r(n))`;

/**
 * Each hour of each project as one stretch of time. A tenth of the hours have three stretches: before, during and after a few minutes in
 * which requests and errors pile up. Each stretch has its weight and the sum of the weights up to it. These are whole numbers, so sums are
 * exact in any order.
 */
const stretches = (span: LogPeriod): SqlText => `
  SELECT *, sum(weight) OVER (ORDER BY ref, start ROWS UNBOUNDED PRECEDING) AS upto,
    sum(weight) OVER () AS total
  FROM (
    SELECT p, ref, part.burst AS burst,
      start + part.since AS start, part.until - part.since AS length,
      round(weight * length / ${hour} * CASE WHEN burst THEN 4 ELSE 1 END)::BIGINT AS weight
    FROM (
      SELECT *, unnest(CASE WHEN ${chance(0.1, 'burst')} THEN [
          {'since': 0, 'until': since, 'burst': false},
          {'since': since, 'until': until, 'burst': true},
          {'since': until, 'until': ${hour}, 'burst': false}
        ] ELSE [{'since': 0, 'until': ${hour}, 'burst': false}] END) AS part
      FROM (${hours(span)})
    )
  )
  ORDER BY ref, start`;

/** Each hour of each project: its weight, and the start and end of a possible burst within it. */
const hours = ({ now, days }: LogPeriod): SqlText => `
  SELECT p, ref, h, start, weight * ${rhythm} AS weight,
    ${drawBelow(45 * minute, 'burst start')} AS since,
    since + ${2 * minute} + ${drawBelow(6 * minute, 'burst length')} AS until
  FROM (
    SELECT p, ref, weight, phase, ${bitsWithin('n')} AS h, ${now} - (n + 1) * ${hour} AS start
    FROM demo_projects, range(${days * 24}) r(n)
  )`;

/** Busy days, quiet nights, quieter weekends (1970 began on a Thursday), and a random factor for each hour. */
const rhythm: SqlText = `(1 + 0.75 * sin(2 * pi() * (start / ${hour} + phase) / 24))
  * CASE WHEN (start // ${24 * hour} + 4) % 7 IN (0, 6) THEN 0.55 ELSE 1 END
  * (0.7 + 0.6 * ${unit('hour')})`;
