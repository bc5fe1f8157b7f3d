/** The smallest rollup that would answer an aggregation of entries. */
import type { AggregateExpr, ColumnExpr, SqlExpr } from '../../core/expr/expr.ts';
import { exprKey, visitExpr } from '../../core/expr/walk.ts';
import type { AggregateRelation } from '../../core/plan/relation.ts';
import { visitExprs } from '../../core/plan/walk-plan.ts';
import type { Source } from '../../core/spec/source.ts';
import { type Type, UNIT_MICROS } from '../../core/types/scalar.ts';
import { ENTRIES, partsOfMeasure } from '../../resolve/sources/rollup-parts.ts';
import { entriesUnder, matchOf } from './match.ts';
import type { Rolled } from './rolled.ts';

export interface RollupNeed {
  readonly source: Source;
  /** The names of the timestamp and of the step. */
  readonly of: string;
  readonly step: string;
  /** The paths of its dimensions, with dots, and its measures, as authors write them. */
  readonly groupBy: ReadonlySet<string>;
  readonly measures: ReadonlySet<string>;
}

/** From the longest one on. */
const STEPS = ['day', 'hour', 'minute'] as const;

/** Types whose values are few enough to count by. */
const COUNTED: ReadonlySet<Type> = new Set<Type>(['string', 'int64', 'bool', 'date']);

/** `null` if no rollup of columns would. */
export function needOf(aggregation: AggregateRelation<SqlExpr>): RollupNeed | null {
  const entries = entriesUnder(aggregation);
  if (entries === null) return null;
  const { table } = entries;
  const columns = columnsIn(aggregation, table.name);
  const instants = columns.filter(({ scalar, nullable }) => scalar === 'timestamp' && !nullable);
  const [of, ...others] = instants;
  if (of === undefined || others.length > 0) return null;
  const kept = aggregation.measures.flatMap(({ expr }) => keptMeasure(expr) ?? []);
  const parts = [ENTRIES, ...kept.flatMap(measure => measure.parts)];
  for (const step of STEPS) {
    const rolled: Rolled = {
      rollup: { name: 'advice', step: { micros: UNIT_MICROS[step], unit: step } },
      table,
      of,
      dimensions: columns
        .filter(({ scalar }) => COUNTED.has(scalar))
        .map(expr => ({ name: expr.path.join('.'), expr })),
      parts: parts.map((expr, i) => ({ name: `part ${i}`, expr })),
    };
    const match = matchOf(aggregation, entries, rolled, 'parts');
    if (!('rolled' in match) || mayLackSteps(match.filters.from.at, UNIT_MICROS[step])) continue;
    const read = new Set(match.parts.map(({ expr }) => exprKey(expr)));
    const dimensions = [...match.dimensions, ...match.filtered].map(({ expr }) => expr);
    return {
      source: table.source,
      of: of.path.join('.'),
      step,
      groupBy: new Set(
        dimensions.flatMap(expr => (expr.kind === 'column' ? expr.path.join('.') : [])),
      ),
      measures: new Set(
        kept.flatMap(one => (one.parts.some(part => read.has(exprKey(part))) ? one.text : [])),
      ),
    };
  }
  return null;
}

/** Whether a window that ends now is too short to have a whole step always. */
function mayLackSteps(from: SqlExpr | null, step: bigint): boolean {
  const length = from === null ? null : beforeNow(from);
  return length !== null && length < 2n * step;
}

/** How long before now an instant is, without what truncation adds; `null` if that is not known. */
function beforeNow(at: SqlExpr): bigint | null {
  if (at.kind === 'param' && at.from === 'clock') return 0n;
  if (at.kind !== 'shift' && at.kind !== 'trunc') return null;
  const before = beforeNow(at.of);
  return before === null || at.kind === 'trunc' ? before : before - at.micros;
}

function columnsIn(aggregation: AggregateRelation<SqlExpr>, table: string): readonly ColumnExpr[] {
  const found = new Map<string, ColumnExpr>();
  visitExprs(aggregation, expr =>
    visitExpr<SqlExpr>(expr, part => {
      if (part.kind === 'column' && part.relation === table) found.set(part.path.join('.'), part);
    }),
  );
  return [...found.values()];
}

/** An aggregate of a column, without its filter; `null` for any other aggregate. */
function keptMeasure(of: AggregateExpr<SqlExpr>) {
  const [arg] = of.args;
  const column = arg?.kind === 'call' && arg.fn === 'float64_from_int64' ? arg.args[0] : arg;
  const parts = partsOfMeasure({ ...of, filter: null });
  if (parts === null || column?.kind !== 'column') return null;
  const [name = ''] = of.fn.startsWith('sum') ? ['sum'] : [of.fn];
  return { text: `${name}(${column.path.join('.')})`, parts };
}
