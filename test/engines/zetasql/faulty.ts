/** BigQuery before a server whose answers go wrong in the ways in which its own do. */
import { filledBigQuery } from '../filled-engines.ts';
import type { FaultChoice, Faulty, NamedFault, ServiceOptions } from '../kit.ts';
import { at } from '../served.ts';
import { FAULT_CASES, type FaultCase } from '../servers/bigquery-fault-cases.ts';
import type { BigQueryServer, Fault, RecordedRequest } from '../servers/bigquery-server.ts';
import type { TestTable } from '../test-engine.ts';
import { reachedAt } from './reach.ts';

const CODES = {
  failed: 'engine_error',
  unavailable: 'engine_unavailable',
  timeout: 'engine_timeout',
  cancelled: 'cancelled',
  too_large: 'result_too_large',
  exhausted: 'engine_error',
  unconvertible: 'engine_error',
  unconfined: 'engine_unavailable',
  rows: 'rows',
} as const;

const NEVER_ENDS: FaultCase = {
  name: 'a job that is never complete',
  expected: 'timeout',
  fault: { kind: 'edit', edit: ({ jobReference }) => ({ jobReference, jobComplete: false }) },
};
/** Those that concern one run alone, and do not take a second each to make. */
const FAULTS: readonly FaultCase[] = [
  NEVER_ENDS,
  ...FAULT_CASES.filter(
    ({ name, behaviour }) => behaviour === undefined && name !== '80 MB of gzipped blanks',
  ),
];

export async function openFaulty(
  tables: readonly TestTable[],
  options: ServiceOptions,
): Promise<Faulty & { readonly server: BigQueryServer }> {
  const { engine, server, close } = await filledBigQuery(tables, { ...options, firstPauseMs: 2 });
  server.behaviour.pageSize = 10;
  const named = (chosen: number): NamedFault => {
    const { name, expected, times } = at(FAULTS, chosen);
    // Where another try would come too late, the last refusal is told.
    const late = times === undefined ? [] : [CODES.unavailable];
    return { name, told: [CODES[expected], ...late] };
  };
  return {
    engine,
    reached: reachedAt(server),
    server,
    named,
    choose: choice => {
      server.fault = faultOf(server, choice);
    },
    hold: () => {
      const submitted = () => server.requests.filter(({ call }) => call === 'jobs.query').length;
      const before = submitted();
      server.fault = () => ({ kind: 'hang' });
      return () => submitted() - before;
    },
    close,
  };
}

/** A job's calls share the fault of its submission, each as often as the case says. */
function faultOf(server: BigQueryServer, choice: FaultChoice) {
  const runs = new Map<string, { readonly found: FaultCase | null; calls: number }>();
  return (request: RecordedRequest): Fault | null => {
    const { call, path, body } = request;
    const submitted = Object(body) as { requestId?: string; labels?: { request?: string } };
    if (call === 'jobs.query' && !runs.has(submitted.requestId ?? '')) {
      const chosen = choice(submitted.labels?.request ?? '');
      const found = chosen === null ? null : at(FAULTS, chosen);
      runs.set(submitted.requestId ?? '', { found, calls: 0 });
    }
    const job = server.jobs.find(({ id }) => path.endsWith(`/${id}`));
    const run = runs.get(submitted.requestId ?? job?.requestId ?? '');
    const found = run?.found ?? null;
    if (run === undefined || found === null) return null;
    const isMeant = found === NEVER_ENDS || call === (found.call ?? 'jobs.query');
    if (!isMeant || run.calls >= (found.times ?? Number.POSITIVE_INFINITY)) return null;
    run.calls += 1;
    return found.fault;
  };
}
