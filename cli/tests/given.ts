/** Entries from a program, read like those of a test in a specification. */

import { reportLacking } from '../../generator/compile-given.ts';
import {
  type GivenEntries,
  type LackingEntry,
  sourcesRead,
} from '../../generator/core/plan/endpoint.ts';
import { collector, renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { suggestion } from '../../generator/core/report/suggestion.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import type { CompiledEndpoint } from '../../generator/emitters/emitter.ts';
import { loadDocument } from '../../generator/load/load.ts';
import { entryText } from '../../generator/resolve/tests/entries.ts';
import { mappingOf } from '../project/specifications/edits.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

/** By data set. */
export type GivenRows = Readonly<Record<string, readonly object[]>>;

/** The entries of the data sets that the endpoint reads. Throws `Failure` with all faults. */
export function readEntries(
  compiled: CompiledEndpoint,
  sources: readonly Source[],
  given: GivenRows,
): readonly GivenEntries[] {
  const { diagnostics, report } = collector();
  const { endpoint } = compiled;
  const read = sourcesRead(endpoint);
  const entries = Object.entries(given).map(([name, rows]) => {
    const source = sources.find(one => one.name === name && read.includes(name));
    if (source === undefined) throw unknownSource(endpoint.name, name, read);
    const lacking: LackingEntry[] = [];
    const texts = rows.map((row, i) => {
      const document = loadDocument(`given.${name}[${i}]`, jsonOf(row), report);
      return document?.root.kind === 'mapping'
        ? entryText(source, mappingOf(document), report, one => lacking.push(one))
        : null;
    });
    return { source: name, entries: texts.filter(text => text !== null), lacking };
  });
  reportLacking(compiled, entries, report);
  if (diagnostics.length === 0) return entries;
  throw new Failure(EXIT.findings, renderDiagnostics(diagnostics), { diagnostics });
}

/** Integers keep their digits, and a JavaScript `Date` becomes its instant. */
function jsonOf(row: object): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

function unknownSource(endpoint: string, name: string, read: readonly string[]): Failure {
  return new Failure(EXIT.usage, `\`${endpoint}\` reads no data set \`${name}\``, {
    hint: suggestion(name, read),
  });
}
