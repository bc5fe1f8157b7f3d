/** The keys and the parts of a rollup, as columns in SQL of an engine. */
import type { AggregateExpr, SqlExpr } from '../../core/expr/expr.ts';
import { type Rollup, type Source, spelledAsRolled } from '../../core/spec/source.ts';
import { withoutFilter } from '../../lower/filtered.ts';
import { floatKey } from '../../lower/float-keys.ts';
import type { Dialect, RollupColumn } from '../dialect.ts';
import { identifier, type Sql } from '../sql.ts';
import { printAggregate } from './expr/aggregates.ts';
import { type ExprContext, printExpr } from './expr/expr.ts';
import { reachContext } from './reach.ts';
import { noUses } from './uses.ts';

/** The columns that separate tenants come first, then the start of the step. */
export function rollupColumns(
  { of, step, dimensions, parts }: Rollup,
  source: Source,
  dialect: Dialect,
) {
  const context = contextOf(source, dialect);
  const scope = new Set(source.scope.map(({ name }) => name));
  const isScope = (expr: SqlExpr) => expr.kind === 'column' && scope.has(expr.path.join('.'));
  const start = { kind: 'trunc', of, step, scalar: 'timestamp', nullable: false } as const;
  const column = ({ name, expr }: { readonly name: string; readonly expr: SqlExpr }) =>
    columnNamed(
      name,
      expr.scalar,
      printExpr(dialect.keysByBits ? floatKey(expr) : expr, context),
      dialect,
    );
  return {
    keys: [
      ...dimensions.filter(({ expr }) => isScope(expr)).map(column),
      column({ name: 'step', expr: start }),
      ...dimensions.filter(({ expr }) => !isScope(expr)).map(column),
    ],
    parts: parts.map(({ name, expr }) => {
      const ready: AggregateExpr<SqlExpr> = dialect.filters ? expr : withoutFilter(expr);
      return columnNamed(name, expr.scalar, printAggregate(ready, context), dialect);
    }),
  };
}

function columnNamed(
  name: string,
  scalar: RollupColumn['scalar'],
  of: Sql,
  dialect: Dialect,
): RollupColumn {
  return { name: identifier(name, dialect), of, scalar };
}

/** Expressions over the table alone, without parameters or clock. */
export function contextOf(source: Source, dialect: Dialect): ExprContext {
  return alone(dialect, new Map([[source.name, { source: spelledAsRolled(source), columns: [] }]]));
}

/** Without parameters and clock. */
export function alone(dialect: Dialect, reach: Parameters<typeof reachContext>[0] = new Map()) {
  const uses = noUses(null);
  return reachContext(reach, new Set(), {
    dialect,
    uses,
    shapes: new Map(),
    named: new Map(),
    late: null,
    subquery: () => null,
    place: 'step',
  });
}
