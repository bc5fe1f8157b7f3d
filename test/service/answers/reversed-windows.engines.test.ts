/** A `window` that ends before it begins: `quern serve` answers 400, and the saved query has no row on any engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { all, type Engines, openEngines } from '../../engines/open-engines.ts';
import { prepare, runSaved, runSpecialized } from '../../equality/execute.ts';
import { tablesOf } from '../../equality/tables.ts';
import { instant } from '../../reference/values.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';

const NOW = '2026-01-15T10:00:00Z';
const AT = '2026-01-05T12:00:00Z';
const ENDS =
  'since: { type: timestamp, required: true }, until: { type: timestamp, required: true }';
const DEFAULTS =
  'since: { type: timestamp, default: now() - interval 30 day }, until: { type: timestamp, default: now() }';
const OPEN = 'since: { type: timestamp }, until: { type: timestamp }';
const NAMED = "window: { of: at, from: '@since', to: '@until' }";
const OPENED = "window: { of: at, from: '@since', to: '@until', open: true }";
const TOTALS = 'select: { n: count(), most: max(size) }';

/** Parameters and clauses by endpoint. */
const BODIES: Readonly<Record<string, readonly [params: string, clauses: string]>> = {
  list: [ENDS, `from: notes\n${NAMED}\nselect: [id]\norder_by: [id]`],
  totals: [ENDS, `from: notes\n${NAMED}\n${TOTALS}`],
  defaults: [DEFAULTS, `from: notes\n${NAMED}\n${TOTALS}`],
  clock: [
    'until: { type: timestamp, required: true }',
    `from: notes\nwindow: { of: at, from: now() - interval 30 day, to: '@until' }\n${TOTALS}`,
  ],
  opened: [OPEN, `from: notes\n${OPENED}\n${TOTALS}`],
  days: [
    'since: { type: date, required: true }, until: { type: date, required: true }',
    `from: notes\nwindow: { of: date(at), from: '@since', to: '@until' }\n${TOTALS}`,
  ],
  compared: [
    ENDS,
    `from: notes\n${NAMED}\ncompare: previous\nselect: { n: count(), before: previous_n }`,
  ],
  stepped: [
    ENDS,
    `steps: { found: { from: notes, ${NAMED}, select: { size: size } } }\nfrom: found\n${TOTALS}`,
  ],
  beside: [
    OPEN,
    `steps: { found: { from: notes, ${OPENED}, ${TOTALS} } }\nfrom: found\nselect: [n, most]`,
  ],
  back: [
    'days: { type: int64, min: -5, max: 30, required: true }',
    `from: notes\nwindow: { of: at, from: 'now() - interval @days day', to: now() }\n${TOTALS}`,
  ],
  filtered: ['', `from: notes\nfilters: [at]\nselect: [id]\norder_by: [id]`],
};
const FILES = {
  'endpoints/sources.yaml': `sources:
  notes:
    tables: { bigquery: { table: notes }, duckdb: { table: notes }, clickhouse: { table: notes }, postgres: { table: notes } }
    columns: { id: { type: string, required: true }, at: { type: timestamp, required: true }, size: int64 }
`,
  ...Object.fromEntries(
    Object.entries(BODIES).map(([name, [params, clauses]], index) => [
      `endpoints/${name}.yaml`,
      `endpoint: ${name}\nid: 00000000-0000-4000-8000-0000000072${String(index).padStart(2, '0')}\n${params === '' ? '' : `params: { ${params} }\n`}${clauses}\n`,
    ]),
  ),
};

