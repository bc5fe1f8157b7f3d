/** Chooses the engines of a project whose configuration does not list them. */
import type { Report } from '../core/report/diagnostics.ts';
import { listed } from '../core/report/words.ts';
import type { SourceSpec } from '../core/spec/sources-spec.ts';

/** An engine that is left out, and the first data set without a table on it. */
export interface RuledOut {
  readonly dialect: string;
  readonly source: string;
}
interface Choice {
  readonly dialects: readonly string[];
  readonly ruledOut: readonly RuledOut[];
}

/**
 * The known dialects on which every data set has a table, in their order; without data sets, all of them. Reports the data set that rules
 * out the last dialect. A data set with faults rules out no dialect, because the fault may be in its table.
 */
export function chooseDialects(
  declared: readonly SourceSpec[],
  known: readonly string[],
  report: Report,
): Choice {
  const sources = declared.filter(
    ({ sound, tables }) => sound && tables.every(({ name }) => known.includes(name)),
  );
  const ruledOut = known.flatMap(dialect => {
    const source = sources.find(({ tables }) => tables.every(({ name }) => name !== dialect));
    return source === undefined ? [] : [{ dialect, source: source.name.value, spec: source }];
  });
  const dialects = known.filter(name => ruledOut.every(({ dialect }) => dialect !== name));
  if (dialects.length === 0) {
    const last = sources.findLast(source => ruledOut.some(({ spec }) => spec === source));
    if (last !== undefined) {
      const lacking = ruledOut.filter(({ spec }) => spec === last).map(one => `\`${one.dialect}\``);
      const message = `No engine has a table for every data set: \`${last.name.value}\` has none on ${listed(lacking, 'or')}`;
      const hint =
        'Add tables to data sets, or list the engines to compile for under `dialects` in `quern.yaml`.';
      report('missing-table', last.name.place, message, hint);
    }
  }
  return { dialects, ruledOut: ruledOut.map(({ dialect, source }) => ({ dialect, source })) };
}
