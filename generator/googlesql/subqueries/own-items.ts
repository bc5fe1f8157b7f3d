/** The parts of rows that come from lists of the row around: items, their places and conditions on them. */

import { makeCall } from '../../core/expr/calls.ts';
import { COUNTING, makeColumn } from '../../core/expr/columns.ts';
import type { PlanExpr, SortKey } from '../../core/expr/expr.ts';
import { FALSE, TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import { itemOf, listOf } from '../../core/types/scalar.ts';
import type { TranslationContext } from '../context.ts';
import { lengthOf } from '../functions/arrays.ts';
import { joinedOf, lookup, valuesOf } from '../records/records.ts';
import type { Cells, PlanCell } from '../rows.ts';
import { relationsIn } from '../scans/reads.ts';
import type { ResolvedNode } from '../tree/tree.ts';

export interface Own {
  readonly cells: Cells;
  /** One row for each item; `null`: one row, if all `tests` are true. */
  readonly list: PlanExpr | null;
  /** A list of records, of which each item for which all `tests` are true is a row; `null`: no such list. */
  readonly records: PlanExpr | null;
  readonly tests: readonly PlanExpr[];
  /** Lists of records, outermost first: the rows are those for each item of the first, for each item of the next, and so on. */
  readonly around: readonly Level[];
  /** Whether only the first row counts. */
  readonly isCut: boolean;
  /** Whether it is always exactly one row, the row of an aggregate. */
  readonly isOne: boolean;
}

/** The items of a list of records for which all tests are true. */
interface Level {
  readonly of: PlanExpr;
  readonly tests: readonly PlanExpr[];
}

/** The position of an item, which only an order may read. */
export const PLACE = makeColumn('/places', 'place', COUNTING);

/** Returns `expr`; refuses it if it reads the position of an item. */
export function placeless<C extends PlanCell>(
  expr: C,
  node: ResolvedNode,
  context: TranslationContext,
): C {
  if (expr.kind !== 'fields' && relationsIn(expr).has(PLACE.relation))
    context.refuse('the position of an item (WITH OFFSET) as a value', node);
  return expr;
}

/** Whether the keys are the position of the items, from the first to the last. */
export function isByPlace([key, ...more]: readonly SortKey[]): boolean {
  return key?.expr === PLACE && !key.descending && more.length === 0;
}

/** The items for which all conditions are true. */
export function kept(list: PlanExpr, tests: readonly PlanExpr[]): PlanExpr {
  const isEach = list.kind === 'each' && list.as === 'kept';
  const body = testAll(isEach ? [list.body, ...tests] : tests);
  if (tests.length === 0) return list;
  const of = isEach ? list.of : list;
  return { kind: 'each', as: 'kept', of, body, scalar: list.scalar, nullable: false };
}

/** The items in ascending order, or in descending order. */
export function sorted(list: PlanExpr, isDescending: boolean): PlanExpr {
  const ascending = makeCall('list_sort', list.scalar, [list], false);
  return isDescending ? makeCall('list_reverse', list.scalar, [ascending], false) : ascending;
}

/** Each item once, in ascending order. Returns `null` for floats, of which some engine has two zeros. */
export function different(list: PlanExpr): PlanExpr | null {
  if (itemOf(list.scalar) === 'float64') return null;
  return sorted(makeCall('list_distinct', list.scalar, [list], false), false);
}

/** Whether all conditions are true; never NULL. */
export function testAll(tests: readonly PlanExpr[]): PlanExpr {
  const [first = TRUE, ...more] = tests.map(test =>
    test.nullable ? makeCall('coalesce', 'bool', [test, FALSE], false) : test,
  );
  return more.length === 0 ? first : makeCall('and', 'bool', [first, ...more], false);
}

/** Whether there is a row. */
export function isAnyRow({ list, records, tests, around }: Own): PlanExpr {
  const any =
    records !== null
      ? lookup('any', records, testAll(tests))
      : list === null
        ? testAll(tests)
        : isAnyItem(list);
  return around.reduceRight(
    (found, level) => lookup('any', level.of, testAll([...level.tests, found])),
    any,
  );
}

function isAnyItem(list: PlanExpr): PlanExpr {
  if (list.kind === 'each' && list.as === 'kept')
    return { ...list, as: 'any', scalar: 'bool', nullable: false };
  return makeCall('gt', 'bool', [lengthOf(list), wholeLiteral(0n)], false);
}

/** The number of rows for which all `more` are true. */
export function countRows(own: Own, more: readonly PlanExpr[] = []): PlanExpr {
  const { list, records, around } = own;
  const tests = [...own.tests, ...more];
  const count =
    list !== null
      ? lengthOf(kept(list, more))
      : records !== null
        ? lookup('count', records, testAll(tests))
        : tests.length === 0
          ? wholeLiteral(1n)
          : makeCall('if', 'int64', [testAll(tests), wholeLiteral(1n), wholeLiteral(0n)], false);
  return around.reduceRight((counted, level) => {
    const counts = valuesOf(level.of, testAll(level.tests), counted, listOf('int64'));
    const sum = makeCall('list_sum', 'int64', [counts], true);
    return makeCall('coalesce', 'int64', [sum, wholeLiteral(0n)], false);
  }, count);
}

/** The items of the list that each item of the lists around has. */
export function joinedRows(list: PlanExpr, { around }: Own): PlanExpr {
  return around.reduceRight(
    (joined, level) => joinedOf(level.of, testAll(level.tests), joined),
    list,
  );
}

/** Whether `of` is an item of a list of single values. */
export function isItem(of: PlanExpr): boolean {
  return of.kind === 'item' && of.path === undefined;
}
