/**
 * The only SQL printer: a `Plan` and a `Dialect` in, a `Statement` out.
 *
 * Each step of the plan, and its answer, is one SELECT. The planner never gives an output of an aggregating SELECT the name of an input
 * column, because engines disagree on which of the two a name in GROUP BY or WHERE means.
 */
import type { SqlExpr } from '../core/expr.ts';
import { withoutFlat } from '../core/flat.ts';
import type {
  LimitRelation,
  Plan,
  ProjectRelation,
  Relation,
  UnionRelation,
} from '../core/relation.ts';
import type { Source } from '../core/source.ts';
import type { Segment, Statement } from '../core/statement.ts';
import { inputsOf } from '../core/walk-plan.ts';
import { cutAndJoined } from '../lower/cut.ts';
import { withEntriesShown } from '../lower/entries.ts';
import { withHeldKeys } from '../lower/held-keys.ts';
import { namedIn } from '../lower/named.ts';
import { subqueriesOf } from '../lower/semi-joins.ts';
import { shapesOf } from '../lower/shape.ts';
import type { Dialect } from './dialect.ts';
import { mapPiece, type Piece, type StepText } from './layout.ts';
import { checkLength, counting } from './length.ts';
import { blockOf, projected } from './print/block.ts';
import { blockPieces } from './print/block-text.ts';
import { fillSteps } from './print/fill.ts';
import type { Printing } from './print/reach.ts';
import { bindingsOf, type Uses } from './print/uses.ts';
import { BREAK, comment, finished, identifier, indented, joined, type Sql, sql } from './sql.ts';

/**
 * The statement of `plan` in `dialect`. `title`, one line, becomes the comment at its start. Throws `StatementTooLong`, like
 * `printOver`, which does not count the given relations.
 */
export function print(plan: Plan<SqlExpr>, dialect: Dialect, title: string): Statement {
  return printOver([], plan, dialect, title);
}

/** A relation whose rows are an already printed SELECT, under the name by which a plan reads it. */
export interface Given {
  readonly name: string;
  readonly sql: string;
}

/** The same for a plan that reads `given` relations. */
export function printOver(
  given: readonly Given[],
  whole: Plan<SqlExpr>,
  dialect: Dialect,
  title: string,
): Statement {
  const isFlat = (of: Source) => of.tables[dialect.name]?.records !== 'repeated';
  const plan = withEntriesShown(withHeldKeys(withoutFlat(whole, isFlat)), limit =>
    shapesFew(limit, dialect),
  );
  const clock = dialect.clock.named
    ? identifier(unusedName('now_time', namesOf(plan)), dialect)
    : null;
  const uses: Uses = { bindings: new Map(), clock, clockRead: false, guard: null };
  const subqueries = subqueriesOf(plan);
  const printing: Printing = {
    dialect,
    uses,
    shapes: shapesOf(plan),
    named: new Map(),
    subqueries,
    subquery: query => subqueryText(query, printing),
    place: 'step',
  };
  const cut = cutAndJoined(plan);
  const counted = counting();
  const queries = [...plan.views, ...plan.steps].flatMap(({ name, relation }) => {
    if (subqueries.has(name)) return [];
    const texts = stepTexts(name, relation, printing);
    for (const { pieces } of texts) for (const piece of pieces) mapPiece(piece, counted);
    return cut.has(name) ? texts.map(text => ({ ...text, as: dialect.cut })) : texts;
  });
  const body = selectPieces(plan.answer, { ...printing, place: 'answer' });
  const head = clock !== null && uses.clockRead ? [[sql`${dialect.clock.sql} AS ${clock}`]] : [];
  const own = [...head, ...queries.map(queryPieces)];
  const segments = (pieces: readonly Piece[]) => pieces.map(segment);
  const before = given.flatMap(({ name, sql: text }, i) => [
    ...segments([sql`${i === 0 ? WITH : NEXT}${identifier(name, dialect)} AS (${BREAK}`]),
    text,
    ...segments([sql`${BREAK})`]),
  ]);
  const rest =
    given.length === 0 ? withClause(own) : [...own.flatMap(item => [NEXT, ...item]), BREAK];
  const printed = segments([...rest, ...body]);
  checkLength(printed);
  return {
    sql: [...segments([sql`${comment(title)}${BREAK}`]), ...before, ...printed],
    bind: bindingsOf(uses),
  };
}

