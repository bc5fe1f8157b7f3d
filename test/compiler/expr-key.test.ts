/** The texts by which the compiler recognises equal expressions. */
import { describe, expect, test } from 'vitest';
import type { AggregateExpr, CallExpr, SqlExpr } from '../../generator/core/expr/expr.ts';
import { exprKey } from '../../generator/core/expr/walk.ts';

const INT = { scalar: 'int64', nullable: false } as const;
const TEXT = { scalar: 'string', nullable: false } as const;

function column(...path: readonly string[]): SqlExpr {
  return { kind: 'column', relation: 'logs', path, ...TEXT };
}

function call(...args: readonly SqlExpr[]): CallExpr<SqlExpr> {
  return { kind: 'call', fn: 'concat', args, ...TEXT };
}

function aggregate(of: Partial<AggregateExpr<SqlExpr>>): AggregateExpr<SqlExpr> {
  const plain = { kind: 'aggregate', fn: 'max', rank: null, listing: null, filter: null } as const;
  return { ...plain, args: [column('size')], ...INT, ...of };
}

const half = { numerator: 1n, denominator: 2n };
const shown = { distinct: false, orderBy: [], limit: null };

const MAKERS = {
  'a column': () => column('a', 'b'),
  'a column whose name has a point': () => column('a.b'),
  'a column of another relation': () => ({ ...column('a', 'b'), relation: 'others' }),
  'a column that may be NULL': () => ({ ...column('a', 'b'), nullable: true }),
  'a number': () => ({ kind: 'literal', value: 5n, ...INT }),
  'the text of a number': () => ({ kind: 'literal', value: '5', ...TEXT }),
  'the text of a number as JSON writes it': () => ({ kind: 'literal', value: '5n', ...TEXT }),
  'the text of NULL': () => ({ kind: 'literal', value: 'null', ...TEXT }),
  NULL: () => ({ kind: 'literal', value: null, ...TEXT }),
  'a call': () => call(column('a'), column('b')),
  'a call in another order': () => call(column('b'), column('a')),
  'a call of a call': () => call(call(column('a')), column('b')),
  'a call of a call of all': () => call(call(column('a'), column('b'))),
  'a call that is NULL if it fails': () => ({ ...call(column('a'), column('b')), orNull: true }),
  'a text that looks like a part of a key': () =>
    call({ kind: 'literal', value: 'a string false;column logs', ...TEXT }, column('b')),
  'a step of time': () => ({ kind: 'shift', of: column('a'), micros: 1n, ...TEXT }),
  'another step of time': () => ({ kind: 'shift', of: column('a'), micros: 2n, ...TEXT }),
  'an aggregate': () => aggregate({}),
  'an aggregate of the period before': () => aggregate({ previous: true }),
  'an aggregate with a filter': () => aggregate({ filter: column('a') }),
  'an aggregate of two arguments': () => aggregate({ args: [column('size'), column('a')] }),
  'an aggregate with a rank': () => aggregate({ rank: half }),
  'an aggregate that shares ranks': () => aggregate({ rank: half, ranks: [half] }),
  'an aggregate that lists values': () => aggregate({ listing: shown }),
} satisfies Record<string, () => Parameters<typeof exprKey>[0]>;

describe('exprKey', () => {
  test.each(Object.entries(MAKERS))('is the same for %s that is made twice', (_, make) => {
    expect(exprKey(make())).toBe(exprKey(make()));
  });

  test('differs between expressions that differ', () => {
    const keys = Object.entries(MAKERS).map(([name, make]) => [exprKey(make()), name] as const);
    expect([...new Map(keys).values()]).toEqual(Object.keys(MAKERS));
  });
});
