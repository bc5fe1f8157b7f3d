/** Resolves one body. Each clause reports its own faults, so no fault hides another. */

import { draftBuckets } from '../../clauses/buckets/buckets.ts';
import { namedBy } from '../../clauses/buckets/steps.ts';
import { checkCompare, resolveCompare } from '../../clauses/compare/compare.ts';
import { filteredValues, filterPredicates, resolveFilters } from '../../clauses/filters/filters.ts';
import { resolveHaving } from '../../clauses/having.ts';
import { placeOfItem } from '../../clauses/join/items.ts';
import { type Find, resolveJoins } from '../../clauses/join/join.ts';
import { resolveLimit } from '../../clauses/limit.ts';
import { checkDistinct, checkGaps, checkVisible, resolveOrder } from '../../clauses/order-by.ts';
import * as readings from '../../clauses/readings.ts';
import { reportAmbiguous } from '../../clauses/select/ambiguous.ts';
import { type Draft, isGrouped, outputOf, resolveOutputs } from '../../clauses/select/select.ts';
import { resolveRange, withinRange } from '../../clauses/window.ts';
import type { Expr, Predicate } from '../../core/expr/expr.ts';
import { holds, someExpr } from '../../core/expr/walk.ts';
import type { Input, OutputColumn, Query } from '../../core/plan/query.ts';
import { collector } from '../../core/report/diagnostics.ts';
import type { BodySpec, BucketsSpec } from '../../core/spec/body-spec.ts';
import type { ExpressionText, Located } from '../../core/spec/located.ts';
import type { Source } from '../../core/spec/source.ts';
import { parseExpression } from '../../language/syntax/parser.ts';
import { chooserParam, choosersIn, textsIn } from '../cases.ts';
import { resolveWindows } from '../choices.ts';
import { guardOf } from '../guards.ts';
import { type BodyContext, excuseParams } from '../scope.ts';
import { type Abilities, reportUnspellable } from '../usage.ts';
import { type Key, keysOf } from './keys.ts';
import { checkScope, checkViewScope, type Tenancy } from './tenancy.ts';

/** The engines for which a body is resolved, and the relations that it may read. */
export interface Target {
  readonly find: Find;
  readonly engines: readonly string[];
  readonly abilities: Abilities;
}

/** A body that may have faults. */
export interface BodyDraft {
  /** Every named output. */
  readonly drafts: readonly Draft[];
  /** The outputs in order; `null` for each output with a fault. */
  readonly outputs: readonly (OutputColumn | null)[];
  /** The conditions in order; `null` for each condition with a fault. */
  readonly having: readonly (Predicate | null)[];
  readonly views: readonly readings.ViewDraft[];
  readonly tenancy: Tenancy;
  /** Whether its joins have no faults. */
  readonly sound: boolean;
  readonly aggregates: boolean;
  /** Whether it always has exactly one row. */
  readonly isOneRow: boolean;
  /** The keys of its rows that can be proved; see `keys.ts`. */
  readonly keys: readonly Key[];
  /** May be called only for a body without faults. */
  readonly query: () => Query;
}

/** Resolves everything that depends on the columns of the relation that is read. */
export function resolveBody(
  context: BodyContext,
  main: Input,
  views: readonly Source[],
  { engines, abilities, find }: Target,
  viewNames: readonly Located<string>[] = [],
): BodyDraft {
  const { spec } = context;
  const { reach: from, joins, sound } = resolveJoins(context, main, find);
  const read = readings.resolveReadings(context, from, views);
  const { where, retentionOf } = read.from;
  const filters = resolveFilters(context, from);
  const buckets = spec.buckets === null ? null : draftBuckets(context, spec.buckets, from);
  const windows = spec.retention === null ? null : resolveWindows(context, spec.retention);
  const range = spec.window === null ? null : resolveRange(context, spec.window, from);
  if (spec.window !== null && views.length > 0) {
    const message =
      '`views` use the conditions in `where`, so they cannot be combined with `window`';
    const hint = 'Write the start and the end of the window as conditions in `where`.';
    context.report('clause-conflict', spec.window.place, message, hint);
  }
  const compare = resolveCompare(context, range, buckets, windows);
  const { outputs: drafts, aggregates } = resolveOutputs(
    context,
    from,
    buckets ?? { name: null, start: null },
    compare,
  );
  const having = resolveHaving(context, from, drafts, aggregates, compare);
  checkCompare(context, drafts, having, aggregates);
  const outputs = drafts.map(draft => outputOf(context, from, draft));
  const order = resolveOrder(context, drafts);
  checkVisible(context, drafts);
  const limit = resolveLimit(context);
  checkDistinct(context, drafts);
  const clause = buckets?.clause ?? null;
  checkGaps(context, clause?.kind === 'recent' ? clause.intervals : null);
  reportUnspellable(
    context,
    engines,
    abilities,
    read.from,
    buckets?.start ?? buckets?.of ?? null,
    range,
    drafts,
    joins,
    having,
    filters,
  );
  const query = (): Query => ({
    from: main,
    joins: joins.map(finished),
    where: [
      ...readings.finished(where),
      ...(range === null || compare !== null ? [] : withinRange(range)),
      ...filterPredicates(context, filters),
    ],
    filters: filteredValues(filters),
    retention: windows === null || retentionOf === null ? null : { of: retentionOf, windows },
    buckets: buckets === null ? null : finished(buckets.clause),
    compare:
      compare === null
        ? null
        : {
            isPrevious: compare.isPrevious,
            rows: compare.rows,
            bucket: compare.bucket,
            moved: compare.moved,
          },
    aggregates,
    outputs: outputs.map(finished),
    having: having.map(finished),
    orderBy: order.map(finished),
    ...limit,
    distinct: spec.distinct?.value ?? false,
  });
  const isOneRow = aggregates && !isGrouped(spec);
  const passing = passesOn(spec, aggregates, outputs);
  const tenancy = checkScope(context, main, joins, where, passing);
  read.views.forEach((view, i) => {
    const name = viewNames[i];
    if (name !== undefined) checkViewScope(context, name, view.source, view.where);
  });
  const items = joins.filter(join => join?.input.kind === 'items');
  const multiplies = joins.some(join => join?.toOne !== true && !items.includes(join));
  const keys = keysOf(main, {
    drafts,
    aggregates,
    where,
    multiplies,
    items: items.flatMap(join => (join === null ? [] : placeOfItem(join.input))),
    distinct: spec.distinct?.value ?? false,
  });
  reportAmbiguous(context, drafts, having, keys);
  checkStored(context, drafts);
  const { views: viewDrafts } = read;
  return {
    drafts,
    outputs,
    having,
    tenancy,
    views: viewDrafts,
    sound,
    aggregates,
    isOneRow,
    keys,
    query,
  };
}

