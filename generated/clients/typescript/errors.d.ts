/** The errors of a call. A call that the caller gives up rejects with the reason of its signal, as `fetch` does. */

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
  | 'internal'
  | 'unsafe_integer'
  | 'result_too_large'
  | 'engine_error'
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
  /** `null` where something before the service answered, such as a proxy: `status` is all that it says. */
  readonly code: ErrorCode | null;
  /** The name of the endpoint that was called. */
  readonly endpoint: string | null;
  /** The HTTP status; `null` where none came. */
  readonly status: number | null;
  /** Every parameter at fault. */
  readonly parameters: readonly ParameterFault[];
  /** The request's name in the log of the service. */
  readonly requestId: string | null;
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter: number | null;
}

/** The service, or what stands before it, answered with a status other than success. */
export declare class ServiceError extends QuernError {
  readonly code: ServiceCode | null;
  readonly status: number;
}

/**
 * There was no answer, or a part of one: the service cannot be reached, or the connection broke. The message gives
 * the platform's reason, and `cause` is its error.
 */
export declare class ConnectionError extends QuernError {
  readonly code: 'connection_failed';
}

/** There was no answer, or a part of one, in time. */
export declare class TimeoutError extends QuernError {
  readonly code: 'timeout';
}

/** The response is not an answer of the service, or its rows do not fit the endpoint's declaration. */
export declare class InvalidResponseError extends QuernError {
  readonly code: 'invalid_response';
}
