/**
 * How statements name tables. ZetaSQL evaluates tables under single names only: a table of the default data set is known by its
 * own name, every other path is one quoted name.
 */

import type { ColumnScalar, TestTable } from '../test-engine.ts';
import { type ColumnShape, columnShapes, type NamedShape } from '../values/stored-shape.ts';

export interface ServedTable {
  readonly project: string;
  readonly dataset: string;
  readonly id: string;
  /** As the evaluator knows it. */
  readonly table: TestTable;
  /** Members of its resource in place of those that follow from the table. */
  readonly resource: object;
}

/** A table by its name, `table`, `dataset.table` or `project.dataset.table`. */
export function servedTable(
  project: string,
  dataset: string,
  table: TestTable,
  resource: object = {},
): ServedTable {
  const [id = '', inDataset = dataset, inProject = project] = table.name.split('.').toReversed();
  const isDefault = inProject === project && inDataset === dataset;
  const name = isDefault ? id : [inProject, inDataset, id].join('.');
  return { project: inProject, dataset: inDataset, id, table: { ...table, name }, resource };
}

/** The statement with every path of two or three parts as the name that the evaluator knows. */
export function withKnownNames(
  sql: string,
  tables: readonly ServedTable[],
  defaultProject: string,
): string {
  return tables.reduce((text, { project, dataset, id, table }) => {
    const known = `\`${table.name}\``;
    const long = [project, dataset, id];
    const short = project === defaultProject ? [[dataset, id]] : [];
    return [long, ...short].reduce(
      (changed, parts) => changed.replace(pathPattern(parts), known),
      text,
    );
  }, sql);
}

/** Each part quoted or not, or all of them in one pair of quotes. */
function pathPattern(parts: readonly string[]): RegExp {
  const escaped = parts.map(part => part.replace(/[^\w]/g, '\\$&'));
  const separate = escaped.map(part => `(?:\`${part}\`|${part})`).join('\\.');
  return new RegExp(`(?<![\\w.\`-])(?:${separate}|\`${escaped.join('\\.')}\`)(?![\\w.\`-])`, 'g');
}

/** The answer of `tables.get`, or those of its members that a request asks for: https://cloud.google.com/bigquery/docs/reference/rest/v2/tables */
export function tableResource(
  { project, dataset, id, table, resource }: ServedTable,
  members: readonly string[] | null,
): Readonly<Record<string, unknown>> {
  const whole = {
    kind: 'bigquery#table',
    etag: 'dGVzdA==',
    id: `${project}:${dataset}.${id}`,
    tableReference: { projectId: project, datasetId: dataset, tableId: id },
    schema: { fields: columnShapes(table).map(schemaOfColumn) },
    numBytes: '0',
    numRows: String(table.rows.length),
    creationTime: '1768471653123',
    type: 'TABLE',
    location: 'US',
    ...resource,
  };
  if (members === null) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([name]) => members.includes(name)));
}

/** As the API writes a type, which is not as statements do. */
const TYPES: Readonly<Record<ColumnScalar, string>> = {
  string: 'STRING',
  int64: 'INTEGER',
  float64: 'FLOAT',
  decimal: 'NUMERIC',
  bool: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  datetime: 'DATETIME',
  date: 'DATE',
  json: 'JSON',
};

function schemaOfColumn(column: ColumnShape): object {
  const field = schemaOf(column);
  return column.required ? { ...field, mode: 'REQUIRED' } : field;
}

function schemaOf({ name, shape }: NamedShape): object {
  if (shape.kind === 'scalar') return { name, type: TYPES[shape.scalar], mode: 'NULLABLE' };
  if (shape.kind === 'map') {
    const fields = [
      { name: 'key', type: 'STRING', mode: 'NULLABLE' },
      { name: 'value', type: TYPES[shape.scalar], mode: 'NULLABLE' },
    ];
    return { name, type: 'RECORD', mode: 'REPEATED', fields };
  }
  if (shape.kind === 'list') return { name, type: TYPES[shape.scalar], mode: 'REPEATED' };
  const [record, mode] = shape.kind === 'array' ? [shape.of, 'REPEATED'] : [shape, 'NULLABLE'];
  return { name, type: 'RECORD', mode, fields: record.fields.map(schemaOf) };
}
