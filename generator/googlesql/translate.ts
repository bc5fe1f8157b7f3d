/**
 * translate: the resolved tree of a GoogleSQL query → `Plan`. Nothing is guessed: the translation refuses every construct that it does not
 * support, at its place, and every field of the tree that no code reads.
 */
import type { Plan, Relation } from '../core/plan/relation.ts';
import { answeredOf, columnExpr, withRecords } from './answer.ts';
import {
  type Construct,
  columnId,
  findCell,
  NOTHING,
  type NotedNeed,
  type TableRead,
  type TranslationContext,
  type TranslationRefusal,
} from './context.ts';
import { PART_OF_DOCUMENT } from './functions/documents/document-paths.ts';
import type { KnownParam } from './known-param.ts';
import { type Need, NeedFinder, needKey } from './needs.ts';
import { type PlanCell, type Rows, storeRows } from './rows.ts';
import { readScan } from './scans/scan.ts';
import { cutTo } from './scans/sort.ts';
import { findOfItem } from './subqueries/subqueries.ts';
import { functionName, shownName } from './tree/names.ts';
import { DEEPEST_TREE, type ResolvedNode, Tree, Unreadable } from './tree/tree.ts';
import { stoodFor, type TypeMessage } from './tree/types.ts';
import { refuseUnread } from './tree/unread.ts';
import { type KnownVariable, readVariables } from './variables.ts';

interface Statement {
  /** `resolved_statement` of the analyser's answer. */
  readonly tree: unknown;
  readonly tables: TranslationContext['tables'];
  readonly params: readonly KnownParam[];
  /** The variables of a script, in order. */
  readonly variables?: readonly KnownVariable[];
  /** The most rows that the answer may have. */
  readonly maxRows: number;
  /** `null`: NULL replaces a value that would fail, so that no failure reveals rows that a filter removes. */
  readonly failures?: TranslationContext['failures'];
  /** Whether some engine lacks what a plan may need. The places of such needs are noted. */
  readonly isScarce?: (need: Need) => boolean;
  /** How many levels deep the nodes of the tree may be nested. */
  readonly deepest?: number;
}

export type Translation =
  /** `refusals`: what only some engines refuse. */
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly refusals: readonly TranslationRefusal[];
      readonly reads: readonly TableRead[];
      readonly noted: readonly NotedNeed[];
      /** Whether it calls functions that BigQuery does not run as the text has them. */
      readonly isInlined: boolean;
    }
  | { readonly ok: false; readonly refusals: readonly TranslationRefusal[] };

export function translate({
  tree: message,
  tables,
  params,
  variables = [],
  maxRows,
  failures = 'fail',
  isScarce = () => false,
  deepest = DEEPEST_TREE,
}: Statement): Translation {
  const refusals: TranslationRefusal[] = [];
  const tree = new Tree(deepest);
  const noted = new Map<string, NotedNeed>();
  let at: ResolvedNode | null = null;
  const finder = new NeedFinder(need => {
    if (at === null || !isScarce(need)) return;
    const one = { key: needKey(need), what: wordsFor(at), ...placeOf(at) };
    noted.set(JSON.stringify(one), one);
  });
  let count = 0;
  const context: TranslationContext = {
    tables,
    params: new Map(params.map(param => [param.name.toLowerCase(), param])),
    variables: new Map(),
    failures,
    fresh: name => {
      count += 1;
      return `/${count}/${name}`;
    },
    named: new Map(),
    steps: [],
    reads: [],
    around: [],
    compared: new Map(),
    found: new Map(),
    inlined: new Set(),
    rowsOf: scan => readScan(scan, context),
    findOfItem: (expr, cells) => findOfItem(expr, cells, context),
    note: (of, node) => {
      at = node;
      if ('node' in of) finder.ofRelation(of);
      else if (of.kind === 'aggregate') finder.ofMeasure(of);
      else finder.ofExpr(of);
    },
    refuse: (what, node, engines) => {
      refusals.push({ what, ...placeOf(node), engines: engines ?? null });
      if (engines === undefined) node.pass();
    },
    refuseOutput: (name, what, code) => {
      refusals.push({
        what,
        place: null,
        isWide: true,
        inside: null,
        name,
        engines: null,
        ...(code && { code }),
      });
    },
    hasRefused: () => refusals.some(({ engines }) => engines === null),
  };
  readVariables(variables, tree, context);
  const plan = planOf(tree.open(message, null), maxRows, context);
  if (tree.tooDeep !== null)
    context.refuse('a part of the statement that is nested too deeply', tree.tooDeep);
  if (plan !== null) refuseUnread(tree, context);
  const isWhole = refusals.every(({ engines }) => engines !== null);
  return plan !== null && isWhole
    ? {
        ok: true,
        plan,
        refusals,
        reads: context.reads,
        noted: [...noted.values()],
        isInlined: context.inlined.size > 0,
      }
    : { ok: false, refusals };
}

