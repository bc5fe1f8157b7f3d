/**
 * Compares the CPU of a dashboard that reads a rollup with that of the same dashboard without one, on ClickHouse and DuckDB in this
 * process: six panels over 90 days, of one of four projects. The window begins beside a step, so that entries are read too. Each panel
 * must answer the same rows both ways. `QUERN_ROWS` is the number of entries. `npm run bench:rollups -- duckdb` measures one engine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openDuckDb } from '../engines/duckdb/driver/driver.ts';
import keeper from '../engines/duckdb/rollups/keeper.ts';
import { dialectOf } from '../generator/compile-specs.ts';
import { DEFAULT_CONFIG } from '../generator/config/config.ts';
import { unseen } from '../generator/core/report/progress.ts';
import { copyDefinition } from '../generator/sql/print/rollups.ts';
import { openEmptyClickHouse } from './sql/clickhouse.ts';
import { tablesOf } from './sql/duckdb.ts';
import { catalogueOf, type EngineName, specialised } from './sql/project.ts';
import { NOW } from './sql/rows.ts';
import type { Tables } from './sql/tables.ts';
import { table, writeSection } from './support/results.ts';

const ROWS = Number(process.env['QUERN_ROWS'] ?? 20_000_000);
const ROUNDS = 5;
const [DAYS, DAY_MICROS] = [90, 86_400_000_000];
const MOST_MS = 600_000;

const instant = (micros: number) => new Date(micros / 1e3).toISOString();
const FIRST = Number(NOW) - DAYS * DAY_MICROS;
const WINDOW = `project=p1&from=${instant(FIRST + 1_000_000_000)}&to=${instant(Number(NOW))}`;

const SOURCE = `sources:
  requests:
    scope: [project]
    tables: { clickhouse: { table: requests }, duckdb: { table: requests }, postgres: { table: requests } }
    columns:
      timestamp: { type: timestamp, required: true }
      project: { type: string, required: true }
      method: { type: string, required: true }
      status: { type: int64, required: true }
      bytes: { type: int64, required: true }
      duration: { type: float64, required: true }
    measures: { failed: count_if(status >= 500) }
`;
const ROLLUP = `    rollups:
      hourly: { of: timestamp, step: hour, group_by: [project, method, status], measures: [failed, sum(bytes), avg(duration), max(duration)] }
`;
const DAY = "group_by: { day: 'trunc(timestamp, day)' }";
const PANELS: Readonly<Record<string, string>> = {
  'requests a day': `${DAY}\nselect: { requests: count() }\norder_by: [day]`,
  'failures a day': `${DAY}\nselect: { failed: failed, share: failed / count() }\norder_by: [day]`,
  'bytes a day and method':
    "group_by: { day: 'trunc(timestamp, day)', method: method }\nselect: { bytes: sum(bytes) }\norder_by: [day, method]",
  'requests by status': 'group_by: [status]\nselect: { requests: count() }\norder_by: [status]',
  'durations a day': `${DAY}\nselect: { mean: avg(duration), longest: max(duration) }\norder_by: [day]`,
  'the total': 'select: { requests: count(), bytes: sum(bytes), failed: failed }',
};
const NAMES = new Map(Object.keys(PANELS).map((title, i) => [title, `panel-${i}`]));

/** The statements of the panels, and the files beside them. */
function dashboard(sources: string) {
  const panels = Object.entries(PANELS).map(([title, text], i) => [
    `${NAMES.get(title)}.yaml`,
    `endpoint: ${NAMES.get(title)}
id: 00000000-0000-4000-8000-00000000000${i}
from: requests
params:
  project: { type: string, required: true }
  from: { type: timestamp, required: true }
  to: { type: timestamp, required: true }
where: [project = @project, timestamp >= @from, timestamp < @to]
${text}
`,
  ]);
  return catalogueOf({ 'sources.yaml': sources, ...Object.fromEntries(panels) });
}