const EARLY = '2026-01-01T00:00:00Z';
const LATE = '2026-01-10T00:00:00Z';
const REVERSED = '`until` is before `since`';
/** The parameters of a request, and how the answer describes its window; `null`: it has rows. */
const REQUESTS: readonly (readonly [name: string, sent: string, told: string | null])[] = [
  ['list', `since=${LATE}&until=${EARLY}`, REVERSED],
  ['list', `since=${EARLY}&until=${LATE}`, null],
  ['list', `since=${EARLY}&until=${EARLY}`, null],
  ['totals', `since=${LATE}&until=${EARLY}`, REVERSED],
  ['totals', `since=${EARLY}&until=${LATE}`, null],
  ['defaults', 'since=2299-01-01', REVERSED],
  ['defaults', 'until=1999-01-01', REVERSED],
  ['defaults', '', null],
  [
    'clock',
    'until=2000-01-01',
    `it begins at 2025-12-16T10:00:00Z and ends at 2000-01-01T00:00:00Z`,
  ],
  ['clock', `until=${LATE}`, null],
  ['opened', `since=${LATE}&until=${EARLY}`, REVERSED],
  ['opened', `since=${LATE}`, null],
  ['opened', `until=${EARLY}`, null],
  ['opened', '', null],
  ['days', 'since=2026-01-10&until=2026-01-01', REVERSED],
  ['days', 'since=2026-01-01&until=2026-01-10', null],
  ['compared', `since=${LATE}&until=${EARLY}`, REVERSED],
  ['compared', `since=${EARLY}&until=${LATE}`, null],
  ['stepped', `since=${LATE}&until=${EARLY}`, REVERSED],
  ['stepped', `since=${EARLY}&until=${LATE}`, null],
  ['beside', `since=${LATE}&until=${EARLY}`, REVERSED],
  ['beside', `since=${LATE}`, null],
  ['beside', '', null],
  ['back', 'days=-1', 'it begins at 2026-01-16T10:00:00Z and ends at 2026-01-15T10:00:00Z'],
  ['back', 'days=20', null],
  ['filtered', `at__gte=${LATE}&at__lt=${EARLY}`, null],
];

describe('`quern serve`', () => {
  let served: ServeProcess;
  beforeAll(async () => {
    const rows = `CREATE TABLE notes (id VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL, size BIGINT);
      INSERT INTO notes VALUES ('a', '2026-01-05 12:00:00', 3)`;
    served = await serveTables(rows, FILES, { now: instant(NOW) });
  });
  afterAll(async () => {
    await served?.stop();
    removeFolders();
  });

  it.each(REQUESTS)('%s?%s', async (name, sent, told) => {
    const answer = await fetch(`${served.url}/api/endpoints/${name}?${sent}`);
    const body = JSON.parse(await answer.text());
    if (told === null) {
      expect([answer.status, body]).toEqual([200, { result: expect.any(Array) }]);
      return;
    }
    // the clock of the process moves
    const seconds = /\.\d+Z/g;
    const detail = `The window of time ends before it begins: ${told}.`;
    expect(answer.status).toBe(400);
    expect(body.code).toBe('invalid_parameter');
    expect(body.detail.replace(seconds, 'Z').replace(/10:00:\d\dZ/g, '10:00:00Z')).toBe(detail);
    const names = (BODIES[name]?.[0] ?? '').match(/\w+(?=: \{)/g);
    expect(body.parameters.map((one: { name: string }) => one.name)).toEqual(names);
  });
});

describe('the saved query', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  const inputs = Object.entries(FILES).map(([path, bytes]) => ({ path, bytes }));
  const { project } = compiled(inputs);
  const endpoints = allPortable(project.endpoints);

  it.each(REQUESTS)('%s?%s', async (name, text, told) => {
    const endpoint = endpoints.find(one => one.name === name);
    if (endpoint === undefined) throw new Error(`no endpoint ${name}`);
    const sent = Object.fromEntries(new URLSearchParams(text));
    for (const engine of all(engines)) {
      if (!endpoint.engines.includes(engine.name)) continue;
      await engine.load(tablesOf(endpoint, engine.name, [{ id: 'a', at: instant(AT), size: 3n }]));
      const prepared = prepare(endpoint, engine.name);
      const rows = await runSaved(prepared, engine, sent, instant(NOW));
      if (told === null)
        expect(rows).toEqual(await runSpecialized(prepared, engine, sent, instant(NOW)));
      else expect([engine.name, rows]).toEqual([engine.name, []]);
    }
  });
});
