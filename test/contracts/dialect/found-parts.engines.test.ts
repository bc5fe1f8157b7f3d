/** Patterns that find and replace: refused before an engine sees them, or alike on every engine and in the reference. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import type { Expr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import { mapNode } from '../../../generator/core/expr/walk.ts';
import type { Plan, Relation } from '../../../generator/core/plan/relation.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { print } from '../../../generator/sql/print.ts';
import { check, scope } from '../../compiler/language/support.ts';
import { type Engines, engineFor } from '../../engines/open-engines.ts';
import { evaluate } from '../../reference/language/evaluate.ts';
import { readValue } from '../../reference/language/typing.ts';
import { canWrite } from '../../support/spelled.ts';
import { HOSTILE, TEXTS } from '../param-type/patterns/corpus.ts';
import { anyPattern } from '../param-type/patterns/grammar.ts';
import { openWithTexts, source } from '../param-type/patterns/table.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openWithTexts();
});
afterAll(() => engines.close());

const around = scope({ from: source });

/** The typed expression; `null` where the checker refuses it. */
function checked(text: string): SqlExpr | null {
  const { expr } = check(text, around);
  return expr === null || expr.kind === 'record' ? null : plain(expr);
}

function plain(expr: Expr): SqlExpr {
  switch (expr.kind) {
    case 'literal':
    case 'column':
    case 'call':
      return mapNode(expr, plain);
    default:
      throw new Error(`a ${expr.kind}`);
  }
}

const KEY: SqlExpr = {
  kind: 'column',
  relation: source.name,
  path: ['k'],
  scalar: 'int64',
  nullable: false,
};

function planOf(exprs: readonly SqlExpr[]): Plan<SqlExpr> {
  const table: Relation<SqlExpr> = { node: 'table', name: source.name, source };
  const input: Relation<SqlExpr> = {
    node: 'sort',
    input: table,
    keys: [{ expr: KEY, descending: false }],
  };
  const columns = exprs.map((expr, i) => ({ name: `r${i}`, expr }));
  return { views: [], steps: [], answer: { node: 'project', name: 'answer', input, columns } };
}

/** The answer of the expression for each text. */
function meanings(text: string): readonly unknown[] {
  const columns = [{ name: 's', type: 'string' }] as const;
  const term = readValue(text, { columns, params: new Map() });
  return TEXTS.map(s => evaluate(term, { now: 0n, params: new Map(), row: { s } }));
}

/** The test engine's own reading drops a leading U+FEFF on DuckDB. */
function unmarked(row: readonly unknown[]): readonly unknown[] {
  return row.map(value => (typeof value === 'string' ? value.replace(/^\ufeff/, '') : value));
}

/** How many of the expressions the checker takes. */
async function expectAlike(pattern: string): Promise<number> {
  const literal = JSON.stringify(pattern);
  const texts = [`regexp_extract(s, ${literal})`, `regexp_replace(s, ${literal}, '<\\\\0>')`];
  const taken = texts.flatMap(text => {
    const expr = checked(text);
    return expr === null ? [] : [{ text, expr }];
  });
  const found = taken.map(({ text }) => meanings(text));
  const wanted = TEXTS.map((_, i) => found.map(ofText => ofText[i]));
  for (const dialect of DIALECTS.values()) {
    if (taken.length === 0 || !taken.every(({ expr }) => canWrite(dialect, expr))) continue;
    const { sql } = print(lower(planOf(taken.map(({ expr }) => expr)), dialect), dialect, 'test');
    const engine = engineFor(engines, dialect.name);
    const { rows } = await engine.run(sql.join('')).catch((error: unknown) => {
      throw new Error(`${dialect.name} ${pattern}`, { cause: error });
    });
    expect({ pattern, dialect: dialect.name, rows: rows.map(unmarked) }).toEqual({
      pattern,
      dialect: dialect.name,
      rows: wanted.map(unmarked),
    });
  }
  return taken.length;
}

describe.each(Object.entries(HOSTILE))('%s', (_, patterns) => {
  test.each([...new Set(patterns)])('%j', async pattern => {
    await expectAlike(pattern);
  });
});

test('patterns made by the grammar find and replace the same everywhere', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(anyPattern, async pattern => {
      taken += await expectAlike(pattern);
    }),
    { numRuns: 200 },
  );
  expect(taken).toBeGreaterThan(120);
});
