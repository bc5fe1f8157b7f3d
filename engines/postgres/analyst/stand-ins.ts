/** The tables of data sets in an empty database, with stand-ins for types that only the author's database has. */

import type { Field, Source } from '../../../generator/core/spec/source.ts';
import { quotedName } from '../driver/names.ts';
import { EXTENSIONS, isServerError } from './library.ts';
import type { PgLite } from './pglite.ts';
import { nameAt } from './place.ts';

/** The labels of an enum by its name as a table has it; `null` for any other type. */
export type LabelsOf = (type: string) => readonly string[] | null;

const ENUM = /^enum +/i;

/** The enums among the stored types, each with the labels that `labelsIn` finds for a column. */
export function findEnums(
  sources: readonly Source[],
  engine: string,
  labelsIn: (source: Source, column: Field) => readonly string[],
): LabelsOf {
  const labels = new Map<string, readonly string[]>();
  for (const source of sources)
    for (const column of source.columns) {
      const type = column.stored?.[engine]?.type ?? '';
      if (!ENUM.test(type)) continue;
      const name = nameAt(type.replace(ENUM, ''), 0).join('.');
      labels.set(name, [...new Set([...(labels.get(name) ?? []), ...labelsIn(source, column)])]);
    }
  return type => labels.get(type) ?? null;
}

const SCHEMA_OR_TYPE = /^(schema|type) "(.+?)(?:\[\])*" does not exist$/;

/** Runs the statements of `schema.sql` in a transaction, once more for each schema or type that they lack. */
export async function createTables(
  database: Pick<PgLite, 'script'>,
  schema: string,
  labelsOf: LabelsOf,
): Promise<void> {
  const made = new Set<string>();
  for (;;) {
    await database.script('SAVEPOINT tables');
    try {
      await database.script(schema);
      return await database.script('RELEASE tables');
    } catch (error) {
      const [, kind, name] = isServerError(error) ? (SCHEMA_OR_TYPE.exec(error.message) ?? []) : [];
      if (name === undefined || made.has(`${kind} ${name}`)) throw error;
      made.add(`${kind} ${name}`);
      // only a transaction without open savepoints may use labels that it adds to its enum
      await database.script('ROLLBACK TO tables; RELEASE tables');
      await database.script(kind === 'schema' ? ensureSchema([name]) : standIn(name, labelsOf));
    }
  }
}

function ensureSchema(name: readonly string[]): string {
  return `CREATE SCHEMA IF NOT EXISTS ${quotedName(name)}`;
}

/** An enum has labels, and a value of any other type is read as its text. */
function standIn(name: string, labelsOf: LabelsOf): string {
  const parts = name.split('.');
  const schema = parts.slice(0, -1);
  const before = schema.length === 0 ? '' : `${ensureSchema(schema)}; `;
  return `${before}${createType(parts, schema, labelsOf(name))}`;
}

function createType(
  parts: readonly string[],
  schema: readonly string[],
  labels: readonly string[] | null,
): string {
  const extension = EXTENSIONS.find(one => one === parts.at(-1));
  if (extension !== undefined)
    return `CREATE EXTENSION ${extension}${schema.length === 0 ? '' : ` SCHEMA ${quotedName(schema)}`}`;
  return labels === null
    ? `CREATE DOMAIN ${quotedName(parts)} AS text`
    : `CREATE TYPE ${quotedName(parts)} AS ENUM (${labels.map(quoteLabel).join(', ')})`;
}

export function quoteLabel(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
