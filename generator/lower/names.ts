/** The names in a statement. */
import type { SqlExpr } from '../core/expr/expr.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf } from '../core/plan/walk-plan.ts';

/**
 * `name`, followed by as many underscores as it needs to differ from all names of a statement of `plan`: in ClickHouse, the clock
 * would hide any column or table of the same name.
 */
export function unusedName(name: string, plan: Plan<SqlExpr>): string {
  const taken = namesIn(plan);
  const isTaken = (own: string) =>
    taken.some(one => one.length === own.length && one.toLowerCase() === own.toLowerCase());
  let free = name;
  while (isTaken(free)) free += '_';
  return free;
}

/** Every name that a statement of `plan` defines or reads. */
export function namesIn({ views, steps, answer }: Plan<SqlExpr>): readonly string[] {
  const names: string[] = [];
  const add = (relation: Relation<SqlExpr>): void => {
    names.push(...ownNames(relation));
    inputsOf(relation).forEach(add);
  };
  for (const { name, relation } of [...views, ...steps]) {
    names.push(name);
    add(relation);
  }
  add(answer);
  return names;
}

function ownNames(relation: Relation<SqlExpr>): readonly string[] {
  switch (relation.node) {
    case 'table': {
      const { name, source, leaf } = relation;
      const read = leaf?.columns.map(column => column.name) ?? [];
      return [name, source.name, ...source.columns.map(column => column.name), ...read];
    }
    case 'read':
    case 'records':
      return [relation.name];
    case 'aggregate':
      return [...relation.keys, ...relation.measures].map(({ name }) => name);
    case 'window':
      return [...(relation.kept ?? []), ...relation.columns].map(({ name }) => name);
    case 'project':
      return relation.columns.map(({ name }) => name);
    case 'union':
      return relation.columns;
    case 'fill':
      return [...Object.values(relation.names), ...Object.values(relation.carried ?? {})];
    default:
      return [];
  }
}
