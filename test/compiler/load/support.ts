/** One text through loading, for tests. */
import { collector, positionAt } from '../../../generator/core/report/diagnostics.ts';
import { loadDocument } from '../../../generator/load/load.ts';

/** The tree and every diagnostic as `line:column code`. */
export function load(bytes: Uint8Array | string) {
  const { diagnostics, report } = collector();
  const document = loadDocument('a.yaml', bytes, report);
  const found = diagnostics.map(({ code, place }) => {
    const { line, column } = positionAt(place.source.text, place.start);
    return `${line}:${column} ${code}`;
  });
  return { document, diagnostics, found };
}
