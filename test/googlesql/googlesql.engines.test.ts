/** GoogleSQL on ZetaSQL's evaluator, and its translation on the other engines: equal rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIALECTS } from '../../engines/index.ts';
import type { Statement } from '../../generator/core/output/statement.ts';
import {
  collector,
  type Diagnostic,
  type Place,
  positionAt,
} from '../../generator/core/report/diagnostics.ts';
import { isRecords } from '../../generator/core/types/scalar.ts';
import type { Construct } from '../../generator/googlesql/context.ts';
import { findNeeds, type Need, needKey } from '../../generator/googlesql/needs.ts';
import { ADVICE } from '../../generator/googlesql/question/advice.ts';
import { type Translation, translate } from '../../generator/googlesql/translate.ts';
import { lower } from '../../generator/lower/lower.ts';
import { splitTokens } from '../../generator/own/tokens.ts';
import { inSteps } from '../../generator/plan/steps/steps.ts';
import { type Placing, placing } from '../../generator/resolve/googlesql/place.ts';
import { knownParam } from '../../generator/resolve/googlesql/question.ts';
import {
  isLacking,
  reportMissingTables,
  reportUnspellable,
} from '../../generator/resolve/googlesql/refusals.ts';
import type { Abilities } from '../../generator/resolve/usage.ts';
import { saveGoogleSql } from '../../generator/saved/saved.ts';
import { specialize } from '../../generator/specialize/specialize.ts';
import { type Dialect, hasType, searches, spells } from '../../generator/sql/dialect.ts';
import { print } from '../../generator/sql/print.ts';
import { type Engines, engineFor, openEngines } from '../engines/open-engines.ts';
import type { Binding, ResultSet, TestTable, Value } from '../engines/test-engine.ts';
import { tablesOfSources } from '../equality/tables.ts';
import { amount, isPart } from '../support/usually.ts';
import { changesOf, inPlaceOf, kindsOf, WITHOUT_MEANING } from './contract.ts';
import { type Case, casesOf, FILES } from './corpus.ts';
import { CONSTRUCTS, randomStatement } from './random/random.ts';
import { CORPUS, NOW, PROJECT, ROWS, TABLES, VALUES } from './tables.ts';
import { GRID } from './values/grid.ts';

const TARGETS = ['duckdb', 'clickhouse'] as const;
/** The statements for BigQuery run on the evaluator, too. */
const PRINTED = [...TARGETS, 'bigquery'] as const;

/** ClickHouse answers some correlated subqueries wrongly, in silence: it has to refuse each. */
const STRICT = {
  bigquery: '',
  duckdb: '',
  clickhouse: '\nSETTINGS allow_experimental_correlated_subqueries = 0',
};

const BINDINGS: readonly Binding[] = CORPUS.params.map(({ name, scalar }) => {
  return { name, scalar, value: VALUES[name as keyof typeof VALUES] };
});

let engines: Engines;
const postgres = () => engineFor(engines, 'postgres');
let stored: readonly TestTable[];
beforeAll(async () => {
  engines = await openEngines();
  stored = tablesOfSources(PROJECT, 'bigquery', ROWS);
  await engines.bigquery.load(stored);
  for (const name of TARGETS)
    await engineFor(engines, name).load(tablesOfSources(PROJECT, name, ROWS));
  const known = PROJECT.sources.filter(({ tables }) => tables['postgres'] !== undefined);
  const rows = known.map(({ name }) => [name, ROWS[name] ?? []] as const);
  await postgres().load(tablesOfSources(PROJECT, 'postgres', Object.fromEntries(rows)));
});
afterAll(() => engines.close());

