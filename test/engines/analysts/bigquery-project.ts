/** Data sets over which BigQuery's analyst is asked, and the analyst itself. */
import { join } from 'node:path';
import type { Analysis, Analyst, AskedParameter } from '../../../engines/analyst.ts';
import type { CatalogueColumn } from '../../../engines/engine.ts';
import { ENGINES } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import type { Source } from '../../../generator/core/spec/source.ts';
import type { Scalar } from '../../../generator/core/types/scalar.ts';
import { ROOT } from '../../support/root.ts';

const SOURCES = `
sources:
  logs:
    tables: { bigquery: { table: my-project.app.logs } }
    columns:
      id: { type: string, required: true }
      ts: timestamp
      day: date
      ms: int64
      ratio: float64
      price: { type: decimal, precision: 20, scale: 4 }
      ok: bool
      body: json
      meta: { record: { region: { type: string }, request: { record: { path: { type: string }, size: { type: int64 } } } } }
      region: { type: string, is: meta.region }
  edge:
    tables: { bigquery: { table: edge, records: repeated } }
    columns:
      id: string
      meta: { record: { region: { type: string }, request: { record: { path: { type: string } } } } }
  events:
    tables: { bigquery: { table: "app.events_*" } }
    columns: { name: string, n: int64 }
  elsewhere:
    tables: { duckdb: { table: elsewhere } }
    columns: { id: string }
`;

export function declaredSources(): readonly Source[] {
  const files = [{ path: 'endpoints/sources.yaml', bytes: SOURCES }];
  const { compilation, diagnostics } = compile(files, { dialects: ['bigquery'] });
  const [fault] = diagnostics;
  if (fault !== undefined) throw new Error(`${fault.place.start}: ${fault.message}`);
  return compilation.project.sources;
}

/** ZetaSQL is installed for tests alone, below `test/`: it is found from the working directory, as in a project of a user. */
export async function fromTests<T>(open: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(join(ROOT, 'test'));
  try {
    return await open();
  } finally {
    process.chdir(before);
  }
}

export function openAnalyst(): Promise<Analyst> {
  return fromTests(async () => {
    const load = ENGINES.bigquery.analyst?.load;
    if (load === undefined) throw new Error('BigQuery has no analyst');
    return (await load()).default.open({ sources: declaredSources(), schema: '' });
  });
}

/** `list of …` is a list. */
export function asked(
  scalars: Readonly<Record<string, Scalar | `list of ${Scalar}`>>,
): readonly AskedParameter[] {
  return Object.entries(scalars).map(([name, type]) => {
    const scalar = type.replace('list of ', '') as Scalar;
    const isList = type === scalar ? {} : ({ isList: true } as const);
    return { name, scalar, ...isList, isOptional: false, sample: '' };
  });
}

/** `name TYPE`, of records with their fields. */
export function shown(columns: readonly CatalogueColumn[]): readonly string[] {
  return columns.map(({ name, type, fields }) => {
    return `${name} ${type}${fields === null ? '' : ` {${shown(fields).join(', ')}}`}`;
  });
}

/** Throws where the analyst does not know the columns. */
export function known(analysis: Analysis): readonly CatalogueColumn[] {
  const columns = analysis.kind === 'understood' ? analysis.columns : null;
  if (columns === null) throw new Error(JSON.stringify(analysis));
  return columns;
}
