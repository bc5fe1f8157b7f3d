/** How tables hold records: one in the column `r`, several in the list `e`. */
import type { StoredColumn } from './column.ts';

type Fields = readonly (readonly [name: string, value: string])[];

export interface Form {
  /** `as`: the name of the type, where a type of records has one. */
  readonly type: (fields: string, as: string) => string;
  readonly of: (fields: Fields, as: string) => string;
  readonly list: (type: string) => string;
  readonly items: (texts: readonly string[]) => string;
  /** Makes the type of that name. */
  readonly declare?: (fields: string, as: string) => string;
}
export interface Records {
  /** In a table with stored types, and in one with declared types. */
  readonly one: Readonly<Record<'stored' | 'plain', Form>>;
  readonly listed: Readonly<Record<'stored' | 'plain', Form>>;
  /** Fields have stored types of their own. */
  readonly areStored: boolean;
}

export function inline(form: Form): Records {
  const both = { stored: form, plain: form };
  return { one: both, listed: both, areStored: true };
}

const DOCUMENT: Form = {
  type: () => 'jsonb',
  of: fields =>
    `jsonb_build_object(${fields.map(([name, value]) => `'${name}', ${value}`).join(', ')})`,
  list: type => type,
  items: texts => `jsonb_build_array(${texts.join(', ')})`,
};
const COMPOSITE: Form = {
  type: (_, as) => as,
  of: (fields, as) => `CAST(ROW(${fields.map(([, value]) => value).join(', ')}) AS ${as})`,
  list: type => `${type}[]`,
  items: texts => `ARRAY[${texts.join(', ')}]`,
  declare: (fields, as) => `CREATE TYPE ${as} AS (${fields})`,
};

/** A record is of a composite type or a `jsonb`, a list of records an array of a composite type or of objects. */
export const POSTGRES_RECORDS: Records = {
  one: { stored: COMPOSITE, plain: DOCUMENT },
  listed: { stored: COMPOSITE, plain: DOCUMENT },
  areStored: false,
};

/** PostgreSQL's documents have other values than these texts: bytes, padded texts, numbers as texts, composite types. */
const OTHERS_IN_DOCUMENTS = /^(bytea|char\(4\)|numeric.* as string|place)/;

export function hasRecords({ engine, stored, declared }: StoredColumn): boolean {
  return engine !== 'postgres' || !OTHERS_IN_DOCUMENTS.test(`${stored} as ${declared}`);
}
