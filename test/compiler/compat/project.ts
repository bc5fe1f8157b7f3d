/** A project of one data set, for endpoints that stand in for those of another service. */
import type { InputFile } from '../../../generator/compile.ts';

export const COMPAT_SOURCES: InputFile = {
  path: 'endpoints/sources.yaml',
  bytes: `
sources:
  logs:
    tables: { duckdb: { table: logs }, clickhouse: { table: logs } }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      event_message: string
      project: string
`,
};

/** An endpoint of the name with more clauses. */
export function compatEndpoint(name: string, clauses: string, at = 1): InputFile {
  return {
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}
id: 00000000-0000-4000-8000-0000000ca${String(at).padStart(3, '0')}
${clauses}
`,
  };
}
