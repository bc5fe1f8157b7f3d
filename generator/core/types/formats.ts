/** The formats for the rows of an answer. */

/** Media types by format, the preferred format first. */
export const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
} as const;

export type Format = keyof typeof MEDIA_TYPES;

export const FORMATS = Object.keys(MEDIA_TYPES) as readonly Format[];

/** All media types, as a phrase for messages. */
export const FORMATS_TOLD = Object.values(MEDIA_TYPES)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** Whether texts of CSV that spreadsheets would run are written as they are, or after an apostrophe. */
export const FORMULAS = ['keep', 'escape'] as const;
export type Formula = (typeof FORMULAS)[number];

/**
 * Parameters of an address that say how an answer is written, with their values. A parameter of an endpoint that has one of
 * these names replaces it.
 */
export const ANSWER_OPTIONS = {
  format: FORMATS,
  bom: ['1'],
  envelope: ['page'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type AnswerOption = keyof typeof ANSWER_OPTIONS;
