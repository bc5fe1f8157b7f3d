/** Errors as callers see them: RFC 9457 problem details, with one more member, `error`, for callers that look for it. */

import type { FailureKind } from '../../engines/engine.ts';
import type { BudgetExhausted } from '../access/budget.ts';
import { type AnswerBody, textBody } from './body.ts';
import type { Answer, Problem } from './context.ts';
import type { AnswerHeaders } from './headers.ts';
import type { RequestFault } from './reading/read-request.ts';

/** Every problem code with its status and title. */
export const PROBLEMS = {
  missing_parameter: [400, 'Missing parameter'],
  invalid_parameter: [400, 'Invalid parameter'],
  unknown_parameter: [400, 'Unknown parameter'],
  repeated_parameter: [400, 'Repeated parameter'],
  invalid_request: [400, 'Invalid request'],
  unauthorized: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  unknown_endpoint: [404, 'Unknown endpoint'],
  method_not_allowed: [405, 'Method not allowed'],
  not_acceptable: [406, 'Not acceptable'],
  rate_limited: [429, 'Rate limited'],
  budget_exhausted: [429, 'Budget exhausted'],
  cancelled: [499, 'Cancelled'],
  internal: [500, 'Internal error'],
  unsafe_integer: [500, 'Unsafe integer'],
  result_too_large: [500, 'Result too large'],
  engine_error: [502, 'Engine error'],
  stored_value: [502, 'Stored value'],
  engine_unavailable: [503, 'Engine unavailable'],
  overloaded: [503, 'Overloaded'],
  engine_timeout: [504, 'Engine time-out'],
} as const satisfies Record<string, readonly [number, string]>;
export type ProblemCode = keyof typeof PROBLEMS;

/** By code, a sentence on what the author of an endpoint may do. Callers of a deployed service never see it. */
export type Remedies = Readonly<Record<string, string>>;

/** The codes that a handler may use. The others describe faults that only the service reports. */
export const HANDLER_PROBLEMS = [
  'invalid_parameter',
  'unauthorized',
  'forbidden',
  'unknown_endpoint',
  'rate_limited',
  'engine_error',
  'engine_unavailable',
  'overloaded',
  'engine_timeout',
] as const satisfies readonly ProblemCode[];
export type HandlerProblem = (typeof HANDLER_PROBLEMS)[number];

interface Extras {
  /** Overrides the code's status, if HTTP has a more specific one. */
  readonly status?: number;
  readonly headers?: Readonly<AnswerHeaders>;
  readonly parameters?: readonly { readonly name: string; readonly message: string }[];
}

/** Returns the problem for a code. Callers see `detail`, so it must not contain SQL, a path or a stack. */
export function problem(code: ProblemCode, detail: string, extras: Extras = {}): Answer {
  const headers: AnswerHeaders = {
    'Content-Type': 'application/problem+json',
    ...extras.headers,
  };
  const { status = PROBLEMS[code][0], parameters } = extras;
  const told = {
    code,
    title: PROBLEMS[code][1],
    status,
    detail,
    ...(parameters === undefined ? {} : { parameters }),
  };
  return { status, headers, body: null, code, problem: told };
}

export function problemBody(told: Problem): AnswerBody {
  return textBody(textOf(told));
}

function textOf({ title, status, detail, code, parameters }: Problem): string {
  return JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    ...(parameters === undefined ? {} : { parameters }),
    error: { code, message: detail },
  });
}

/** Returns the text of a problem for answers without a request; `ownStatus` overrides the code's status. */
export function problemText(
  code: ProblemCode,
  detail: string,
  parameters?: Extras['parameters'],
  ownStatus?: number,
): string {
  const [usual, title] = PROBLEMS[code];
  const told = { code, title, status: ownStatus ?? usual, detail };
  return textOf(parameters === undefined ? told : { ...told, parameters });
}

/** Further faults are only counted, so that an answer is not much longer than an invalid request. */
const TOLD_FAULTS = 20;

