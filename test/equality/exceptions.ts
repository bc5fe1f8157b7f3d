/**
 * Every place where an engine is not held to the reference's rows to the letter, and why.
 *
 * | what | on | how it is held instead | why |
 * |---|---|---|---|
 * | `approx_quantile` | all | a value that occurs, its rank within 0.01 | the language promises no more |
 * | `approx_count_distinct` | DuckDB | within six standard errors | it keeps a sketch of any set; the others count small ones exactly |
 * | `any_value` | all | a value that occurs | the engines take different ones |
 * | APPROX_QUANTILES, APPROX_COUNT_DISTINCT | ZetaSQL | analysed as they are; executed by exact functions of the same names | its evaluator has neither |
 * | an exact quantile or a distinct count beside an approximate aggregate | ZetaSQL | not in random endpoints | its evaluator takes neither beside the stand-ins |
 * | the clock of a saved query | DuckDB, ClickHouse | a literal in place of its reading; ZetaSQL's own is pinned | their clocks cannot be pinned |
 * | tables of another schema | all | analysed and recorded, not executed | the tests have one schema |
 * | a fixed condition, a column's or a measure's own SQL | that engine | recorded, not executed | they name columns that are not declared |
 * | letters beyond ASCII that have two cases | all | not in the random texts | the language does not promise their mapping |
 * | a leading U+FEFF | DuckDB | not in the random texts | the test engine's own reading drops it; the service's does not |
 * | a float `sum` or `avg` | all | relative 1e-12 | the order of the terms is the engine's |
 */

import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import { answeredSources } from '../../generator/core/plan/endpoint.ts';
import type { Field, Source } from '../../generator/core/spec/source.ts';
import {
  type AggregateName,
  aggregateValue,
  isApproxQuantile,
} from '../reference/language/aggregates.ts';
import type { AggregateTerm } from '../reference/language/term.ts';
import { groupKey, type Value } from '../reference/values.ts';

/** The allowed answers of an engine for the values of a group, where it has some freedom. */
type Allows = (
  term: AggregateTerm,
  values: readonly Value[],
  given: Value,
  engine: string,
) => boolean;

/**
 * How far an approximate count may be from the exact one, as a share of it; 0 where none is named. DuckDB 1.5.6 has 64
 * registers for a set of any size (`hyperloglog.hpp`, P = 6): a standard error of 1.04 / √64 = 0.13, of which these are six.
 * Of 10,000,000 sets of 1 to 40 values the worst count was 2/3 off (three values in one register), and none was farther off.
 */
const DISTINCT_ERROR: Readonly<Record<string, number>> = { duckdb: 0.78 };

export const FREEDOM: Partial<Record<AggregateName, Allows>> = {
  approx_quantile: ({ rank }, values, given) =>
    rank !== null && isApproxQuantile(values, rank, given),
  approx_count_distinct: (term, values, given, engine) => {
    const read = values.map(of => ({ of, by: null, keys: [] }));
    const exact = Number(aggregateValue(term, read));
    const error = exact * (DISTINCT_ERROR[engine] ?? 0);
    return typeof given === 'bigint' && Math.abs(Number(given) - exact) <= error;
  },
  any_value: (_, values, given) =>
    values.length === 0
      ? given === null
      : values.some(value => groupKey([value]) === groupKey([given])),
};

/** Why an endpoint cannot be executed over tables made from its data set alone; `null` where it can. */
export function notExecutable(endpoint: PortableEndpoint, dialect: string): string | null {
  const views = endpoint.views.map(({ source }) => source);
  for (const source of [...answeredSources(endpoint), ...views]) {
    const table = source.tables[dialect];
    if (table === undefined || table.name.length > 1) return 'a table of another schema';
    if (table.where !== null) return 'a fixed condition';
    if (hasOwnSql(source.columns, dialect)) return "a column's own SQL";
    if (hasOwnMeasures(source)) return "a measure's own SQL";
  }
  return null;
}

function hasOwnMeasures({ measures }: Source): boolean {
  return [...(measures?.values() ?? [])].some(({ words }) => words !== undefined);
}

function hasOwnSql(fields: readonly Field[], dialect: string): boolean {
  return fields.some(
    field => field.text[dialect] !== undefined || hasOwnSql(field.fields, dialect),
  );
}
