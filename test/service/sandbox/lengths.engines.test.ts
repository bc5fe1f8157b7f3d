/** The SQL of a caller's statement is about as long as the statement, however its functions are nested. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analyser } from '../../../engines/analyser.ts';
import { openAnalyser } from '../../../engines/bigquery/analyst/analyser.ts';
import { DIALECTS } from '../../../engines/index.ts';
import { DOCUMENTS } from '../../../generator/googlesql/functions/documents/documents.ts';
import { TRANSLATORS } from '../../../generator/googlesql/functions/functions.ts';
import { translate } from '../../../generator/googlesql/translate.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { inSteps } from '../../../generator/plan/steps/steps.ts';
import { saveGoogleSql } from '../../../generator/saved/saved.ts';
import { specialize } from '../../../generator/specialize/specialize.ts';
import { LONGEST_STATEMENT } from '../../../generator/sql/length.ts';
import { print } from '../../../generator/sql/print.ts';
import { Refused } from '../../../server/sandbox/refused.ts';
import { makeStatement, type TranslatedStatement } from '../../../server/sandbox/statement.ts';
import { type AskedView, listAskedViews, readableViews } from '../../../server/sandbox/views.ts';
import { ROOT } from '../../support/root.ts';
import { usually } from '../../support/usually.ts';
import { anyNesting, TEMPLATES } from './nestings.ts';
import { ENGINES, MANIFEST, openSite, rowsOf, type Site } from './site.ts';

/** The most characters of SQL for one of a statement. */
const MOST_TIMES = 40;

let analyser: Analyser;
beforeAll(async () => {
  analyser = await openAnalyser(`${ROOT}/test`);
});
afterAll(() => analyser.close());

/** The views of the first endpoint, without their SQL. */
function viewsAsked(): readonly AskedView[] {
  const [endpoint] = MANIFEST.endpoints;
  const views = endpoint?.whole().views ?? [];
  return views.map(({ name, columns, leaves = {}, repeated = false }) => {
    return { name, columns, leaves, isRepeated: repeated, sql: '' };
  });
}

/** A statement's SQL without that of the views; the refusal of one that is refused. */
async function made(sql: string, engine: string): Promise<TranslatedStatement | Refused> {
  const asked = { sql, views: viewsAsked(), taken: [], dialect: engine, maxRows: 50, compat: null };
  try {
    return await makeStatement(asked, (text, tables) =>
      analyser.analyse({ sql: text, tables, params: [] }),
    );
  } catch (cause) {
    if (cause instanceof Refused) return cause;
    throw cause;
  }
}

test('every function is nested', () => {
  const written = TEMPLATES.join(' ').toLowerCase();
  const named = [...TRANSLATORS.keys()].filter(name => /^[a-z]/.test(name));
  // they read documents, which the views lack
  const others = Object.keys(DOCUMENTS);
  expect(named.filter(name => !written.includes(`${name}(`) && !others.includes(name))).toEqual([]);
});

test.each(ENGINES)(
  'on %s, a nesting takes at most 40 characters for each of its own',
  async engine => {
    let printed = 0;
    const statements = fc.integer({ min: 1, max: 12 }).chain(anyNesting);
    await fc.assert(
      fc.asyncProperty(statements, async sql => {
        const statement = await made(sql, engine);
        if (statement instanceof Refused) return;
        printed += 1;
        expect(statement.sql.length / sql.length).toBeLessThan(MOST_TIMES);
      }),
      { numRuns: usually(250) },
    );
    expect(printed).toBeGreaterThan(usually(250) / 3);
  },
);

/** The lengths of both forms of the same text as an author's, which fail where GoogleSQL does; empty if it is refused. */
async function authored(sql: string, engine: string): Promise<readonly number[]> {
  const views = readableViews(viewsAsked(), engine, []);
  const answer = await analyser.analyse({ sql, tables: listAskedViews(views, sql), params: [] });
  const dialect = DIALECTS.get(engine);
  if (dialect === undefined || answer.kind === 'refused') return [];
  const tables = new Map(views.map(({ view, known }) => [view.name, known]));
  const made = translate({ tree: answer.statement, tables, params: [], maxRows: 50 });
  if (!made.ok) return [];
  const plan = inSteps(made.plan);
  const own = { body: 'googlesql', params: [], emptyTexts: [] } as const;
  return [specialize(plan, new Map(), own), saveGoogleSql(plan, own)].map(
    form => print(lower(form, dialect), dialect, 'test').sql.join('').length,
  );
}

test.each(ENGINES)('on %s, so does a text of an author, in both forms', async engine => {
  let printed = 0;
  const statements = fc.integer({ min: 1, max: 12 }).chain(anyNesting);
  await fc.assert(
    fc.asyncProperty(statements, async sql => {
      const lengths = await authored(sql, engine);
      printed += Math.sign(lengths.length);
      for (const length of lengths) expect(length / sql.length).toBeLessThan(MOST_TIMES);
    }),
    { numRuns: usually(150) },
  );
  expect(printed).toBeGreaterThan(usually(150) / 4);
});

const nested = (call: (inner: string) => string, leaf: string, levels: number) =>
  Array.from({ length: levels }).reduce<string>(inner => call(inner), leaf);

/** Calls that change nothing after the first time. */
const STEADY: readonly (readonly [
  leaf: string,
  call: (inner: string) => string,
  levels: number,
])[] = [
  ['ratio', of => `POW(${of}, 1)`, 45],
  ['ratio', of => `ROUND(${of})`, 45],
  ['ratio', of => `ROUND(${of}, 2)`, 12],
  ['amount', of => `CAST(CAST(${of} AS STRING) AS INT64)`, 22],
  ['CAST(ratio AS INT64)', of => `CAST(CAST(${of} AS FLOAT64) AS INT64)`, 22],
  ['amount', of => `GREATEST(${of}, 2, amount)`, 45],
  ['message', of => `UPPER(${of})`, 45],
  ['message', of => `LOWER(SPLIT(${of}, ',')[SAFE_OFFSET(0)])`, 20],
  ['timestamp', of => `TIMESTAMP_TRUNC(${of}, MONTH)`, 45],
  ['DATE(timestamp)', of => `DATE_TRUNC(${of}, WEEK(MONDAY))`, 45],
  ['CAST(amount AS NUMERIC)', of => `${of} * NUMERIC '1'`, 45],
  ['amount', of => `SAFE_NEGATE(SAFE_NEGATE(${of}))`, 22],
  ['ratio', of => `SAFE_DIVIDE(${of}, 1.0)`, 45],
];

describe.each(ENGINES)('on %s', engine => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine, rowsOf(['one'], 6, 12));
  });
  afterAll(() => site.close());

  const rows = async (expression: string) => {
    const reply = await site.ask(`SELECT id, ${expression} AS r FROM edge_logs ORDER BY id`);
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, '']);
    return reply.body.result;
  };

  test.each(STEADY)('deep calls over %s have the values of one', async (leaf, call, levels) => {
    expect(await rows(nested(call, leaf, levels))).toEqual(await rows(call(leaf)));
  });

  test('a statement whose SQL is too long is a 400 that says so', async () => {
    const items = Array.from({ length: 30 }, (_, i) => `CONCAT(message, '${i}')`);
    const among = (length: number) =>
      `SELECT id, '${'a'.repeat(length)}' IN (${items.join()}) AS r FROM edge_logs`;
    expect((await site.ask(among(30_000))).status).toBe(200);
    const reply = await site.ask(among(60_000));
    expect(reply.status).toBe(400);
    expect(reply.body.detail).toContain(`more than ${LONGEST_STATEMENT} bytes`);
  });
});
