import type { Client, ClientOptions, EndpointFunction, ParamsOf, Rows } from './client.js';
import type { ParameterFault, ServiceCode } from './errors.js';

export type MockOptions = Pick<ClientOptions, 'dates' | 'fixed' | 'validate'>;

/**
 * An answer of the mock: rows as the service sends them, rows with facts about them, an error of the service, or a whole response, such as
 * one of another format.
 */
export type Answered<Row = unknown> =
  | readonly Row[]
  | Response
  | {
      readonly rows: readonly Row[];
      /** The cursor of the next page; left out on the last one. */
      readonly nextCursor?: string | null | undefined;
      readonly truncated?: boolean | undefined;
    }
  | {
      /** Other than 200: the call rejects with a `ServiceError`. */
      readonly status: number;
      readonly code?: ServiceCode | undefined;
      /** The message of the error. */
      readonly detail?: string | undefined;
      readonly parameters?: readonly ParameterFault[] | undefined;
    };

/** An answer, or a function that gives it for the parameters of a call. */
export type Answering<Params = never, Row = unknown> =
  | Answered<Row>
  | ((params: Params) => Answered<Row> | Promise<Answered<Row>>);

type RowOf<Call extends EndpointFunction> = ReturnType<Call> extends Rows<infer Row> ? Row : never;

/** A client for tests, which asks no service. */
export interface MockClient<
  out Timestamp extends string | Date = string,
  in Fixed extends string = never,
> extends Client<Timestamp, Fixed> {
  /** Sets the answer of an endpoint, in place of its example or an earlier answer. */
  readonly answer: <Call extends EndpointFunction>(
    endpoint: Call,
    answer: Answering<ParamsOf<Call>, RowOf<Call>>,
  ) => MockClient<Timestamp, Fixed>;
}

/**
 * Makes a client that answers each endpoint with the rows that one of its tests expects, until `answer` sets others. It sends nothing
 * and retries nothing, and checks parameters, rows and options as a client does. Rows must be what the endpoint declares, unless
 * `validate` is `undefined`.
 */
export declare function createMockClient<
  Dates extends 'string' | 'Date' = 'string',
  Fixed extends readonly string[] = [],
>(
  options?: MockOptions & {
    readonly dates?: Dates | undefined;
    readonly fixed?: readonly [...Fixed] | undefined;
  },
): MockClient<Dates extends 'Date' ? Date : string, Fixed[number]>;
