/** Strangers' patterns: each is refused before an engine sees it, or finds on every engine what RE2 finds. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import type { SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { Plan, Relation } from '../../../generator/core/plan/relation.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { UNCONSTRAINED } from '../../../generator/params/constraints.ts';
import { patternFault } from '../../../generator/params/patterns/pattern.ts';
import regex from '../../../generator/params/types/regex.ts';
import type { Dialect } from '../../../generator/sql/dialect.ts';
import { print } from '../../../generator/sql/print.ts';
import { type Engines, engineFor } from '../../engines/open-engines.ts';
import { HOSTILE, TEXTS } from './patterns/corpus.ts';
import { anyPattern } from './patterns/grammar.ts';
import { openWithTexts, source } from './patterns/table.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openWithTexts();
});
afterAll(() => engines.close());

function isAccepted(pattern: string): boolean {
  return regex.parse(pattern, { values: null, constraints: UNCONSTRAINED }).ok;
}

// ---- one statement that searches ------------------------------------------------------------------------------------

const relation = source.name;
const KEY: SqlExpr = { kind: 'column', relation, path: ['k'], scalar: 'int64', nullable: false };
const TEXT: SqlExpr = { kind: 'column', relation, path: ['s'], scalar: 'string', nullable: true };
const PATTERN: SqlExpr = {
  kind: 'param',
  name: 'pattern',
  form: 'value',
  scalar: 'string',
  nullable: false,
};
const FOUND: SqlExpr = {
  kind: 'call',
  fn: 'matches',
  args: [TEXT, PATTERN],
  scalar: 'bool',
  nullable: true,
};
const table: Relation<SqlExpr> = { node: 'table', name: relation, source };
const predicates = [{ when: null, expr: FOUND }];
const found: Relation<SqlExpr> = { node: 'filter', input: table, predicates };
const keys = [{ expr: KEY, descending: false }];
const sorted: Relation<SqlExpr> = { node: 'sort', input: found, keys };
const columns = [{ name: 'k', expr: KEY }];
const PLAN: Plan<SqlExpr> = {
  views: [],
  steps: [],
  answer: { node: 'project', name: 'answer', input: sorted, columns },
};

async function foundBy({ name }: Dialect, sql: string, value: string) {
  const engine = engineFor(engines, name);
  const bindings = [{ name: 'pattern', scalar: 'string', value }] as const;
  const { rows } = await engine.run(sql, bindings);
  return rows.map(([k]) => TEXTS[Number(k)]);
}

const statements = [...DIALECTS.values()].map(dialect => ({
  dialect,
  sql: print(lower(PLAN, dialect), dialect, 'test').sql.join(''),
}));

async function expectAlike(pattern: string): Promise<void> {
  const compiled = RE2JS.compile(pattern);
  const wanted = TEXTS.filter(text => compiled.matcher(text).find());
  for (const { dialect, sql } of statements) {
    const bound = dialect.pattern === null ? pattern : dialect.pattern(pattern, 'search');
    if (bound === null && !isAccepted(pattern)) continue;
    const rows = await foundBy(dialect, sql, bound ?? '').catch((error: unknown) => String(error));
    expect({ pattern, dialect: dialect.name, rows }).toEqual({
      pattern,
      dialect: dialect.name,
      rows: wanted,
    });
  }
}

// ---- the trials -----------------------------------------------------------------------------------------------------

describe.each(Object.entries(HOSTILE))('%s', (_, patterns) => {
  test.each([...new Set(patterns)].filter(isAccepted))('%j', expectAlike);
});

test('patterns made by the grammar find the same everywhere', { timeout: 300_000 }, async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(anyPattern, async pattern => {
      if (!isAccepted(pattern)) return;
      accepted += 1;
      await expectAlike(pattern);
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(300);
});

/** An author's pattern may cost more than a caller's; what is refused as too large lies within what engines compile. */
test.each([
  '\\pL{34}',
  '(?i)\\PL{34}!',
  '(?s)'.concat('.{1000}'.repeat(4)),
  '(?:a{1000}){1}'.repeat(99),
  '[a-m].{40}!',
])('the largest of an author are compiled: %s', async pattern => {
  expect(patternFault(pattern)).toBe(null);
  expect(isAccepted(pattern)).toBe(false);
  await expectAlike(pattern);
});

test('there are many, and of both kinds', () => {
  const all = Object.values(HOSTILE).flat();
  const accepted = all.filter(isAccepted);
  expect(new Set(all).size).toBeGreaterThanOrEqual(220);
  expect(accepted.length).toBeGreaterThan(150);
  expect(all.length - accepted.length).toBeGreaterThan(150);
  expect(TEXTS.length).toBeGreaterThanOrEqual(60);
});
