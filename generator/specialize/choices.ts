/** Choices that are folded into statements: each combination of their values gets its own statement. */

import { visitQuery } from '../clauses/fold.ts';
import { type Chooser, chooserKey, MAX_STATEMENTS, PRESENCE } from '../core/expr/choice.ts';
import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import { STEP } from '../core/output/statement-key.ts';
import { type Endpoint, lengthsOf, type PortableEndpoint } from '../core/plan/endpoint.ts';
import type { Param } from '../core/plan/param.ts';
import type { Buckets, Query } from '../core/plan/query.ts';
import { comparedEnums } from './conditions.ts';

/**
 * The folded choices, as many as the limit of statements allows. Choices of relations, of presence and of the order of
 * pages come first, because they must be folded. The others follow by kind: groups and joins, steps of time, retentions, orders,
 * values. Within each kind, choices of the answer come before those of its steps.
 */
export function foldedChoices(endpoint: PortableEndpoint): readonly Chooser[] {
  const { params } = endpoint;
  const bodies = bodiesOf(endpoint);
  const all = bodies.flatMap(body => choosersOf(body, params));
  const wanted: readonly Chooser[] = [
    ...bodies.flatMap(({ from }) => (from.kind === 'chosen' ? from.by : [])),
    ...all.filter(by => typeof by !== 'string'),
    ...(endpoint.pages === null ? [] : ordersOf(endpoint)),
    ...bodies.flatMap(groupsAndJoins).flatMap(expr => choosersIn(expr, params)),
    ...bodies.flatMap(({ buckets }) => stepChoice(buckets) ?? []),
    ...bodies.flatMap(({ retention }) => retention?.windows.by ?? []),
    ...bodies.flatMap(ordersOf),
    ...all,
  ];
  const folded: Chooser[] = [];
  let statements = 1;
  for (const by of new Map(wanted.map(each => [chooserKey(each), each])).values()) {
    const more = statements * valuesOf(endpoint, by).length;
    if (more > MAX_STATEMENTS) continue;
    statements = more;
    folded.push(by);
  }
  return folded;
}

function bodiesOf(endpoint: PortableEndpoint): readonly Query[] {
  return [endpoint, ...endpoint.steps.map(({ query }) => query)];
}

/** The keys of the choosers on which the clauses of bodies depend. The others choose only intervals and retentions. */
export function choosersInBodies(endpoint: PortableEndpoint): ReadonlySet<string> {
  const choosers = bodiesOf(endpoint).flatMap(body => [
    ...(body.from.kind === 'chosen' ? [body.from.by] : []),
    ...choosersOf(withoutBucket(body), endpoint.params),
  ]);
  return new Set(choosers.map(chooserKey));
}

/** `body` without an output that a plan takes from the intervals. */
function withoutBucket(body: Query): Query {
  if (body.buckets?.kind !== 'recent') return body;
  return { ...body, outputs: body.outputs.filter(({ role }) => role !== 'bucket') };
}

/** The enum, or the length of a window, that chooses the step of buckets; `null` if the step is fixed. */
function stepChoice(buckets: Buckets | null): string | null {
  if (buckets === null) return null;
  return buckets.kind === 'recent' ? buckets.intervals.by : buckets.step.by;
}

/** All choosers of a body. */
function choosersOf(body: Query, params: readonly Param[]): readonly Chooser[] {
  const found: Chooser[] = [...ordersOf(body)];
  visitQuery(body, part => {
    found.push(...ownChoosers(part, params));
  });
  return found;
}

function choosersIn(expr: Expr | RecordExpr, params: readonly Param[]): readonly Chooser[] {
  const found: Chooser[] = [];
  visitExpr<Expr>(expr, part => {
    found.push(...ownChoosers(part, params));
  });
  return found;
}

function ownChoosers(part: Expr, params: readonly Param[]): readonly Chooser[] {
  if (part.kind === 'choice') return [part.by];
  return part.kind === 'call' ? comparedEnums(part, params) : [];
}

function groupsAndJoins({ outputs, joins }: Query): readonly (Expr | RecordExpr)[] {
  const groups = outputs.filter(({ role }) => role === 'group').map(({ expr }) => expr);
  return [...groups, ...joins.flatMap(({ on }) => on ?? [])];
}

function ordersOf({ orderBy, limitBy }: Query): readonly Chooser[] {
  const orders = orderBy.flatMap(item => ('output' in item ? [] : [item.by]));
  return limitBy === null || typeof limitBy === 'string' ? orders : [...orders, limitBy.by];
}

/** The value of each chooser, by the chooser's key. */
export type KnownChoices = ReadonlyMap<string, string>;

/** Every combination of the values of `choices`. The last choice varies fastest. */
export function combinations(
  endpoint: Endpoint,
  choices: readonly Chooser[],
): readonly KnownChoices[] {
  let all: readonly KnownChoices[] = [new Map()];
  for (const by of choices) {
    all = all.flatMap(known =>
      valuesOf(endpoint, by).map(value => new Map([...known, [chooserKey(by), value]])),
    );
  }
  return all;
}

function valuesOf(endpoint: Endpoint, by: Chooser): readonly string[] {
  if (typeof by !== 'string') return PRESENCE;
  const lengths = endpoint.body === 'portable' ? lengthsOf(endpoint) : null;
  if (lengths !== null && by === STEP) return lengths.steps.map(({ value }) => value);
  const values = endpoint.params.find(param => param.name === by)?.values;
  if (values === undefined || values === null)
    throw new Error(`\`${by}\` is not an enum of ${endpoint.name}`);
  return values;
}
