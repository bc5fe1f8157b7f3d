/** Runs texts in GoogleSQL over tables of a suite: on the evaluator, and translated on every engine. */
import { DIALECTS } from '../../engines/index.ts';
import { compile } from '../../generator/compile.ts';
import { isDerived } from '../../generator/core/spec/source.ts';
import { type Translation, translate } from '../../generator/googlesql/translate.ts';
import { lower } from '../../generator/lower/lower.ts';
import { inSteps } from '../../generator/plan/steps/steps.ts';
import { specialize } from '../../generator/specialize/specialize.ts';
import { print } from '../../generator/sql/print.ts';
import { engineFor, openEngines } from '../engines/open-engines.ts';
import type { Value } from '../engines/test-engine.ts';
import { tablesOfSources } from '../equality/tables.ts';
import type { Row } from '../reference/language/evaluate.ts';
import { allPortable } from '../support/projects/portable.ts';

/** The engines that run the translation. */
export const TRANSLATED = ['duckdb', 'clickhouse', 'bigquery'] as const;
const ALL = ['bigquery', 'duckdb', 'clickhouse'] as const;

export type Rows = readonly (readonly Value[])[];

export interface Trial {
  /** The rows of the text on the evaluator. */
  evaluated(sql: string): Promise<Rows>;
  /** The rows of the translation on an engine. */
  answered(sql: string, engine: (typeof TRANSLATED)[number]): Promise<Rows>;
  close(): Promise<void>;
}

/** `columns`: those of the only table, `t`, as `sources.yaml` has them; one is `id`. */
export async function openTrial(columns: string, rows: readonly Row[]): Promise<Trial> {
  const project = projectOf(columns);
  const engines = await openEngines();
  for (const name of ALL)
    await engineFor(engines, name).load(tablesOfSources(project, name, { t: rows }));
  const stored = tablesOfSources(project, 'bigquery', { t: rows });
  const [endpoint] = allPortable(project.endpoints);
  if (endpoint === undefined) throw new Error('the project has an endpoint');
  const tables = new Map(
    project.sources.map(source => {
      const own = source.columns.filter(column => !isDerived(column));
      return [source.name, { source, columns: own }] as const;
    }),
  );
  return {
    evaluated: async sql => (await engines.bigquery.run(sql, [])).rows,
    answered: async (sql, name) => {
      const tree = await engines.bigquery.tree(sql, stored, []);
      const { plan } = accepted(translate({ tree, tables, params: [], maxRows: 10_000 }));
      const dialect = DIALECTS.get(name);
      if (dialect === undefined) throw new Error(`no dialect ${name}`);
      const lowered = lower(specialize(inSteps(plan), new Map(), endpoint), dialect);
      const { sql: segments } = print(lowered, dialect, 'trial');
      const text = segments.map(one => (typeof one === 'string' ? one : one.sql)).join('');
      return (await engineFor(engines, name).run(text, [])).rows;
    },
    close: () => engines.close(),
  };
}

function accepted(translation: Translation) {
  if (translation.ok) return translation;
  throw new Error(translation.refusals.map(({ what }) => what).join('; '));
}

function projectOf(columns: string) {
  const engines = '{ bigquery: { table: t }, duckdb: { table: t }, clickhouse: { table: t } }';
  const sources = `sources:\n  t:\n    tables: ${engines}\n    columns: ${columns}\n`;
  const id = '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01';
  const endpoint = `endpoint: trial\nid: ${id}\nfrom: t\nselect: [id]\n`;
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: sources },
      { path: 'endpoints/trial.yaml', bytes: endpoint },
    ],
    { dialects: ALL },
  );
  for (const { message } of diagnostics) throw new Error(message);
  return compilation.project;
}