const plain = dashboard(SOURCE);
const rolled = dashboard(SOURCE + ROLLUP);

/** One engine whose tables have the entries, and the rollup besides. */
interface Side {
  readonly title: string;
  /** Runs statements without the rollup, and with it. */
  readonly entries: Tables;
  readonly copy: Tables;
  /** How long the rollup took, in words. */
  readonly filling: string;
  readonly close: () => Promise<void>;
}

async function seconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const EVERY = Math.floor((DAYS * DAY_MICROS) / ROWS);

/** Entries at equal distances; each other column looks random, and durations are eighths, so that sums in any order are equal. */
async function openClickHouse(): Promise<Side> {
  const tables = openEmptyClickHouse(plain.file('sql/clickhouse/schema.sql'));
  tables.execute(`INSERT INTO requests (timestamp, project, method, status, bytes, duration)
  SELECT fromUnixTimestamp64Micro(${FIRST} + toInt64(number) * ${EVERY}, 'UTC'),
    concat('p', toString(hash % 4)), multiIf(intDiv(hash, 4) % 5 = 0, 'PUT', intDiv(hash, 4) % 5 = 1, 'POST', 'GET'),
    multiIf(intDiv(hash, 32) % 10 = 0, 500, intDiv(hash, 32) % 10 = 1, 404, 200), intDiv(hash, 1000) % 100000, (intDiv(hash, 5000) % 8000) / 8
  FROM (SELECT number, cityHash64(number) AS hash FROM numbers(${ROWS}))`);
  const creating = rolled.file('sql/clickhouse/rollups.sql').replace(/^--.*$/gm, '');
  const took = await seconds(() => {
    for (const statement of creating.split(/;\n/))
      if (statement.trim() !== '') tables.execute(`${statement} SETTINGS mutations_sync = 2`);
  });
  const filling = `To fill the rollup took ${took.toFixed(1)} s of CPU.`;
  return { title: 'ClickHouse', entries: tables, copy: tables, filling, close: tables.close };
}

const refuseBroken = (file: string): never => {
  throw new Error(`${file} is broken`);
};

async function openDuckDbSide(): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const database = join(folder, 'requests.duckdb');
  const execute = async (...statements: readonly string[]) => {
    const instance = await DuckDBInstance.create(database, { threads: '2' });
    const connection = await instance.connect();
    for (const statement of statements) await connection.run(statement);
    connection.closeSync();
    instance.closeSync();
  };
  await execute(
    plain.file('sql/duckdb/schema.sql'),
    `INSERT INTO requests BY NAME SELECT make_timestamp(${FIRST} + i * ${EVERY}) AS timestamp, 'p' || h % 4 AS project,
      CASE h // 4 % 5 WHEN 0 THEN 'PUT' WHEN 1 THEN 'POST' ELSE 'GET' END AS method,
      CASE h // 32 % 10 WHEN 0 THEN 500 WHEN 1 THEN 404 ELSE 200 END AS status, h // 1000 % 100000 AS bytes, h // 5000 % 8000 / 8 AS duration
    FROM (SELECT i, hash(i) AS h FROM range(${ROWS}) AS r(i))`,
    'CHECKPOINT',
  );
  const dialect = dialectOf('duckdb');
  const definitions = rolled.project.sources.flatMap(source =>
    (source.rollups ?? []).flatMap(rollup => copyDefinition(rollup, source, dialect) ?? []),
  );
  const rollups = join(folder, 'rollups');
  const path = (file: string) => file;
  const setup = { concurrency: 1, sources: {}, reads: () => [], pathOf: path, shown: path };
  const copies = await keeper.open({ ...DEFAULT_CONFIG.engines.duckdb, database, rollups }, setup);
  const refresh = (until: bigint) => () =>
    copies.refresh(definitions, {
      until,
      anew: new Set(),
      onProgress: unseen,
      onBroken: refuseBroken,
    });
  const yesterday = NOW - BigInt(DAY_MICROS);
  const took = await seconds(refresh(yesterday));
  const day = await seconds(refresh(NOW));
  await copies.close();
  const byHand = await seconds(() =>
    execute(`CREATE TEMP TABLE day AS SELECT date_trunc('hour', timestamp), project, method, status, count(*), count_if(status >= 500),
      sum(bytes), sum(duration), count(duration), max(duration) FROM requests
      WHERE timestamp >= make_timestamp(${yesterday}) AND timestamp < make_timestamp(${NOW}) GROUP BY ALL`),
  );
  const filling = `To fill the rollup took ${took.toFixed(1)} s of CPU; to count one more day ${(day * 1e3).toFixed(0)} ms, and its GROUP BY alone ${(byHand * 1e3).toFixed(0)} ms.`;
  const open = async (more: object) => {
    const source = { database };
    return tablesOf(await openDuckDb({ source, concurrency: 1, threads: 2, ...more }), true);
  };
  const [entries, copy] = [await open({}), await open({ rollups })];
  const close = async () => {
    await entries.close();
    await copy.close();
    rmSync(folder, { recursive: true });
  };
  return { title: 'DuckDB', entries, copy, filling, close };
}

