/** Computed columns of a data set: `is:` with an expression over other columns. Types the expressions and finds cycles. */

import type { Expr, PlainExpr, RecordExpr } from '../../core/expr/expr.ts';
import { mapNode } from '../../core/expr/walk.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { Entry, ExpressionText } from '../../core/spec/located.ts';
import type { Field } from '../../core/spec/source.ts';
import type { FieldSpec } from '../../core/spec/sources-spec.ts';
import { FRACTION_DIGITS, MAX_PRECISION } from '../../core/types/decimal.ts';
import type { Type } from '../../core/types/scalar.ts';
import type { ResolvedName } from '../../language/scope.ts';
import { type Definition, DefinitionResolver } from './definitions.ts';

const PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;

/** A computed column as written. `type`: the type that its author declares. */
export interface WrittenColumn extends Definition {
  readonly type: Type | null;
  readonly spec: FieldSpec;
}

/** The expression of a computed column. Returns `null` if `is` is absent, or is a path and the column declares a type. */
export function computedExpression(
  { value }: Entry<FieldSpec>,
  columns: readonly Entry<FieldSpec>[],
): ExpressionText | null {
  const { is, record } = value;
  if (is === null || record !== null) return null;
  return isTyped(value) && PATH.test(is.value) && !leadsToExpression(is.value, columns) ? null : is;
}

function isTyped({ type, list, map }: FieldSpec): boolean {
  return type !== null || list !== null || map !== null;
}

/** Whether a chain of derived columns ends in a computed one. */
function leadsToExpression(path: string, columns: readonly Entry<FieldSpec>[]): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = path; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const spec = columns.find(({ name }) => name === at)?.value;
    if (spec === undefined || spec.is === null) return false;
    if (!isTyped(spec) || !PATH.test(spec.is.value)) return true;
    at = spec.is.value;
  }
  return false;
}

/**
 * The computed columns without faults, by name. `stored`: the other columns that they may name. `broken`: names of columns with reported
 * faults; this function adds those of computed columns.
 */
export function resolveComputed(
  source: string,
  written: readonly WrittenColumn[],
  stored: readonly Field[],
  broken: Set<string>,
  report: Report,
): ReadonlyMap<string, Field> {
  const computing = new DefinitionResolver(
    written,
    {
      plural: 'columns',
      circleHint: 'Derive one of them from a column that is stored.',
      finish: (column, expr) => finished(column, expr, report),
      meaning: ({ name }, field): ResolvedName =>
        field.computed === undefined
          ? { kind: 'field', field, path: [name] }
          : { kind: 'output', expr: field.computed },
    },
    {
      from: { name: source, columns: stored, keys: [], broken },
      aggregates: 'in a column of a data set',
      expects: 'record-or-any',
    },
    report,
  );
  return new Map(
    written.flatMap(column => {
      const field = computing.resolve(column);
      if (field === null) broken.add(column.name);
      return field === null ? [] : [[column.name, field] as const];
    }),
  );
}

function finished(column: WrittenColumn, expr: Expr | RecordExpr, report: Report): Field | null {
  const { place } = column.text;
  if (expr.kind === 'record') {
    const message = `\`${expr.path.join('.')}\` is a record, and a column can only be derived from a single value`;
    report('misplaced-record', place, message, 'Name one of its fields.');
    return null;
  }
  if (column.type !== null && column.type !== expr.scalar) {
    const message = `The column is \`${column.type}\`, and the expression is \`${expr.scalar}\``;
    report('type-mismatch', place, message, 'Leave out `type`, which follows from `is`.');
    return null;
  }
  return fieldOf(column, expr);
}

function fieldOf({ name, spec: { description, unit, tags } }: WrittenColumn, expr: Expr): Field {
  const isPath = expr.kind === 'column';
  return {
    name,
    type: expr.scalar,
    digits: expr.scalar === 'decimal' ? { precision: MAX_PRECISION, scale: FRACTION_DIGITS } : null,
    nullable: expr.nullable,
    optional: false,
    description,
    unit,
    ...(tags.length === 0 ? {} : { tags: tags.map(tag => tag.value) }),
    fields: [],
    is: isPath ? expr.path : null,
    ...(isPath ? {} : { computed: plain(expr) }),
    text: {},
  };
}

/** Narrows `expr`: the checker already excluded aggregates, windows and parameters. */
function plain(expr: Expr): PlainExpr {
  if (expr.kind === 'aggregate' || expr.kind === 'window' || expr.kind === 'choice')
    throw new Error(`a ${expr.kind} stands in a column of a data set`);
  return mapNode(expr, plain);
}