/** The analyser gives a window function no place of its own, but its arguments. */
function placeOf(node: ResolvedNode): Pick<Construct, 'place' | 'isWide' | 'inside'> {
  const isWide = !node.hasPlace || node.kind.endsWith('_scan');
  const isWhole = node.hasPlace || node.isForeign || /_(?:scan|item|list)$/.test(node.kind);
  const inside = isWhole ? null : node.inside();
  const { place } = node;
  const [first] = node.kind === 'analytic_function_call' ? node.peekAll('argument_list') : [];
  const end = first?.hasPlace === true ? first.place?.end : undefined;
  return { place: place === null || end === undefined ? place : { ...place, end }, isWide, inside };
}

/** The node in the words of the text. */
function wordsFor(node: ResolvedNode): string | null {
  return node.kind.endsWith('function_call')
    ? shownName(functionName(node))
    : (WORDS[node.kind] ?? null);
}

const WORDS: Readonly<Record<string, string>> = {
  cast: 'CAST',
  array_scan: 'UNNEST',
  // a subquery that becomes an expression reads a list of the row
  subquery_expr: 'UNNEST',
};

function planOf(
  statement: ResolvedNode,
  maxRows: number,
  context: TranslationContext,
): Plan | null {
  try {
    if (statement.flag('is_value_table'))
      context.refuse('a SELECT AS STRUCT or AS VALUE', statement);
    const rows = capped(readScan(statement.node('query'), context), maxRows, context);
    const answer = answerOf(outputs(statement, rows, context), rows, context);
    return { views: [], steps: context.steps, answer };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Keeps a LIMIT of the statement that is at most the cap. */
function capped(rows: Rows, maxRows: number, context: TranslationContext): Rows {
  const { relation } = rows;
  if (relation.node !== 'limit') return cutTo(maxRows, rows, { isCap: true });
  if (typeof relation.count === 'number' && relation.count <= maxRows) return rows;
  return cutTo(maxRows, storeRows(rows, context.fresh('rows')), { isCap: true });
}

/** The analyser's names for columns without one: `$col1`, `$unnest1`, `$struct`. Any other name with a `$` is an alias of the text. */
const UNNAMED = /^(?:\$(?:[a-z_]+\d+|struct))?$/;

interface Output {
  readonly name: string;
  readonly cell: PlanCell;
}

function outputs(
  statement: ResolvedNode,
  { cells }: Rows,
  context: TranslationContext,
): readonly Output[] {
  const seen = new Set<string>();
  let unnamed = 0;
  return statement.parts('output_column_list').map(output => {
    const given = output.text('name');
    const column = output.part('column');
    const type = column.fields.get('type') as TypeMessage | undefined;
    const cell = findCell(columnId(column), cells, output, context);
    const name = UNNAMED.test(given) ? `f${unnamed++}_` : given;
    if (seen.has(name.toLowerCase()))
      context.refuseOutput(name, `two columns that are named \`${name}\``, 'duplicate-column');
    // the printer's line break, which no text of a statement contains
    if (name.includes('\0')) context.refuseOutput(name, 'a name with NUL');
    seen.add(name.toLowerCase());
    const words = stoodFor(type);
    if (words !== null) context.refuseOutput(name, `${words} as a column`);
    const answered = answeredOf(cell);
    if (answered === null) context.refuseOutput(name, unanswered(cell, name));
    return { name, cell: answered ?? NOTHING };
  });
}

function answerOf(outputs: readonly Output[], rows: Rows, context: TranslationContext): Relation {
  const cells = new Map(outputs.map(({ name, cell }, i) => [`${name}#${i}`, cell] as const));
  const answered = withRecords({ ...rows, cells }, context.fresh);
  const columns = [...answered.cells].map(([id, cell]) => {
    return { name: id.slice(0, id.lastIndexOf('#')), expr: columnExpr(cell) };
  });
  return { node: 'project', name: '/answer', input: answered.relation, columns };
}

function unanswered(cell: PlanCell, name: string): string {
  const isItem = cell.kind === 'fields' && cell.steps !== undefined;
  return isItem ? PART_OF_DOCUMENT : `the record or list \`${name}\` as a column`;
}
