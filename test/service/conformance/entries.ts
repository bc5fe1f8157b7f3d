/** Log entries, with what a case cares for and nothing else. */
import type { Row } from '../../reference/language/evaluate.ts';
import { instant } from '../../reference/values.ts';

export const MICRO = 1n;
export const SECOND = 1_000_000n;
export const MINUTE = 60n * SECOND;
export const HOUR = 60n * MINUTE;
export const DAY = 24n * HOUR;

type When = bigint | string;
const micros = (at: When): bigint => (typeof at === 'bigint' ? at : instant(at));

let made = 0;
const nextId = (): string => {
  made += 1;
  return `entry-${String(made).padStart(6, '0')}`;
};

/** An invocation of a function; `null`: there is no such value. */
export function invocation(
  project: string,
  at: When,
  rest: {
    readonly ms?: number | null;
    readonly status?: bigint | null;
    readonly fn?: string;
  } = {},
): Row {
  const { ms = null, status = null, fn = 'f1' } = rest;
  return {
    id: nextId(),
    timestamp: micros(at),
    metadata: {
      project_ref: project,
      function_id: fn,
      execution_time_ms: ms,
      response: { status_code: status },
    },
  };
}

/** A request at the gateway. Its URL names the project, as a tenant's host does. */
export function request(
  project: string,
  at: When,
  rest: {
    readonly id?: string;
    readonly path?: string | null;
    readonly url?: string | null;
    readonly message?: string | null;
    readonly metadata?: unknown;
  } = {},
): Row {
  const { id = nextId(), path = '/rest/v1', message = null } = rest;
  const { url = `https://${project}.example${path}` } = rest;
  const metadata = { request: { path, url } };
  return {
    id,
    timestamp: micros(at),
    event_message: message,
    project,
    metadata: rest.metadata === undefined ? metadata : rest.metadata,
  };
}

/** A row with a value of every type; what is left out is NULL. */
export function sample(id: string, rest: Row = {}): Row {
  return { id, timestamp: micros('2026-01-15T10:00:00Z'), ...rest };
}
