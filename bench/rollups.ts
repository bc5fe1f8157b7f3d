/**
 * Compares the CPU of a dashboard that reads a rollup with that of the same dashboard without one, on ClickHouse in this process: six
 * panels over 90 days, of one of four projects. The window begins beside a step, so that entries are read too. Each panel must answer
 * the same rows both ways. `QUERN_ROWS` is the number of entries.
 */
import { table, writeSection } from './results.ts';
import { openEmptyClickHouse } from './sql/clickhouse.ts';
import { catalogueOf, specialised } from './sql/project.ts';
import { NOW } from './sql/rows.ts';

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
    tables: { clickhouse: { table: requests }, duckdb: { table: requests } }
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

/** Entries at equal distances; each other column looks random, and durations are eighths, so that sums in any order are equal. */
const FILL = `INSERT INTO requests (timestamp, project, method, status, bytes, duration)
  SELECT fromUnixTimestamp64Micro(${FIRST} + toInt64(number) * ${Math.floor((DAYS * DAY_MICROS) / ROWS)}, 'UTC'),
    concat('p', toString(hash % 4)), multiIf(intDiv(hash, 4) % 5 = 0, 'PUT', intDiv(hash, 4) % 5 = 1, 'POST', 'GET'),
    multiIf(intDiv(hash, 32) % 10 = 0, 500, intDiv(hash, 32) % 10 = 1, 404, 200), intDiv(hash, 1000) % 100000, (intDiv(hash, 5000) % 8000) / 8
  FROM (SELECT number, cityHash64(number) AS hash FROM numbers(${ROWS}))`;

async function main(): Promise<void> {
  const plain = dashboard(SOURCE);
  const rolled = dashboard(SOURCE + ROLLUP);
  const tables = openEmptyClickHouse(plain.file('sql/clickhouse/schema.sql'));
  const seconds = async (work: () => unknown) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  tables.execute(FILL);
  const creating = rolled.file('sql/clickhouse/rollups.sql').replace(/^--.*$/gm, '');
  const filling = await seconds(() => {
    for (const statement of creating.split(/;\n/))
      if (statement.trim() !== '') tables.execute(`${statement} SETTINGS mutations_sync = 2`);
  });
  const answered = async ({ manifest }: Pick<typeof plain, 'manifest'>, endpoint: string) => {
    const statement = specialised({ manifest }, 'clickhouse', { endpoint, search: WINDOW });
    let rows: readonly string[] | null = null;
    const cpu = await seconds(async () => {
      rows = await tables.rows(statement, MOST_MS);
    });
    return { rows, cpu };
  };
  const measured: { title: string; entries: number; copy: number }[] = [];
  for (const [title, endpoint] of NAMES) {
    const [entries, copy]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = [await answered(plain, endpoint), await answered(rolled, endpoint)];
      const [expected, found] = [one, other].map(({ rows }) => JSON.stringify(rows));
      if (one.rows === null || expected !== found)
        throw new Error(
          `${title}: ${found?.slice(0, 300)}\nof entries: ${expected?.slice(0, 300)}`,
        );
      entries.push(one.cpu);
      copy.push(other.cpu);
    }
    measured.push({ title, entries: Math.min(...entries), copy: Math.min(...copy) });
  }
  await tables.close();
  const total = (of: 'entries' | 'copy') => measured.reduce((sum, one) => sum + one[of], 0);
  const all = [...measured, { title: 'all', entries: total('entries'), copy: total('copy') }];
  const page = table(
    ['panel', 'entries, ms', 'rollup, ms', 'entries by rollup'],
    all.map(({ title, entries, copy }) => [
      title,
      (entries * 1e3).toFixed(0),
      (copy * 1e3).toFixed(0),
      (entries / copy).toFixed(1),
    ]),
  );
  const about = `\`npm run bench:rollups\`: ${DAYS} days of one project of four, of ${ROWS.toLocaleString('en')} entries in ClickHouse, in milliseconds of CPU; the best of ${ROUNDS} runs counts. To fill the rollup took ${filling.toFixed(1)} s of CPU.`;
  process.stdout.write(`${about}\n${page}\n`);
  writeSection('A dashboard with a rollup', `${about}\n\n${page}`);
}

await main();
