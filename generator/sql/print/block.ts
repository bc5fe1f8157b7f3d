/** From a relation to one SELECT, clause by clause, in the order in which an engine applies them. */
import type { SqlExpr } from '../../core/expr/expr.ts';
import type { ProjectRelation, Relation } from '../../core/plan/relation.ts';
import type { LateKey } from '../../lower/late.ts';
import { joinBlock } from './join.ts';
import { leafBlock } from './leaf.ts';
import type { Printing } from './reach.ts';
import { readOnce } from './read-once.ts';
import type { Block, LateRows } from './rows.ts';

/** A block that computes and limits nothing yet. */
const isRows = (block: Block) =>
  block.columns === null && block.further.length === 0 && block.limit === null;
/** Unordered input rows. */
const isUnordered = (block: Block) => isRows(block) && block.order.length === 0;
/** Groups or window functions, before their columns are selected. */
const isComputed = (block: Block) => block.computedBy !== null && block.limit === null;

/** The block of `relation`. Throws if it does not fit into one SELECT: the planner should have made a step. */
export function blockOf(relation: Relation<SqlExpr>, printing: Printing): Block {
  switch (relation.node) {
    case 'table':
    case 'read':
    case 'unit':
      return leafBlock(relation, printing);
    case 'named':
      return blockOf(relation.input, printing);
    case 'join':
      return joinBlock(relation, printing);
    case 'filter': {
      const block = below(relation, printing, isRows);
      return { ...block, where: [...block.where, ...relation.predicates] };
    }
    case 'sort':
      return {
        ...below(relation, printing, b => isRows(b) || isComputed(b)),
        order: relation.keys,
      };
    case 'limit':
      return {
        ...below(relation, printing, b => b.limit === null),
        limit: relation,
        late: printing.late === null ? null : lateRows(printing.late, printing),
      };
    case 'project':
      return projectBlock(relation, below(relation, printing, fitsProjection));
    case 'window':
      return {
        ...below(relation, printing, isUnordered),
        columns: relation.kept,
        further: relation.columns,
        computedBy: relation.kept === null ? relation.name : null,
      };
    case 'aggregate': {
      const read = readOnce(below(relation, printing, isUnordered), relation, printing);
      const { keys, measures, name } = read.aggregate;
      return {
        ...read.block,
        columns: [...keys, ...measures],
        groups: keys.map((_, i) => i + 1),
        computedBy: name,
      };
    }
    case 'items':
    case 'records':
      throw new Error('items stand beside what they are of');
    case 'union':
    case 'fill':
      throw new Error(`a ${relation.node} is a step of its own`);
  }
}

function lateRows({ key, name, query }: LateKey, printing: Printing): LateRows {
  return { key, name, keys: blockOf(query, { ...printing, late: null }) };
}

function fitsProjection(block: Block): boolean {
  const isShown = block.columns !== null || block.further.length > 0;
  return !isShown || block.computedBy !== null;
}

/** The columns of rows, or of groups and window functions that the same SELECT computes. */
export function projectBlock(
  { name, columns }: Pick<ProjectRelation<SqlExpr>, 'name' | 'columns'>,
  block: Block,
): Block {
  const { computedBy, groups } = block;
  if (computedBy === null) return { ...block, columns, computedBy: name };
  const computed = [...(block.columns ?? []), ...block.further];
  const own = new Map(computed.map(({ name, expr }) => [name, expr]));
  const keys = groups.flatMap(place => computed[place - 1]?.name ?? []);
  const placeOf = (key: string): number => {
    const at = columns.findIndex(
      ({ expr }) => expr.kind === 'column' && expr.relation === computedBy && expr.path[0] === key,
    );
    if (at < 0) throw new Error(`the group ${key} is not shown`);
    return at + 1;
  };
  return {
    ...block,
    columns,
    further: [],
    groups: keys.map(placeOf),
    computedBy: name,
    inner: new Map([...block.inner, [computedBy, own]]),
  };
}

type Single = Exclude<
  Relation<SqlExpr>,
  { node: 'table' | 'read' | 'unit' | 'items' | 'records' | 'join' | 'union' }
>;

function below(relation: Single, printing: Printing, fits: (block: Block) => boolean): Block {
  const block = blockOf(relation.input, printing);
  if (!fits(block))
    throw new Error(`a ${relation.input.node} below a ${relation.node} must be a step`);
  return block;
}
