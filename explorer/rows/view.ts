/**
 * What the explorer shows of an answer: a chart, figures, bars, a log or a table. Styles stand in `rows.css`, which the page's own
 * style sheet imports.
 */
import type { VNode } from 'preact';

/** A row as the service answers it: values by the names of columns. */
export type Row = Readonly<Record<string, unknown>>;

/** A column as `GET /api/endpoints` lists it. */
export interface Column {
  readonly name: string;
  /** `string`, `int64`, … as the list of endpoints says. */
  readonly type: string;
  readonly nullable: boolean;
  /** How the service writes the value: `epoch_micros` of a timestamp, for one. */
  readonly encode?: string;
  readonly unit?: string;
  readonly description?: string;
  /** Only of the column that holds the beginning of each bucket. */
  readonly bucket?: { readonly step: unknown };
}

/** How to ask for entries that came in since. */
export interface Tail {
  /** The name of the parameter that bounds the time from below. */
  readonly lowerBound: string;
  /** Rows from an instant on, inclusive, in RFC 3339. Rejects where the service answers with a problem. */
  readonly request: (from: string) => Promise<readonly Row[]>;
}

export interface ResultView {
  readonly endpoint: { readonly name: string; readonly summary?: string };
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Of the time zone database: `Europe/Berlin`. */
  readonly zone: string;
  readonly theme: 'light' | 'dark';
  /** A window of time that a person has drawn; absent where the endpoint has no such window. */
  readonly onRange?: (from: Date, to: Date) => void;
  /** A value that a person filters by; absent where the endpoint has no filters. */
  readonly onFilter?: (column: string, value: unknown) => void;
  /** The columns that `onFilter` takes; all where it is absent. */
  readonly filters?: readonly string[];
  readonly tail?: Tail;
}

export type Result = (props: ResultView) => VNode;
