/**
 * Turns a caller's statement into the engine's SQL: the analyser reads it, then it is translated, checked against the limits,
 * and printed over the views. Of the caller's text, it contains only literals, which the printer quotes, and names, which
 * are new or quoted. This is the only part of the service that uses the compiler; it runs in a translator's process.
 */
import { DIALECTS } from '../../engines/index.ts';
import type { ColumnExpr, PlanExpr } from '../../generator/core/expr/expr.ts';
import { mapNode, mapRecord } from '../../generator/core/expr/walk.ts';
import { answerColumnOf } from '../../generator/core/output/columns.ts';
import type { ManifestColumn } from '../../generator/core/output/manifest.ts';
import type { Statement } from '../../generator/core/output/statement.ts';
import type { Plan, Relation } from '../../generator/core/plan/relation.ts';
import { inputsOf, mapPlan } from '../../generator/core/plan/walk-plan.ts';
import { printable } from '../../generator/core/report/diagnostics.ts';
import type { Compat } from '../../generator/core/types/compat.ts';
import { compatEncoding } from '../../generator/core/types/compat.ts';
import type { TranslationRefusal } from '../../generator/googlesql/context.ts';
import { offsetsOf } from '../../generator/googlesql/functions/texts/bytes.ts';
import { findNeeds, type Need } from '../../generator/googlesql/needs.ts';
import { explainFault } from '../../generator/googlesql/question/faults.ts';
import type { AskedTable, GoogleSqlAnswer } from '../../generator/googlesql/question/question.ts';
import { translate } from '../../generator/googlesql/translate.ts';
import { lower } from '../../generator/lower/lower.ts';
import { inSteps } from '../../generator/plan/steps/steps.ts';
import { specialize } from '../../generator/specialize/specialize.ts';
import type { Dialect } from '../../generator/sql/dialect.ts';
import { searches, spells } from '../../generator/sql/dialect.ts';
import { LONGEST_STATEMENT, StatementTooLong } from '../../generator/sql/length.ts';
import { print } from '../../generator/sql/print.ts';
import { checkBounds, DEEPEST_STATEMENT, TOO_DEEP } from './bounds.ts';
import { Refused } from './refused.ts';
import { type AskedView, listAskedViews, type ReadableView, readableViews } from './views.ts';

/** Returns the analyser's answer to a text over tables. */
export type Analyse = (sql: string, tables: readonly AskedTable[]) => Promise<GoogleSqlAnswer>;

/** A statement and all that its translation needs, as plain data. */
export interface TranslationRequest {
  readonly sql: string;
  readonly views: readonly AskedView[];
  /** Names of the engine's tables: a relation with such a name would hide the table from a view. */
  readonly taken: readonly string[];
  readonly dialect: string;
  readonly maxRows: number;
  readonly compat: Compat | null;
}
/** A statement that can run, as plain data. */
export interface TranslatedStatement {
  readonly sql: string;
  /** The names of the views that the statement reads. */
  readonly views: readonly string[];
  /** Names of bindings for the instant of the request. */
  readonly clocks: readonly string[];
  readonly columns: readonly ManifestColumn[];
  /** Whether the statement has a sum, an average or a text that may be out of range and cannot become NULL instead. */
  readonly mayOverflow: boolean;
}

/** Functions with results that may be too large for their types. */
const GROWING = /sum|avg|stddev|variance|concat|replace|string_agg|pad|repeat/;

