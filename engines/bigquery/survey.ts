/** Surveys the tables of a BigQuery data set: by `tables.get`, and by the first rows of a table, which cost nothing. */
import type { DecimalDigits } from '../../generator/core/types/decimal.ts';
import type { CatalogueColumn } from '../engine.ts';
import { eachAtMost } from '../support/at-most.ts';
import {
  exceedsJson,
  LOOKED_AT,
  mayBeKey,
  NO_REMARKS,
  type Survey,
  SurveyError,
  type SurveyedColumn,
  type SurveyedTable,
  type Surveyor,
  surveyedField,
  wholeNumbersOf,
} from '../survey.ts';
import { readTableColumns } from './catalog.ts';
import type { JobService } from './driver/job.ts';
import type { Patience } from './driver/refusal.ts';
import { openService } from './driver/service.ts';
import { findTablePath, LOOKS, looking, tableOf } from './driver/tables.ts';
import type { BigQuerySettings } from './settings.ts';

export default { survey, surveyFiles: null } satisfies Surveyor<BigQuerySettings>;

/** The deadline of the list of tables, which may be thousands, and of the look at each table. */
const SURVEY_MS = 60_000;

async function survey(
  settings: BigQuerySettings,
  names: readonly string[] | null,
): Promise<Survey> {
  const service = await openService({ ...settings, concurrency: 1 });
  try {
    return await surveyDataset(service, names);
  } finally {
    await service.lifetime.close();
  }
}

async function surveyDataset(
  service: JobService,
  names: readonly string[] | null,
): Promise<Survey> {
  const look = <T>(use: (patience: Patience) => Promise<T>) => looking(service, use, SURVEY_MS);
  const wanted = names ?? (await look(patience => tablesIn(service, patience)));
  if (wanted.length === 0) throw new SurveyError(['The data set has no table that may be read']);
  const tables = await eachAtMost(LOOKS, wanted, name =>
    look(async patience => {
      const resource = await tableOf(service, name.split('.'), null, patience);
      return resource === null ? null : surveyTable(service, name, resource, patience);
    }),
  );
  const absent = wanted.filter((_, index) => tables[index] === null);
  if (absent.length > 0)
    throw new SurveyError(absent.map(name => `There is no table \`${name}\` with columns`));
  return { tables: tables.filter(table => table !== null), passedOver: [] };
}

// ---- calls ----------------------------------------------------------------------------------------------------------

/** Reads the pages of a list until there are no more, or `take` returns false. */
async function pagesOf(
  { ask }: JobService,
  path: readonly string[],
  query: Readonly<Record<string, string>>,
  patience: Patience,
  take: (page: Readonly<Record<string, unknown>>) => boolean,
): Promise<void> {
  let token: unknown = null;
  do {
    const more = typeof token === 'string' ? { pageToken: token } : {};
    const answer = await ask({ method: 'GET', path, query: { ...query, ...more } }, patience);
    const page: Readonly<Record<string, unknown>> = Object(answer);
    if (!take(page)) return;
    token = page['pageToken'] ?? page['nextPageToken'];
  } while (typeof token === 'string' && token !== '');
}

async function tablesIn(service: JobService, patience: Patience): Promise<readonly string[]> {
  const path = findTablePath(service, [''])?.slice(0, -1);
  if (path === undefined)
    throw new SurveyError(['The address names no data set'], 'Write `bigquery://project/dataset`.');
  const names: string[] = [];
  await pagesOf(service, path, { maxResults: '1000' }, patience, ({ tables }) => {
    for (const table of Array.isArray(tables) ? tables : [])
      names.push(String(Object(Object(table).tableReference).tableId));
    return true;
  });
  return names.sort();
}

// ---- tables ---------------------------------------------------------------------------------------------------------

