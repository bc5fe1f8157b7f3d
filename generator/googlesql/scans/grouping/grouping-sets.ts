/** ROLLUP, CUBE and GROUPING SETS: the union of the groups of every set of keys. A key that a set lacks is NULL. */
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import type { UnionRelation } from '../../../core/plan/relation.ts';
import { columnId, type TranslationContext } from '../../context.ts';
import {
  type PlanCell,
  projectCells,
  type Rows,
  readNameHint,
  readOf,
  UNTIED,
} from '../../rows.ts';
import type { ResolvedNode } from '../../tree/tree.ts';

/** Ids of the columns by which rows are grouped. */
type KeySet = ReadonlySet<string>;

/** The most sets of keys in one statement. */
const MOST_SETS = 32;

/** Returns `null` if all rows are grouped by all keys. */
export function keySetsOf(
  scan: ResolvedNode,
  context: TranslationContext,
): readonly KeySet[] | null {
  const sets = scan.nodes('grouping_set_list').flatMap(setsOf);
  if (sets.length > MOST_SETS) context.refuse(`more than ${MOST_SETS} grouping sets`, scan);
  return sets.length === 0 ? null : sets.slice(0, MOST_SETS);
}

function setsOf(node: ResolvedNode): readonly KeySet[] {
  switch (node.kind) {
    case 'rollup': {
      const parts = partsOf(node, 'rollup_column_list');
      return [...parts, []].map((_, i) => new Set(parts.slice(0, parts.length - i).flat()));
    }
    case 'cube':
      return subsetsOf(partsOf(node, 'cube_column_list'));
    default:
      return [new Set(node.nodes('group_by_column_list').map(keyOf))];
  }
}

/** Lists of columns that are always in a set together. */
function partsOf(node: ResolvedNode, field: string): readonly (readonly string[])[] {
  return node.parts(field).map(part => part.nodes('column_list').map(keyOf));
}

function keyOf(ref: ResolvedNode): string {
  ref.value('type');
  return columnId(ref.part('column'));
}

function subsetsOf(parts: readonly (readonly string[])[]): readonly KeySet[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [new Set()];
  const without = subsetsOf(rest.slice(0, MOST_SETS));
  return [...without.map(set => new Set([...first, ...set])), ...without];
}

/** A column that is 1 if a set lacks a key, and otherwise 0: `GROUPING(key)`. */
interface Told {
  readonly id: string;
  readonly key: string;
}

export function listTold(scan: ResolvedNode): readonly Told[] {
  return scan.parts('grouping_call_list').map(part => ({
    id: columnId(part.part('output_column')),
    key: keyOf(part.part('group_by_column')),
  }));
}

/** `group`: groups rows by a set of keys. */
export function groupedBySets(
  input: Rows,
  sets: readonly KeySet[],
  told: readonly Told[],
  group: (rows: Rows, set: KeySet) => Rows,
  context: TranslationContext,
): Rows {
  const step = projectCells({ ...input, order: [], ties: UNTIED }, context.fresh('entries'));
  context.steps.push({ name: step.relation.name, relation: step.relation });
  const parts = sets.map(set => {
    const rows = group(readOf(step, context.fresh('entries')), set);
    const flags = told.map(({ id, key }): [string, PlanCell] => [
      id,
      wholeLiteral(set.has(key) ? 0n : 1n),
    ]);
    return { relation: rows.relation, cells: new Map([...rows.cells, ...flags]) };
  });
  const ids = [...new Set(parts.flatMap(({ cells }) => [...cells.keys()]))];
  const typed = new Map(parts.flatMap(({ cells }) => [...cells]));
  const name = context.fresh('sets');
  const columns = ids.map((id, i) => `${readNameHint(id)}_${i + 1}`);
  const valueIn = (id: string, cells: ReadonlyMap<string, PlanCell>): PlanExpr => {
    const cell = cells.get(id) ?? typed.get(id);
    if (cell === undefined || cell.kind === 'fields') throw new Error('a group has values alone');
    return cells.has(id) ? cell : nullLiteral(cell.scalar);
  };
  const inputs = parts.map(({ relation, cells }) => {
    return { relation, columns: ids.map(id => valueIn(id, cells)) };
  });
  const relation: UnionRelation = { node: 'union', name, columns, inputs };
  const cells = ids.map((id, i): [string, PlanCell] => {
    const all = inputs.map(part => part.columns[i]);
    const [first] = all;
    if (first === undefined) throw new Error('a union has parts');
    const nullable = all.some(one => one?.nullable === true);
    const path = [columns[i] ?? ''];
    return [id, { kind: 'column', relation: name, path, scalar: first.scalar, nullable }];
  });
  return { relation, cells: new Map(cells), order: [], ties: UNTIED };
}
