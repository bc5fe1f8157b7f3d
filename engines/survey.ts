/** The tables of an engine or of files, for new data sets. */
import type { Type } from '../generator/core/types/scalar.ts';
import type { CatalogueColumn } from './engine.ts';

export interface SurveyedTable {
  /** The engine's name for it; for files, the pattern that found them. */
  readonly name: string;
  /**
   * The source of its types and NULLs. A table declares both. A view declares its types, and on some engines its NULLs.
   * Files declare neither.
   */
  readonly origin: 'table' | 'view' | 'files';
  readonly description: string | null;
  /** How many rows were looked at: every row, or the first 100,000. */
  readonly looked: number;
  readonly isWhole: boolean;
  readonly columns: readonly SurveyedColumn[];
  /** The key that the table declares. */
  readonly key: readonly string[] | null;
  /** The time column that the table is stored by. */
  readonly time: string | null;
  /** Whether the engine refuses statements that do not restrict the time. */
  readonly needsTime: boolean;
}

/** A column, or a field of a record. */
export interface SurveyedField extends Omit<CatalogueColumn, 'fields' | 'description'> {
  readonly fields: readonly SurveyedField[] | null;
  readonly description: string | null;
  /** A type that it may be declared as if no type of `readAs` fits; `null` if no such type is known. */
  readonly converted: Converted | null;
}
export interface Converted {
  readonly type: Type;
  /** The engine's SQL for a value of the type; `null` if the engine reads the column as the type by itself. */
  readonly sql: string | null;
  /** An assumption of the SQL, in words. */
  readonly guess?: string;
}
export interface SurveyedColumn extends SurveyedField {
  /** Its stored name, if a data set gives it another name. */
  readonly storedName?: string;
  /** How many of the rows that were looked at have no value; `null` if they were not counted. */
  readonly nulls: number | null;
  /** Whether all rows have different values; `null` if that was not checked. */
  readonly isUnique: boolean | null;
}

export interface Survey {
  readonly tables: readonly SurveyedTable[];
  /** A sentence for each table that is skipped. */
  readonly passedOver: readonly string[];
}
/** Paths as their users type them. */
export interface UserPaths {
  /** Turns a path from the settings into a path of the system. */
  readonly pathOf: (path: string) => string;
  readonly shown: Shown;
}
/** A path as its user would type it. */
export type Shown = (path: string) => string;

export interface Surveyor<Settings> {
  /**
   * Surveys the tables and views with these names, or all of them. Rejects with a `SurveyError` that lists all faults,
   * or with `EngineFailure` if the engine cannot be asked.
   */
  readonly survey: (
    settings: Settings,
    names: readonly string[] | null,
    paths: UserPaths,
  ) => Promise<Survey>;
  /**
   * Surveys the files under an absolute path or pattern as one table. Rejects with a `SurveyError`. `null` for an engine
   * that reads no files.
   */
  readonly surveyFiles: ((path: string, shown: Shown) => Promise<SurveyedTable>) | null;
}

/** The most rows that are looked at. */
export const LOOKED_AT = 100_000;

/** Why no data set can be made from the source: a sentence for each fault, with its place. */
export class SurveyError extends Error {
  readonly faults: readonly string[];
  readonly hint: string | null;

  constructor(faults: readonly string[], hint: string | null = null, options?: ErrorOptions) {
    super(faults.join('\n'), options);
    this.name = 'SurveyError';
    this.faults = faults;
    this.hint = hint;
  }
}

/** A column in the form of a survey, with its fields. `convert` receives each with its path. */
export function surveyedField(
  { fields, description, ...column }: CatalogueColumn,
  convert: (column: CatalogueColumn, path: readonly string[]) => Converted | null,
  above: readonly string[] = [],
): SurveyedField {
  const path = [...above, column.name];
  return {
    ...column,
    fields: fields?.map(field => surveyedField(field, convert, path)) ?? null,
    description: description ?? null,
    converted: convert({ ...column, fields }, path),
  };
}

/** Whether a column of that name and type may be a key. */
export function mayBeKey({ name, readAs }: Pick<CatalogueColumn, 'name' | 'readAs'>): boolean {
  const isPlain = readAs[0] === 'string' || readAs[0] === 'int64';
  return isPlain && /(^|_)(id|uuid|key|number|no)$/i.test(name);
}
