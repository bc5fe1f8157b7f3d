/** Statements of the values of an enum: each says what its author would have written for that value alone. */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';

const SOURCES = `
sources:
  logs:
    tables: { duckdb: { table: logs } }
    key: [id]
    columns: { id: { type: string, required: true }, size: int64, note: string }
`;

/** The DuckDB statements of an endpoint with the enum \`kind\`, by its values. */
function statementsOf(body: string): Readonly<Record<string, string>> {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      {
        path: 'endpoints/e.yaml',
        bytes: `endpoint: e\nid: 00000000-0000-4000-8000-000000000001\nparams: { kind: { enum: [a, b, c], default: a } }\n${body}`,
      },
    ],
    { dialects: ['duckdb'] },
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const statements = compilation.endpoints
    .flatMap(({ engines }) => engines)
    .flatMap(each => [...each.statements]);
  return Object.fromEntries(statements.map(([key, { sql }]) => [key, sql.join('')]));
}

describe('the statement of a value', () => {
  test('holds the branch that is taken, and no other', () => {
    const statements = statementsOf(
      "from: logs\nselect: { id: id, n: \"case when @kind = 'a' then 11 when @kind = 'b' then 22 else 33 end\" }\norder_by: [id]",
    );
    for (const [value, n] of Object.entries({ a: '11', b: '22', c: '33' })) {
      const found = statements[value]?.match(/\b(?:11|22|33)\b/g);
      expect([value, found]).toEqual([value, [n]]);
      expect(statements[value]).not.toContain('CASE');
    }
  });

  test('leaves out a condition that is true, and keeps one that is false', () => {
    const statements = statementsOf(
      'from: logs\nwhere: ["if(@kind = \'a\', false, true)"]\nselect: [id]\norder_by: [id]',
    );
    expect(statements['a']).toMatch(/WHERE FALSE\n/);
    expect(statements['b']).not.toContain('WHERE');
    expect(statements['c']).not.toContain('WHERE');
  });

  test('reads a column that its relation lacks as NULL', () => {
    const statements = statementsOf(
      `steps:
  one: { from: logs, select: { id: id, note: note } }
  two: { from: logs, select: { id: id, note: 'null' } }
from: { by: kind, cases: { a: one, b: two, c: one } }
select: { id: id, said: note }
order_by: [id]`,
    );
    expect(statements['a']).toMatch(/\bnote\b/);
    expect(statements['b']).not.toMatch(/\bnote\b/);
    expect(statements['b']).toContain('NULL::VARCHAR');
  });
});
