/** Endpoints for tests of the reference, written with expressions as an author would and without YAML. */
import { collector } from '../../generator/core/diagnostics.ts';
import type {
  Buckets,
  ByChoice,
  Endpoint,
  Interval,
  Output,
  Param,
} from '../../generator/core/endpoint.ts';
import type { Expr, RecordExpr } from '../../generator/core/expr.ts';
import { type StepUnit, UNIT_MICROS } from '../../generator/core/scalar.ts';
import type { Field } from '../../generator/core/source.ts';
import { holds } from '../../generator/core/walk.ts';
import { checkExpression } from '../../generator/language/checker.ts';
import type { Scope } from '../../generator/language/scope.ts';
import { expressionText } from '../compiler/language-support.ts';

export interface EndpointParts {
  readonly columns: readonly Field[];
  readonly params?: readonly Param[];
  /** Conditions, with the parameter that guards each where there is one. */
  readonly where?: readonly (string | readonly [when: string, filter: string])[];
  readonly buckets?: BucketParts;
  readonly groupBy?: Readonly<Record<string, string>>;
  /** Windows in microseconds, measured on the column `timestamp`. */
  readonly retention?: ByChoice<bigint>;
  readonly select: Readonly<Record<string, string>>;
  readonly hidden?: readonly string[];
  readonly orderBy?: readonly string[];
  readonly limit?: number;
  readonly maxRows?: number;
}
export interface BucketParts {
  readonly as?: string;
  readonly window: Buckets['window'];
  readonly gaps?: Buckets['gaps'];
  readonly intervals: ByChoice<Interval>;
}

/** So many of one unit back from now, in buckets of another. */
export function span(count: number, unit: StepUnit, step: StepUnit): Interval {
  const last = BigInt(count) * UNIT_MICROS[unit];
  return { last, step: { micros: UNIT_MICROS[step], unit: step } };
}

export function by<T>(param: string, cases: Readonly<Record<string, T>>): ByChoice<T> {
  return {
    by: param,
    cases: Object.entries(cases).map(([value, result]) => ({ value, result })),
  };
}

/** The typed endpoint; throws where an expression does not hold. */
export function buildEndpoint(parts: EndpointParts): Endpoint {
  const { columns, params = [], buckets, groupBy = {}, select } = parts;
  const reader = expressionReader(columns, params);
  const keys = [
    ...(buckets === undefined ? [] : [['bucket', buckets.as ?? 'timestamp', 'timestamp'] as const]),
    ...Object.entries(groupBy).map(([name, text]) => ['group', name, text] as const),
  ];
  const values = Object.entries(select).map(([name, text]) => ['value', name, text] as const);
  const outputs = [...keys, ...values].map(([role, name, text]): Output => {
    const hidden = parts.hidden?.includes(name) ?? false;
    const expr = reader.output(name, text, role === 'value');
    return { name, role, expr, hidden, description: null, unit: null, encode: 'plain' };
  });
  const where = (parts.where ?? []).map(condition => {
    const [when, text] = typeof condition === 'string' ? [null, condition] : condition;
    return { when, expr: reader.condition(text, when) };
  });
  const aggregates = keys.length > 0 || reader.aggregates();
  const retentionOf = parts.retention === undefined ? null : reader.condition('timestamp', null);
  const from = { source: { ...SOURCE, columns }, where, retentionOf };
  return { ...DEFAULTS, ...clausesOf(parts, reader), params, outputs, aggregates, from };
}

const SOURCE = { name: 'logs', title: null, description: null, tables: {} } as const;
const DEFAULTS = {
  name: 'built',
  id: '00000000-0000-4000-8000-000000000000',
  summary: null,
  description: null,
  views: [],
  cache: null,
  sandbox: false,
  engines: [],
  tests: [],
} as const;

function clausesOf(parts: EndpointParts, reader: Reader) {
  const { buckets, retention, orderBy = [], limit, maxRows = 1000 } = parts;
  return {
    buckets:
      buckets === undefined
        ? null
        : { gaps: 'omit' as const, ...buckets, of: reader.condition('timestamp', null) },
    retention: retention === undefined ? null : { windows: retention },
    orderBy: orderBy.map(text => {
      const [output = '', direction] = text.split(' ');
      return { output, descending: direction === 'desc' };
    }),
    limit: limit ?? null,
    maxRows,
  };
}

interface Reader {
  readonly condition: (text: string, present: string | null) => Expr;
  readonly output: (name: string, text: string, aggregates: boolean) => Expr | RecordExpr;
  readonly aggregates: () => boolean;
}

/** Outputs may name those that stand before them. */
function expressionReader(columns: readonly Field[], params: readonly Param[]): Reader {
  const outputs = new Map<string, Expr>();
  let aggregated = false;
  const read = (text: string, more: Partial<Scope>): Expr | RecordExpr => {
    const { diagnostics, report } = collector();
    const scope: Scope = {
      columns,
      output: name => {
        const expr = outputs.get(name);
        return expr === undefined ? null : { kind: 'output', expr };
      },
      outputNames: [...outputs.keys()],
      params: new Map(params.map(param => [param.name, param])),
      present: new Set(),
      used: () => {},
      aggregates: true,
      expects: 'record-or-any',
      ...more,
    };
    const expr = checkExpression(expressionText(text), scope, report);
    if (expr === null) throw new Error(`${text}: ${diagnostics[0]?.message}`);
    return expr;
  };
  return {
    condition: (text, present) => {
      const expr = read(text, {
        aggregates: 'here',
        present: new Set(present === null ? [] : [present]),
      });
      if (expr.kind === 'record') throw new Error(`${text} is a record`);
      return expr;
    },
    output: (name, text, aggregates) => {
      const expr = read(text, aggregates ? {} : { aggregates: 'here' });
      if (expr.kind !== 'record') outputs.set(name, expr);
      aggregated ||= holds(expr, 'aggregate');
      return expr;
    },
    aggregates: () => aggregated,
  };
}
