/** The problem that a service returns instead of rows. */
export interface ServiceProblem {
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | null;
  /** Faults of parameters, by their names. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Reads a body that should be a problem; a proxy in front of the service may return anything. */
export function problemOf(status: number, body: unknown, requestId: string | null): ServiceProblem {
  const { detail, parameters } = Object(body);
  const told = typeof detail === 'string' ? detail : `The service answered with status ${status}.`;
  const faults = new Map<string, string>();
  for (const parameter of Array.isArray(parameters) ? parameters : []) {
    const { name, message } = Object(parameter);
    if (typeof name === 'string' && typeof message === 'string') faults.set(name, message);
  }
  return { status, detail: told, requestId, faults };
}

export class RequestRefused extends Error {
  readonly problem: ServiceProblem;

  constructor(problem: ServiceProblem) {
    super(problem.detail);
    this.name = 'Refused';
    this.problem = problem;
  }
}

/** Any failure of a request as a problem; without an answer, its status is 0. */
export function asProblem(cause: unknown): ServiceProblem {
  if (cause instanceof RequestRefused) return cause.problem;
  const detail = 'The service does not answer. It may have stopped, or the network is away.';
  return { status: 0, detail, requestId: null, faults: new Map() };
}
