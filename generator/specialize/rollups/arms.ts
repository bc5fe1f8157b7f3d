/**
 * The rows of parts: those of whole steps from the rollup, the others from the entries. Three arms cover the window of an aggregation
 * once, also if it ends before it begins:
 *
 * | arm | rows |
 * |---|---|
 * | body | of the rollup, steps after the one in which the window begins, and before `to` |
 * | head | of the entries, up to the end of that step, and before `to` |
 * | tail | of the entries, from `to` |
 *
 * `to` is the start of the step in which the window ends. A side that lies on a step in every request needs no arm. Every arm of entries
 * has all conditions of the aggregation, so that a bound of its own only divides the window.
 */
import { makeCall } from '../../core/expr/calls.ts';
import type { Predicate, SqlExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import type { TruncStep } from '../../core/types/scalar.ts';
import type { SplitFilters, WindowBounds } from './bounds.ts';
import type { Rolled } from './rolled.ts';
import { unfitZones, ZONES_FROM } from './zones.ts';

/** The conditions of each arm; `null` for an arm without rows. The body's are over the starts of steps, without those on dimensions. */
export interface Arms {
  readonly body: readonly Predicate<SqlExpr>[];
  readonly head: readonly Predicate<SqlExpr>[] | null;
  readonly tail: readonly Predicate<SqlExpr>[] | null;
}

/**
 * `zones`: the time zones in which keys count days. `stepOfRow`: the start of the step of a row of the body. `until`: where the rollup ends;
 * `null` if the engine always reads all entries with it.
 */
export function armsOf(
  { all, from, to }: SplitFilters,
  zones: readonly SqlExpr[],
  { of, rollup: { step } }: Rolled,
  stepOfRow: SqlExpr,
  until: SqlExpr | null,
): Arms {
  const { micros } = step;
  const start = (at: SqlExpr) => startOfStep(at, step);
  const end = earlier(wholeSteps(to, zones, start, micros), until);
  const edges = edgesOf(from, zones.length > 0, start, micros);
  return {
    body: [
      ...edges.body.map(([fn, at]) => compared(fn, stepOfRow, at)),
      ...(end === null ? [] : [compared('lt', stepOfRow, end)]),
    ],
    head:
      edges.head === null
        ? null
        : [
            ...all,
            compared('le', of, edges.head),
            ...(end === null ? [] : [compared('lt', of, end)]),
          ],
    tail: end === null || (to.onStep && end === to.at) ? null : [...all, compared('ge', of, end)],
  };
}

/** `null`: there is none. */
function earlier(one: SqlExpr | null, other: SqlExpr | null): SqlExpr | null {
  if (one === null || other === null) return one ?? other;
  return makeCall<SqlExpr>('least', 'timestamp', [one, other]);
}

/** The start of the step that contains an instant. */
export function startOfStep(of: SqlExpr, step: TruncStep): SqlExpr {
  return { kind: 'trunc', of, step, scalar: 'timestamp', nullable: of.nullable };
}

/** Where the steps of the rollup end; `null` if they do not. */
function wholeSteps(
  { at, onStep }: WindowBounds,
  zones: readonly SqlExpr[],
  start: (at: SqlExpr) => SqlExpr,
  micros: bigint,
): SqlExpr | null {
  const end = at === null || onStep ? at : start(at);
  return zones.reduce<SqlExpr | null>((to, zone) => fitting(to, zone, micros), end);
}

/** `end`, or an end before all steps if a parameter names a zone whose days begin inside steps. */
function fitting(end: SqlExpr | null, zone: SqlExpr, micros: bigint): SqlExpr | null {
  const unfit = unfitZones(micros) ?? [];
  if (unfit.length === 0 || zone.kind === 'literal') return end;
  const names = unfit.map(name => makeLiteral('string', name));
  const isUnfit = makeCall<SqlExpr>('in', 'bool', [zone, ...names]);
  const to = end ?? makeLiteral('timestamp', LAST);
  return {
    ...makeCall<SqlExpr>('if', 'timestamp', [isUnfit, makeLiteral('timestamp', FIRST), to]),
  };
}

/** The first and the last instant of quern. */
export const FIRST = -62_135_596_800_000_000n;
const LAST = 253_402_300_799_999_999n;

type Edge = readonly ['ge' | 'gt', SqlExpr];

/** The comparisons by which the body begins, and the last instant of the head; `null` if there is no head. */
function edgesOf(
  { at, onStep }: WindowBounds,
  isLocal: boolean,
  start: (at: SqlExpr) => SqlExpr,
  micros: bigint,
): { readonly body: readonly Edge[]; readonly head: SqlExpr | null } {
  const begins: Edge | null = at === null ? null : onStep ? ['ge', at] : ['gt', start(at)];
  const last: SqlExpr | null = at === null || onStep ? null : lastOf(start(at), micros);
  if (!isLocal) return { body: begins === null ? [] : [begins], head: last };
  const local = makeLiteral('timestamp', ZONES_FROM);
  const before = makeLiteral('timestamp', ZONES_FROM - 1n);
  return {
    body: [...(begins === null ? [] : [begins]), ['ge', local]],
    head: last === null ? before : makeCall<SqlExpr>('greatest', 'timestamp', [last, before]),
  };
}

function lastOf(start: SqlExpr, micros: bigint): SqlExpr {
  return {
    kind: 'shift',
    of: start,
    micros: micros - 1n,
    scalar: 'timestamp',
    nullable: start.nullable,
  };
}

function compared(fn: 'ge' | 'gt' | 'lt' | 'le', of: SqlExpr, to: SqlExpr): Predicate<SqlExpr> {
  return { when: null, expr: makeCall<SqlExpr>(fn, 'bool', [of, to]) };
}
