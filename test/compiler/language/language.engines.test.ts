import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import bigquery from '../../../engines/bigquery/dialect.ts';
import type { Expr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import { mapNode } from '../../../generator/core/expr/walk.ts';
import type { Plan } from '../../../generator/core/plan/relation.ts';
import type { Source } from '../../../generator/core/spec/source.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { print } from '../../../generator/sql/print.ts';
import { openZetaSql, type ZetaSqlEngine } from '../../engines/zetasql/open-zetasql.ts';
import { evaluate } from '../../reference/language/evaluate.ts';
import { readValue } from '../../reference/language/typing.ts';
import type { Value } from '../../reference/values.ts';
import { check, field } from './support.ts';

let zetasql: ZetaSqlEngine;
beforeAll(async () => {
  zetasql = await openZetaSql();
  await zetasql.load([
    { name: 'one', layout: 'nested', columns: { id: { type: 'int64' } }, rows: [{ id: 1n }] },
  ]);
});
afterAll(() => zetasql.close());

/** A table of one row. */
const source: Source = {
  name: 'one',
  invalid: 'error',
  keys: [],
  scope: [],
  title: null,
  description: null,
  columns: [field('id', 'int64')],
  tables: { bigquery: { name: ['one'], records: 'nested', where: null } },
};

/** Texts that mean the same here and in GoogleSQL if precedence, literals and the functions of both agree. */
const { condition, number, text } = fc.letrec<Record<'condition' | 'number' | 'text', string>>(
  tie => {
    const [x, y, z] = [tie('number'), tie('number'), tie('number')];
    const [s, t] = [tie('text'), tie('text')];
    const [a, b] = [tie('condition'), tie('condition')];
    const not = fc.constantFrom('', 'not ');
    const join = (...parts: readonly fc.Arbitrary<string>[]) =>
      fc.tuple(...parts).map(words => words.join(' '));
    const word = (...words: readonly string[]) => fc.constantFrom(...words);
    return {
      number: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        word('0', '1', '2', '7', '10', '0.5', '2.5', '.25', '1e1', '3.', 'nullif(1, 1)'),
        join(word('-'), x),
        join(x, word('+', '-', '*'), y),
        join(x, word('/'), word('2', '4', '0.5', '-8')),
        join(word('('), x, word(')')),
        join(word('if('), a, word(','), x, word(','), y, word(')')),
        join(word('coalesce(', 'nullif('), x, word(','), y, word(')')),
        join(word('abs(', 'round(', 'floor(', 'CEIL('), x, word(')')),
        join(word('length('), s, word(')')),
      ),
      text: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        word(
          "'a'",
          '"B"',
          "''",
          "r'\\d'",
          "'\\''",
          "'\\x41\\u00e9\\U0001F600'",
          "'\uFF5E'",
          "'\\n\\t\\\\'",
        ),
        join(word('concat('), s, word(','), t, word(')')),
        join(word('lower(', 'upper('), word("'aBc'", "''"), word(')')),
        join(word('if('), a, word(','), s, word(','), t, word(')')),
      ),
      condition: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        word('true', 'FALSE'),
        join(x, word('=', '!=', '<>', '<', '<=', '>', '>='), y),
        join(s, word('=', '<', '>='), t),
        join(x, not, word('between'), y, word('and'), z),
        join(x, not, word('in ('), y, word(','), z, word(')')),
        join(x, word('is'), not, word('null')),
        join(word('not'), a),
        join(a, word('and', 'or'), b),
        join(word('('), a, word(')')),
        join(word('starts_with(', 'ends_with('), s, word(','), t, word(')')),
      ),
    };
  },
);

/** The reference's result. */
function referenceValue(expression: string): Value {
  const term = readValue(expression, { columns: [], params: new Map() });
  return evaluate(term, { now: 0n, params: new Map(), row: null });
}

/** The compiler's output for BigQuery. */
function printed(samples: readonly string[]): string {
  const columns = samples.map((sample, i) => {
    const { expr } = check(sample);
    if (expr === null || expr.kind === 'record') throw new Error(`${sample} is refused`);
    return { name: `c${i}`, expr: sqlExpr(expr) };
  });
  const input = { node: 'table', name: source.name, source } as const;
  const plan: Plan<SqlExpr> = {
    views: [],
    steps: [],
    answer: { node: 'project', name: 'answer', input, columns },
  };
  return print(lower(plan, bigquery), bigquery, 'test').sql.join('');
}

/** Samples are made of literals and functions. */
function sqlExpr(expr: Expr): SqlExpr {
  if (expr.kind === 'aggregate' || expr.kind === 'window' || expr.kind === 'choice')
    throw new Error(`a ${expr.kind}`);
  return mapNode(expr, sqlExpr);
}

test('what is written means to the compiler and to the reference what it means in GoogleSQL', async () => {
  const samples = fc.sample(fc.oneof(condition, number, text), 2_000);
  for (let from = 0; from < samples.length; from += 100) {
    const part = samples.slice(from, from + 100);
    const meant = await zetasql.run(`SELECT ${part.join(',\n')}`);
    const compiled = await zetasql.run(printed(part));
    const answered = (rows: readonly (readonly unknown[])[]) =>
      part.map((sample, i) => ({ sample, value: rows[0]?.[i] }));
    const wanted = part.map(sample => ({ sample, value: referenceValue(sample) }));
    expect(answered(meant.rows)).toEqual(wanted);
    expect(answered(compiled.rows)).toEqual(wanted);
  }
});
