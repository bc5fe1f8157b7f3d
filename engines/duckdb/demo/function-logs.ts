import { type DemoDataSet, httpDate } from './demo-data-set.ts';
import {
  chance,
  drawBelow,
  drawOneOf,
  logNormal,
  often,
  uuid,
  weightedNumber,
  weightedText,
} from './draw.ts';
import { caller, projectFunction } from './world.ts';

const deployment = "ref || '_' || callee.id || '_' || callee.version";

const failure = weightedNumber({ 429: 1, 500: 3, 502: 1, 503: 1, 504: 1 }, 'failure');

const answered = weightedNumber(
  { 200: 180, 201: 5, 204: 3, 302: 1, 400: 4, 401: 3, 404: 1, 500: 2, 503: 1 },
  'status',
);

const status = `CASE
  WHEN ${chance(0.002, 'aborted')} THEN NULL
  WHEN burst AND ${chance(0.6, 'fails')} THEN ${failure}
  WHEN method = 'OPTIONS' THEN 204
  ELSE ${answered} END`;

const usualTime = `CASE method WHEN 'OPTIONS' THEN 4 ELSE callee.median END
  * CASE WHEN burst THEN 4 ELSE 1 END`;

const coldStart = `CASE WHEN ${chance(0.03, 'cold')}
  THEN ${logNormal('450', 0.4, 'start')} ELSE 0 END`;

// An invocation that never ran (503), or whose end was not seen, has no execution time.
const executionTime = `CASE WHEN status <> 503 AND NOT ${chance(0.004, 'unseen')}
  THEN round(${logNormal(usualTime, 0.6, 'run')} + ${coldStart}) END`;

const lengthAround = (median: string, name: string) =>
  `round(${logNormal(median, 1, name)})::BIGINT::VARCHAR`;

const contentType = weightedText(
  { 'application/json': 4, 'text/plain;charset=UTF-8': 1 },
  'content type',
);

/** Invocations of functions. */
export const functionEdgeLogs: DemoDataSet = {
  table: 'function_edge_logs',
  share: 11,
  projectColumn: false,
  steps: [
    {
      callee: projectFunction,
      caller,
      method: weightedText({ POST: 14, GET: 4, OPTIONS: 2 }, 'method'),
      host: "ref || '.functions.platform.example'",
    },
    {
      status,
      path: "'/' || callee.name",
      search: `CASE WHEN method = 'GET' THEN '?time=' || epoch_ms(ts) END`,
    },
  ],
  message: `method || ' | ' || coalesce(status::VARCHAR, '')
    || ' | https://' || host || path || coalesce(search, '')`,
  metadata: {
    deployment_id: deployment,
    execution_time_ms: executionTime,
    function_id: 'callee.id',
    project_ref: 'ref',
    request: {
      headers: {
        accept: 'caller.agent.accept',
        accept_encoding: 'caller.agent.encoding',
        content_length: `CASE method WHEN 'POST' THEN ${lengthAround('400', 'sent')} ELSE '0' END`,
        host: 'host',
        user_agent: 'caller.agent.name',
      },
      host: "'edge-runtime.platform.example'",
      method: 'method',
      pathname: 'path',
      protocol: "'https:'",
      search: 'search',
      url: "'https://edge-runtime.platform.example' || path || coalesce(search, '')",
    },
    response: {
      headers: {
        content_length: `CASE WHEN status <> 204 THEN ${lengthAround('250', 'body')} END`,
        content_type: `CASE WHEN status <> 204 THEN ${contentType} END`,
        date: httpDate('ts'),
        server: "'deno/' || callee.region",
        vary: "'Accept-Encoding'",
      },
      status_code: 'status',
    },
    version: 'callee.version::VARCHAR',
  },
};

const printed = (level: string, text: string) => ({ type: 'log', level, text });

const events = [
  ...often(8, printed('info', 'request finished in # ms')),
  ...often(4, printed('log', 'processing item #')),
  ...often(3, printed('info', 'cache miss for key user:#')),
  ...often(2, printed('debug', 'fetched # rows')),
  printed('warning', 'retrying upstream call, attempt #'),
  printed('error', 'upstream answered with status 429 after # ms'),
  ...often(2, { type: 'boot', level: 'log', text: 'booted (time: #ms)' }),
  ...often(2, { type: 'shutdown', level: 'log', text: 'shutdown' }),
];

const failures = [
  printed('error', 'TypeError: error sending request for url (https://api.example.com/v1/items/#)'),
  printed('error', 'Error: connection to the database timed out after # ms'),
  {
    type: 'uncaughtException',
    level: 'error',
    text: "TypeError: Cannot read properties of undefined (reading 'id')",
  },
];

// The sender's time, which is finer than the entry's own.
const nanoseconds = `strftime(ts, '%Y-%m-%dT%H:%M:%S.%f')
  || format('{:03d}+00:00', ${drawBelow(1_000, 'nanoseconds')})`;

// All lines that one function prints within ten seconds belong to one execution.
const execution = '((epoch_ms(ts) // 10000 * 1600 + callee.slot) & 4294967295)::UBIGINT';

/** The output of functions, and their starts and stops. */
export const functionLogs: DemoDataSet = {
  table: 'function_logs',
  share: 9,
  projectColumn: false,
  steps: [
    {
      callee: projectFunction,
      event: `CASE WHEN ${chance(0.01, 'fails')} OR burst AND ${chance(0.5, 'fails in burst')}
        THEN ${drawOneOf(failures, 'failure')} ELSE ${drawOneOf(events, 'event')} END`,
    },
  ],
  message: `replace(event.text, '#', (1 + ${drawBelow(900, 'figure')})::VARCHAR)`,
  metadata: {
    deployment_id: deployment,
    event_type: 'event.type',
    execution_id: uuid('execution', execution),
    function_id: 'callee.id',
    level: 'event.level',
    project_ref: 'ref',
    region: 'callee.region',
    timestamp: nanoseconds,
    version: 'callee.version::VARCHAR',
  },
};
