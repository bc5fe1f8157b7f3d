/** Expressions that get a name because several arguments of a call contain them, and those that must not. */
import { expect, test } from 'vitest';
import type { CallExpr, ColumnExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { FunctionName } from '../../../generator/functions/names.ts';
import { sharedParts } from '../../../generator/sql/print/expr/shared.ts';

const typed = { scalar: 'int64', nullable: true } as const;

function call(fn: FunctionName, ...args: readonly SqlExpr[]): CallExpr<SqlExpr> {
  return { kind: 'call', fn, args, ...typed };
}

const column: ColumnExpr = { kind: 'column', relation: 't', path: ['n'], ...typed };
const sum = call('add', column, { kind: 'literal', value: 1n, ...typed });

/** The part that the two arguments of a call share; one of them is the expression itself. */
function shared(expr: SqlExpr, inner: SqlExpr | null = null): readonly SqlExpr[] {
  const twice = call('greatest', expr, call('abs', expr));
  return sharedParts(twice, () => inner).map(part => part.expr);
}

test('the largest common expression gets a name, and is counted', () => {
  const product = call('multiply', sum, sum);
  const parts = sharedParts(call('least', product, call('abs', product), sum), () => null);
  expect(parts).toEqual([
    { expr: product, count: 2 },
    { expr: sum, count: 1 },
  ]);
});

test('a column has a name already', () => {
  expect(shared(column)).toEqual([]);
  expect(shared(sum)).toEqual([sum]);
});

test('a part that is equal for all rows stays, because engines compute it before they read', () => {
  const param: SqlExpr = { kind: 'param', name: 'p', form: 'value', ...typed };
  expect(shared(call('add', param, param))).toEqual([]);
});

test('a part that may fail stays where it is needed', () => {
  expect(shared(call('or_fail', sum))).toEqual([sum]);
  expect(shared(call('checked_add', column, column))).toEqual([]);
  const safe: SqlExpr = { ...call('checked_add', column, column), orNull: true };
  expect(shared(safe)).toEqual([safe]);
});

test('the item of a list has no value outside the list', () => {
  const item: SqlExpr = { kind: 'item', ...typed };
  expect(shared(call('add', column, item))).toEqual([]);
});

test('nothing gets a name beside an aggregate or a subquery, which no lambda may contain', () => {
  expect(shared(sum, sum)).toEqual([]);
  const within: SqlExpr = { kind: 'within', of: sum, column, scalar: 'bool', nullable: true };
  expect(shared(within)).toEqual([]);
});
