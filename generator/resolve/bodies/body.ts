/** Resolves one body: its clauses, the rules that cover all of them, and the facts that readers of the body need. */

import { warnOfNullSums } from '../../clauses/buckets/gaps.ts';
import type { Body, Find } from '../../clauses/clause.ts';
import { finishedQuery, placedIn, resolveClauses } from '../../clauses/fold.ts';
import { havingOf } from '../../clauses/having.ts';
import { placeOfItem } from '../../clauses/join/items.ts';
import { joinsOf } from '../../clauses/join/join.ts';
import { orderOf } from '../../clauses/order-by.ts';
import { readingsOf, type ViewDraft } from '../../clauses/readings.ts';
import { reportAmbiguous } from '../../clauses/select/ambiguous.ts';
import { type Draft, isGrouped } from '../../clauses/select/draft.ts';
import { columnsOf, outputsOf } from '../../clauses/select/select.ts';
import type { Predicate } from '../../core/expr/expr.ts';
import type { Input, OutputColumn, Query } from '../../core/plan/query.ts';
import { counting } from '../../core/report/diagnostics.ts';
import type { StepScope } from '../../prove/scope.ts';
import type { BodyContext } from '../scope.ts';
import { type Abilities, reportSpelling } from '../usage.ts';
import { type Key, keysOf } from './keys.ts';
import { checkScope, checkViewScope } from './tenancy.ts';

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
  readonly views: readonly ViewDraft[];
  /** The facts that its readers may use, and the columns that they have to bind; `null` if it has faults. */
  readonly scope: StepScope | null;
  /** Whether its joins have no faults, and its conditions neither: one that reads a data set with faults is missing without a message of its own. */
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
  outer: BodyContext,
  main: Input,
  views: Body['views'],
  { engines, abilities, find }: Target,
): BodyDraft {
  const faults = counting(outer.report);
  const context: BodyContext = { ...outer, report: faults.report };
  const body: Body = { context, main, find, views };
  resolveClauses(body);
  const check = reportSpelling(context.report, engines, abilities);
  for (const { place, expr } of placedIn(body)) check({ place }, expr);
  const { drafts, aggregates } = outputsOf(body);
  const having = havingOf(body);
  const query = () => finishedQuery(body);
  const scope = checkReads(body, faults.count() === 0 ? query : null);
  const keys = rowKeys(body);
  reportAmbiguous(context, drafts, having, keys);
  warnOfNullSums(context, drafts);
  return {
    drafts,
    outputs: columnsOf(body),
    having,
    scope,
    views: readingsOf(body).views,
    sound: joinsOf(body).sound && !readingsOf(body).from.where.includes(null),
    aggregates,
    isOneRow: aggregates && !isGrouped(context.spec),
    keys,
    query,
  };
}

/** Checks the scope of every read; `query` is `null` if a clause has faults. */
function checkReads(body: Body, query: (() => Query) | null): StepScope | null {
  const { context, main } = body;
  const { joins, sound } = joinsOf(body);
  const { from, views } = readingsOf(body);
  const outputs = columnsOf(body);
  const isWhole = sound && ![...outputs, ...havingOf(body), ...orderOf(body)].includes(null);
  const scope = checkScope(context, {
    main,
    joins,
    where: from.where,
    outputs,
    query: isWhole ? query : null,
  });
  for (const { name, source, where } of views) checkViewScope(context, name, { source, where });
  return scope;
}

function rowKeys(body: Body): readonly Key[] {
  const { joins } = joinsOf(body);
  const items = joins.filter(join => join?.input.kind === 'items');
  return keysOf(body.main, {
    ...outputsOf(body),
    where: readingsOf(body).from.where,
    multiplies: joins.some(join => join?.toOne !== true && !items.includes(join)),
    items: items.flatMap(join => (join === null ? [] : placeOfItem(join.input))),
    distinct: body.context.spec.distinct?.value ?? false,
  });
}
