/** Rollups of a data set. Reports what could not answer like the entries. */

import type { AggregateExpr, ColumnExpr, Expr, PlainExpr } from '../../core/expr/expr.ts';
import { exprKey, mapAggregate, mapNode, visitExpr } from '../../core/expr/walk.ts';
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { Entry, ExpressionText, Located } from '../../core/spec/located.ts';
import type { Readable, Rollup } from '../../core/spec/source.ts';
import type { RollupSpec, SourceSpec } from '../../core/spec/sources-spec.ts';
import { isScalar, type TruncStep, typeWords, UNIT_MICROS } from '../../core/types/scalar.ts';
import { checkExpression } from '../../language/checker.ts';
import { NO_NAMES, type Scope } from '../../language/scope.ts';
import { withoutComputedColumns } from '../../plan/computed.ts';
import { freshNames } from '../../plan/steps/fresh-names.ts';
import { parseStep } from '../../shape/time.ts';
import { distinctNames } from '../names/names.ts';
import { ENTRIES, partsOfMeasure } from './rollup-parts.ts';

/** The most rollups of a data set, and the most dimensions and parts of a rollup. */
const [MOST_ROLLUPS, MOST_DIMENSIONS, MOST_PARTS] = [8, 16, 64];

const PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;

/** The rollups without faults. */
export function resolveRollups(
  spec: SourceSpec,
  source: Pick<Readable, 'columns' | 'measures' | 'broken'>,
  report: Report,
): readonly Rollup[] {
  distinctNames(spec.rollups, 'rollup', report);
  const [, ...beyond] = spec.rollups.slice(MOST_ROLLUPS - 1);
  for (const { place } of beyond.slice(0, 1))
    refuse(report, place, `a data set has at most ${MOST_ROLLUPS} rollups`, 'Remove this one.');
  const from = { ...source, name: spec.name.value, keys: [] };
  return spec.rollups.flatMap(rollup => resolveRollup(rollup, spec, from, report) ?? []);
}

function resolveRollup(
  { name, place, value }: Entry<RollupSpec>,
  spec: SourceSpec,
  from: Readable,
  report: Report,
): Rollup | null {
  let isSound = true;
  const told: Report = (...fault) => {
    isSound = false;
    report(...fault);
  };
  checkTables(spec, place, told);
  const of = instantOf(value.of, from, told);
  const step = stepOf(value.step, told);
  const found = value.groupBy.map(text => dimensionOf(text, from, told));
  checkScope(spec, value, found, place, told);
  if (value.groupBy.length > MOST_DIMENSIONS)
    refuse(told, place, `a rollup has at most ${MOST_DIMENSIONS} columns`, 'Count by fewer.');
  const measured = value.measures.flatMap(text => measureParts(text, from, told));
  const fresh = freshNames(['step']);
  const named = found.flatMap(expr => (expr === null ? [] : [{ name: nameOf(expr), expr }]));
  const dimensions = distinctly(named).map(one => ({ ...one, name: fresh(one.name) }));
  const parts = distinctly([{ name: 'entries', expr: ENTRIES }, ...measured]).map(part => ({
    ...part,
    name: fresh(part.name),
  }));
  if (parts.length > MOST_PARTS)
    refuse(told, place, `a rollup keeps at most ${MOST_PARTS} parts`, 'Keep fewer measures.');
  return of === null || step === null || !isSound
    ? null
    : { name, place, of, step, dimensions, parts };
}

function refuse(report: Report, place: Place, message: string, hint: string): void {
  report('invalid-rollup', place, message.charAt(0).toUpperCase() + message.slice(1), hint);
}

interface NamedPart {
  readonly name: string;
  readonly expr: AggregateExpr<PlainExpr>;
}

/** A table of which only the newest rows are read loses rows by inserts, which no count follows. */
function checkTables({ name, tables }: SourceSpec, place: Place, report: Report): void {
  if (!tables.some(({ value }) => value.final?.value === true)) return;
  const message = `a rollup cannot follow \`${name.value}\`, which replaces rows (\`final\`)`;
  refuse(report, place, message, 'Remove the rollup.');
}

function stepOf({ value, place }: Located<string>, report: Report): TruncStep | null {
  const step = parseStep(value);
  if (step !== null && step.micros <= UNIT_MICROS.day) return step;
  refuse(
    report,
    place,
    `\`${value}\` does not divide a day`,
    'Write `day`, or a part of it such as `hour` or `15 minutes`.',
  );
  return null;
}

