/** From a relation to one SELECT: its clauses in the order in which an engine applies them. */
import type { SqlExpr } from '../../core/expr.ts';
import type { Relation } from '../../core/relation.ts';
import { joinBlock } from './join.ts';
import type { Printing } from './reach.ts';
import { type Block, leafBlock } from './rows.ts';

/** What a relation still leaves open: nothing is computed, nothing is cut. */
const isRows = (block: Block) =>
  block.columns === null && block.further.length === 0 && block.limit === null;
/** Rows as they are read, in no order. A SELECT computes its columns before it compares rows. */
const isUnordered = (block: Block) => isRows(block) && block.order.length === 0 && !block.distinct;

/** The block of `relation`. The planner has made a step of whatever does not fit into one: throws where it has not. */
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
      return { ...below(relation, printing, isRows), order: relation.keys };
    case 'limit':
      return { ...below(relation, printing, b => b.limit === null), limit: relation };
    case 'distinct':
      return { ...below(relation, printing, b => b.limit === null), distinct: true };
    case 'project':
      return {
        ...below(
          relation,
          printing,
          b => b.columns === null && b.further.length === 0 && !b.distinct,
        ),
        columns: relation.columns,
      };
    case 'window':
      return {
        ...below(relation, printing, isUnordered),
        columns: relation.kept,
        further: relation.columns,
      };
    case 'aggregate':
      return {
        ...below(relation, printing, isUnordered),
        columns: [...relation.keys, ...relation.measures],
        groups: relation.keys.length,
      };
    case 'items':
    case 'records':
      throw new Error('items stand beside what they are of');
    case 'union':
    case 'fill':
      throw new Error(`a ${relation.node} is a step of its own`);
  }
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
