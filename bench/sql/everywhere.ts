/** Every question over every shape and kind of table. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Question } from './by-hand.ts';
import { openClickHouseTables } from './clickhouse.ts';
import { type Compared, compared, type Measured } from './compared.ts';
import { openDuckDbFiles, openDuckDbTables } from './duckdb.ts';
import { openPostgresTables } from './postgres.ts';
import { type Project, projectOf } from './project.ts';
import { type RowCounts, SHAPES, writeRows } from './rows.ts';
import type { Tables } from './tables.ts';

type Open = (project: Project, files: string) => Promise<Tables>;

const OPENERS: Readonly<Record<string, Open>> = {
  'DuckDB, Parquet': openDuckDbFiles,
  'DuckDB, tables': openDuckDbTables,
  'ClickHouse, MergeTree': openClickHouseTables,
};

export interface EverywhereOptions {
  /** The folder that keeps the tables. */
  readonly folder: string;
  /** The number of rows in each table. */
  readonly rows: RowCounts;
  readonly questions: readonly Question[];
  /** The address of a PostgreSQL server, which is measured alone; `null`: the other engines are. */
  readonly postgres: string | null;
  /** How often each statement is timed; 0 only checks that it returns the same rows. */
  readonly rounds: number;
  readonly tell: (measured: Measured) => void;
}

export async function comparedEverywhere(options: EverywhereOptions): Promise<Compared> {
  const { folder, questions, rounds, tell, postgres } = options;
  const openers =
    postgres === null ? OPENERS : { 'PostgreSQL, tables': openPostgresTables(postgres) };
  const measured: Measured[] = [];
  const faults: string[] = [];
  let equal = 0;
  for (const shape of SHAPES) {
    if (postgres !== null && shape === 'arrays') continue;
    const rows = options.rows[shape];
    const project = projectOf(shape);
    const files = join(folder, `${shape}-${rows}`);
    mkdirSync(files, { recursive: true });
    if (!existsSync(join(files, 'function_edge_logs.parquet')))
      await writeRows(files, project.written, shape, rows);
    for (const [name, open] of Object.entries(openers)) {
      const tables = await open(project, files);
      const of = await compared({ tables, project, shape, questions, name, rounds });
      await tables.close();
      equal += of.equal;
      measured.push(...of.measured);
      faults.push(...of.faults);
      of.measured.forEach(tell);
    }
  }
  return { equal, measured, faults };
}
