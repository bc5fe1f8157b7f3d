/** Tables for engines that the data sets of the tests do not name, so that a new engine runs what the others do. */
import { DIALECTS } from '../../engines/index.ts';
import type { RecordExpr } from '../../generator/core/expr/expr.ts';
import type { AnyExpr } from '../../generator/core/expr/walk.ts';
import {
  answeredSources,
  bodiesOf,
  type PortableEndpoint,
  withSources,
} from '../../generator/core/plan/endpoint.ts';
import type { Plan } from '../../generator/core/plan/relation.ts';
import { mapPlan } from '../../generator/core/plan/walk-plan.ts';
import type { Field, Source } from '../../generator/core/spec/source.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { savedPlan } from '../../generator/saved/saved.ts';
import { canStore, canWrite } from '../support/spelled.ts';

/**
 * The endpoint as it would be compiled if its data sets had a table on each engine that can write what it needs. A data set with
 * SQL of one engine means that engine alone, and is left as it is.
 */
export function lent(endpoint: PortableEndpoint): PortableEndpoint {
  const { views, engines } = endpoint;
  const sources = [...answeredSources(endpoint), ...views.map(({ source }) => source)];
  if (sources.some(hasOwnSql)) return endpoint;
  const needed = exprsOf(endpoint);
  const more = [...DIALECTS.values()].filter(
    dialect =>
      sources.every(
        source =>
          source.tables[dialect.name] === undefined &&
          source.columns.every(column => canStore(dialect, column)),
      ) && needed.every(expr => canWrite(dialect, expr)),
  );
  const names = more.map(({ name }) => name);
  return {
    ...withSources(endpoint, source => withTables(source, names)),
    views: views.map(view => ({ ...view, source: withTables(view.source, names) })),
    engines: [...engines, ...names],
  };
}

function withTables(source: Source, engines: readonly string[]): Source {
  const table = { name: [source.name], records: 'nested', where: null } as const;
  const tables = Object.fromEntries(engines.map(name => [name, table]));
  return { ...source, tables: { ...source.tables, ...tables } };
}

function hasOwnSql({ columns, tables }: Source): boolean {
  const isOwn = ({ text, fields }: Field): boolean =>
    Object.keys(text).length > 0 || fields.some(isOwn);
  return columns.some(isOwn) || Object.values(tables).some(({ where }) => where !== null);
}

/** The expressions of both forms: the saved one decodes parameters with functions of its own. */
function exprsOf(endpoint: PortableEndpoint): readonly (AnyExpr | RecordExpr)[] {
  const plan = planEndpoint(endpoint);
  // aggregates stand in outputs, and are not expressions of a plan
  const outputs = bodiesOf(endpoint).flatMap(({ outputs }) => outputs.map(({ expr }) => expr));
  return [...outputs, ...exprsIn(plan), ...exprsIn(savedPlan(plan, endpoint))];
}

function exprsIn<E extends AnyExpr | RecordExpr>(plan: Plan<E>): readonly E[] {
  const found: E[] = [];
  mapPlan(plan, expr => {
    found.push(expr);
    return expr;
  });
  return found;
}
