/** A data set, parameters and printers for tests of the expression language. */

import type { AggregateExpr, Expr, RecordExpr } from '../../../generator/core/expr/expr.ts';
import type { Param } from '../../../generator/core/plan/param.ts';
import type { SourceText } from '../../../generator/core/report/diagnostics.ts';
import { collector, type Diagnostic } from '../../../generator/core/report/diagnostics.ts';
import type { ExpressionText } from '../../../generator/core/spec/located.ts';
import type { Field } from '../../../generator/core/spec/source.ts';
import {
  recordsOf,
  type Scalar,
  scalarOf,
  type Value,
} from '../../../generator/core/types/scalar.ts';
import { checkExpression } from '../../../generator/language/checker.ts';
import type { Scope } from '../../../generator/language/scope.ts';

export function field(name: string, type: Field['type'], more: Partial<Field> = {}): Field {
  return {
    name,
    type,
    digits: type === 'decimal' ? { precision: 18, scale: 2 } : null,
    nullable: true,
    optional: false,
    description: null,
    unit: null,
    fields: [],
    is: null,
    text: {},
    ...more,
  };
}

export const COLUMNS: readonly Field[] = [
  field('id', 'string', { nullable: false }),
  field('timestamp', 'timestamp', { nullable: false }),
  field('at', 'timestamp'),
  field('born', 'date'),
  field('path', 'string'),
  field('method', 'string', { nullable: false }),
  field('user', 'string'),
  field('message', 'string'),
  field('code', 'string'),
  field('status', 'int64'),
  field('bytes', 'int64', { nullable: false }),
  field('duration', 'float64'),
  field('price', 'decimal'),
  field('ok', 'bool'),
  field('raw', 'json'),
  field('payload', 'json'),
  field('tags', 'list<string>'),
  field('labels', 'list<string>'),
  field('attributes', 'map<string>'),
  field('codes', 'list<int64>'),
  field(
    'events',
    recordsOf(
      [
        { name: 'name', type: 'string' },
        { name: 'ms', type: 'int64' },
        { name: 'at', type: 'timestamp' },
        { name: 'tags', type: 'list<string>' },
        { name: 'from', type: [{ name: 'ip', type: 'string' }] },
      ],
      'name',
    ),
    { fields: [field('name', 'string')] },
  ),
  field('interval', 'int64'),
  field('count', 'int64'),
  field('project', 'string', { is: ['metadata', 'request', 'host'] }),
  field('strange name', 'string'),
  field('metadata', 'record', {
    fields: [
      field('ref', 'string', { nullable: false }),
      field('request', 'record', {
        fields: [field('host', 'string'), field('port', 'int64', { nullable: false })],
      }),
    ],
  }),
  field('trace', 'record', {
    nullable: false,
    fields: [field('id', 'string', { nullable: false })],
  }),
];

export function param(name: string, scalar: Scalar, more: Partial<Param> = {}): Param {
  return {
    name,
    type: scalar,
    scalar,
    list: null,
    values: null,
    required: true,
    default: null,
    otherwise: 'reject',
    constraints: { min: null, max: null, minLength: null, maxLength: null, pattern: null },
    description: null,
    example: null,
    deprecated: false,
    ...more,
  };
}

const LIST = { minItems: 0, maxItems: 100, separator: null };

export const PARAMS: readonly Param[] = [
  param('name', 'string'),
  param('least', 'int64'),
  param('since', 'timestamp'),
  param('ratio', 'float64', { required: false, default: 0.5 }),
  param('pattern', 'string', { type: 'regex' }),
  param('span', 'int64', { type: 'duration' }),
  param('maybe', 'string', { required: false }),
  param('names', 'string', { list: LIST }),
  param('statuses', 'int64', { list: LIST }),
];

export function scope(more: Partial<Scope> = {}): Scope {
  return {
    from: { name: 'entries', columns: COLUMNS, keys: [] },
    output: () => null,
    outputNames: [],
    params: new Map(PARAMS.map(p => [p.name, p])),
    present: new Set(),
    step: () => undefined,
    used: () => {},
    aggregates: true,
    expects: 'any',
    ...more,
  };
}

