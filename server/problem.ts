/** Answers that are no rows: `application/problem+json` (RFC 9457). */
import type { FailureKind } from './engines/engine.ts';
import type { Fault } from './read-request.ts';

/** Every code that an answer may carry, with its status and title. */
const PROBLEMS = {
  missing_parameter: [400, 'Missing parameter'],
  invalid_parameter: [400, 'Invalid parameter'],
  unknown_parameter: [400, 'Unknown parameter'],
  repeated_parameter: [400, 'Repeated parameter'],
  unauthorized: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  unknown_endpoint: [404, 'Unknown endpoint'],
  method_not_allowed: [405, 'Method not allowed'],
  cancelled: [499, 'Cancelled'],
  internal: [500, 'Internal error'],
  unsafe_integer: [500, 'Unsafe integer'],
  result_too_large: [500, 'Result too large'],
  engine_error: [502, 'Engine error'],
  engine_unavailable: [503, 'Engine unavailable'],
  engine_timeout: [504, 'Engine time-out'],
} as const satisfies Record<string, readonly [number, string]>;
export type ProblemCode = keyof typeof PROBLEMS;

interface Extras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly parameters?: readonly { readonly name: string; readonly message: string }[];
}

/** The answer for a code. `detail` is told to the caller: it holds no SQL, path or stack. */
export function problem(code: ProblemCode, detail: string, extras: Extras = {}): Response {
  const [status, title] = PROBLEMS[code];
  const { parameters } = extras;
  const body = {
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    ...(parameters === undefined ? {} : { parameters }),
    error: { code, message: detail },
  };
  const headers = { 'Content-Type': 'application/problem+json', ...extras.headers };
  return new Response(JSON.stringify(body), { status, headers });
}

/** All faults of a request in one answer; its code is the first fault's. */
export function faultsProblem(faults: readonly [Fault, ...Fault[]]): Response {
  const detail = faults.map(({ message }) => message).join(' ');
  const parameters = faults.map(({ name, message }) => ({ name, message }));
  return problem(faults[0].code, detail, { parameters });
}

const FAILURES = {
  failed: ['engine_error', 'The engine could not run the statement.'],
  unavailable: ['engine_unavailable', 'The engine is not reachable.'],
  timeout: ['engine_timeout', 'The engine did not answer in time.'],
  cancelled: ['cancelled', 'The request was given up.'],
  too_large: ['result_too_large', 'The rows take more bytes than one answer may have.'],
} as const satisfies Record<FailureKind, readonly [ProblemCode, string]>;

/** A failure of the engine, told without the engine's words. */
export function failureProblem(kind: FailureKind): Response {
  const [code, detail] = FAILURES[kind];
  return problem(code, detail);
}
