/**
 * Rollups that quern keeps itself, in tables beside the entries. Statements read such a copy up to the step where it ends, and only if the
 * table has as many entries before that step as were counted into the copy: entries that came late or were deleted make it end before
 * all entries, until the next refresh counts them.
 */
import { makeAggregate } from '../../core/expr/aggregates.ts';
import { makeCall } from '../../core/expr/calls.ts';
import { makeColumn } from '../../core/expr/columns.ts';
import type { AggregateExpr, ColumnExpr, SqlExpr } from '../../core/expr/expr.ts';
import { makeLiteral, TRUE, textLiteral } from '../../core/expr/literals.ts';
import type {
  AggregateRelation,
  JoinRelation,
  Measure,
  Relation,
  Step,
  TableRelation,
} from '../../core/plan/relation.ts';
import {
  COVERED,
  COVERED_COLUMNS,
  copyColumns,
  type RollupCopy,
} from '../../core/spec/rollup-copy.ts';
import { plainField, type Source } from '../../core/spec/source.ts';
import type { Type } from '../../core/types/scalar.ts';
import type { FreshNames } from '../../plan/steps/fresh-names.ts';
import { FIRST } from './arms.ts';
import type { Rolled } from './rolled.ts';

/** The rows of a copy. */
export function copyTable(
  { dialect, name: table }: RollupCopy,
  rolled: Rolled,
  name: string,
): TableRelation {
  return tableOf(dialect, table, copyColumns(rolled), name);
}

function tableOf(
  dialect: string,
  table: string,
  columns: ReadonlyMap<string, Type>,
  name: string,
): TableRelation {
  const source: Source = {
    name: table,
    title: null,
    description: null,
    invalid: 'error',
    keys: [],
    scope: [],
    tables: { [dialect]: { name: [table], records: 'nested', where: null } },
    columns: [...columns].map(([column, type]) => plainField(column, type, true)),
  };
  return { node: 'table', name, source };
}

/** Each row of `left` beside the only row of a step. */
export function besideStep(
  left: Relation<SqlExpr>,
  step: string,
  name: string,
): JoinRelation<SqlExpr> {
  const right = { node: 'read', name, step } as const;
  return { node: 'join', kind: 'inner', left, right, on: TRUE, toOne: true };
}

/** The end of a copy, in the row of its step. */
export function untilOf(step: string): ColumnExpr {
  return columnOf(step, 'until', 'timestamp');
}

function columnOf(relation: string, name: string, scalar: Type): ColumnExpr {
  return makeColumn(relation, name, { scalar, nullable: false });
}

/** The steps that find where a copy ends. The last one, `covered`, is a single row. */
export function coveredSteps(
  { dialect, name }: RollupCopy,
  table: TableRelation,
  of: ColumnExpr,
  fresh: FreshNames,
): readonly Step<SqlExpr>[] {
  const [found, total, late, covered] = ['found', 'total', 'late', 'covered'].map(fresh) as [
    string,
    string,
    string,
    string,
  ];
  const kept = tableOf(dialect, COVERED, new Map(Object.entries(COVERED_COLUMNS)), fresh('kept'));
  const [all, newer] = [
    { ...table, name: fresh('entry') },
    { ...table, name: fresh('entry') },
  ];
  const max = (name: string, column: string, scalar: Type): Measure<SqlExpr> => ({
    name,
    expr: aggregate('max', scalar, [columnOf(kept.name, column, scalar)]),
  });
  const count: Measure<SqlExpr> = { name: 'n', expr: aggregate('count_rows', 'int64', []) };
  const [foundBeside, foundAgain] = [fresh('found'), fresh('found')];
  const [totalAgain, lateAgain] = [fresh('total'), fresh('late')];
  const isNewer = makeCall<SqlExpr>('ge', 'bool', [
    { ...of, relation: newer.name },
    columnOf(foundBeside, 'last', 'timestamp'),
  ]);
  const counted = makeCall<SqlExpr>('add', 'int64', [
    columnOf(foundAgain, 'known', 'int64'),
    columnOf(lateAgain, 'n', 'int64'),
  ]);
  const isWhole = makeCall<SqlExpr>('eq', 'bool', [columnOf(totalAgain, 'n', 'int64'), counted]);
  const counts = besideStep(
    besideStep({ node: 'read', name: foundAgain, step: found }, total, totalAgain),
    late,
    lateAgain,
  );
  const ending = fresh('ending');
  const until = aggregate('max', 'timestamp', [columnOf(foundAgain, 'last', 'timestamp')]);
  return [
    {
      name: found,
      relation: grouped(
        found,
        where(
          kept,
          makeCall('eq', 'bool', [columnOf(kept.name, 'name', 'string'), textLiteral(name)]),
        ),
        [max('last', 'until', 'timestamp'), max('known', 'entries', 'int64')],
      ),
    },
    { name: total, relation: grouped(total, all, [count]) },
    {
      name: late,
      relation: grouped(late, where(besideStep(newer, found, foundBeside), isNewer), [count]),
    },
    {
      name: covered,
      relation: {
        node: 'project',
        name: covered,
        input: grouped(ending, where(counts, isWhole), [{ name: 'until', expr: until }]),
        columns: [
          {
            name: 'until',
            expr: {
              ...makeCall<SqlExpr>('coalesce', 'timestamp', [
                { ...untilOf(ending), nullable: true },
                makeLiteral('timestamp', FIRST),
              ]),
              nullable: false,
            },
          },
        ],
      },
    },
  ];
}

function aggregate(
  fn: 'max' | 'count_rows',
  scalar: Type,
  args: readonly SqlExpr[],
): AggregateExpr<SqlExpr> {
  return makeAggregate(fn, scalar, args, fn === 'max');
}

function grouped(
  name: string,
  input: Relation<SqlExpr>,
  measures: readonly Measure<SqlExpr>[],
): AggregateRelation<SqlExpr> {
  return { node: 'aggregate', name, input, keys: [], measures };
}

function where(input: Relation<SqlExpr>, expr: SqlExpr): Relation<SqlExpr> {
  return { node: 'filter', input, predicates: [{ when: null, expr }] };
}
