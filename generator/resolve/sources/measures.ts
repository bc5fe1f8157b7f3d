/** Measures of a data set: named aggregates over its columns, which may name each other. */

import { ungrouped } from '../../clauses/select/grouping.ts';
import { makeAggregate } from '../../core/expr/aggregates.ts';
import type { Expr, RecordExpr } from '../../core/expr/expr.ts';
import { holds } from '../../core/expr/walk.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { DeclaredMeasure, Field } from '../../core/spec/source.ts';
import type { MeasureSpec, SourceSpec } from '../../core/spec/sources-spec.ts';
import { SCALARS } from '../../core/types/scalar.ts';
import { distinctNames, summarizeNames } from '../names/names.ts';
import { type Definition, DefinitionResolver } from './definitions.ts';
import { type AuthorSqlOf, lookedAtGroup } from './sql-text.ts';

interface Written extends Definition {
  readonly description: string | null;
  readonly unit: string | null;
}

/** The measures without faults, by name. Adds the names of the others to `broken`. */
export function resolveMeasures(
  { name, measures }: SourceSpec,
  columns: readonly Field[],
  broken: Set<string>,
  authorSql: AuthorSqlOf,
  report: Report,
): ReadonlyMap<string, DeclaredMeasure> {
  if (measures.length === 0) return new Map();
  distinctNames(measures, 'measure', report);
  const from = { name: name.value, columns, keys: [], broken: new Set(broken) };
  const made = new Map<string, DeclaredMeasure>();
  const own = measures.filter(({ value: { value } }) => value === null);
  const stored = new Map(
    own.map(({ name, value }) => [name, storedMeasure(value, authorSql, report)] as const),
  );
  const written = measures.flatMap(({ name, value: { value, description, unit } }) =>
    value === null ? [] : { name, text: value, description, unit },
  );
  const definitions = new DefinitionResolver(
    written,
    {
      plural: 'measures',
      circleHint: 'Compute one of them from columns.',
      finish: (measure, expr) => finished(measure, expr, report),
      meaning: (_, { expr }) => ({ kind: 'output', expr }),
      others: name => {
        const expr = stored.get(name)?.expr;
        return expr === undefined ? null : { kind: 'output', expr };
      },
    },
    { from, aggregates: true, expects: 'any' },
    report,
  );
  for (const { name, place } of measures) {
    const column = columns.find(other => other.name.toLowerCase() === name.toLowerCase());
    const measure = written.find(other => other.name === name);
    const declared =
      measure === undefined ? (stored.get(name) ?? null) : definitions.resolve(measure);
    if (column !== undefined) {
      const message = `\`${name}\` has the same name as the column \`${column.name}\``;
      report('duplicate-name', place, message, 'Rename the measure.');
    } else if (declared === null) broken.add(name);
    else made.set(name, declared);
  }
  return made;
}

/** A measure that each engine computes by its own SQL, for example from stored aggregate states. */
function storedMeasure(
  { type, text, description, unit }: MeasureSpec,
  authorSql: AuthorSqlOf,
  report: Report,
): DeclaredMeasure {
  const scalar = SCALARS.find(name => name === type?.value);
  if (scalar === undefined) throw new Error('The schema accepted a measure without a type.');
  const looked = text.map(({ name, value: { value, place } }) => {
    const { sql, fault, words } = lookedAtGroup(value, authorSql(name));
    if (fault !== null) {
      const message = `The SQL text is not a measure: ${fault}`;
      const hint = 'Write one complete expression in the SQL of that engine, over a group of rows.';
      report('sql-text', place, message, hint);
    }
    return { name, sql, words };
  });
  const texts = Object.fromEntries(looked.map(({ name, sql }) => [name, sql]));
  const expr: Expr = makeAggregate('stored', scalar, [], true, { text: texts });
  return { expr, words: looked.flatMap(({ words }) => words), description, unit };
}

function finished(
  { text: { place }, name, ...said }: Written,
  expr: Expr | RecordExpr,
  report: Report,
): DeclaredMeasure | null {
  if (expr.kind === 'record') throw new Error('The checker accepted a record as a value.');
  if (holds(expr, 'window')) {
    const message = `\`${name}\` is a window function, and a measure is one value of a group`;
    report('misplaced-window', place, message, 'Write it in the `select` of an endpoint.');
    return null;
  }
  const bare = ungrouped(expr, new Set(), { name, columns: [], keys: [] });
  if (bare.length > 0) {
    const message = `${summarizeNames(bare)} ${bare.length === 1 ? 'is' : 'are'} not inside an aggregate`;
    const hint = 'Aggregate it, or declare a column with `is` for a value of each row.';
    report('not-grouped', place, message, hint);
    return null;
  }
  if (holds(expr, 'aggregate')) return { expr, ...said };
  const message = `\`${name}\` aggregates nothing`;
  report('not-grouped', place, message, 'Write an aggregate, as in `count()`.');
  return null;
}