async function surveyTable(
  service: JobService,
  name: string,
  resource: unknown,
  patience: Patience,
): Promise<SurveyedTable | null> {
  const columns = readTableColumns(resource)?.map(withDigits);
  if (columns === undefined) return null;
  const { type, description, tableConstraints, timePartitioning, requirePartitionFilter } =
    Object(resource);
  const isTable = type === 'TABLE';
  const key: unknown = Object(Object(tableConstraints).primaryKey).columns;
  const declared = Array.isArray(key) && key.length > 0 ? key.map(String) : null;
  const single = isTable
    ? columns.filter(({ isList, fields }) => isList !== true && fields === null)
    : [];
  const keys = declared === null ? single.filter(mayBeKey) : [];
  const whole = single.filter(column => wholeNumbersOf(column) === 'one');
  const { looked, unique, large } = await firstRows(
    service,
    name,
    { all: single, keys, whole },
    patience,
  );
  const { field } = Object(timePartitioning);
  return {
    name,
    origin: isTable ? 'table' : 'view',
    description: typeof description === 'string' ? description : null,
    looked,
    isWhole: looked <= LOOKED_AT,
    key: declared,
    time: typeof field === 'string' ? field : null,
    needsTime:
      requirePartitionFilter === true || Object(timePartitioning).requirePartitionFilter === true,
    warnings: [],
    columns: columns.map((column): SurveyedColumn => {
      const isUnique = unique.get(column.name) ?? null;
      const nulls = isUnique === true ? 0 : null;
      const remark = () => ({ ...NO_REMARKS, exceedsJson: large.has(column.name) });
      return { ...surveyedField(column, remark), nulls, isUnique };
    }),
  };
}

interface Wanted {
  readonly all: readonly CatalogueColumn[];
  /** Columns that may be keys. */
  readonly keys: readonly CatalogueColumn[];
  /** Columns of whole numbers. */
  readonly whole: readonly CatalogueColumn[];
}

interface FirstRows {
  readonly looked: number;
  /** Whether the rows have no two equal values and no NULL, for each column that may be a key. */
  readonly unique: ReadonlyMap<string, boolean>;
  /** The columns with whole numbers that a reader of JSON may round. */
  readonly large: ReadonlySet<string>;
}

const PAGE = 10_000;

/** Reads the first rows: one page, or more if a column may be a key. */
async function firstRows(
  service: JobService,
  name: string,
  { all, keys, whole }: Wanted,
  patience: Patience,
): Promise<FirstRows> {
  const path = findTablePath(service, name.split('.'));
  // The answer has the columns in the order of the table.
  const columns = all.filter(column => keys.includes(column) || whole.includes(column));
  const large = new Set<string>();
  if (columns.length === 0 || path === null) return { looked: 0, unique: new Map(), large };
  const selectedFields = columns.map(column => column.name).join(',');
  const query = { selectedFields, maxResults: String(PAGE) };
  const seen = new Map(keys.map(({ name }) => [name, new Set<unknown>()]));
  let looked = 0;
  await pagesOf(service, [...path, 'data'], query, patience, ({ rows }) => {
    for (const row of Array.isArray(rows) ? rows.slice(0, LOOKED_AT + 1 - looked) : []) {
      looked += 1;
      for (const [column, value] of cellsOf(row, columns)) {
        seen.get(column.name)?.add(value);
        if (whole.includes(column) && isLarge(value)) large.add(column.name);
      }
    }
    return keys.length > 0 && looked <= LOOKED_AT;
  });
  const isWhole = ({ size }: ReadonlySet<unknown>) => looked > 0 && size === looked;
  return {
    looked,
    unique: new Map([...seen].map(([column, values]) => [column, isWhole(values)])),
    large,
  };
}

/** The values of a row that are not NULL, of columns in the order of the table. */
function cellsOf(
  row: unknown,
  columns: readonly CatalogueColumn[],
): readonly (readonly [CatalogueColumn, unknown])[] {
  const cells: unknown = Object(row).f;
  return columns.flatMap((column, index) => {
    const value: unknown = Array.isArray(cells) ? Object(cells[index]).v : null;
    return value === null || value === undefined ? [] : [[column, value] as const];
  });
}

function isLarge(value: unknown): boolean {
  if (typeof value !== 'string' || !/^-?\d{16,19}$/.test(value)) return false;
  const whole = BigInt(value);
  return exceedsJson([whole, whole]);
}

/**
 * The digits of types that the table does not bound:
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#decimal_types
 */
const MOST_DIGITS: Readonly<Record<string, DecimalDigits | undefined>> = {
  NUMERIC: { precision: 38, scale: 9 },
  BIGNUMERIC: { precision: 76, scale: 38 },
};

function withDigits(column: CatalogueColumn): CatalogueColumn {
  const digits = column.digits ?? MOST_DIGITS[column.type];
  const fields = column.fields?.map(withDigits) ?? null;
  return { ...column, fields, ...(digits === undefined ? {} : { digits }) };
}
