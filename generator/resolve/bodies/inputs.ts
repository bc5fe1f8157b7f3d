/** Finds the data sets that an endpoint names. */

import type { SourceInput } from '../../core/plan/query.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { Located } from '../../core/spec/located.ts';
import type { Source } from '../../core/spec/source.ts';
import type { PortableSpec } from '../../core/spec/spec.ts';
import { suggest, summarizeNames } from '../names/names.ts';
import type { KnownSource, Surroundings } from '../surroundings.ts';

/** The context of the search. */
export interface InputSearch {
  readonly surroundings: Surroundings;
  readonly engines: readonly string[];
  /** Names of the endpoint's own relations. */
  readonly steps: readonly string[];
  readonly report: Report;
}

export function inputOf(source: Source): SourceInput {
  const { name, columns, measures = new Map(), keys, scope, broken = new Set() } = source;
  return { kind: 'source', name, columns, measures, keys, scope, broken, source };
}

/** Finds a data set by its name. Reports an unknown data set, and one without a table on an engine. */
export function findSource(
  { surroundings: { sources, relations, sourcesIncomplete }, engines, steps, report }: InputSearch,
  { value, place }: Located<string>,
): KnownSource | null {
  const known = sources.get(value);
  if (known === undefined) {
    if (sourcesIncomplete) return null;
    const names = [...steps, ...sources.keys(), ...relations.byName.keys()];
    const hint =
      queryHint(value, names) ??
      suggest(value, names) ??
      'Declare it in `sources.yaml`, in the folder of the endpoints.';
    const message =
      steps.length === 0
        ? `There is no data set \`${value}\``
        : `There is neither a step nor a data set \`${value}\``;
    report('unknown-source', place, message, hint);
    return null;
  }
  const missing = engines.filter(name => !Object.hasOwn(known.source.tables, name));
  // the data set has faults: the engine's name may be misspelt, so a missing table is not reported
  if (missing.length > 0 && known.sound) {
    const message = `The data set \`${value}\` has no table on ${summarizeNames(missing)}`;
    report('missing-table', place, message, tableHint(known.source));
  }
  return known;
}

/** A hint for SQL around the name of a relation, as FROM allows. */
function queryHint(text: string, names: readonly string[]): string | null {
  if (/^\s*\(|^\s*select\b/i.test(text))
    return 'Write it as a step under `steps`, and name the step.';
  const last = text.slice(text.lastIndexOf('.') + 1);
  if (last !== text && names.includes(last)) return `Write only \`${last}\`.`;
  const [, name] = /^(\w+)\s+(?:as\s+)?\w+$/i.exec(text) ?? [];
  return name === undefined ? null : `Write only \`${name}\`, without a second name.`;
}

function tableHint({ tables }: Source): string {
  const list = `[${Object.keys(tables).join(', ')}]`;
  if (list === '[]') return 'Add it under `tables`.';
  return `Add it under \`tables\`, or compile for fewer engines: \`engines: ${list}\` in this endpoint, or \`dialects: ${list}\` in \`quern.yaml\` for all.`;
}

/**
 * Reports tables that a view would hide. The saved query defines a view under the data set's name, so a statement that reads a table of the
 * same name would read the view.
 */
export function reportHiddenTables(
  { views }: Pick<PortableSpec, 'views'>,
  { engines, report }: Pick<InputSearch, 'engines' | 'report'>,
  sources: readonly Source[],
): void {
  for (const { value, place } of views) {
    const view = value.toLowerCase();
    for (const { name, tables } of sources) {
      if (name === value) continue;
      const hidden = engines.filter(engine => {
        const table = tables[engine]?.name ?? [];
        return table.length === 1 && table[0]?.toLowerCase() === view;
      });
      if (hidden.length === 0) continue;
      const message = `The view \`${value}\` would hide the table \`${value}\` that \`${name}\` reads on ${summarizeNames(hidden)}`;
      report(
        'clause-conflict',
        place,
        message,
        'Rename the data set, or write the table with its schema.',
      );
    }
  }
}