describe.each(FILES)('the corpus, %s', file => {
  const cases = casesOf(file);
  it.each(cases)('$title', async ({ sql, judged }) => {
    await compared(sql, judged);
  });

  it('has titles that differ', () => {
    const titles = cases.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

it('PostgreSQL runs four of five statements of the corpus', async () => {
  const found = await Promise.all(
    FILES.flatMap(casesOf).map(async ({ sql }) => {
      const one = await translated(sql);
      return one.ok ? [onPostgres(sql, one)] : [];
    }),
  );
  const codes = found.flat().map(([first]) => first?.code ?? null);
  const wide = found
    .flat(2)
    .filter(({ place }) => place.end === place.source.text.length && place.start === 0);
  expect(wide).toEqual([]);
  expect(codes.filter(code => code === null).length / codes.length).toBeGreaterThan(0.8);
  expect(new Set(codes)).toEqual(new Set([null, 'untranslatable-sql', 'missing-table']));
});

it.each([
  ['`JSON_VALUE`', "SELECT id,\n  ⟦JSON_VALUE(payload, '$.a')⟧ AS c\nFROM docs"],
  ['`ARRAY_AGG`', 'SELECT b,\n  ⟦ARRAY_AGG(STRUCT(id, a) ORDER BY id)⟧ AS c\nFROM t GROUP BY b'],
  ['`PARSE_DATE`', "SELECT 1 AS c\nFROM t\nWHERE ⟦PARSE_DATE('%F', b)⟧ = d"],
  ['`CAST`', 'SELECT id\nFROM t\nORDER BY ⟦CAST(b AS DATE)⟧'],
  ['`UNNEST`', 'SELECT id\nFROM t,\n  ⟦UNNEST⟧(JSON_QUERY_ARRAY(b)) AS one'],
  [
    'UNNEST of records that are stored as arrays',
    'SELECT d.id\nFROM deep AS d,\n  ⟦UNNEST⟧(d.metadata) AS m',
  ],
  [
    '`REGEXP_EXTRACT` of the pattern `\\ba`',
    "SELECT id -- REGEXP_EXTRACT\n, ⟦REGEXP_EXTRACT(b, r'\\ba')⟧ AS c FROM t",
  ],
])('an engine that lacks %s is refused at its place', async (what, marked) => {
  const { sql, places } = unmarked(marked);
  const tree = await treeOf(sql);
  const isScarce = (need: Need) => isLacking('postgres', need, POOR);
  const translation = translationOf(tree, 'fail', isScarce);
  if (!translation.ok) throw new Error(translation.refusals.map(({ what }) => what).join('; '));
  const found = onPostgres(sql, translation, POOR);
  expect([...new Set(found.map(({ message }) => message))]).toEqual([
    `${what} cannot be written for \`postgres\``,
  ]);
  expect(found.map(({ place }) => shownPlace(place))).toEqual(places);
});

it('no correlated subquery would pass on ClickHouse', async () => {
  const correlated = 'SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.tid = t.id)';
  await expect(engines.clickhouse.run(`${correlated}${STRICT.clickhouse}`, [])).rejects.toThrow(
    /correlated/i,
  );
});

describe('text that is not translated', () => {
  it.each(casesOf('refused.sql'))('$title', async ({ title, sql: marked }: Case) => {
    const { sql, places } = unmarked(marked);
    const translation = await translated(sql);
    const whats = whatsOf(title);
    const refusals = translation.ok ? [] : translation.refusals;
    expect(refusals.map(({ what }) => what)).toEqual(whats);
    expect(marksOf(sql, refusals)).toEqual(new Set(places));
  });

  it('has advice only for refusals that occur', () => {
    const refused = casesOf('refused.sql').flatMap(({ title }) => whatsOf(title));
    expect(refused).toEqual(expect.arrayContaining([...ADVICE.keys()]));
  });

  it('a statement that is nested too deeply', async () => {
    const sql = `SELECT ${'NOT ('.repeat(400)}ok${')'.repeat(400)} AS c FROM t`;
    const translation = await translated(sql);
    expect(translation.ok ? [] : translation.refusals.map(({ what }) => what)).toEqual([
      'a part of the statement that is nested too deeply',
    ]);
    const long = `SELECT id FROM t WHERE ${Array.from({ length: 400 }, (_, i) => `id = ${i}`).join(' OR ')}`;
    expect((await translated(long)).ok).toBe(true);
  });
});

function whatsOf(title: string): readonly string[] {
  return title.slice(title.indexOf(': ') + 2).split(' | ');
}

describe('where GoogleSQL fails, every engine does', () => {
  it.each(casesOf('failing.sql'))('$title', async ({ sql }) => {
    await expect(engines.bigquery.run(sql, BINDINGS, { now: NOW })).rejects.toThrow();
    const translation = await translated(sql);
    if (!translation.ok) throw new Error(translation.refusals.map(({ what }) => what).join('; '));
    for (const name of PRINTED) {
      const { text, bound } = printed(translation, name);
      // some engine compiles a statement that runs again and again
      for (let run = 0; run < RUNS; run += 1)
        await expect(engineFor(engines, name).run(text, bound), `${name}: ${text}`).rejects.toThrow(
          FAILURES[name],
        );
    }
  });
});

describe('where GoogleSQL fails for other values than engines', () => {
  it.each(casesOf('unread.sql'))('a statement fails on every engine: $title', async ({ sql }) => {
    const translation = await translated(sql);
    if (!translation.ok) throw new Error(translation.refusals.map(({ what }) => what).join('; '));
    for (const name of PRINTED) {
      const { text, bound } = printed(translation, name);
      await expect(engineFor(engines, name).run(text, bound), `${name}: ${text}`).rejects.toThrow(
        FAILURES[name],
      );
    }
  });
});

describe('where nothing may fail, a value that GoogleSQL fails for is NULL', () => {
  const scalar = ['failing.sql', 'unread.sql']
    .flatMap(casesOf)
    .filter(({ sql }) => !/\bSUM\(/.test(sql));
  it.each(scalar)('$title', async ({ sql }) => {
    const translation = await translated(sql, 'null');
    if (!translation.ok) throw new Error(translation.refusals.map(({ what }) => what).join('; '));
    const { text, bound } = printed(translation, 'bigquery');
    const expected = await engines.bigquery.run(text, bound);
    for (const name of TARGETS) {
      const { text, bound } = printed(translation, name);
      const answered = await engineFor(engines, name).run(text, bound);
      expect(comparable(answered, expected, sql), `${name}: ${text}`).toEqual(
        comparable(expected, expected, sql),
      );
    }
  });
});

const RUNS = 5;

/** The words of engines where a value fails; they have others for a statement that they cannot read. */
const FAILURES = {
  duckdb: /Out of Range|out of range|Conversion Error/,
  clickhouse: /CANNOT_CONVERT_TYPE|CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN/,
  bigquery: /overflow|out of range|by zero|SQRT|POW|LN|EXP/,
} as const;

describe.each(Object.entries(GRID))('the grid, %s', (_, statements) => {
  it('is equal wherever it is translated, and is translated in 85 of 100', async () => {
    const refused: string[] = [];
    for (const sql of statements) {
      if ((await translated(sql)).ok) await compared(sql);
      else refused.push(sql);
    }
    const share = 1 - refused.length / statements.length;
    expect(share, refused.join('\n')).toBeGreaterThanOrEqual(0.85);
  });
});

it('BigQuery runs the translation of a list whose order is open', async () => {
  const isInlined = async (list: string) => {
    const translation = await translated(`SELECT ${list} AS c FROM t`);
    return translation.ok && translation.isInlined;
  };
  expect(await isInlined('STRING_AGG(b)')).toBe(true);
  expect(await isInlined('STRING_AGG(b ORDER BY b)')).toBe(false);
});

it('lists of records are needed only where something reads them, in saved queries too', async () => {
  const records = 'ARRAY_AGG(STRUCT(id, a) ORDER BY id)';
  const isNeeded = async (sql: string) => {
    const translation = await translated(sql);
    if (!translation.ok) throw new Error(translation.refusals.map(({ what }) => what).join('; '));
    const saved = saveGoogleSql(inSteps(translation.plan), {
      params: CORPUS.params,
      emptyTexts: [],
    });
    return findNeeds(saved).some(need => needKey(need) === 'records');
  };
  expect(await isNeeded(`SELECT ${records} AS c FROM t`)).toBe(true);
  expect(await isNeeded(`SELECT ${records}[OFFSET(0)].a AS c FROM t`)).toBe(false);
});

describe('the contract of the tree', () => {
  it('no field that a node may have is passed over, but for those without a meaning for the rows', async () => {
    const tried = new Map<string, number>();
    const passed = new Set<string>();
    for (const { sql } of FILES.flatMap(casesOf)) {
      const tree = await treeOf(sql);
      const plan = shownPlan(tree);
      for (const { field, kind, value, apply } of changesOf(tree)) {
        const key = `${kind} ${field} ${JSON.stringify(value)}`;
        const times = tried.get(key) ?? 0;
        if (times >= 3) continue;
        tried.set(key, times + 1);
        if (shownPlan(apply()) === plan) passed.add(field);
      }
    }
    expect(tried.size).toBeGreaterThan(150);
    expect([...passed].sort()).toEqual(Object.keys(WITHOUT_MEANING).sort());
  });

  it.each([
    ['AnyResolvedScanProto', 'SELECT id FROM t', 'resolved_table_scan_node'],
    ['AnyResolvedExprProto', 'SELECT 7 AS c FROM t', 'resolved_literal_node'],
  ])('every kind of %s is read or refused', async (any, sql, name) => {
    const whole = await Promise.all(FILES.flatMap(casesOf).map(({ sql }) => treeOf(sql)));
    const known = JSON.stringify(whole, (_, value) => (typeof value === 'bigint' ? '' : value));
    const tree = await treeOf(sql);
    const others = kindsOf(any).filter(names => !known.includes(`"${names.at(-1)}"`));
    const read = others.filter(names => translationOf(inPlaceOf(tree, name, names)).ok);
    expect(others.length).toBeGreaterThan(10);
    expect(read).toEqual([]);
  });
});

describe('random statements', () => {
  const count = Number(
    process.env['QUERN_STATEMENTS'] ?? amount({ part: 60, usual: 200, all: 300 }),
  );
  const first = Number(process.env['QUERN_FIRST'] ?? 1);

  it(`${count} answer the same rows on every engine`, async () => {
    const made = Array.from({ length: count }, (_, i) => randomStatement(first + i));
    const seen = new Map<string, number>();
    let [filled, wide, refused] = [0, 0, 0];
    for (const [i, { sql, holds, relations }] of made.entries()) {
      if (!(await translated(sql)).ok) {
        refused += 1;
        continue;
      }
      const rows = await compared(sql).catch((error: unknown) => {
        throw new Error(`seed ${first + i}: ${sql}`, { cause: error });
      });
      if (rows > 0) filled += 1;
      if (relations >= 3) wide += 1;
      for (const one of holds) seen.set(one, (seen.get(one) ?? 0) + 1);
    }
    // shares of few statements say little
    if (isPart) return;
    // long arguments are refused where a function would be written twice
    expect(refused / count).toBeLessThanOrEqual(0.02);
    expect(filled / count).toBeGreaterThanOrEqual(0.6);
    expect(wide / count).toBeGreaterThanOrEqual(0.2);
    expect(seen.size, JSON.stringify([...seen])).toBe(CONSTRUCTS);
  });
});

/** Compares the rows of a statement on every engine; how many the evaluator answers. */
async function compared(sql: string, judged = sql): Promise<number> {
  const translation = await translated(sql);
  if (!translation.ok) throw new Error(translation.refusals.map(({ what }) => what).join('; '));
  const expected = await engines.bigquery.run(judged, BINDINGS, { now: NOW });
  for (const name of PRINTED) {
    const { text, bound } = printed(translation, name);
    const answered = await engineFor(engines, name).run(`${text}${STRICT[name]}`, bound);
    expect(comparable(answered, expected, sql), `${name}: ${text}`).toEqual(
      comparable(expected, expected, sql),
    );
  }
  if (onPostgres(sql, translation).length === 0) {
    const { text, bound } = printed(translation, 'postgres');
    const answered = await postgres().run(text, bound);
    expect(comparable(answered, expected, sql), `postgres: ${text}`).toEqual(
      comparable(expected, expected, sql),
    );
  }
  return expected.rows.length;
}

/** The parts of a statement that PostgreSQL lacks. */
function onPostgres(
  sql: string,
  { plan, reads, noted }: Translated,
  abilities = POSTGRES,
): readonly Diagnostic[] {
  const { diagnostics, report } = collector();
  const place = placingIn(sql);
  const params = { plan, params: CORPUS.params };
  reportUnspellable(params, noted, ['postgres'], abilities, place, report);
  reportMissingTables(reads, PROJECT.sources, ['postgres'], place, report);
  return diagnostics;
}

const POSTGRES: Abilities = {
  canSpell: (_, fn) => spells(dialectNamed('postgres'), fn),
  canSearch: (_, searched) => searches(dialectNamed('postgres'), searched),
  hasType: (_, type) => hasType(dialectNamed('postgres'), type),
};

/** An engine of which the tests know what it lacks, also after PostgreSQL has learned more. */
const POOR: Abilities = {
  canSpell: (_, fn) => !LACKED.has(fn),
  canSearch: () => false,
  hasType: (_, type) => !isRecords(type),
};
const LACKED: ReadonlySet<string> = new Set([
  ...['json_text', 'json_is_valid', 'records', 'regexp_replace', 'date_from_string'],
]);

function dialectNamed(name: string): Dialect {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) throw new Error(`no dialect ${name}`);
  return dialect;
}

function placingIn(sql: string): Placing {
  const whole = { source: { file: 'q.sql', text: sql }, start: 0, end: sql.length };
  const written = { value: sql, place: whole, at: (offset: number) => offset };
  return placing(written, sql, splitTokens(sql, dialectNamed('bigquery').own));
}

/** The places of constructs, each with its line and column. */
function marksOf(sql: string, constructs: readonly Construct[]): ReadonlySet<string> {
  return new Set(constructs.map(one => shownPlace(placingIn(sql).of(one))));
}

function shownPlace({ source, start, end }: Place): string {
  const { line, column } = positionAt(source.text, start);
  return `${line}:${column} ${source.text.slice(start, end)}`;
}

type Translated = Extract<Translation, { ok: true }>;

/** The text for an engine, and what is bound to it. */
function printed(translation: Translated, name: string) {
  const statement = statementOf(translation, name);
  const text = statement.sql
    .map(segment => (typeof segment === 'string' ? segment : segment.sql))
    .join('');
  const bound = statement.bind.map(({ name, from, scalar }): Binding => {
    const value = from === 'clock' ? NOW : VALUES[name as keyof typeof VALUES];
    return { name, scalar, value };
  });
  return { text, bound };
}

/** The plan as a text, or the reason of its failure. */
function shownPlan(tree: unknown): string {
  try {
    const translation = translationOf(tree);
    return JSON.stringify(translation, (_, value) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
  } catch (error) {
    return String(error);
  }
}

type Failures = 'fail' | 'null';

async function translated(sql: string, failures: Failures = 'fail'): Promise<Translation> {
  return translationOf(await treeOf(sql), failures);
}

function treeOf(sql: string): Promise<unknown> {
  return engines.bigquery.tree(sql, stored, BINDINGS);
}

function translationOf(
  tree: unknown,
  failures: Failures = 'fail',
  isScarce = (need: Need) => isLacking('postgres', need, POSTGRES),
): Translation {
  const params = CORPUS.params.map(knownParam);
  return translate({ tree, tables: TABLES, params, maxRows: 1_000_000, failures, isScarce });
}

function statementOf({ plan }: Translated, name: string): Statement {
  const dialect = dialectNamed(name);
  return print(lower(specialize(inSteps(plan), new Map(), CORPUS), dialect), dialect, 'corpus');
}

/** Rows in the order that the statement asks for, else in one of their own; values by the types that the evaluator gives them. */
function comparable({ columns, rows }: ResultSet, like: ResultSet, sql: string) {
  const values = rows.map(row => row.map((value, i) => plain(value, like.columns[i]?.type ?? '')));
  const isOrdered = /\bORDER BY [^()]*(\([^()]*\)[^()]*)*$/.test(sql);
  const shown = values.map(row =>
    row.map(value => (value === null ? null : `${typeof value} ${value}`)),
  );
  return {
    columns: named(columns.map(({ name }) => name)),
    rows: isOrdered ? shown : shown.map(row => row.join(' | ')).sort(),
  };
}

/** The evaluator gives no name where BigQuery gives `f0_`, `f1_` and so on. */
function named(names: readonly string[]): readonly string[] {
  let unnamed = 0;
  return names.map(name => (name === '' ? `f${unnamed++}_` : name));
}

/** Engines differ in the last digits of floats: in what order they add, and by whose roots. */
const DIGITS = 13;

/** An array that is NULL is empty, as BigQuery answers it; some engine answers arrays as the text of a JSON array. */
function itemsOf(value: Value, type: string): string {
  const items: unknown = typeof value === 'string' ? JSON.parse(value) : (value ?? []);
  if (!Array.isArray(items)) throw new Error(`no array: ${String(value)}`);
  const item = type.slice('ARRAY<'.length, -1);
  return `[${items.map(one => plainItem(one, item)).join(', ')}]`;
}

/** A record with its numbers as texts. One whose values are all NULL, or empty lists, is NULL. Engines answer it as the text of JSON. */
function plainRecord(record: Value): string {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value === 'bigint' || typeof value === 'number') return String(value);
    if (typeof value === 'string' && /^-?\d+\.\d+$/.test(value)) return decimalText(value);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, part]) => [name, plain(part)] as const);
    const isNothing = (part: unknown) =>
      part === null || (Array.isArray(part) && part.length === 0);
    return entries.every(([, part]) => isNothing(part)) ? null : Object.fromEntries(entries);
  };
  return JSON.stringify(plain(typeof record === 'string' ? JSON.parse(record) : record));
}

