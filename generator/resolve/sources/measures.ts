/** Measures of a data set: named aggregates over its columns, typed, which may name each other. */
import type { Report } from '../../core/diagnostics.ts';
import type { Expr, RecordExpr } from '../../core/expr.ts';
import type { DeclaredMeasure, Field } from '../../core/source.ts';
import type { SourceSpec } from '../../core/spec.ts';
import { holds } from '../../core/walk.ts';
import { distinct, listed } from '../names.ts';
import { ungrouped } from '../outputs/grouping.ts';
import { type Definition, Definitions } from './definitions.ts';

interface Written extends Definition {
  readonly description: string | null;
  readonly unit: string | null;
}

/** The measures by name, those without a fault; `broken` gets the names of the others. */
export function resolveMeasures(
  { name, measures }: SourceSpec,
  columns: readonly Field[],
  broken: Set<string>,
  report: Report,
): ReadonlyMap<string, DeclaredMeasure> {
  if (measures.length === 0) return new Map();
  distinct(measures, 'measure', report);
  const from = { name: name.value, columns, keys: [], broken: new Set(broken) };
  const written = measures.map(({ name, value: { value, ...said } }): Written => {
    return { name, text: value, ...said };
  });
  const definitions = new Definitions(
    written,
    {
      plural: 'measures',
      circleHint: 'Compute one of them from columns.',
      finish: (measure, expr) => finished(measure, expr, report),
      meaning: (_, { expr }) => ({ kind: 'output', expr }),
    },
    { from, aggregates: true, expects: 'any' },
    report,
  );
  const made = new Map<string, DeclaredMeasure>();
  for (const [i, measure] of written.entries()) {
    const place = measures[i]?.place;
    const column = columns.find(other => other.name.toLowerCase() === measure.name.toLowerCase());
    const declared = definitions.resolve(measure);
    if (column !== undefined && place !== undefined) {
      const message = `\`${measure.name}\` is called like the column \`${column.name}\``;
      report('duplicate-name', place, message, 'Rename the measure.');
    } else if (declared === null) broken.add(measure.name);
    else made.set(measure.name, declared);
  }
  return made;
}

function finished(
  { text: { place }, name, ...said }: Written,
  expr: Expr | RecordExpr,
  report: Report,
): DeclaredMeasure | null {
  if (expr.kind === 'record') throw new Error('The checker let pass a record as a value.');
  if (holds(expr, 'window')) {
    const message = `\`${name}\` looks at rows around each row, and a measure is one value of a group`;
    report('misplaced-window', place, message, 'Write it in `select` of an endpoint.');
    return null;
  }
  const bare = ungrouped(expr, new Set(), { name, columns: [], keys: [] });
  if (bare.length > 0) {
    const message = `${listed(bare)} ${bare.length === 1 ? 'is' : 'are'} not inside an aggregate`;
    const hint = 'Aggregate it, or write `is` of a column for a value of each row.';
    report('not-grouped', place, message, hint);
    return null;
  }
  if (holds(expr, 'aggregate')) return { expr, ...said };
  const message = `\`${name}\` aggregates nothing`;
  report('not-grouped', place, message, 'Write an aggregate, as in `count()`.');
  return null;
}
