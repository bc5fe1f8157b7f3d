/** Limits the size of a caller's statement. */
import type { PlanExpr } from '../../generator/core/expr/expr.ts';
import { visitExpr } from '../../generator/core/expr/walk.ts';
import type { Plan, Relation } from '../../generator/core/plan/relation.ts';
import { inputsOf, visitOwn } from '../../generator/core/plan/walk-plan.ts';
import { callerPatternFault } from '../../generator/params/patterns/pattern.ts';
import { Refused } from './refused.ts';

/** The deepest nesting of nodes in the resolved statement. */
export const DEEPEST_STATEMENT = 100;
const MOST_NODES = 2_000;
const MOST_JOINS = 16;
/** How many times as large a statement may be if each WITH query counts as often as it is read: engines plan each of its copies. */
const MOST_COPIES = 8;
/** The deepest nesting of queries; a WITH query counts at each place that reads it. */
const DEEPEST_QUERY = 60;
const MOST_COLUMNS = 100;
/** The largest argument that determines the length of a value. */
const LONGEST_VALUE = 10_000n;
const SIZED: ReadonlySet<string> = new Set(['repeat', 'lpad', 'rpad']);
/** Functions whose second argument is a pattern. */
const SEARCHING: ReadonlySet<string> = new Set(['matches', 'regexp_extract', 'regexp_replace']);

export const TOO_DEEP = 'The statement is too long, or nested too deeply.';

interface Size {
  readonly nodes: number;
  readonly joins: number;
  readonly depth: number;
}

/** Throws `Refused` if the plan exceeds the limits. */
export function checkBounds({ steps, answer }: Plan): void {
  if (answer.node === 'project' && answer.columns.length > MOST_COLUMNS)
    throw new Refused(
      `The statement has ${answer.columns.length} columns, but at most ${MOST_COLUMNS} are allowed.`,
    );
  const written = [...steps.map(({ relation }) => relation), answer].map(each =>
    sizeOf(each, NONE),
  );
  requireFew(together(NOTHING, written), 1, '');
  const copied = new Map<string, Size>();
  const copyOf = (step: string) => copied.get(step) ?? NOTHING;
  for (const { name, relation } of steps) copied.set(name, sizeOf(relation, copyOf));
  const size = sizeOf(answer, copyOf);
  if (size.depth > DEEPEST_QUERY) throw new Refused(TOO_DEEP);
  requireFew(size, MOST_COPIES, ', each WITH query counted as often as it is read');
}

/** Throws `Refused` if the size is more than so many times that of one statement. */
function requireFew({ nodes, joins }: Size, times: number, how: string): void {
  const refuse = (most: number, what: string) => {
    throw new Refused(`The statement has more than ${most} ${what}${how}.`);
  };
  if (joins > MOST_JOINS * times) refuse(MOST_JOINS * times, 'joins');
  if (nodes > MOST_NODES * times) refuse(MOST_NODES * times, 'parts');
}

/** The size of a relation and its inputs; `stepOf` has the size of a step at each place that reads it. */
function sizeOf(relation: Relation, stepOf: (step: string) => Size): Size {
  const inputs = inputsOf(relation).map(input => sizeOf(input, stepOf));
  const read = relation.node === 'read' ? [relation.step] : [];
  const { nodes, looked } = expressionsOf(relation);
  const own = { nodes: nodes + 1, joins: relation.node === 'join' ? 1 : 0, depth: 0 };
  const whole = together(own, [...inputs, ...[...read, ...looked].map(stepOf)]);
  const isQuery = relation.node === 'project' || relation.node === 'aggregate';
  return { ...whole, depth: whole.depth + (isQuery ? 1 : 0) };
}

function together(own: Size, others: readonly Size[]): Size {
  return {
    nodes: others.reduce((sum, each) => sum + each.nodes, own.nodes),
    joins: others.reduce((sum, each) => sum + each.joins, own.joins),
    depth: Math.max(own.depth, ...others.map(each => each.depth)),
  };
}

const NOTHING: Size = { nodes: 0, joins: 0, depth: 0 };
const NONE = () => NOTHING;

/** Returns the number of nodes in a relation's own expressions, and the steps in which they look up values. */
function expressionsOf(relation: Relation): {
  readonly nodes: number;
  readonly looked: readonly string[];
} {
  const looked: string[] = [];
  let nodes = 0;
  if (relation.node === 'fill') throw new Error('a statement fills no gaps');
  visitOwn(relation, expr =>
    visitExpr<PlanExpr>(expr, part => {
      nodes += 1;
      if (part.kind === 'within') looked.push(part.column.relation);
      if (part.kind === 'call') checkArguments(part.fn, part.args);
    }),
  );
  return { nodes, looked };
}

function checkArguments(fn: string, [, second]: readonly PlanExpr[]): void {
  const value = second?.kind === 'literal' ? second.value : undefined;
  if (SIZED.has(fn)) {
    const isShort = value === null || (typeof value === 'bigint' && value <= LONGEST_VALUE);
    if (!isShort)
      throw new Refused(
        `The length of the result of \`${fn.toUpperCase()}\` must be a literal of at most ${LONGEST_VALUE}.`,
      );
  }
  if (!SEARCHING.has(fn)) return;
  const expected = typeof value === 'string' ? callerPatternFault(value) : 'a literal';
  if (expected !== null) throw new Refused(`A pattern must be ${expected}.`);
}