function plainItem(item: Value, type: string): string {
  if (type.startsWith('STRUCT<')) return plainRecord(item);
  const isNumber = type === 'INT64' || type === 'TIMESTAMP';
  return String(plain(isNumber && item !== null ? BigInt(String(item)) : item, type));
}

/** ClickHouse has no booleans in expressions, and decimals have their digits in wire form. */
function plain(value: Value, type: string): Value {
  if (type.startsWith('STRUCT<')) return plainRecord(value);
  if (type.startsWith('ARRAY<')) return itemsOf(value, type);
  if (type === 'BOOL' && typeof value === 'bigint') return value !== 0n;
  if (type === 'FLOAT64' && (typeof value === 'bigint' || typeof value === 'number'))
    return Number(Number(value).toPrecision(DIGITS)) + 0;
  if (type === 'NUMERIC' && typeof value === 'string') return decimalText(value);
  return Object.is(value, -0) ? 0 : value;
}

/** Without zeros behind the last digit of the fraction. */
function decimalText(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

/** The text without its marks, and what they enclose, as `marksOf` shows it. */
function unmarked(marked: string) {
  const sql = marked.replace(/[⟦⟧]/g, '');
  const places = [...marked.matchAll(/⟦([^⟧]*)⟧/g)].map(({ index, 1: inside = '' }) => {
    const start = marked.slice(0, index).replace(/[⟦⟧]/g, '').length;
    const source = { file: 'q.sql', text: sql };
    return shownPlace({ source, start, end: start + inside.length });
  });
  return { sql, places };
}
