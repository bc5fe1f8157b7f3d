/** Arrays of records in tables that store them flat: each row has one record, which is read by its path; the table has no array. */

import type { Plan, RecordsRelation, Relation } from '../plan/relation.ts';
import { inputsOf, mapExprs, mapInputs, mapRelations } from '../plan/walk-plan.ts';
import type { Source } from '../spec/source.ts';
import type { ColumnExpr, LiteralExpr, PlanExpr, SqlExpr } from './expr.ts';
import { mapColumns } from './walk.ts';

/** The array as a column of the relation that contains it. */
export function arrayOf({ of, field }: RecordsRelation): ColumnExpr {
  return { kind: 'column', relation: of, path: [field], scalar: 'json', nullable: true };
}

/** `plan` without the joins of such arrays; each field of their records is read from its own path. */
export function withoutFlat<E extends PlanExpr | SqlExpr>(
  plan: Plan<E>,
  isFlat: (source: Source) => boolean,
): Plan<E> {
  return mapRelations(plan, relation => {
    if (relation.node !== 'union') return flattened(relation, isFlat);
    // each part has its own relation names
    const inputs = relation.inputs.flatMap(input => {
      const one = flattened({ ...relation, inputs: [input] }, isFlat);
      return one.node === 'union' ? one.inputs : [];
    });
    return { ...relation, inputs };
  });
}

function flattened<E extends PlanExpr | SqlExpr>(
  select: Relation<E>,
  isFlat: (source: Source) => boolean,
): Relation<E> {
  const flat = new Map<string, Flat>();
  const visit = (relation: Relation<E>): void => {
    inputsOf(relation).forEach(visit);
    if (relation.node !== 'records' || !isFlat(relation.source)) return;
    const { name, of, field, index } = relation;
    const { relation: table, path } = flat.get(of) ?? { relation: of, path: [] };
    flat.set(name, { relation: table, path: [...path, field], index });
  };
  visit(select);
  if (flat.size === 0) return select;
  const without = (relation: Relation<E>): Relation<E> => {
    const isOfFlat =
      relation.node === 'join' && 'name' in relation.right && flat.has(relation.right.name);
    return isOfFlat ? without(relation.left) : mapInputs(relation, without);
  };
  return without(mapExprs(select, expr => mapColumns(expr, column => columnOf(column, flat))));
}

interface Flat {
  readonly relation: string;
  readonly path: readonly string[];
  readonly index: string;
}

function columnOf(column: ColumnExpr, flat: ReadonlyMap<string, Flat>): ColumnExpr | LiteralExpr {
  const found = flat.get(column.relation);
  if (found === undefined) return column;
  const { relation, path, index } = found;
  if (column.path[0] === index)
    return { kind: 'literal', value: 0n, scalar: 'int64', nullable: false };
  return { ...column, relation, path: [...path, ...column.path] };
}
