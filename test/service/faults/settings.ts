/** The three engines as the service has them, each with faults that are chosen for every run. */
import type { Engine } from '../../../engines/engine.ts';
import { filledBigQuery, filledClickHouse, filledDuckDb } from '../../engines/filled-engines.ts';
import type { FaultCase } from '../../engines/servers/bigquery-fault-cases.ts';
import { FAULT_CASES } from '../../engines/servers/bigquery-fault-cases.ts';
import type {
  Fault as BigQueryFault,
  BigQueryServer,
  RecordedRequest,
} from '../../engines/servers/bigquery-server.ts';
import type {
  Fault as ClickHouseFault,
  ClickHouseServer,
} from '../../engines/servers/clickhouse-server.ts';
import { EVENTS } from './endpoints.ts';
import { ENGINE_FAULTS, faultyEngine } from './faulty-engine.ts';

/** A fault by its name, and the codes that a caller may be told of it; `rows`: the rows after all. */
export interface Named {
  readonly name: string;
  readonly told: readonly string[];
}
/** Which fault the run of a request has: a number from 0 to 1 chooses one, `null` none. */
export type Choice = (request: string) => number | null;

export interface Setting {
  readonly engine: Engine;
  /** The fault that a number chooses. */
  readonly named: (chosen: number) => Named;
  readonly choose: (choice: Choice) => void;
  /** Lets each run hang, and tells how many are under way at the engine; `null`: they cannot be seen. */
  readonly hold: (() => () => number) | null;
  readonly close: () => Promise<void>;
}

export const CONCURRENCY = 12;
const NONE: Choice = () => null;

function at<T>(list: readonly T[], chosen: number): T {
  const found = list[Math.floor(chosen * list.length)];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}

export async function duckDb(): Promise<Setting> {
  const { engine: real, close } = await filledDuckDb([EVENTS], { concurrency: CONCURRENCY });
  let choice = NONE;
  const engine = faultyEngine(real, request => {
    const chosen = choice(request);
    return chosen === null ? null : at(ENGINE_FAULTS, chosen);
  });
  return {
    engine,
    named: chosen => at(ENGINE_FAULTS, chosen),
    choose: next => {
      choice = next;
    },
    hold: null,
    close,
  };
}

interface ClickHouseCase extends Named {
  readonly fault: ClickHouseFault;
}
const clickHouseCase = (told: string, fault: ClickHouseFault): ClickHouseCase => ({
  name: JSON.stringify(fault),
  told: [told],
  fault,
});
export const CLICKHOUSE_FAULTS: readonly ClickHouseCase[] = [
  clickHouseCase('rows', { kind: 'slow', ms: 40 }),
  clickHouseCase('engine_timeout', { kind: 'hang' }),
  clickHouseCase('engine_unavailable', { kind: 'reset' }),
  clickHouseCase('engine_error', { kind: 'error', code: 241 }),
  clickHouseCase('engine_unavailable', { kind: 'error', code: 202 }),
  clickHouseCase('engine_timeout', { kind: 'error', code: 159 }),
  clickHouseCase('result_too_large', { kind: 'error', code: 396 }),
  clickHouseCase('engine_unavailable', { kind: 'error', code: 60 }),
  clickHouseCase('engine_unavailable', { kind: 'status', status: 502, body: '<html>' }),
  clickHouseCase('engine_error', { kind: 'status', status: 200, body: '<html>' }),
  clickHouseCase('engine_error', { kind: 'status', status: 200, body: '' }),
  clickHouseCase('engine_error', { kind: 'noise' }),
  clickHouseCase('engine_error', { kind: 'cut', keep: 0.5, end: 'reset' }),
  clickHouseCase('engine_error', { kind: 'cut', keep: 0.5, end: 'clean' }),
  clickHouseCase('engine_error', { kind: 'cut', keep: 0, end: 'clean' }),
  clickHouseCase('engine_timeout', { kind: 'stall', keep: 0.5 }),
  clickHouseCase('engine_error', { kind: 'late error', keep: 0.5, code: 241, framed: true }),
  clickHouseCase('engine_error', { kind: 'late error', keep: 1, code: 241, framed: false }),
];

/** Behind a query's identifier stands a UUID. */
const UUID_CHARACTERS = 37;

export async function clickHouse(): Promise<Setting & { readonly server: ClickHouseServer }> {
  const { engine, server, close } = await filledClickHouse([EVENTS], { concurrency: CONCURRENCY });
  return {
    engine,
    server,
    named: chosen => at(CLICKHOUSE_FAULTS, chosen),
    choose: choice =>
      server.failEach(({ queryId }) => {
        const chosen = choice(queryId.slice(0, -UUID_CHARACTERS));
        return chosen === null ? null : at(CLICKHOUSE_FAULTS, chosen).fault;
      }),
    hold: () => {
      const before = server.requests.length;
      server.failEach(() => ({ kind: 'hang' }));
      return () => server.requests.length - before;
    },
    close,
  };
}

const CODES = {
  failed: 'engine_error',
  unavailable: 'engine_unavailable',
  timeout: 'engine_timeout',
  cancelled: 'cancelled',
  too_large: 'result_too_large',
  rows: 'rows',
} as const;

const NEVER_ENDS: FaultCase = {
  name: 'a job that is never complete',
  expected: 'timeout',
  fault: { kind: 'edit', edit: ({ jobReference }) => ({ jobReference, jobComplete: false }) },
};
/** Those that concern one run alone, and do not take a second each to make. */
export const BIGQUERY_FAULTS: readonly FaultCase[] = [
  NEVER_ENDS,
  ...FAULT_CASES.filter(
    ({ name, behaviour }) => behaviour === undefined && name !== '80 MB of gzipped blanks',
  ),
];

export async function bigQuery(): Promise<Setting & { readonly server: BigQueryServer }> {
  const { engine, server, close } = await filledBigQuery([EVENTS], {
    concurrency: CONCURRENCY,
    firstPauseMs: 2,
  });
  server.behaviour.pageSize = 10;
  const named = (chosen: number): Named => {
    const { name, expected, times } = at(BIGQUERY_FAULTS, chosen);
    // Where another try would come too late, the last refusal is told.
    const late = times === undefined ? [] : [CODES.unavailable];
    return { name, told: [CODES[expected], ...late] };
  };
  return {
    engine,
    server,
    named,
    choose: choice => {
      server.fault = bigQueryFault(server, choice);
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
function bigQueryFault(server: BigQueryServer, choice: Choice) {
  const runs = new Map<string, { readonly found: FaultCase | null; calls: number }>();
  return (request: RecordedRequest): BigQueryFault | null => {
    const { call, path, body } = request;
    const submitted = Object(body) as { requestId?: string; labels?: { request?: string } };
    if (call === 'jobs.query' && !runs.has(submitted.requestId ?? '')) {
      const chosen = choice(submitted.labels?.request ?? '');
      const found = chosen === null ? null : at(BIGQUERY_FAULTS, chosen);
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
