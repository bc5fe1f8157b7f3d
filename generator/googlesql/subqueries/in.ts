/** IN: whether a value is among those of a subquery; NULL if it is not found and some comparison is NULL. */
import { makeCall, testKnown, testNull } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { FALSE, nullLiteral, TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import { COMPARED } from '../calls.ts';
import { isLimited, projectCells, type Rows, readOf, storeRows, type Tie } from '../rows.ts';
import { restrictRows } from '../scans/conditions.ts';
import { COUNT, Grouping, planAggregate } from '../scans/grouping/grouping.ts';
import { relationsIn } from '../scans/reads.ts';
import { joinExists } from './exists.ts';
import {
  beside,
  foundValue,
  type JoinedSubquery,
  makeNullable,
  reads,
  type Subquery,
  tiesOf,
  VALUE,
} from './found.ts';

export function joinIn(inner: Subquery): JoinedSubquery | string {
  const { outer, rows, cell, of } = inner;
  if (of?.kind === 'fields' || cell.kind === 'fields') return amongRecords(inner);
  if (of === null || !isComparable(cell)) return 'IN of these values';
  if (rows.ties.isTotal || reads(cell, outer)) return 'IN with a correlated subquery in this form';
  return rows.ties.keys.length === 0 ? amongAll(inner, of, cell) : amongTied(inner, of, cell);
}

/** Some engine compares floats by bits, where 0 and -0 differ. */
function isComparable({ scalar }: PlanExpr): boolean {
  return COMPARED.includes(scalar) && scalar !== 'float64';
}

export const OF_RECORDS = 'IN of records in this place';

/** Records are equal if all fields are; a field that is NULL makes the result NULL or false. */
function amongRecords(inner: Subquery): JoinedSubquery | string {
  const { outer, rows, cell, of, isCondition, context } = inner;
  if (of?.kind !== 'fields' || cell.kind !== 'fields') return OF_RECORDS;
  const fields: Tie[] = [];
  for (const [i, { cell: one }] of cell.fields.entries()) {
    const around = of.fields[i]?.cell;
    if (around?.kind === 'fields' || around === undefined || one.kind === 'fields')
      return OF_RECORDS;
    if (!isComparable(one) || reads(one, outer)) return OF_RECORDS;
    if (!isCondition && (one.nullable || around.nullable)) return OF_RECORDS;
    fields.push({ of: one, around });
  }
  if (rows.ties.isTotal) return OF_RECORDS;
  const keys = [...rows.ties.keys, ...fields];
  const tied = storeRows({ ...rows, ties: { ...rows.ties, keys } }, context.fresh('records'));
  return joinExists({ ...inner, rows: tied });
}

/** Looks the value up in a step: engines run that as a semi-join. */
function amongAll(
  { outer, rows, isCondition, context }: Subquery,
  of: PlanExpr,
  cell: PlanExpr,
): JoinedSubquery | string {
  const only: Rows = { ...rows, cells: new Map([[VALUE, cell]]), order: [] };
  const step = projectCells(only, context.fresh('found'));
  const column = step.cells.get(VALUE);
  if (column?.kind !== 'column') throw new Error('a step has columns alone');
  context.steps.push({ name: step.relation.name, relation: step.relation });
  const found: PlanExpr = { kind: 'within', of, column, scalar: 'bool', nullable: of.nullable };
  if (isCondition || !(of.nullable || column.nullable)) return { rows: outer, cell: found };
  const counts = countsOf(readOf(step, context.fresh('values')), context.fresh('counts'));
  const known: PlanExpr = { ...found, nullable: false };
  return {
    rows: beside(outer, 'inner', counts.rows.relation, []),
    cell: threeValued(of, column, known, counts),
  };
}

/** The values tied to each row around, without duplicates; also their counts, if NULL and false must be distinguished. */
function amongTied(
  { outer, rows, isCondition, context }: Subquery,
  of: PlanExpr,
  cell: PlanExpr,
): JoinedSubquery {
  const isThree = !isCondition && (of.nullable || cell.nullable);
  const whole: Rows = { ...rows, cells: new Map([[VALUE, cell]]), order: [] };
  const uncut = isLimited(whole) ? storeRows(whole, context.fresh('rows')) : whole;
  const [one, two] = isThree ? twice(whole, context) : [uncut];
  const groups = new Grouping(context.fresh('found'));
  // engines join by columns, so a constant filters the rows instead
  const isConstant = relationsIn(of).size === 0;
  const value = isConstant ? null : groups.key('value', foundValue(one));
  const equal = (to: PlanExpr) => makeCall('eq', 'bool', [of, to], of.nullable || to.nullable);
  const found = groups.rows(isConstant ? restrictRows(one, [equal(foundValue(one))]) : one, false);
  const on = [...(value === null ? [] : [equal(value)]), ...tiesOf(found.ties)];
  const matched = beside(outer, 'left', found.relation, on);
  const [tie] = found.ties.keys;
  if (tie === undefined) throw new Error('groups keep the ties of their rows');
  const isFound = testKnown(makeNullable(value ?? tie.of));
  if (two === undefined) return { rows: matched, cell: isFound };
  const counts = countsOf(two, context.fresh('counts'));
  return {
    rows: beside(matched, 'left', counts.rows.relation, tiesOf(counts.rows.ties)),
    cell: threeValued(of, cell, isFound, counts),
  };
}

function twice(rows: Rows, { steps, fresh }: Subquery['context']): readonly [Rows, Rows] {
  const step = projectCells(rows, fresh('values'));
  steps.push({ name: step.relation.name, relation: step.relation });
  return [readOf(step, fresh('some')), readOf(step, fresh('all'))];
}

interface Counts {
  readonly rows: Rows;
  readonly all: PlanExpr;
  readonly known: PlanExpr;
}

function countsOf(rows: Rows, name: string): Counts {
  const groups = new Grouping(name);
  const all = groups.measure('count', COUNT);
  const known = groups.measure('known', planAggregate('count', [foundValue(rows)]));
  const counted = groups.rows(rows, true);
  const change = counted.ties.keys.length === 0 ? (of: PlanExpr) => of : makeNullable;
  return { rows: counted, all: change(all), known: change(known) };
}

/** FALSE for an empty subquery; NULL if the value was not found and either side has a NULL. */
function threeValued(
  of: PlanExpr,
  value: PlanExpr,
  found: PlanExpr,
  { all, known }: Counts,
): PlanExpr {
  const count = all.nullable ? makeCall('coalesce', 'int64', [all, wholeLiteral(0n)], false) : all;
  const nothing: PlanExpr = nullLiteral('bool');
  const branches = [found, TRUE, makeCall('eq', 'bool', [count, wholeLiteral(0n)], false), FALSE];
  if (of.nullable) branches.push(testNull(of), nothing);
  if (value.nullable)
    branches.push(makeCall('lt', 'bool', [known, count], known.nullable), nothing);
  return makeCall('case', 'bool', [...branches, FALSE], true);
}