/** Whether the engine computes the columns of a SELECT for few rows other than those that `limit` keeps. */
function shapesFew({ readsLate }: LimitRelation<SqlExpr>, dialect: Dialect): boolean {
  return dialect.cutsFirst || (readsLate === true && !dialect.readsLate);
}

const [WITH, NEXT] = [sql`WITH `, sql`, `];

function segment(piece: Piece): Segment {
  return 'when' in piece ? { when: piece.when, sql: finished(piece.sql) } : finished(piece);
}

function queryPieces({ name, as = sql`AS`, pieces }: StepText): readonly Piece[] {
  const inside = pieces.map(piece => mapPiece(piece, indented));
  return [sql`${name} ${as} (${BREAK}  `, ...inside, sql`${BREAK})`];
}

function withClause(items: readonly (readonly Piece[])[]): readonly Piece[] {
  if (items.length === 0) return [];
  return [...items.flatMap((item, i) => [i === 0 ? WITH : NEXT, ...item]), BREAK];
}

/** The queries that make up a step; a step with filled gaps has several. */
function stepTexts(
  name: string,
  relation: Relation<SqlExpr>,
  printing: Printing,
): readonly StepText[] {
  const quoted = identifier(name, printing.dialect);
  if (relation.node === 'fill') return fillSteps(relation, quoted, printing);
  if (relation.node === 'union') return [{ name: quoted, pieces: unionPieces(relation, printing) }];
  return [{ name: quoted, pieces: selectPieces(relation, printing) }];
}

/** A query in place of a step. None of its pieces may depend on a condition on the request. */
function subqueryText(query: ProjectRelation<SqlExpr>, printing: Printing): Sql {
  const pieces = selectPieces(query, { ...printing, place: 'inside' });
  const texts = pieces.map(piece => {
    if ('when' in piece) throw new Error('a subquery has a condition on the request');
    return piece;
  });
  return joined(texts, sql``);
}

function selectPieces(relation: Relation<SqlExpr>, whole: Printing): readonly Piece[] {
  const printing = { ...whole, named: namedIn(relation) };
  return blockPieces(blockOf(relation, printing), printing);
}

/** Columns sorted by name: a union matches columns by their position. */
function unionPieces(union: UnionRelation<SqlExpr>, whole: Printing): readonly Piece[] {
  return union.inputs.flatMap(({ relation, columns }, i) => {
    const named = columns.map((expr, at) => ({ name: union.columns[at] ?? '', expr }));
    const printing = { ...whole, named: namedIn({ ...union, inputs: [{ relation, columns }] }) };
    const block = projected({ name: union.name, columns: named }, blockOf(relation, printing));
    const before = i === 0 ? [] : [sql`${BREAK}UNION ALL${BREAK}`];
    return [...before, ...blockPieces(block, printing)];
  });
}

/**
 * `name`, followed by as many underscores as it needs to differ from all `names`: in ClickHouse, the clock would hide any
 * column or table of the same name.
 */
function unusedName(name: string, names: readonly string[]): string {
  const taken = new Set(names.map(n => n.toLowerCase()));
  let free = name;
  while (taken.has(free.toLowerCase())) free += '_';
  return free;
}

/** Every name that a statement of `plan` defines or reads. */
function namesOf({ views, steps, answer }: Plan<SqlExpr>): readonly string[] {
  const defined = [...views, ...steps];
  return [
    ...defined.map(({ name }) => name),
    ...[...defined.map(({ relation }) => relation), answer].flatMap(namesIn),
  ];
}

function namesIn(relation: Relation<SqlExpr>): readonly string[] {
  return [...ownNames(relation), ...inputsOf(relation).flatMap(namesIn)];
}

function ownNames(relation: Relation<SqlExpr>): readonly string[] {
  switch (relation.node) {
    case 'table': {
      const { name, source } = relation;
      return [name, source.name, ...source.columns.map(column => column.name)];
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
