export * from './errors.js';
export { validateRows } from './validate.js';

/** Options of one call. */
export interface CallOptions {
  /** Gives the call up, retries and pauses included: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for each attempt, above 0; 30,000 by default, `Infinity` for no end. The signal bounds the whole call. Node's own
   * `fetch` gives up after 300,000 without headers, as a `ConnectionError`: more takes a `fetch` with a dispatcher of its own.
   */
  readonly timeout?: number | undefined;
  /** How often a call is made again after 408, 429, 5xx, a time-out or a broken connection; 2 by default. */
  readonly maxRetries?: number | undefined;
  /** Further headers of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** How a client is made. Options that `CallOptions` has too are the defaults of calls. */
export interface ClientOptions extends Omit<CallOptions, 'signal'> {
  /** Where the service is, such as `https://logs.example.com`. Pages may give a path of their own origin. */
  readonly baseUrl: string;
  /** The key, sent as `X-API-KEY`. */
  readonly apiKey?: string | undefined;
  /** The form of timestamps in rows: RFC 3339 texts, or `Date`s in whole milliseconds. */
  readonly dates?: 'string' | 'Date' | undefined;
  /** Looks at the rows of every answer and throws; `validateRows` does. */
  readonly validate?:
    | ((rows: readonly unknown[], endpoint: Endpoint, answer: Answer<unknown>) => void)
    | undefined;
}

/** A service and how it is called; `Timestamp` is what timestamps of rows are. */
export interface Client<out Timestamp extends string | Date = string> {
  readonly baseUrl: string;
  readonly dates: 'string' | 'Date';
  /** The client that functions of endpoints call. */
  readonly call: (endpoint: Endpoint, params?: object, options?: CallOptions) => Rows<unknown>;
  /** Never present: it carries the type of timestamps. */
  readonly timestamp?: Timestamp;
}

/**
 * Makes a client. Throws a `TypeError` for an unknown option, and for an address or a key that cannot be used, without
 * showing it; a `RangeError` for an invalid time or count of retries.
 */
export declare function createClient<Dates extends 'string' | 'Date' = 'string'>(
  options: ClientOptions & { readonly dates?: Dates | undefined },
): Client<Dates extends 'Date' ? Date : string>;

/** The rows of an answer and, on request, the service's facts about them. */
export interface Rows<Row> extends Promise<readonly Row[]> {
  /** The whole answer in place of its rows: whether there were more, their age, the request's identifier. */
  readonly withResponse: () => Promise<Answer<Row>>;
}

/** Rows, and the service's facts about them. */
export interface Answer<Row> {
  readonly rows: readonly Row[];
  /** Whether there were more rows, which are left out. */
  readonly truncated: boolean;
  /** How many rows the endpoint answers at most, or the page. */
  readonly rowLimit: number | null;
  /** The cursor of the next page; `null` on the last one, and where the endpoint has no pages. */
  readonly nextCursor: string | null;
  /** `stale`: the last refresh failed; `bypass`: the endpoint keeps no answers. */
  readonly cache: 'hit' | 'miss' | 'stale' | 'bypass' | null;
  /** Seconds since the rows were read; `null` where the endpoint keeps no answers. */
  readonly age: number | null;
  /** The request's name in the log of the service. */
  readonly requestId: string | null;
  /** How long a bucket is, where the length of the window chooses it; else `null`. */
  readonly step: string | null;
  /** The columns of a caller's own statement; absent from other answers, and where they are too long for a header. */
  readonly columns?: readonly AnswerColumn[] | undefined;
  readonly headers: Headers;
}

/** A column of a caller's own statement. */
export interface AnswerColumn {
  readonly name: string;
  readonly type:
    | 'string'
    | 'int64'
    | 'float64'
    | 'decimal'
    | 'bool'
    | 'timestamp'
    | 'date'
    | 'json';
  readonly nullable: boolean;
  /** Only of timestamps that are microseconds since 1970 UTC. */
  readonly encode?: 'epoch_micros';
}

/**
 * The form of a column's value in an answer; `digits` are the text of a whole number, a `decimal` is the text of a
 * number.
 */
export type ColumnType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'digits'
  | 'decimal'
  | 'json';
/** A value, which with `?` may be `null`; a record, which always may; or a list of records. */
export type Column =
  | ColumnType
  | `${ColumnType}?`
  | `${ColumnType}${'' | '?'}[]`
  | `${ColumnType}?{}`
  | Columns
  | readonly [Columns];
/** By name, in the order of a row. */
export interface Columns {
  readonly [name: string]: Column;
}

/** The facts about an endpoint that a client needs. */
export interface Endpoint {
  readonly name: string;
  readonly columns: Columns;
  /** Parameters that are whole numbers. */
  readonly integers?: readonly string[];
  /** Parameters that are lists. */
  readonly lists?: readonly string[];
  /** Only of an endpoint that takes statements: gives an answer their columns, and returns them. */
  readonly opened?: (answer: Answer<unknown>) => Columns | undefined;
}

/** As TanStack Query takes it: `useQuery(endpoint.queryOptions(client, params))`. */
export interface QueryOptions<Row> {
  /**
   * The endpoint, its parameters as they are sent, and the client: neither its key nor its headers. In place of parameters that
   * cannot be sent stands what is wrong with them, which is how the query fails.
   */
  readonly queryKey: readonly [
    endpoint: string,
    params: Readonly<Record<string, string | readonly string[]>>,
    client: { readonly baseUrl: string; readonly dates: 'string' | 'Date' },
  ];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Rows<Row>;
  /** The client retries by itself. */
  readonly retry: false;
}
