/** Endpoints whose texts have no quotes, as compiled, for tests. */
import { expect } from 'vitest';
import { compile, emit } from '../../../generator/compile.ts';
import { positionAt } from '../../../generator/core/report/diagnostics.ts';
import { quotedValue } from '../../../generator/core/report/whole-text.ts';

export const SOURCES = `sources:
  visits:
    key: [id]
    tables:
      bigquery: { table: visits }
      duckdb: { table: visits }
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      country: string
      duration: int64
`;
export const HEAD = 'endpoint: visits\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nfrom: visits\n';

interface Made {
  readonly files: unknown;
  /** As `line:column code`. */
  readonly faults: readonly string[];
}

export function made(endpoint: string, sources = SOURCES): Made {
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: sources },
    { path: 'endpoints/visits.yaml', bytes: endpoint },
  ];
  const { compilation, diagnostics } = compile(inputs, { dialects: null });
  const faults = diagnostics.map(({ code, place }) => {
    const { line, column } = positionAt(place.source.text, place.start);
    return `${line}:${column} ${code}`;
  });
  return { files: emit(compilation), faults };
}

/** The endpoint with each `«…»` as it is, and in quotes. */
export function both(marked: string): readonly [bare: string, quoted: string] {
  const bare = marked.replaceAll(/«([^»]*)»/g, '$1');
  const quoted = marked.replaceAll(/«([^»]*)»/g, (_, text: string) =>
    quotedValue(text.replaceAll(/\s*\n\s*/g, ' ')),
  );
  return [HEAD + bare, HEAD + quoted];
}

/** The files, and whether there are faults besides the warnings of texts without quotes. */
export function outcome(endpoint: string) {
  const { files, faults } = made(endpoint);
  const others = faults.filter(one => !one.endsWith(' unquoted-text'));
  return { files, isRefused: others.length > 0 };
}

/** Expects that the endpoint with each `«…»` as it is compiles as in quotes, with so many warnings. */
export function expectAsQuoted(marked: string, count: number): void {
  const [bare, quoted] = both(marked);
  const [written, meant] = [made(bare), made(quoted)];
  expect(meant.faults.filter(one => !one.endsWith('-order'))).toEqual([]);
  expect(written.faults.filter(one => one.endsWith(' unquoted-text'))).toHaveLength(count);
  expect(written.faults.filter(one => !one.endsWith(' unquoted-text'))).toEqual(meant.faults);
  expect(written.files).toEqual(meant.files);
}
