/** Formats with a line for each row. */
import type { Format } from '../../../generator/core/types/formats.ts';

export interface LineWriter {
  /** The text before the rows. */
  readonly begin: string;
  /** Writes a row from its JSON text; `values` returns the texts of its columns. */
  readonly line: (json: string, values: () => readonly string[]) => string;
}

export type LineFormat = Extract<Format, 'ndjson' | 'csv'>;
