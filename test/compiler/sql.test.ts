/** The promise of the type `Sql`: text becomes SQL only through a maker, never by standing in a template. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EngineSql } from '../../generator/core/spec/engine-sql.ts';
import { call, form, infix, prefix } from '../../generator/sql/spelling.ts';
import {
  comment,
  engineSql,
  identifier,
  joined,
  numeral,
  quoted,
  type Sql,
  sql,
  word,
} from '../../generator/sql/sql.ts';

const TEXT: string = "') OR (1=1) -- $0 #0";
const TEXTS: readonly Sql[] = [quoted(TEXT, { quote: "'", escape: 'double' })];

describe('the type checker refuses text in a template', () => {
  // Each line is an error of types: `tsc` fails where one of them is none. Nothing here runs.
  const refused = () => [
    // @ts-expect-error a text is not a template
    sql(TEXT),
    // @ts-expect-error a text is not a hole
    sql`${TEXT}`,
    // @ts-expect-error nor is one of a strength
    sql('or')`${TEXT}`,
    // @ts-expect-error a number is a text too, of one that may be infinite
    sql`${1n}`,
    // @ts-expect-error a text is not a template
    form(TEXT),
    // @ts-expect-error a text is not a hole
    form`f(${TEXT})`,
    // @ts-expect-error a name of a function is source text
    call(TEXT),
    // @ts-expect-error a name of a function has no holes
    call`f${TEXT}`,
    // @ts-expect-error an operator is source text
    infix('or')(TEXT),
    // @ts-expect-error an operator is source text
    prefix('not')(TEXT),
    // @ts-expect-error a separator is a piece
    joined(TEXTS, TEXT),
    // @ts-expect-error SQL of an author is what `sql-text.ts` has looked at
    engineSql(TEXT),
    // @ts-expect-error a piece is made, not written down
    { text: TEXT, strength: 'primary' } satisfies Sql,
    // @ts-expect-error nor is the SQL of an author
    TEXT satisfies EngineSql,
  ];

  test('and what it refuses is not run', () => expect(refused).toBeTypeOf('function'));
});

describe('pieces', () => {
  test('an argument is put where its place stands, whatever it holds', () => {
    const texts = fc.array(fc.constantFrom('$0', '#0', '$2', '$1', '#9', '$&', "'", 'a'));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const [left, right] = [a, b].map(parts =>
          quoted(parts.join(''), { quote: "'", escape: 'double' }),
        ) as [Sql, Sql];
        const { text } = form`f(${1}, '$0 #0', ${0})`([left, right]);
        expect(text).toBe(`f(${right.text}, '$0 #0', ${left.text})`);
      }),
    );
  });

  test.each(['', 'a b', "a'", 'a)', '$0', 'é', 'a\n'])('%j is no word', text => {
    expect(() => word(text)).toThrow('not a plain word');
  });

  test.each([Number.NaN, Infinity, -Infinity])('%d is no numeral', value => {
    expect(() => numeral(value)).toThrow('not a finite number');
  });

  test.each(['a\nb', 'a\rb', 'a\u2028b', 'a\u0085b', 'a\0b'])('%j is no comment', text => {
    expect(() => comment(text)).toThrow('one line');
  });

  test('NUL, which stands for a line break, is in no text and no name', () => {
    const naming = {
      identifier: { quote: '"', escape: 'double' },
      bare: /^\w+$/,
      reserved: new Set<string>(),
    } as const;
    expect(() => quoted('a\0b', naming.identifier)).toThrow('NUL');
    expect(() => identifier('a\0b', naming)).toThrow('NUL');
  });
});
