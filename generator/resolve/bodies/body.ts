/** Resolves one body: its clauses, the rules that cover all of them, and the facts that readers of the body need. */
import { finishedQuery, placedIn, resolveClauses } from '../../clauses/bodies.ts';
import type { Body, Find } from '../../clauses/clause.ts';
import { havingOf } from '../../clauses/having.ts';
import { placeOfItem } from '../../clauses/join/items.ts';
import { joinsOf } from '../../clauses/join/join.ts';
import { readingsOf, type ViewDraft } from '../../clauses/readings.ts';
import { reportAmbiguous } from '../../clauses/select/ambiguous.ts';
import { type Draft, isGrouped } from '../../clauses/select/draft.ts';
import { columnsOf, outputsOf } from '../../clauses/select/select.ts';
import { tenancyOf } from '../../clauses/unscoped.ts';
import type { Predicate } from '../../core/expr/expr.ts';
import type { Input, OutputColumn, Query } from '../../core/plan/query.ts';
import type { BodyContext } from '../scope.ts';
import { type Abilities, reportSpelling } from '../usage.ts';
import { type Key, keysOf } from './keys.ts';
import type { Tenancy } from './tenancy.ts';

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
  views: Body['views'],
  { engines, abilities, find }: Target,
): BodyDraft {
  const body: Body = { context, main, find, views };
  resolveClauses(body);
  const check = reportSpelling(context.report, engines, abilities);
  for (const { place, expr } of placedIn(body)) check({ place }, expr);
  const { drafts, aggregates } = outputsOf(body);
  const having = havingOf(body);
  const keys = rowKeys(body);
  reportAmbiguous(context, drafts, having, keys);
  return {
    drafts,
    outputs: columnsOf(body),
    having,
    tenancy: tenancyOf(body),
    views: readingsOf(body).views,
    sound: joinsOf(body).sound,
    aggregates,
    isOneRow: aggregates && !isGrouped(context.spec),
    keys,
    query: () => finishedQuery(body),
  };
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
