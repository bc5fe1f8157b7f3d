/** Expressions of the entries as expressions of a rollup: over its dimensions and the starts of its steps. */
import type { CallExpr, ColumnExpr, SqlExpr } from '../../core/expr/expr.ts';
import { exprKey, mapSqlParts } from '../../core/expr/walk.ts';
import type { Rolled } from './rolled.ts';
import { stepText } from './step-text.ts';
import { unfitZones } from './zones.ts';

/** The expressions in place of a dimension and of the timestamp. */
export interface Meaning {
  readonly dimension: (name: string, expr: SqlExpr) => SqlExpr;
  /** `null`: what counts by the timestamp is not known. */
  readonly instant: SqlExpr | null;
}

/** Facts that a rewritten expression depends on. */
export interface Dependence {
  /** Why it cannot be computed from the rollup; empty if it can. */
  readonly reasons: Set<string>;
  /** The time zones in which it counts days. */
  readonly zones: Map<string, SqlExpr>;
}

export function noDependence(): Dependence {
  return { reasons: new Set(), zones: new Map() };
}

/** `expr` with what the rollup has in place of the entries' columns. Adds what it depends on to `found`. */
export function rollupExpr(
  expr: SqlExpr,
  rolled: Rolled,
  meaning: Meaning,
  found: Dependence,
): SqlExpr {
  const dimensions = new Map(rolled.dimensions.map(each => [exprKey(each.expr), each]));
  const below = (part: SqlExpr): SqlExpr => {
    const dimension = dimensions.get(exprKey(part));
    if (dimension !== undefined) return meaning.dimension(dimension.name, dimension.expr);
    const counted = meaning.instant === null ? null : ofStep(part, rolled, found);
    if (counted !== null && meaning.instant !== null) return counted(meaning.instant);
    if (part.kind === 'column' && part.relation === rolled.table.name)
      found.reasons.add(`\`${shown(part)}\` is not in its group_by`);
    return mapSqlParts(part, below);
  };
  return below(expr);
}

function shown({ path }: ColumnExpr): string {
  return path.join('.');
}

/** A value of the timestamp that is the same for all instants of a step, as a function of one of them; `null` for any other. */
function ofStep(
  expr: SqlExpr,
  rolled: Rolled,
  { reasons, zones }: Dependence,
): ((instant: SqlExpr) => SqlExpr) | null {
  const { step } = rolled.rollup;
  if (expr.kind === 'trunc' && isInstant(expr.of, rolled)) {
    if (expr.step.micros % step.micros !== 0n)
      reasons.add(
        `its step of ${stepText(expr.step)} does not consist of steps of ${stepText(step)}`,
      );
    return of => ({ ...expr, of });
  }
  if (expr.kind !== 'call') return null;
  const place = DAYS[expr.fn];
  const of = place === undefined ? undefined : expr.args[place];
  if (place === undefined || of === undefined || !isInstant(of, rolled)) return null;
  const zone = expr.args[place + 1];
  if (zone !== undefined) {
    const unfit = unfitZones(step.micros);
    const name = zone.kind === 'literal' ? zone.value : null;
    if (unfit === null || unfit.some(other => other === name))
      reasons.add(`days of ${name ?? 'a time zone'} do not consist of steps of ${stepText(step)}`);
    zones.set(exprKey(zone), zone);
  }
  return instant => withArgument(expr, place, instant);
}

/** Functions of days or longer periods, with the place of their timestamp; a zone may follow it. */
const DAYS: Readonly<Record<string, number | undefined>> = { start_of: 1, date_from_timestamp: 0 };

function isInstant(expr: SqlExpr, { of }: Rolled): boolean {
  return expr.kind === 'column' && expr.relation === of.relation && shown(expr) === shown(of);
}

function withArgument(call: CallExpr<SqlExpr>, at: number, arg: SqlExpr): SqlExpr {
  return { ...call, args: call.args.map((other, i) => (i === at ? arg : other)) };
}