function instantOf(text: ExpressionText, from: Readable, report: Report): ColumnExpr | null {
  const expr = columnNamed(text, from, 'timestamp', report);
  if (expr === null) return null;
  if (expr.nullable) {
    refuse(report, text.place, `\`${text.value}\` may be NULL`, 'Make it `required`.');
    return null;
  }
  if (expr.kind === 'column') return expr;
  refuse(report, text.place, `\`${text.value}\` is computed`, 'Name the column that is stored.');
  return null;
}

function dimensionOf(text: ExpressionText, from: Readable, report: Report): PlainExpr | null {
  const expr = columnNamed(text, from, 'any', report);
  if (expr === null || (isScalar(expr.scalar) && expr.scalar !== 'json')) return expr;
  const message = `\`${text.value}\` is \`${typeWords(expr.scalar)}\`: rows cannot be grouped by it`;
  refuse(report, text.place, message, 'Name columns with single values.');
  return null;
}

/** A stored or computed column. */
function columnNamed(
  text: ExpressionText,
  from: Readable,
  expects: Scope['expects'],
  report: Report,
): PlainExpr | null {
  if (!PATH.test(text.value.trim())) {
    const message = `\`${text.value}\` is not a column`;
    refuse(report, text.place, message, 'Declare a column with `is`, and name it here.');
    return null;
  }
  const expr = checked(text, from, { expects, aggregates: 'in `group_by` of a rollup' }, report);
  return expr === null ? null : plain(expr);
}

function measureParts(text: ExpressionText, from: Readable, report: Report): readonly NamedPart[] {
  const expr = checked(text, from, { expects: 'any', aggregates: true }, report);
  if (expr === null) return [];
  const aggregates: AggregateExpr[] = [];
  let isWindow = false;
  visitExpr<Expr>(expr, part => {
    if (part.kind === 'aggregate') aggregates.push(part);
    isWindow ||= part.kind === 'window';
  });
  if (aggregates.length === 0 || isWindow) {
    const message = `\`${text.value}\` is not an aggregate`;
    refuse(report, text.place, message, 'Write an aggregate, or the name of a measure.');
    return [];
  }
  return aggregates.flatMap(aggregate => {
    const parts = partsOfMeasure(mapAggregate(aggregate, plain));
    const isMeasure = PATH.test(text.value) && aggregates.length === 1;
    if (parts !== null)
      return parts.map(part => ({
        name: partName(part, isMeasure ? text.value : null),
        expr: part,
      }));
    const message =
      aggregate.fn === 'stored'
        ? `\`${text.value}\` is SQL of an engine, which a rollup cannot follow`
        : `\`${aggregate.fn}\` does not merge: it always reads the entries`;
    refuse(report, text.place, message, 'Remove it.');
    return [];
  });
}

function checkScope(
  { scope }: SourceSpec,
  { groupBy }: RollupSpec,
  found: readonly (PlainExpr | null)[],
  place: Place,
  report: Report,
): void {
  if (found.includes(null)) return;
  const named = groupBy.map(({ value }) => value.trim());
  for (const { name } of scope) {
    if (named.includes(name.value)) continue;
    refuse(report, place, `\`${name.value}\` separates tenants`, 'Add it to `group_by`.');
  }
}

function checked(
  text: ExpressionText,
  from: Readable,
  scope: Pick<Scope, 'expects' | 'aggregates'>,
  report: Report,
): Expr | null {
  const expr = checkExpression(
    text,
    {
      ...scope,
      from,
      ...NO_NAMES,
      shared: 'columns',
    },
    report,
  );
  if (expr?.kind === 'record') throw new Error('the checker accepted a record as a value');
  return expr === null ? null : withoutComputedColumns(expr, from.name, from.columns);
}

/** Narrows `expr`, in which the checker allowed neither parameters nor choices. */
function plain(expr: Expr): PlainExpr {
  if (expr.kind === 'aggregate' || expr.kind === 'window' || expr.kind === 'choice')
    throw new Error(`a ${expr.kind} stands inside an aggregate`);
  return mapNode(expr, plain);
}

/** Each expression once. */
function distinctly<E extends { readonly expr: PlainExpr | AggregateExpr<PlainExpr> }>(
  list: readonly E[],
): readonly E[] {
  return [...new Map(list.toReversed().map(one => [exprKey(one.expr), one])).values()].reverse();
}

function nameOf(expr: PlainExpr): string {
  return expr.kind === 'column' ? expr.path.join('_') : 'computed';
}

/** `measure`: the name of the declared measure that is only this aggregate. */
function partName({ fn, args }: AggregateExpr<PlainExpr>, measure: string | null): string {
  const [kind = ''] = fn.split('_');
  const [arg] = args;
  if (arg?.kind === 'column') return `${arg.path.join('_')}_${kind}`;
  return measure ?? kind;
}