/** An expression as it would come out of a file that holds nothing else. */
export function expressionText(value: string): ExpressionText {
  const source: SourceText = { file: 'expression', text: value };
  return { value, place: { source, start: 0, end: value.length }, at: offset => offset };
}

export interface Checked {
  readonly expr: Expr | RecordExpr | null;
  readonly diagnostics: readonly Diagnostic[];
}

export function check(text: string, surroundings: Scope = scope()): Checked {
  const { diagnostics, report } = collector();
  const expr = checkExpression(expressionText(text), surroundings, report);
  return { expr, diagnostics };
}

/** The typed expression, or its diagnostics as `column code: message (hint)`. */
export function outcome(text: string, surroundings?: Scope): string {
  const { expr, diagnostics } = check(text, surroundings);
  if (expr !== null && diagnostics.length === 0) return print(expr);
  return diagnostics
    .map(
      d => `${d.place.start + 1} ${d.code}: ${d.message}${d.hint === null ? '' : ` (${d.hint})`}`,
    )
    .join('\n');
}

/** A typed expression as text: calls by the names of the core, `?` after whatever may be NULL. */
function print(expr: Expr | RecordExpr): string {
  if (expr.kind === 'record') {
    const fields = expr.fields.map(({ name, value }) => `${name}: ${print(value)}`);
    return `${expr.path.join('.')}{${fields.join(', ')}}`;
  }
  return `${printNode(expr)}${expr.nullable ? '?' : ''}`;
}

function printNode(expr: Expr): string {
  switch (expr.kind) {
    case 'literal':
      return expr.value === null
        ? `null:${expr.scalar}`
        : printValue(scalarOf(expr.scalar), expr.value);
    case 'column':
      return expr.path.join('.');
    case 'param':
      return `@${expr.name}`;
    case 'now':
      return 'now';
    case 'item':
      return expr.path === undefined ? 'item' : `.${expr.path.join('.')}`;
    case 'each':
      return expr.kind;
    case 'lookup': {
      const path = expr.find.as === 'first' ? `.${expr.find.path.join('.')}` : '';
      return `${expr.find.as}:${expr.scalar}(${print(expr.of)}, ${print(expr.where)})${path}`;
    }
    case 'call':
      return `${expr.fn}:${expr.scalar}(${expr.args.map(print).join(', ')})`;
    case 'aggregate': {
      const rank = expr.rank === null ? [] : [`${expr.rank.numerator}/${expr.rank.denominator}`];
      const args = [...expr.args.map(print), ...rank].join(', ');
      return `${expr.fn}:${expr.scalar}(${listed(expr, args)})${expr.filter === null ? '' : ` where ${print(expr.filter)}`}`;
    }
    case 'window': {
      const { partitionBy, orderBy, frame } = expr;
      const keys = orderBy.map(
        ({ expr: of, descending }) => `${print(of)}${descending ? ' desc' : ''}`,
      );
      const rows =
        frame === null ? '' : ` ${frame.unit} ${frame.from ?? '..'} to ${frame.to ?? '..'}`;
      return `${expr.fn}:${expr.scalar}(${expr.args.map(print).join(', ')}) over (${partitionBy.map(print).join(', ')} / ${keys.join(', ')}${rows})`;
    }
    case 'trunc':
      return `trunc(${print(expr.of)}, ${expr.step.unit ?? expr.step.micros})`;
    case 'within':
      return `(${print(expr.of)} in ${expr.column.relation}.${expr.column.path.join('.')})`;
    case 'shift':
      return `shift(${print(expr.of)}, ${expr.micros})`;
    case 'choice':
      return expr.kind;
  }
}

function printValue(scalar: Scalar, value: Value): string {
  if (scalar === 'string') return JSON.stringify(value);
  return scalar === 'int64' || scalar === 'bool' ? String(value) : `${scalar} ${value}`;
}

function listed({ listing }: AggregateExpr, args: string): string {
  if (listing === null) return args;
  const keys = listing.orderBy.map(
    ({ expr, descending }) => `${print(expr)}${descending ? ' desc' : ''}`,
  );
  return `${listing.distinct ? 'distinct ' : ''}${args} order by ${keys.join(', ')}`;
}
