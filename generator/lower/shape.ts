/** The columns of a relation, as they are printed for its readers. */
import type { SqlExpr } from '../core/expr/expr.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import type { Source } from '../core/spec/source.ts';

export interface StatementShape {
  /** The data set whose stored columns pass through; `null` if all columns are computed. */
  readonly source: Source | null;
  /** The computed columns, in order. */
  readonly columns: readonly string[];
  /** Names of leaves that a subquery has already read, by their paths; left out without a subquery. */
  readonly read?: ReadonlyMap<string, string>;
  /** Only for a relation that a subquery has read: the name of the subquery, which stands before its columns. */
  readonly alias?: string;
  /** Only for the right side of a left join, whose rows may be missing. */
  readonly isOuter?: true;
  /** Only for a relation of exactly one row. */
  readonly isOneRow?: true;
  /** Only for list items: their columns cannot be qualified. */
  readonly isBare?: true;
  /** Only for records of an array: their fields are printed after the name of the item. */
  readonly isRecord?: true;
}

/** Shapes of a plan's steps, by name. */
export type Shapes = ReadonlyMap<string, StatementShape>;

export function shapesOf({ steps }: Plan<SqlExpr>): Shapes {
  const shapes = new Map<string, StatementShape>();
  for (const { name, relation } of steps) shapes.set(name, shapeOf(relation, shapes));
  return shapes;
}

/** The columns that a reader may use. */
export function columnNames({ source, columns }: StatementShape): readonly string[] {
  return [...(source?.columns ?? []).map(({ name }) => name), ...columns];
}

export function shapeOf(relation: Relation<SqlExpr>, steps: Shapes): StatementShape {
  switch (relation.node) {
    case 'table': {
      const { source, leaf } = relation;
      if (leaf === undefined) return { source, columns: [] };
      return computed(leaf.columns.map(({ name }) => name));
    }
    case 'read': {
      const shape = steps.get(relation.step);
      if (shape === undefined) throw new Error(`no step ${relation.step} stands before its reader`);
      return shape;
    }
    case 'named':
    case 'filter':
    case 'sort':
    case 'limit':
      return shapeOf(relation.input, steps);
    case 'window': {
      const names = [...(relation.kept ?? []), ...relation.columns].map(({ name }) => name);
      if (relation.kept !== null) return computed(names);
      const { source, columns } = shapeOf(relation.input, steps);
      return { source, columns: [...columns, ...names] };
    }
    case 'aggregate': {
      const { keys, measures } = relation;
      const shape = computed([...keys, ...measures].map(({ name }) => name));
      return keys.length === 0 ? { ...shape, isOneRow: true } : shape;
    }
    case 'fill':
      return computed([
        relation.bucket,
        ...relation.groups,
        ...relation.measures.map(({ name }) => name),
      ]);
    case 'project': {
      const shape = computed(relation.columns.map(({ name }) => name));
      return isOneRow(relation.input, steps) ? { ...shape, isOneRow: true } : shape;
    }
    case 'items':
      return { ...computed([relation.item, relation.index]), isBare: true };
    case 'records':
      return { ...computed([relation.index]), isBare: true, isRecord: true };
    case 'unit':
      return computed([]);
    case 'union':
      return computed(relation.columns);
    case 'join':
      throw new Error('a join is not a step: what reads it says which columns');
  }
}

function isOneRow(relation: Relation<SqlExpr>, steps: Shapes): boolean {
  if (relation.node !== 'aggregate' && relation.node !== 'read') return false;
  return shapeOf(relation, steps).isOneRow === true;
}

function computed(columns: readonly string[]): StatementShape {
  return { source: null, columns };
}
