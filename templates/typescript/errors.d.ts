/** The errors of a call. An aborted call rejects with the reason of its signal, as `fetch` does. */

/** The codes of the service. */
export type ServiceCode =
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'repeated_parameter'
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'unknown_endpoint'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'rate_limited'
  | 'budget_exhausted'
  | 'internal'
  | 'unsafe_integer'
  | 'result_too_large'
  | 'engine_error'
  | 'stored_value'
  | 'engine_unavailable'
  | 'overloaded'
  | 'engine_timeout';

/** Besides those of the service, what the client itself finds. */
export type ErrorCode = ServiceCode | 'connection_failed' | 'timeout' | 'invalid_response';

/** A fault of one parameter. */
export interface ParameterFault {
  readonly name: string;
  readonly message: string;
}

/** The facts about a failure. */
export interface Failure {
  readonly code: ErrorCode | null;
  readonly endpoint?: string | undefined;
  readonly status?: number | undefined;
  readonly parameters?: readonly ParameterFault[] | undefined;
  readonly requestId?: string | null | undefined;
  readonly retryAfter?: number | null | undefined;
  readonly cause?: unknown;
}

/** Any error of a call. None of these holds the key. */
export declare class QuernError extends Error {
  constructor(message: string, failure: Failure);
  /** `null` where something in front of the service answered, such as a proxy; then only `status` is known. */
  readonly code: ErrorCode | null;
  /** The name of the endpoint that was called. */
  readonly endpoint: string | null;
  /** The HTTP status; `null` without an answer. */
  readonly status: number | null;
  /** Every parameter at fault. */
  readonly parameters: readonly ParameterFault[];
  /** The request's id in the log of the service. */
  readonly requestId: string | null;
  /** Seconds to wait before the next request, if the service asks for it. */
  readonly retryAfter: number | null;
}

/** The service, or something in front of it, answered with a status other than success. */
export declare class ServiceError extends QuernError {
  readonly code: ServiceCode | null;
  readonly status: number;
}

/**
 * There was no complete answer: the service cannot be reached, or the connection broke. The message gives
 * the platform's reason, and `cause` is its error.
 */
export declare class ConnectionError extends QuernError {
  readonly code: 'connection_failed';
}

/** There was no complete answer in time. */
export declare class TimeoutError extends QuernError {
  readonly code: 'timeout';
}

/** The response is not an answer of the service, or its rows do not fit the endpoint's declaration. */
export declare class InvalidResponseError extends QuernError {
  readonly code: 'invalid_response';
}