/** Translates a statement. Throws `Refused` for a statement that may not run. */
export async function makeStatement(
  asked: TranslationRequest,
  analyse: Analyse,
): Promise<TranslatedStatement> {
  const { sql, compat } = asked;
  const views = readableViews(asked.views, asked.dialect, asked.taken);
  const dialect = DIALECTS.get(asked.dialect);
  if (dialect === undefined) throw new Error(`no dialect is named ${asked.dialect}`);
  const answer = await analyse(sql, listAskedViews(views, sql));
  if (answer.kind === 'refused') throw new Refused(wordsOf(answer, sql, views));
  const plan = planOf(answer.statement, views, asked);
  checkBounds(plan);
  const needs = findNeeds(plan);
  for (const need of needs) checkNeed(need, dialect);
  const steps = inSteps(plan);
  const ready = specialize(steps, new Map(), { body: 'googlesql', params: [] });
  const read = views.filter(({ known }) => tablesOf(plan).has(known.source.name));
  const given = read.map(({ name, view }) => ({ name, sql: view.sql }));
  const statement = shortEnough(() =>
    print(lower(ready, dialect), dialect, "a caller's statement", given),
  );
  return {
    sql: statement.sql.map(textOf).join(''),
    views: read.map(({ view }) => view.name),
    clocks: statement.bind.map(({ name, from }) => {
      if (from !== 'clock') throw new Error(`a caller's statement binds ${name}`);
      return name;
    }),
    columns: columnsOf(plan, compat),
    mayOverflow: needs.some(isGrowing) || hasWindows(plan),
  };
}

function checkNeed(need: Need, dialect: Dialect): void {
  if (need.kind === 'ability' && !spells(dialect, need.ability))
    throw new Refused(`\`${need.ability.toUpperCase()}\` is not known here.`);
  if (need.kind === 'pattern' && !searches(dialect, need.searched))
    throw new Refused(`The pattern \`${printable(need.searched.pattern)}\` is not known here.`);
}

function isGrowing(need: Need): boolean {
  return need.kind === 'ability' && GROWING.test(need.ability);
}

/** Prints a statement. Refuses one that would be too long. */
function shortEnough(print: () => Statement): Statement {
  try {
    return print();
  } catch (cause) {
    if (!(cause instanceof StatementTooLong)) throw cause;
    throw new Refused(
      `The statement is too long: its SQL would have more than ${LONGEST_STATEMENT} bytes.`,
      { cause },
    );
  }
}

function textOf(segment: string | object): string {
  if (typeof segment !== 'string') throw new Error("a caller's statement has no guarded text");
  return segment;
}

/** NULL replaces failures. A failure could reveal rows that the caller may not see, because engines compute before they filter. */
const NO_FAILURES = { deepest: DEEPEST_STATEMENT, failures: 'null' } as const;

function planOf(
  tree: unknown,
  views: readonly ReadableView[],
  { sql, maxRows, dialect }: TranslationRequest,
): Plan {
  const tables = new Map(views.map(({ view, known }) => [view.name, known]));
  const translated = translate({ tree, tables, params: [], maxRows, ...NO_FAILURES });
  const against = translated.refusals.filter(
    ({ engines }) => engines === null || engines.includes(dialect),
  );
  const [first] = against;
  if (first !== undefined) throw new Refused(refusalWords(first, sql));
  if (!translated.ok) throw new Error('a statement is refused without a reason');
  return overLeaves(translated.plan, views);
}

/** Replaces fields of records in `plan` by the views' columns for them. */
function overLeaves(plan: Plan, views: readonly ReadableView[]): Plan {
  const byTable = new Map(views.map(({ view }) => [view.name, view.leaves]));
  const leaves = new Map<string, Readonly<Record<string, string>>>();
  const visit = (relation: Relation): void => {
    if (relation.node === 'table')
      leaves.set(relation.name, byTable.get(relation.source.name) ?? {});
    inputsOf(relation).forEach(visit);
  };
  for (const { relation } of plan.steps) visit(relation);
  visit(plan.answer);
  const column = (expr: ColumnExpr): ColumnExpr => {
    const name = leaves.get(expr.relation)?.[expr.path.join('.')];
    return name === undefined ? expr : { ...expr, path: [name] };
  };
  const change = (expr: PlanExpr): PlanExpr => {
    if (expr.kind === 'choice') throw new Error("a caller's statement has no choices");
    return expr.kind === 'column' ? column(expr) : mapNode(expr, change);
  };
  const { answer, ...rest } = mapPlan(plan, change);
  return { ...rest, answer: withRecords(answer, column) };
}

