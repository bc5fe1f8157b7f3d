/** The problem that a service answers in place of rows. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | null;
  /** Faults of parameters, by their names. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Reads a body that should be one: a proxy before the service may answer anything. */
export function problemOf(status: number, body: unknown, requestId: string | null): Problem {
  const { detail, parameters } = Object(body);
  const told = typeof detail === 'string' ? detail : `The service answered with status ${status}.`;
  const faults = new Map<string, string>();
  for (const parameter of Array.isArray(parameters) ? parameters : []) {
    const { name, message } = Object(parameter);
    if (typeof name === 'string' && typeof message === 'string') faults.set(name, message);
  }
  return { status, detail: told, requestId, faults };
}

export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'Refused';
    this.problem = problem;
  }
}

/** Any failure of a request as a problem: without an answer it has the status 0. */
export function asProblem(cause: unknown): Problem {
  if (cause instanceof Refused) return cause.problem;
  const detail = 'The service does not answer. It may have stopped, or the network is away.';
  return { status: 0, detail, requestId: null, faults: new Map() };
}
