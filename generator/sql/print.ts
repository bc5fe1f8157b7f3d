/**
 * The only SQL printer: `Lowered` and its `Dialect` in, a `Statement` out.
 *
 * Each step of the plan, and its answer, is one SELECT. The planner never gives an output of an aggregating SELECT the name of an input
 * column, because engines disagree on which of the two a name in GROUP BY or WHERE means.
 */
import type { SqlExpr } from '../core/expr/expr.ts';
import type { Segment, Statement } from '../core/output/statement.ts';
import type { UnionRelation } from '../core/plan/relation.ts';
import type { Lowered, LoweredStep, Select } from '../lower/lowered.ts';
import type { Dialect } from './dialect.ts';
import type { StatementPiece, StepText } from './layout.ts';
import { checkStatementLength, limitTotalLength } from './length.ts';
import { blockOf, projectBlock } from './print/block.ts';
import { blockPieces } from './print/block-text.ts';
import { fillSteps } from './print/fill.ts';
import type { Printing } from './print/reach.ts';
import type { Block } from './print/rows.ts';
import { bindingsOf, noUses } from './print/uses.ts';
import { BREAK, comment, identifier, joined, type Sql, sql, statementText } from './sql.ts';

/** A relation whose rows are an already printed SELECT, under the name by which a plan reads it. */
interface Given {
  readonly name: string;
  readonly sql: string;
}

/**
 * The statement of a plan that was lowered for `dialect`, and that may read `given` relations. `title`, one line, becomes the comment
 * at its start. Throws `StatementTooLong`; the given relations are not counted.
 */
export function print(
  { steps, answer, subqueries, shapes, clock }: Lowered,
  dialect: Dialect,
  title: string,
  given: readonly Given[] = [],
): Statement {
  const clockName = clock === null ? null : identifier(clock, dialect);
  const uses = noUses(clockName);
  const printing: Printing = {
    dialect,
    uses,
    shapes,
    named: new Map(),
    late: null,
    subquery: step => {
      const query = subqueries.get(step);
      return query === undefined ? null : subqueryText(query, printing);
    },
    place: 'step',
  };
  const queries = stepsText(steps, printing);
  const body = selectPieces(answer, { ...printing, place: 'answer' });
  const isRead = clockName !== null && uses.clockRead;
  const head = isRead ? [segments([sql`${dialect.clock.sql} AS ${clockName}`])] : [];
  const own = [...head, ...queries.map(querySegments)];
  const printed = [...withClause(own, given.length > 0), ...segments(body)];
  checkStatementLength(printed);
  return {
    sql: [
      ...segments([sql`${comment(title)}${BREAK}`]),
      ...givenSegments(given, dialect),
      ...printed,
    ],
    bind: bindingsOf(uses),
  };
}

function givenSegments(given: readonly Given[], dialect: Dialect): readonly Segment[] {
  return given.flatMap(({ name, sql: text }, i) => [
    ...[i === 0 ? WITH : NEXT, ...segments([sql`${identifier(name, dialect)} AS (${BREAK}`])],
    ...[text, CLOSE],
  ]);
}

const [WITH, NEXT, CLOSE, END] = ['WITH ', ', ', '\n)', '\n'];

/** The texts of `pieces`, their lines after `margin`. */
function segments(pieces: readonly StatementPiece[], margin?: string): readonly Segment[] {
  return pieces.map(piece =>
    'when' in piece
      ? { when: piece.when, sql: statementText(piece.sql, margin) }
      : statementText(piece, margin),
  );
}

function querySegments({ name, as = sql`AS`, pieces }: StepText): readonly Segment[] {
  return [...segments([sql`${name} ${as} (${BREAK}  `]), ...segments(pieces, '  '), CLOSE];
}

/** The WITH clause of `items`. `isContinued`: given queries stand before them. */
function withClause(
  items: readonly (readonly Segment[])[],
  isContinued: boolean,
): readonly Segment[] {
  if (items.length === 0 && !isContinued) return [];
  return [...items.flatMap((item, i) => [i === 0 && !isContinued ? WITH : NEXT, ...item]), END];
}

/** The queries of the WITH clause. Throws `StatementTooLong` once they are too long together. */
function stepsText(steps: readonly LoweredStep[], printing: Printing): readonly StepText[] {
  const counted = limitTotalLength();
  return steps.flatMap(step => {
    const texts = stepTexts(step, printing);
    for (const { pieces } of texts)
      for (const piece of pieces) counted('when' in piece ? piece.sql : piece);
    return step.isCut ? texts.map(text => ({ ...text, as: printing.dialect.cut })) : texts;
  });
}

/** The queries that make up a step; a step with filled gaps has several. */
function stepTexts({ name, selects }: LoweredStep, printing: Printing): readonly StepText[] {
  const quoted = identifier(name, printing.dialect);
  const [first] = selects;
  if (first?.relation.node === 'fill') return fillSteps(first.relation, quoted, printing);
  const pieces = selects.flatMap((select, i) => [
    ...(i === 0 ? [] : [sql`${BREAK}UNION ALL${BREAK}`]),
    ...selectPieces(select, printing),
  ]);
  return [{ name: quoted, pieces }];
}

/** A query in place of a step. None of its pieces may depend on a condition on the request. */
function subqueryText(query: Select, printing: Printing): Sql {
  const pieces = selectPieces(query, { ...printing, place: 'inside' });
  const texts = pieces.map(piece => {
    if ('when' in piece) throw new Error('a subquery has a condition on the request');
    return piece;
  });
  return joined(texts, sql``);
}

function selectPieces(
  { relation, named, late }: Select,
  whole: Printing,
): readonly StatementPiece[] {
  const printing = { ...whole, named, late };
  const block =
    relation.node === 'union' ? unionBlock(relation, printing) : blockOf(relation, printing);
  return blockPieces(block, printing);
}

/** One part of a union. Its columns are sorted by name: a union matches columns by their position. */
function unionBlock({ name, columns, inputs }: UnionRelation<SqlExpr>, printing: Printing): Block {
  const [part, ...others] = inputs;
  if (part === undefined || others.length > 0)
    throw new Error('the parts of a union are SELECTs of their own');
  const named = part.columns.map((expr, at) => ({ name: columns[at] ?? '', expr }));
  return projectBlock({ name, columns: named }, blockOf(part.relation, printing));
}
