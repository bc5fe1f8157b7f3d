/** The three endpoints of this repository over tables of each shape, and the statements that answer a question. */

import { readFileSync } from 'node:fs';
import type { BoundStatement } from '../../engines/engine.ts';
import { compile, emit } from '../../generator/compile.ts';
import type { ManifestField } from '../../generator/core/output/manifest.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { createBinder, readSegmentText } from '../../server/answers/bind.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../server/answers/manifest/manifest.ts';
import { createReader } from '../../server/answers/reading.ts';
import { NOW, type Shape, type Written } from './rows.ts';

export type EngineName = 'duckdb' | 'clickhouse' | 'postgres';

export interface Project {
  readonly manifest: Catalogue<WholeEndpoint>;
  /** The SQL that creates the tables of an engine. */
  readonly schema: (engine: EngineName) => string;
  /** The tables that have rows, with the columns that they store. */
  readonly written: readonly Written[];
}

const FOLDER = 'endpoints';
const NAMES = ['functions.invocation-stats', 'logs.all', 'usage.api-counts'];
const FILLED = ['edge_logs', 'function_edge_logs'];

export function projectOf(shape: Shape): Project {
  const nested = catalogueOf(texts('nested'));
  const files = shape === 'flat' ? flatTexts(nested.manifest) : texts(shape);
  const { manifest, file } = shape === 'nested' ? nested : catalogueOf(files);
  const written = FILLED.map(table => {
    const fields = manifest.sources[table]?.columns ?? [];
    return { table, columns: fields.filter(({ name }) => isStored(table, name)) };
  });
  return { manifest, written, schema: engine => file(`sql/${engine}/schema.sql`) };
}

/** The table `function_edge_logs` has its project only in the record. */
function isStored(table: string, column: string): boolean {
  return table === 'edge_logs' || column !== 'project';
}

type Texts = Readonly<Record<string, string>>;

function texts(shape: Shape): Texts {
  const paths = ['sources.yaml', ...NAMES.map(name => `${name}.yaml`)];
  const read = (path: string) => readFileSync(`${FOLDER}/${path}`, 'utf8');
  const of = Object.fromEntries(paths.map(path => [path, read(path)]));
  if (shape !== 'arrays') return of;
  const sources = (of['sources.yaml'] ?? '').replace(
    /((?:duckdb|clickhouse): \{ table: \w+) \}/g,
    '$1, records: repeated }',
  );
  return { ...of, 'sources.yaml': sources };
}

/** The same data sets with a column for each leaf. */
function flatTexts({ sources }: Catalogue<WholeEndpoint>): Texts {
  const nested = texts('nested');
  const blocks = FILLED.map(table => {
    const lines = (sources[table]?.columns ?? [])
      .filter(({ name }) => isStored(table, name))
      .flatMap(field => leavesOf(field, ''))
      .map(
        ({ name, type, nullable }) => `      ${name}: { type: ${type}, required: ${!nullable} }`,
      );
    const tables = `{ duckdb: { table: ${table} }, clickhouse: { table: ${table} }, postgres: { table: ${table} } }`;
    const project = isStored(table, 'project')
      ? []
      : ['      project: { type: string, is: metadata_project_ref }'];
    return [`  ${table}:`, `    tables: ${tables}`, '    columns:', ...lines, ...project].join(
      '\n',
    );
  });
  const columns = (sources['edge_logs']?.columns ?? [])
    .filter(({ type }) => type === 'record')
    .flatMap(field => leavesOf(field, ''))
    .map(({ name }) => name);
  const endpoints = Object.fromEntries(
    NAMES.map(name => {
      const text = (nested[`${name}.yaml`] ?? '').replace(/\ntests:[\s\S]*$/, '\n');
      const flat = text
        .replace(/\nviews:[\s\S]*?\nparams:/, '\nparams:')
        .replace('event_message, metadata]', `event_message, ${columns.join(', ')}]`)
        .replace(/metadata(\.\w+)+/g, path => path.replaceAll('.', '_'));
      return [`${name}.yaml`, flat];
    }),
  );
  return { 'sources.yaml': `sources:\n${blocks.join('\n')}\n`, ...endpoints };
}

function leavesOf(field: ManifestField, before: string): readonly ManifestField[] {
  const name = `${before}${field.name}`;
  if (field.type !== 'record') return [{ ...field, name }];
  return (field.fields ?? []).flatMap(inner => leavesOf(inner, `${name}_`));
}

/** The manifest of the specifications, and the text of each generated file. */
export function catalogueOf(of: Texts) {
  const inputs = Object.entries(of).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const { compilation, diagnostics } = compile(inputs, {
    dialects: ['duckdb', 'clickhouse', 'postgres'],
  });
  const [fault] = diagnostics;
  if (fault !== undefined) throw new Error(fault.message);
  const files = new Map(emit(compilation).map(({ path, text }) => [path, text]));
  const file = (path: string) => files.get(path) ?? '';
  return { manifest: catalogue(manifestOf(compilation)), file, project: compilation.project };
}

export interface Asked {
  readonly endpoint: string;
  readonly search: string;
}

/** The statement that the service runs. */
export function specialised(
  { manifest }: Pick<Project, 'manifest'>,
  engine: EngineName,
  { endpoint: name, search }: Asked,
): BoundStatement {
  const { endpoint, statements } = partsOf(manifest, engine, name);
  const reading = createReader(endpoint, {
    engine,
    unknown: 'reject',
    cursors: null,
    nowMs: () => Number(NOW / 1000n),
  })(null, search);
  if (!('values' in reading)) throw new Error(`${name}: the request is refused`);
  return createBinder(statements, endpoint)(reading.values, NOW);
}

/** The saved query, with its clock fixed at `NOW`. */
export function saved(
  { manifest }: Project,
  engine: EngineName,
  { endpoint: name, search }: Asked,
): BoundStatement {
  const { statements } = partsOf(manifest, engine, name);
  const given = new URLSearchParams(search);
  const sql = statements.saved.sql.map(segment => readSegmentText(statements, segment)).join('');
  const values = statements.saved.bind.map(({ name }) => ({
    name,
    scalar: 'string' as const,
    value: given.get(name),
  }));
  return { sql: pinned(sql), values, isOwn: true };
}

function partsOf(manifest: Catalogue<WholeEndpoint>, engine: EngineName, name: string) {
  const endpoint = manifest.byName.get(name);
  const statements = endpoint?.engines[engine];
  if (endpoint === undefined || statements === undefined) throw new Error(`no ${name}`);
  return { endpoint, statements };
}

const INSTANT = '2026-01-01 00:00:00';

function pinned(sql: string): string {
  return sql
    .replaceAll("now() AT TIME ZONE 'UTC'", `TIMESTAMP '${INSTANT}'`)
    .replaceAll("now64(6, 'UTC')", `toDateTime64('${INSTANT}', 6, 'UTC')`);
}
