import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZetaSql, type ZetaSqlEngine } from '../engines/zetasql/open-zetasql.ts';
import { evaluate } from '../reference/evaluate.ts';
import type { Value } from '../reference/values.ts';
import { check } from './language-support.ts';

let zetasql: ZetaSqlEngine;
beforeAll(async () => {
  zetasql = await openZetaSql();
});
afterAll(() => zetasql.close());

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

function valueHere(expression: string): Value | undefined {
  const { expr } = check(expression);
  if (expr === null || expr.kind === 'record') return undefined;
  return evaluate(expr, { now: 0n, params: new Map(), row: null });
}

test('what is written means here what it means in GoogleSQL', async () => {
  const samples = fc.sample(fc.oneof(condition, number, text), 2_000);
  const cases = samples.flatMap(sample => {
    const value = valueHere(sample);
    return value === undefined ? [] : [{ sample, value }];
  });
  expect(cases.length).toBe(samples.length);
  for (let from = 0; from < cases.length; from += 100) {
    const part = cases.slice(from, from + 100);
    const { rows } = await zetasql.run(`SELECT ${part.map(one => one.sample).join(',\n')}`);
    const answered = part.map(({ sample }, i) => ({ sample, value: rows[0]?.[i] }));
    expect(answered).toEqual(part);
  }
});
