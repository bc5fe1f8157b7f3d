/** The tables of an engine or of files, for a project that is about to be made. */
import type { CatalogueColumn } from './engine.ts';

export interface SurveyedTable {
  /** As the engine names it; of files the pattern that they were found by. */
  readonly name: string;
  /** Rows that were looked at: every one, or the first 100,000. */
  readonly looked: number;
  readonly isWhole: boolean;
  readonly columns: readonly SurveyedColumn[];
}
export interface SurveyedColumn extends CatalogueColumn {
  /** As it is stored, where a data set names it otherwise. */
  readonly storedName?: string;
  /** Of the rows that were looked at, those without a value. */
  readonly nulls: number;
  /** Whether no two of them have the same value; `null` where that was not looked at. */
  readonly isUnique: boolean | null;
}

/** A path as its user would type it. */
export type Shown = (path: string) => string;

/** Why nothing can be made of what is there: a sentence for each fault, with its place. */
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
