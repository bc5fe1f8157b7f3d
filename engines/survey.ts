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
  /** Of the rows that were looked at, those without a value. */
  readonly nulls: number;
  /** Whether no two of them have the same value; `null` where that was not looked at. */
  readonly isUnique: boolean | null;
}

/** Why nothing can be made of what is there, in words for people. */
export class SurveyError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SurveyError';
    this.hint = hint;
  }
}
