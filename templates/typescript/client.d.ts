import type { QuernError } from './errors.js';

export * from './errors.js';
export { validateRows } from './validate.js';

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, including retries and pauses: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for each attempt, above 0; 30,000 by default, `Infinity` for no limit. The signal limits the whole
   * call. Node's own `fetch` gives up after 300,000 without headers, with a `ConnectionError`; a longer time-out needs
   * a `fetch` with its own dispatcher.
   */
  readonly timeout?: number | undefined;
  /** How often a call is retried after 408, 429, 5xx, a time-out or a broken connection; 2 by default. */
  readonly maxRetries?: number | undefined;
  /** More headers of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The options of a client. Options that are also in `CallOptions` are the defaults of calls. */
export interface ClientOptions extends Omit<CallOptions, 'signal'> {
  /** The address of the service, such as `https://logs.example.com`. Pages may give a path on their own origin. */
  readonly baseUrl: string;
  /** The key or the token, sent as `X-API-KEY`; or a function that gives it for each call, for tokens that expire. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /** The form of timestamps in rows: RFC 3339 texts, or `Date`s in whole milliseconds. */
  readonly dates?: 'string' | 'Date' | undefined;
  /**
   * A number that JavaScript would round, such as 9007199254740993 in a `json` value, is an error by default, or the text of its
   * digits.
   */
  readonly largeNumbers?: 'error' | 'string' | undefined;
  /** Names of parameters that the key or the token fixes: the types of calls let them be left out. */
  readonly fixed?: readonly string[] | undefined;
  /** Checks the rows of every answer, and throws an error if they do not fit; `validateRows` is such a function. */
  readonly validate?:
    | ((rows: readonly unknown[], endpoint: Endpoint, answer: Answer<unknown>) => void)
    | undefined;
}

/** A service and its options; `Timestamp` is the type of timestamps in rows, `Fixed` are names of fixed parameters. */
export interface Client<
  out Timestamp extends string | Date = string,
  in Fixed extends string = never,
> {
  readonly baseUrl: string;
  readonly dates: 'string' | 'Date';
  /** The client that the functions of endpoints use. */
  readonly call: (endpoint: Endpoint, params?: object, options?: CallOptions) => Rows<unknown>;
  /** The client that `responseAs` uses: asks for a form of answers, which `form` reads. */
  readonly respond: (
    endpoint: Endpoint,
    params: object | undefined,
    options: CallOptions | undefined,
    form: ResponseForm,
  ) => Promise<Response>;
  /** Never present: it carries the type of timestamps. */
  readonly timestamp?: Timestamp;
  /** Never present: it carries the names of fixed parameters. */
  readonly fixed?: (name: Fixed) => void;
}

/** Parameters, of which those that the client's key fixes may be left out. */
export type Given<Params, Fixed extends string> = string extends Fixed
  ? Params
  : [Fixed] extends [never]
    ? Params
    : Omit<Params, Fixed> & {
        readonly [Name in Fixed & keyof Params]?: Params[Name] | undefined;
      };

/**
 * Makes a client. Throws a `TypeError` for an unknown option, and for an address or a key that cannot be used, without
 * showing it; a `RangeError` for an invalid time or count of retries.
 */
export declare function createClient<
  Dates extends 'string' | 'Date' = 'string',
  Fixed extends readonly string[] = [],
>(
  options: ClientOptions & {
    readonly dates?: Dates | undefined;
    readonly fixed?: readonly [...Fixed] | undefined;
  },
): Client<Dates extends 'Date' ? Date : string, Fixed[number]>;

/** The rows of an answer and, on request, the service's facts about them. */
export interface Rows<Row> extends Promise<readonly Row[]> {
  /** The whole answer instead of only its rows: whether there were more, their age, the request's identifier. */
  readonly withResponse: () => Promise<Answer<Row>>;
}

/** The media type of answers, and how one with status 200 is read: as a response, or as the error that it is. */
export interface ResponseForm {
  readonly accept: string;
  readonly read: (
    known: {
      readonly endpoint: string;
      readonly status?: number;
      readonly requestId?: string | null;
    },
    response: Response,
    withoutKey: (text: string) => string,
    largeNumbers: ClientOptions['largeNumbers'],
  ) => Promise<Response | QuernError>;
}

/** The formats of rows. */
export type RowsFormat = 'json' | 'ndjson' | 'csv' | 'arrow' | 'parquet';

/** The function of an endpoint. */
export interface EndpointFunction {
  (client: never, params: never): Rows<unknown>;
  readonly endpoint: Endpoint;
}
/** The parameters of an endpoint's function. */
export type ParamsOf<Run extends EndpointFunction> = NonNullable<Parameters<Run>[1]>;

/**
 * The answer of an endpoint in a format, such as `await responseAs('csv', endpoint, client, params)`. Its body is there: `text()` and
 * `blob()` wait for nothing. The client retries as for rows, and rejects with the same errors; the headers say whether there were more
 * rows (`X-Truncated`), and what the next page is (`X-Next-Cursor`).
 */
export declare function responseAs<Run extends EndpointFunction, Fixed extends string = never>(
  format: RowsFormat,
  endpoint: Run,
  client: Client<string | Date, Fixed>,
  ...call: Record<never, never> extends Given<ParamsOf<Run>, Fixed>
    ? [params?: Given<ParamsOf<Run>, Fixed>, options?: CallOptions]
    : [params: Given<ParamsOf<Run>, Fixed>, options?: CallOptions]
): Promise<Response>;

/** Rows, and the service's facts about them. */
export interface Answer<Row> {
  readonly rows: readonly Row[];
  /** Whether the service left out more rows. */
  readonly truncated: boolean;
  /** The maximum number of rows of the endpoint, or of a page. */
  readonly rowLimit: number | null;
  /** The cursor of the next page; `null` on the last one, or if the endpoint has no pages. */
  readonly nextCursor: string | null;
  /** `stale`: the last refresh failed; `bypass`: the endpoint has no cache. */
  readonly cache: 'hit' | 'miss' | 'stale' | 'bypass' | null;
  /** Seconds since the rows were read; `null` if the endpoint has no cache. */
  readonly age: number | null;
  /** The request's id in the log of the service. */
  readonly requestId: string | null;
  /** The length of a bucket, if the length of the window selects it; otherwise `null`. */
  readonly step: string | null;
  /** The columns of a caller's own statement; absent from other answers, or if they are too long for a header. */
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
  /** Only for timestamps in microseconds since 1970 UTC. */
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
  /** The characters that split texts of lists in an address. */
  readonly separators?: Readonly<Record<string, string>>;
  /** Only for an endpoint that accepts statements: adds their columns to an answer, and returns them. */
  readonly opened?: (answer: Answer<unknown>) => Columns | undefined;
}

/** A page of rows, and the cursor of the next one; `null` on the last one. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** Options for TanStack Query: `useInfiniteQuery(endpoint.infiniteQueryOptions(client, params))`. */
export interface InfiniteQueryOptions<Row> {
  /** That of the query of one page, marked. */
  readonly queryKey: readonly [...QueryOptions<Row>['queryKey'], 'pages'];
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: string | null;
  }) => Promise<Page<Row>>;
  readonly initialPageParam: string | null;
  readonly getNextPageParam: (page: Page<Row>) => string | null;
  /** The client retries by itself. */
  readonly retry: false;
}

/** Options for TanStack Query: `useQuery(endpoint.queryOptions(client, params))`. */
export interface QueryOptions<Row> {
  /**
   * The endpoint, its parameters as they are sent, and the client without its key and headers. If parameters cannot be sent, the
   * error message replaces them, and the query fails with it.
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
