/** The text of an author makes SQL that is about as long, or a diagnostic: nested functions, columns that name each other, choices. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Compiled, compile } from '../../generator/compile.ts';
import { createMemo } from '../../generator/core/memo.ts';
import type { Segment } from '../../generator/core/output/statement.ts';
import type { Type } from '../../generator/core/types/scalar.ts';
import { LONGEST_STATEMENT } from '../../generator/sql/length.ts';
import { COLUMNS, SCALAR_EXPRESSIONS, typed } from '../contracts/dialect/expressions.ts';
import { usually } from '../support/usually.ts';

/** The most characters of SQL for one of the author's. */
const MOST_TIMES = 40;

const ENGINES = ['bigquery', 'duckdb', 'clickhouse'];
const TABLES = ENGINES.map(engine => `${engine}: { table: t }`).join(', ');

function declared(type: string): string {
  const [, as, of] = /^(list|map)<(\w+)>$/.exec(type) ?? [];
  if (as !== undefined) return `{ ${as}: ${of} }`;
  return type === 'decimal' ? '{ type: decimal, precision: 38, scale: 9 }' : type;
}

const SOURCES = [
  'sources:',
  '  t:',
  `    tables: { ${TABLES} }`,
  '    columns:',
  ...Object.entries(COLUMNS).map(([name, type]) => `      ${name}: ${declared(type)}`),
].join('\n');

/** The data sets are read once. */
const { once } = createMemo();

function compiled(endpoint: string, sources = SOURCES): Compiled {
  const files = [
    { path: 'endpoints/sources.yaml', bytes: `${sources}\n` },
    { path: 'endpoints/a.yaml', bytes: endpoint },
  ];
  return compile(files, { dialects: ENGINES, once });
}

const HEAD = 'endpoint: a\nid: 00000000-0000-4000-8000-000000000001\nfrom: t\n';

const lengthOf = (sql: readonly Segment[]) =>
  sql.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece : piece.sql).length, 0);

/** The lengths of all statements, saved and specialised. */
function lengths({ compilation }: Compiled): readonly number[] {
  return compilation.endpoints.flatMap(({ engines }) =>
    engines.flatMap(({ saved, statements }) =>
      [saved, ...statements.values()].map(statement => lengthOf(statement.sql)),
    ),
  );
}

const codes = ({ diagnostics }: Compiled) => [...new Set(diagnostics.map(({ code }) => code))];

/** Expressions by their types. */
const BY_TYPE = new Map<Type, string[]>();
for (const text of SCALAR_EXPRESSIONS) {
  const { scalar } = typed(text, false);
  BY_TYPE.set(scalar, [...(BY_TYPE.get(scalar) ?? []), text]);
}

/** A quoted text, or a word that is the name of a column. */
const TOKEN = /r?'(?:[^'\\]|\\.)*'|r?"(?:[^"\\]|\\.)*"|\b[a-z]+\b(?!\()/g;
const typeOf = new Map<string, Type>(Object.entries(COLUMNS));

/** `text` with another expression in place of one of its columns, and so on. */
function nesting(text: string, levels: number): fc.Arbitrary<string> {
  const columns = [...text.matchAll(TOKEN)].filter(([word]) => typeOf.has(word));
  if (levels === 0 || columns.length === 0) return fc.constant(text);
  return fc.constantFrom(...columns).chain(({ 0: word, index }) => {
    const others = BY_TYPE.get(typeOf.get(word) ?? 'bool') ?? [word];
    return fc
      .constantFrom(...others)
      .chain(other => nesting(other, levels - 1))
      .map(inner => `${text.slice(0, index)}(${inner})${text.slice(index + word.length)}`);
  });
}

const anyNesting = fc
  .tuple(fc.constantFrom(...SCALAR_EXPRESSIONS), fc.integer({ min: 1, max: 25 }))
  .chain(([text, levels]) => nesting(text, levels));

const TRIED = usually(400, 8);

test('a nesting of functions takes at most 40 characters for each of its own, in both forms', () => {
  let printed = 0;
  fc.assert(
    fc.property(anyNesting, text => {
      const endpoint = `${HEAD}where: [k > 3]\nselect: { r: ${JSON.stringify(text)} }\n`;
      const made = compiled(endpoint);
      if (made.diagnostics.length > 0) return;
      printed += 1;
      expect(Math.max(...lengths(made)) / endpoint.length).toBeLessThan(MOST_TIMES);
    }),
    { numRuns: TRIED },
  );
  expect(printed).toBeGreaterThan(TRIED / 3);
});

test('functions sixty deep are compiled', () => {
  const deep = (call: (inner: string) => string, leaf: string) =>
    Array.from({ length: 60 }).reduce<string>(inner => call(inner), leaf);
  const expressions = [
    deep(of => `pow(${of}, 2)`, 'x'),
    deep(of => `round(${of})`, 'x'),
    deep(of => `greatest(${of}, j)`, 'i'),
    deep(of => `url_encode(${of})`, 's'),
    deep(of => `trunc(${of}, month)`, 'ts'),
    deep(of => `mod(${of}, j)`, 'i'),
  ];
  for (const text of expressions) {
    const endpoint = `${HEAD}select: { r: "${text}" }\n`;
    const made = compiled(endpoint);
    expect(codes(made)).toEqual([]);
    expect(Math.max(...lengths(made)) / endpoint.length).toBeLessThan(MOST_TIMES);
  }
});

describe('a column that names itself again and again is reported', () => {
  const chain = (line: (i: number) => string) =>
    Array.from({ length: 31 }, (_, i) => line(i + 1)).join('\n');

  test('by columns of a data set', () => {
    const columns = chain(i => `      c${i}: { is: c${i - 1} * c${i - 1} }`);
    const made = compiled(
      `${HEAD}select: { r: c31 }\n`,
      `${SOURCES}\n      c0: float64\n${columns}`,
    );
    expect(codes(made)).toContain('expression-too-large');
  });

  test('by outputs', () => {
    const outputs = chain(i => `  c${i}: c${i - 1} * c${i - 1}`);
    expect(codes(compiled(`${HEAD}select:\n  c0: x\n${outputs}\n`))).toEqual([
      'expression-too-large',
    ]);
  });

  test('by steps, of which each computes the one before once', () => {
    const step = (i: number) =>
      `  s${i}: { from: ${i === 1 ? 't' : `s${i - 1}`}, select: { x: 'pow(x, 2) + pow(x, 3)' } }`;
    const made = compiled(
      `${HEAD.replace('from: t', 'from: s31')}steps:\n${chain(step)}\nselect: [x]\n`,
    );
    expect(codes(made)).toEqual([]);
    expect(Math.max(...lengths(made))).toBeLessThan(10_000);
  });

  test('by choices of parameters', () => {
    const call = Array.from({ length: 18 }).reduce<string>(inner => `pow(${inner}, 2)`, '@p');
    const made = compiled(
      `${HEAD}params: { by: { enum: [a, b], default: a }, p: { type: float64, required: true } }\nselect:\n  r: { by: by, cases: { a: x, b: "x * ${call}" } }\n`,
    );
    expect(codes(made)).toEqual(['statement-too-long']);
    expect(made.diagnostics[0]?.message).toContain(`${LONGEST_STATEMENT} bytes`);
    expect(made.compilation.endpoints).toEqual([]);
  });
});