/** The answer with `change` applied to the values of its records. */
function withRecords(answer: Relation, change: (leaf: ColumnExpr) => ColumnExpr): Relation {
  if (answer.node !== 'project') return answer;
  const columns = answer.columns.map(({ name, expr }) => ({
    name,
    expr: expr.kind === 'record' ? mapRecord(expr, change, of => of) : expr,
  }));
  return { ...answer, columns };
}

function tablesOf({ steps, answer }: Plan): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (relation: Relation): void => {
    if (relation.node === 'table') found.add(relation.source.name);
    inputsOf(relation).forEach(visit);
  };
  for (const { relation } of steps) visit(relation);
  visit(answer);
  return found;
}

function hasWindows({ steps, answer }: Plan): boolean {
  const isWindow = (relation: Relation): boolean =>
    relation.node === 'window' || inputsOf(relation).some(isWindow);
  return [...steps.map(({ relation }) => relation), answer].some(isWindow);
}

// ---- the columns of its rows ----------------------------------------------------------------------------------------

function columnsOf({ answer }: Plan, compat: Compat | null): readonly ManifestColumn[] {
  if (answer.node !== 'project') throw new Error('an answer ends in a projection');
  return answer.columns.map(({ name, expr }) => {
    const type = expr.kind === 'record' ? 'record' : expr.scalar;
    const usual = type === 'timestamp' ? 'rfc3339' : 'plain';
    const encode = compatEncoding(compat, type) ?? usual;
    return answerColumnOf({ name, expr, encode }, compat);
  });
}

// ---- its faults -----------------------------------------------------------------------------------------------------

/** Matches messages of the analyser, its reader and the translation; each of them has its own limit. */
const IS_TOO_DEEP = /nested too deeply|stack overflow|out of stack/i;

const IS_LATE = /^It takes longer than/;

function wordsOf(
  { message, at }: Extract<GoogleSqlAnswer, { kind: 'refused' }>,
  sql: string,
  views: readonly ReadableView[],
): string {
  if (IS_TOO_DEEP.test(message)) return TOO_DEEP;
  if (IS_LATE.test(message)) return 'It takes too long to read the statement.';
  const fault = explainFault(message);
  const isView = fault.code === 'unknown-source';
  const said = isView ? fault.message.replace('data set', 'view') : fault.message;
  const meant = fault.hint === null || FOR_AUTHORS.test(fault.hint) ? '' : ` ${fault.hint}`;
  const instead = meant === '' && isView ? ` ${listedViews(views)}` : meant;
  return `${said}${placeIn(sql, at)}.${instead}`;
}

/** Hints about the files of a project, and the one that says nothing more. */
const FOR_AUTHORS = /^(?:Declare|Give the function|Write it differently)/;

/** The most views that a message names. */
const MOST_NAMED = 12;

function listedViews(views: readonly ReadableView[]): string {
  const names = views.slice(0, MOST_NAMED).map(({ view }) => `\`${view.name}\``);
  const more = views.length > MOST_NAMED ? ', …' : '';
  return `There are ${names.join(', ')}${more}; the author of the endpoint can list it under \`views\`.`;
}

function refusalWords({ what, place }: TranslationRefusal, sql: string): string {
  if (IS_TOO_DEEP.test(what)) return TOO_DEEP;
  const at = place === null ? null : offsetsOf(sql)(place.start);
  const said = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`;
  return `${said} is not supported in a statement${placeIn(sql, at)}.`;
}

/** Returns line and column, in characters, both counted from 1. */
function placeIn(sql: string, at: number | null): string {
  if (at === null) return '';
  const lines = sql.slice(0, at).split(/\r\n?|\n/);
  return `, at line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`;
}
