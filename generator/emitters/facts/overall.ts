/** Finds the value that stands for a column's values in several groups. Pages show it beside the name of a line. */

import type { CallExpr, Expr, WindowExpr } from '../../core/expr/expr.ts';
import type { Overall } from '../../core/output/manifest-fields.ts';
import type { PortableEndpoint } from '../../core/plan/endpoint.ts';
import { inputsRead, type Query } from '../../core/plan/query.ts';
import type { AggregateName } from '../../functions/names.ts';
import { computedAs } from './computed.ts';

/** `null`: the value has no aggregate. `unknown`: the author's own SQL computes it, or the request decides. */
type Found = Overall | 'unknown' | null;

/** Returns `undefined` if the value is no number, if it is not aggregated, or if nothing shows how it was computed. */
export function overallOf(endpoint: PortableEndpoint, expr: Expr): Overall | undefined {
  if (!NUMBERS.has(expr.scalar)) return undefined;
  const found = foundIn(expr, { endpoint, query: endpoint });
  return found === null || found === 'unknown' ? undefined : found;
}

const NUMBERS: ReadonlySet<Expr['scalar']> = new Set(['int64', 'float64', 'decimal']);

interface Body {
  readonly endpoint: PortableEndpoint;
  readonly query: Query;
}

function foundIn(expr: Expr, body: Body): Found {
  switch (expr.kind) {
    case 'aggregate':
      return expr.fn === 'stored' ? 'unknown' : (OF_AGGREGATES.get(expr.fn) ?? 'mean');
    case 'window':
      return ofWindow(expr, body);
    case 'call':
      return ofCall(expr, body);
    case 'choice':
      return same(expr.cases.map(({ result }) => foundIn(result, body))) ?? 'unknown';
    case 'column': {
      const { endpoint, query } = body;
      const read = computedAs(endpoint, expr, inputsRead(query));
      if (read === undefined || read.value.kind === 'record') return null;
      return foundIn(read.value, { endpoint, query: read.query });
    }
    default:
      return null;
  }
}

const OF_AGGREGATES: ReadonlyMap<AggregateName, Overall> = new Map([
  ['count_rows', 'sum'],
  ['count', 'sum'],
  ['count_if', 'sum'],
  ['sum_int64', 'sum'],
  ['sum_float64', 'sum'],
  ['sum_decimal', 'sum'],
  ['min', 'min'],
  ['max', 'max'],
]);

/** A value of another row has the meaning of its own; what grows from row to row ends with all of it. */
function ofWindow({ fn, args, orderBy, frame }: WindowExpr<Expr>, body: Body): Found {
  const [of] = args;
  if (MOVED.has(fn)) return of === undefined ? null : foundIn(of, body);
  if (RANKS.has(fn)) return null;
  return orderBy.length > 0 && frame?.from === null && frame.to === 0 ? 'last' : 'mean';
}

const MOVED: ReadonlySet<string> = new Set<WindowExpr['fn']>(['lag', 'lead']);
const RANKS: ReadonlySet<string> = new Set<WindowExpr['fn']>([
  'row_number',
  'rank',
  'dense_rank',
  'ntile',
]);

function ofCall({ fn, args }: CallExpr<Expr>, body: Body): Found {
  const found = args.map(arg => foundIn(arg, body));
  if (found.every(one => one === null)) return null;
  if (found.includes('unknown')) return 'unknown';
  const [first = null, ...others] = found;
  const isAlone = others.every(one => one === null);
  if (UNCHANGED.test(fn) && isAlone) return first;
  if (LINEAR.has(fn) && found.every(one => one === 'sum')) return 'sum';
  // a constant factor: `sum(micros) / 1000`
  if (fn === 'divide' && isAlone && isPositive(args[1])) return first;
  if (fn === 'multiply' && isPositive(args.find((_, at) => found[at] === null)))
    return same(found.filter(one => one !== null)) ?? 'mean';
  return 'mean';
}

const UNCHANGED = /_from_|^(?:round|coalesce|nullif|or_fail)/;
const LINEAR: ReadonlySet<string> = new Set(['add', 'subtract', 'negate']);

function isPositive(expr: Expr | undefined): boolean {
  if (expr?.kind === 'call' && expr.fn.includes('_from_')) return isPositive(expr.args[0]);
  return expr?.kind === 'literal' && expr.value !== null && Number(expr.value) > 0;
}

function same(found: readonly Found[]): Found {
  const [first = null] = found;
  return found.every(one => one === first) ? first : null;
}