interface Measured {
  readonly title: string;
  readonly entries: number;
  readonly copy: number;
}

/** The least CPU of each panel. Throws if the two answer other rows. */
async function measured(engine: EngineName, side: Side): Promise<readonly Measured[]> {
  const answered = async (of: Tables, { manifest }: typeof plain, endpoint: string) => {
    const statement = specialised({ manifest }, engine, { endpoint, search: WINDOW });
    let rows: readonly string[] | null = null;
    const cpu = await seconds(async () => {
      rows = await of.rows(statement, MOST_MS);
    });
    return { rows, cpu };
  };
  const found: Measured[] = [];
  for (const [title, endpoint] of NAMES) {
    const [entries, copy]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const one = await answered(side.entries, plain, endpoint);
      const other = await answered(side.copy, rolled, endpoint);
      const [expected, given] = [one, other].map(({ rows }) => JSON.stringify(rows));
      if (one.rows === null || expected !== given)
        throw new Error(
          `${title}: ${given?.slice(0, 300)}\nof entries: ${expected?.slice(0, 300)}`,
        );
      entries.push(one.cpu);
      copy.push(other.cpu);
    }
    found.push({ title, entries: Math.min(...entries), copy: Math.min(...copy) });
  }
  return found;
}

const SIDES = { clickhouse: openClickHouse, duckdb: openDuckDbSide } as const;

async function main(engine: keyof typeof SIDES): Promise<void> {
  const side = await SIDES[engine]();
  const panels = await measured(engine, side).finally(side.close);
  const total = (of: 'entries' | 'copy') => panels.reduce((sum, one) => sum + one[of], 0);
  const all = [...panels, { title: 'all', entries: total('entries'), copy: total('copy') }];
  const page = table(
    ['panel', 'entries, ms', 'rollup, ms', 'entries by rollup'],
    all.map(({ title, entries, copy }) => [
      title,
      (entries * 1e3).toFixed(0),
      (copy * 1e3).toFixed(0),
      (entries / copy).toFixed(1),
    ]),
  );
  const about = `\`npm run bench:rollups\`: ${DAYS} days of one project of four, of ${ROWS.toLocaleString('en')} entries in ${side.title}, in milliseconds of CPU; the best of ${ROUNDS} runs counts. ${side.filling}`;
  process.stdout.write(`${about}\n${page}\n`);
  writeSection(`A dashboard with a rollup on ${side.title}`, `${about}\n\n${page}`);
}

const chosen = process.argv[2];
for (const engine of ['clickhouse', 'duckdb'] as const)
  if (chosen === undefined || chosen === engine) await main(engine);
