/** Descriptions of columns, fields and data sets in the manifest. */
import { ENCODINGS, TYPES, type Type } from '../types/scalar.ts';
import {
  byName,
  choice,
  type Described,
  flag,
  list,
  maybeText,
  means,
  type Of,
  object,
  oneOf,
  part,
  set,
  text,
  whole,
} from './described.ts';

const typed = {
  name: text,
  type: choice<Type | 'record'>([...TYPES, 'record']),
  nullable: flag,
};
const said = {
  precision: means('How many digits a stored `decimal` has.', whole),
  scale: means('How many of them are after the point.', whole),
  description: text,
  unit: text,
};
const array = means(
  'A record that answers contain as an array: a single one as an array with one item, or as an empty array if it is NULL.',
  set,
);
const listed = means('The array is a list of records, of any length.', set);
const filter = means(
  'The filter of callers that compares this value; left out if there is none.',
  text,
);
const members = means(
  'The filters of callers that compare one value of a map or one item of a list, by its key or its index; left out if there are none.',
  byName(text),
);
const fields: Described<readonly ManifestField[]> = means(
  'The fields of a record; only records have any.',
  list(part('field')),
);
const encode = means(
  'How a value is written in JSON; `plain` for the usual form of its type.',
  choice(ENCODINGS),
);

/** How a table stores a column. */
const stored = object(
  {},
  {
    name: means('Its name there; left out if that is its own.', text),
    type: means('Its type there; left out if that is the declared one.', text),
    kind: means('The group of types that statements read alike.', text),
  },
);
export interface ManifestStored extends Of<typeof stored> {}

export const field = object(typed, {
  optional: means(
    'Whether the column may be missing in files; it is NULL then. Left out if it must be there.',
    set,
  ),
  stored: means(
    'By engine, how the table stores the column, if not as `schema.sql` declares it.',
    byName(stored),
  ),
  ...said,
  array,
  list: listed,
  encode,
  filter,
  members,
  fields,
});
export interface ManifestField extends Of<typeof field> {}

const bucket = oneOf(object({ step: text }), object({ by: maybeText }, { steps: byName(text) }));
export type ManifestBucket = Of<typeof bucket>;

/** The value that stands for the values of several groups: their sum, the least, the greatest, their mean, or that of the last group. */
export const OVERALL = ['sum', 'min', 'max', 'mean', 'last'] as const;
export type Overall = (typeof OVERALL)[number];

const order = oneOf(whole, object({ by: text, places: byName(whole) }));
export type ManifestOrder = Of<typeof order>;

export const column = object(
  { ...typed, encode },
  {
    ...said,
    array,
    list: listed,
    filter,
    members,
    shows: means(
      'The columns of data sets whose values it shows, by their own names; left out if they have the name of this column.',
      list(text),
    ),
    fields,
    group: means('Whether rows are grouped by the column; left out if they are not.', set),
    order: means(
      'The place of the column among those by which rows are ordered, from 0, or its place for each value of the parameter `by`; left out if rows are not ordered by it.',
      order,
    ),
    overall: means(
      'The value that stands for its values in several groups; left out if it is not aggregated, or if nothing shows how it is computed.',
      choice(OVERALL),
    ),
    previous: means(
      'The column whose value of the period before it shows; left out if it shows none.',
      text,
    ),
    bucket: means(
      'Only for the column that contains the start of each bucket: how long buckets are, in ISO 8601. It is always the same, or what `steps` has for the value of the parameter `by`, or that value itself; null if the length of the window decides.',
      bucket,
    ),
  },
);
export interface ManifestColumn extends Of<typeof column> {}

const table = object({
  table: means('The parts of the name, outermost first.', list(text)),
  records: means(
    'Whether a record is stored as a record or as an array with one record.',
    choice(['nested', 'repeated']),
  ),
});

const freshnessStatement = object({ sql: text, now: list(text) });
export interface ManifestFreshnessStatement extends Of<typeof freshnessStatement> {}

const freshness = object({
  within: means('How old the newest entry may be, in seconds.', whole),
  engines: means(
    'By engine: a statement with one row, the instant of the newest entry, or NULL if none is new enough; `now` names its placeholders for the time.',
    byName(freshnessStatement),
  ),
});
export interface ManifestFreshness extends Of<typeof freshness> {}

export const source = object(
  {
    title: maybeText,
    description: maybeText,
    columns: list(part<ManifestField>('field')),
    tables: means('By engine.', byName(table)),
  },
  {
    invalid: means<'skip'>(
      'Invalid entries of files are skipped; without it, statements that read them fail.',
      { const: 'skip' },
    ),
    freshness: means('How new the data set must be; left out if that is not declared.', freshness),
  },
);
export interface ManifestSource extends Of<typeof source> {}
