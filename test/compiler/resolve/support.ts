/** Texts through all phases up to resolving, for tests. */
import {
  collector,
  positionAt,
  sortDiagnostics,
} from '../../../generator/core/report/diagnostics.ts';
import { loadDocument } from '../../../generator/load/load.ts';
import { type ResolveOptions, resolveProject } from '../../../generator/resolve/resolve.ts';
import { validateEndpoint, validateSources } from '../../../generator/validate/validate.ts';
import { allPortable } from '../../support/projects/portable.ts';

export const DIALECTS = ['bigquery', 'duckdb', 'clickhouse'];

/** Texts by file name through all phases up to resolving, with every diagnostic as `file:line:column code`. */
export function resolve(
  files: Readonly<Record<string, string>>,
  options: Partial<ResolveOptions> = {},
) {
  const { diagnostics, report } = collector();
  const documents = Object.entries(files).map(([file, text]) => loadDocument(file, text, report));
  const good = documents.filter(document => document !== null);
  const [sources, specs] = [true, false].map(wanted =>
    good.filter(document => (document.source.file === 'sources.yaml') === wanted),
  );
  const project = resolveProject(
    (sources ?? []).flatMap(d => validateSources(d, report, options.dialects ?? DIALECTS) ?? []),
    (specs ?? []).flatMap(d => validateEndpoint(d, report) ?? []),
    { dialects: DIALECTS, ...options },
    report,
  );
  const sorted = sortDiagnostics(diagnostics);
  const found = sorted.map(({ code, place }) => {
    const { line, column } = positionAt(place.source.text, place.start);
    return `${place.source.file}:${line}:${column} ${code}`;
  });
  return { project, diagnostics: sorted, found };
}

export const TABLES =
  'tables: { bigquery: { table: p.d.t, records: repeated }, duckdb: { table: t }, clickhouse: { table: t } }';
export const SOURCES = `sources:
  logs:
    ${TABLES}
    columns:
      id: { type: string, required: true, description: Identifier. }
      timestamp: { type: timestamp, required: true }
      day: date
      level: string
      bytes: { type: int64, unit: B }
      ms: float64
      ok: bool
      tags: json
      project: { type: string, is: meta.project, description: The project. }
      meta:
        record:
          project: string
          request: { record: { path: string, code: int64 } }
  other:
    tables: { duckdb: { table: o } }
    columns: { id: string, level: string, timestamp: string }
  plain:
    ${TABLES}
    columns: { timestamp: timestamp, level: string }
`;
export const ID = '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01';
export const HEAD = `endpoint: a\nid: ${ID}\n`;

/** An endpoint over `logs` whose further clauses begin at line 3. */
export function clauses(text: string, options: Partial<ResolveOptions> = {}) {
  const from = text.includes('from:') ? '' : '\nfrom: logs';
  const select = /^select:/m.test(text) ? '' : '\nselect: [id]';
  const result = resolve(
    { 'sources.yaml': SOURCES, 'a.yaml': `${HEAD}${text}${from}${select}\n` },
    options,
  );
  return { ...result, endpoint: allPortable(result.project.endpoints)[0] ?? null };
}