/** Returns one problem for all faults of a request, with the code of the first. */
export function faultsProblem(faults: readonly [RequestFault, ...RequestFault[]]): Answer {
  const told = faults.slice(0, TOLD_FAULTS);
  const more = faults.length - told.length;
  const messages = told.map(({ message }) => message);
  if (more > 0) messages.push(`There are ${more} more faults.`);
  const parameters = told.map(({ name, message }) => ({ name, message }));
  return problem(faults[0].code, messages.join(' '), { parameters });
}

/** The challenge of a 401. */
export const CHALLENGE = 'Bearer realm="quern"';
/** Seconds after which an unavailable engine may be available again. */
const RETRY_AFTER_S = 5;

export interface HandlerExtras {
  /** Seconds after which the caller may try again, for `rate_limited`, `overloaded` and `engine_unavailable`. */
  readonly retryAfterS?: number;
  /** The parameter at fault, for `invalid_parameter`. */
  readonly parameter?: string;
}

/** Returns the complete problem for a handler's refusal. */
export function handlerProblem(
  code: HandlerProblem,
  detail: string,
  { retryAfterS = RETRY_AFTER_S, parameter }: HandlerExtras,
): Answer {
  switch (code) {
    case 'unauthorized':
      return problem(code, detail, { headers: { 'WWW-Authenticate': CHALLENGE } });
    case 'rate_limited':
    case 'overloaded':
    case 'engine_unavailable':
      return problem(code, detail, { headers: { 'Retry-After': String(Math.ceil(retryAfterS)) } });
    case 'invalid_parameter':
      return problem(code, detail, {
        parameters: parameter === undefined ? [] : [{ name: parameter, message: detail }],
      });
    default:
      return problem(code, detail);
  }
}

/** Reports a fault of the service, which only the log describes. */
export function internalProblem(): Answer {
  return problem('internal', 'The log has details under the request id.');
}

const FAILURES = {
  failed: ['engine_error', 'The engine could not run the statement.'],
  unavailable: ['engine_unavailable', 'The engine or a table is unavailable.'],
  timeout: ['engine_timeout', 'The answer was not ready in time.'],
  cancelled: ['cancelled', 'The caller cancelled the request.'],
  too_large: ['result_too_large', 'The rows take more bytes than an answer may have.'],
  exhausted: ['engine_error', 'The engine could not run the statement.'],
  unconvertible: ['engine_error', 'The engine could not run the statement.'],
  unconfined: ['engine_unavailable', 'The engine cannot bound statements of callers here.'],
} as const satisfies Record<FailureKind, readonly [ProblemCode, string]>;

/** Returns the problem for a failure of the engine, without the engine's own message. */
export function failureProblem(kind: FailureKind): Answer {
  const [code, detail] = FAILURES[kind];
  return code === 'engine_unavailable' ? unavailableProblem(detail) : problem(code, detail);
}

/** Reports that a part is missing that the endpoint needs; callers see the reason. */
export function unavailableProblem(detail: string): Answer {
  return problem('engine_unavailable', detail, {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  });
}

/** The service is at its limits. */
export function overloadedProblem(retryAfterS: number): Answer {
  const headers = { 'Retry-After': String(retryAfterS) };
  return problem('overloaded', 'The service is overloaded.', { headers });
}

/** Reports that the bytes of the day are used up, and when they are there again. */
export function budgetProblem({
  message,
  reset,
  retryAfterS,
}: Pick<BudgetExhausted, 'message' | 'reset' | 'retryAfterS'>): Answer {
  const headers = { 'Retry-After': String(retryAfterS), 'X-Budget-Reset': reset };
  return problem('budget_exhausted', message, { headers });
}

/** Reports that the service stops before the rows are ready. Another instance, or this one after a restart, may answer. */
export function stoppingProblem(): Answer {
  const headers = { 'Retry-After': String(RETRY_AFTER_S) };
  return problem('overloaded', 'The service is stopping.', { headers });
}