/**
 * Reports stored measures in a body with joins: an engine's SQL names columns without their data set, and a joined relation may have a
 * column of the same name.
 */
function checkStored({ spec, report }: BodyContext, drafts: readonly Draft[]): void {
  const [join] = spec.join;
  if (join === undefined) return;
  for (const { name, expr, place } of drafts) {
    const isStored =
      expr !== null &&
      expr.kind !== 'record' &&
      someExpr<Expr>(expr, part => part.kind === 'aggregate' && part.fn === 'stored');
    if (!isStored) continue;
    const message = `\`${name}\` is computed by SQL of the engines, which cannot be combined with \`join\``;
    report('clause-conflict', place, message, 'Group in a step, and join the step.');
  }
}

/** The outputs to which a reader's condition may be moved; empty if the body limits or counts rows first. */
function passesOn(
  { limit, having }: BodyContext['spec'],
  aggregates: boolean,
  outputs: readonly (OutputColumn | null)[],
): readonly OutputColumn[] {
  const known = outputs.flatMap(output => (output === null || output.hidden ? [] : [output]));
  const isCounted = known.some(({ expr }) => expr.kind !== 'record' && holds(expr, 'window'));
  if (limit !== null || having.length > 0 || isCounted) return [];
  return aggregates ? known.filter(({ role }) => role !== 'value') : known;
}

/** Checks the syntax of expressions: without the relation's columns, nothing more can be checked. */
export function readAlone(context: BodyContext): void {
  for (const text of expressionsOf(context.spec)) {
    const { diagnostics, report } = collector();
    parseExpression(text, report);
    for (const { code, place, message, hint } of diagnostics) {
      context.report(code, place, message, hint);
    }
    excuseParams(context, text.value, diagnostics);
  }
  const { buckets, retention, where, filters, having } = context.spec;
  const named = [...namedBy(buckets), ...choosersIn(context.spec).map(chooserParam)];
  const joined = context.spec.join.map(({ value }) => value.retention?.by);
  for (const name of [retention?.by, ...joined, ...named]) if (name) context.used.add(name.value);
  for (const predicate of [...where, ...having]) readings.guardsOf(context, predicate);
  for (const { value } of filters) guardOf(context, value.except);
  resolveLimit(context);
}

function expressionsOf(spec: BodySpec): readonly ExpressionText[] {
  const conditions = [...spec.where, ...spec.having].flatMap(readings.guardsIn);
  return [...conditions.flatMap(({ filter }) => textsIn(filter)), ...valuesOf(spec)];
}

/** The expressions of a body outside `where` and `having`. */
export function valuesOf(spec: BodySpec): readonly ExpressionText[] {
  return [
    ...spec.filters.map(({ value: { of } }) => of),
    ...spec.join.flatMap(({ value: { on, each, retention } }) => [
      ...(on === null ? [] : [on]),
      ...(each === null ? [] : [each]),
      ...(retention === null ? [] : [retention.of]),
    ]),
    ...(spec.buckets === null ? [] : bucketTexts(spec.buckets)),
    ...(spec.window === null ? [] : [spec.window.of, spec.window.from, spec.window.to]),
    ...spec.groupBy.flatMap(entry => textsIn(entry.value.value)),
    ...(spec.retention === null ? [] : [spec.retention.of]),
    ...spec.select.flatMap(entry => textsIn(entry.value.value)),
  ];
}

function bucketTexts({ of, range }: BucketsSpec): readonly ExpressionText[] {
  return range === null ? [of] : [of, range.from, range.to];
}

function finished<T>(part: T | null): T {
  if (part === null) throw new Error('A part of a body is missing without a diagnostic.');
  return part;
}
