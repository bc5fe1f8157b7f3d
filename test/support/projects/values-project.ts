/** Endpoints over values of every kind, beside those of this repository. */
import type { InputFile } from '../../../generator/compile.ts';
import { ownInputs } from '../openapi-fixture.ts';

/** One column for each scalar, and a record; a table that is not there, and a column that no engine can read. */
export const VALUE_SOURCES = `
  samples:
    tables: { duckdb: { table: samples } }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      number: int64
      large: int64
      ratio: float64
      price: { type: decimal, precision: 38, scale: 9 }
      flag: bool
      day: date
      text: string
      doc: json
      meta:
        record:
          text: string
          number: int64
          seen: timestamp
          inner: { record: { flag: bool, ratio: float64, day: date } }
  gone:
    tables: { duckdb: { table: gone } }
    columns: { id: { type: string, required: true } }
  refused:
    tables: { duckdb: { table: samples } }
    columns:
      id: { type: string, required: true }
      broken: { type: int64, duckdb: "IF(id = '', 0, error('the_secret'))" }
`;

export const WITH_ID = 'params: { id: { type: string, required: true } }\nwhere: [id = @id]';

/** What every encoding makes of the samples. */
export const EVERY_VALUE = `select:
  at: timestamp
  micros: { value: timestamp, encode: epoch_micros }
  millis: { value: timestamp, encode: epoch_millis }
  number: number
  ratio: ratio
  flag: flag
  day: day
  text: text
  doc: doc
  meta: meta`;

/** The inputs of this repository with more data sets among its own, and more endpoints, from name to text. */
export function withMore(
  sources: string,
  endpoints: Readonly<Record<string, string>>,
): readonly InputFile[] {
  const own = ownInputs().map(input =>
    input.path.endsWith('sources.yaml')
      ? { ...input, bytes: Buffer.from(input.bytes).toString() + sources }
      : input,
  );
  const more = Object.entries(endpoints).map(([name, text], index) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000c0a${index}\n${text}\n`,
  }));
  return [...own, ...more];
}
