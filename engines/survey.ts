/** The tables of an engine or of files, for data sets that are about to be made. */
import type { Type } from '../generator/core/scalar.ts';
import type { CatalogueColumn } from './engine.ts';

export interface SurveyedTable {
  /** As the engine names it; of files the pattern that they were found by. */
  readonly name: string;
  /** The ground of types and NULLs: a table declares both, a view its types and on some engines its NULLs, files neither. */
  readonly origin: 'table' | 'view' | 'files';
  readonly description: string | null;
  /** Rows that were looked at: every one, or the first 100,000. */
  readonly looked: number;
  readonly isWhole: boolean;
  readonly columns: readonly SurveyedColumn[];
  /** The key that the table declares. */
  readonly key: readonly string[] | null;
  /** The column of time that the table is stored by. */
  readonly time: string | null;
  /** Whether the engine runs no statement that leaves the time open. */
  readonly needsTime: boolean;
}

/** A column, or a field of a record. */
export interface SurveyedField extends Omit<CatalogueColumn, 'fields' | 'description'> {
  readonly fields: readonly SurveyedField[] | null;
  readonly description: string | null;
  /** A type that it may be declared as where none of `readAs` fits; `null`: no such type is known. */
  readonly converted: Converted | null;
}
export interface Converted {
  readonly type: Type;
  /** The engine's SQL that gives a value of the type; `null` where the engine reads it as one by itself. */
  readonly sql: string | null;
  /** An assumption of the SQL, in words. */
  readonly guess?: string;
}
export interface SurveyedColumn extends SurveyedField {
  /** As it is stored, where a data set names it otherwise. */
  readonly storedName?: string;
  /** Of the rows that were looked at, those without a value; `null` where that was not looked at. */
  readonly nulls: number | null;
  /** Whether no two of them have the same value; `null` where that was not looked at. */
  readonly isUnique: boolean | null;
}

export interface Survey {
  readonly tables: readonly SurveyedTable[];
  /** A sentence for each table that is passed over. */
  readonly passedOver: readonly string[];
}
/** Paths as their users type them. */
export interface Paths {
  /** A path of the settings as the system takes it. */
  readonly pathOf: (path: string) => string;
  readonly shown: Shown;
}
/** A path as its user would type it. */
export type Shown = (path: string) => string;

export interface Surveyor<Settings> {
  /**
   * Looks at the tables and views of these names, or at all of them. Rejects with a `SurveyError` of all faults, and with
   * `EngineFailure` where the engine cannot be asked.
   */
  readonly survey: (
    settings: Settings,
    names: readonly string[] | null,
    paths: Paths,
  ) => Promise<Survey>;
}

/** How many rows are looked at. */
export const LOOKED_AT = 100_000;

/** Why no data set can be made of the source: a sentence for each fault, with its place. */
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

/** The fields of a column as a survey has them. `convert` gets each with its path. */
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
