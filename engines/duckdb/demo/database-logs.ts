import type { DemoDataSet } from './demo-data-set.ts';
import { chance, drawBelow, drawOneOf, often } from './draw.ts';
import { tables } from './vocabulary.ts';

type ServerMessage = Readonly<
  Record<'text' | 'severity' | 'state' | 'backend', string> &
    Record<'tag' | 'context', string | null>
>;

const client = (
  text: string,
  severity: string,
  state: string,
  tag: string | null,
): ServerMessage => ({
  text,
  severity,
  state,
  tag,
  backend: 'client backend',
  context: null,
});

const poolerAuth: ServerMessage = {
  ...client('PgBouncer auth request: @', 'WARNING', '01000', 'SELECT'),
  context: 'PL/pgSQL function pgbouncer.get_auth(text) line 3 at RAISE',
};

const checkpoint = (text: string): ServerMessage => ({
  ...client(text, 'LOG', '00000', null),
  backend: 'checkpointer',
});

// `#` is replaced by a number, `@` by the user, `%` by a table.
const usual = [
  ...often(
    8,
    client('connection authorized: user=@ database=postgres', 'LOG', '00000', 'authentication'),
  ),
  ...often(6, client('connection received: host=127.0.0.1 port=#', 'LOG', '00000', null)),
  ...often(
    6,
    client(
      'disconnection: session time: 0:00:00.# user=@ database=postgres',
      'LOG',
      '00000',
      'idle',
    ),
  ),
  ...often(6, poolerAuth),
  ...often(
    3,
    client(
      'duration: #.042 ms  statement: select * from public.% where id = $1',
      'LOG',
      '00000',
      'SELECT',
    ),
  ),
  ...often(
    2,
    client(
      'statement: update public.% set updated_at = now() where id = $1',
      'LOG',
      '00000',
      'UPDATE',
    ),
  ),
  ...often(2, checkpoint('checkpoint starting: time')),
  ...often(2, checkpoint('checkpoint complete: wrote # buffers (0.4%)')),
];

const faults = [
  ...often(
    3,
    client('duplicate key value violates unique constraint "%_pkey"', 'ERROR', '23505', 'INSERT'),
  ),
  ...often(2, client('relation "public.%" does not exist', 'ERROR', '42P01', 'SELECT')),
  ...often(2, client('canceling statement due to statement timeout', 'ERROR', '57014', 'SELECT')),
  client('deadlock detected', 'ERROR', '40P01', 'UPDATE'),
  client('password authentication failed for user "@"', 'FATAL', '28P01', 'authentication'),
  client('remaining connection slots are reserved for superusers', 'FATAL', '53300', null),
];

const users = [...often(6, 'authenticator'), ...often(3, 'postgres'), 'pgbouncer', 'supervisor'];

const isClient = "said.backend = 'client backend'";

/** Messages of the database servers. */
export const postgresLogs: DemoDataSet = {
  table: 'postgres_logs',
  share: 14,
  projectColumn: true,
  steps: [
    {
      said: `CASE WHEN ${chance(0.02, 'fault')} OR burst AND ${chance(0.5, 'fault in burst')}
        THEN ${drawOneOf(faults, 'fault')} ELSE ${drawOneOf(usual, 'message')} END`,
      db_user: drawOneOf(users, 'user'),
      pid: `400 + ${drawBelow(30_000, 'pid')}`,
      began: `date_trunc('second', ts - to_seconds(${drawBelow(7_200, 'session age')}))`,
    },
  ],
  message: `replace(replace(replace(said.text,
    '#', (1 + ${drawBelow(60_000, 'figure')})::VARCHAR), '@', db_user), '%', ${drawOneOf(
      tables.filter(name => !name.includes('/')),
      'table',
    )})`,
  metadata: {
    host: "'db-' || ref",
    parsed: {
      backend_type: 'said.backend',
      command_tag: 'said.tag',
      connection_from: `CASE WHEN ${isClient}
        THEN '127.0.0.1:' || (32768 + ${drawBelow(28_000, 'port')}) END`,
      context: 'said.context',
      database_name: `CASE WHEN ${isClient} THEN 'postgres' END`,
      error_severity: 'said.severity',
      leader_pid: `CASE WHEN ${chance(0.05, 'worker')} THEN pid - 1 ELSE 0 END`,
      process_id: 'pid',
      query_id: `CASE WHEN said.tag = 'SELECT' THEN ${drawBelow(2 ** 32, 'query')} ELSE 0 END`,
      session_id: "format('{:x}.{:x}', epoch(began)::BIGINT, pid)",
      session_line_num: `1 + ${drawBelow(6_000, 'line')}`,
      session_start_time: "strftime(began, '%Y-%m-%d %H:%M:%S UTC')",
      sql_state_code: 'said.state',
      timestamp: "strftime(ts, '%Y-%m-%d %H:%M:%S.%g UTC')",
      transaction_id: `CASE said.tag WHEN 'INSERT' THEN ${drawBelow(9_000_000, 'transaction')}
        WHEN 'UPDATE' THEN ${drawBelow(9_000_000, 'transaction')} ELSE 0 END`,
      user_name: `CASE WHEN ${isClient} THEN db_user END`,
      virtual_transaction_id: `CASE WHEN said.tag IS NOT NULL
        THEN (1 + ${drawBelow(60, 'backend')}) || '/' || ${drawBelow(9_999_999, 'virtual')} END`,
    },
  },
};

const poolerMessages = [
  ...often(
    5,
    'S-0x^: postgres/postgres@127.0.0.1:5432 new connection to server (from 127.0.0.1:#)',
  ),
  ...often(4, 'C-0x^: postgres/authenticator@127.0.0.1:# login attempt: user=authenticator tls=no'),
  ...often(
    3,
    'C-0x^: postgres/authenticator@127.0.0.1:# closing because: client close request (age=#s)',
  ),
  ...often(
    2,
    'S-0x^: postgres/postgres@127.0.0.1:5432 closing because: server idle timeout (age=600s)',
  ),
  'stats: # xacts/s, # queries/s, in 41022 B/s, out 98111 B/s, query 1024 us, wait 12 us',
  'C-0x^: postgres/authenticator@127.0.0.1:# pooler error: query_wait_timeout',
];

/** Messages of the connection poolers; `^` is replaced by an address in memory. */
export const pgbouncerLogs: DemoDataSet = {
  table: 'pgbouncer_logs',
  share: 3,
  projectColumn: true,
  steps: [{ said: drawOneOf(poolerMessages, 'message') }],
  message: `replace(replace(said, '#', (32768 + ${drawBelow(28_000, 'port')})::VARCHAR),
    '^', format('aaaa{:08x}', ${drawBelow(2 ** 32, 'address')}))`,
  metadata: { host: "'db-' || ref" },
};

const restMessages = [
  ...often(4, 'Attempting to connect to the database...'),
  ...often(4, 'Connection successful'),
  ...often(3, 'Config reloaded'),
  ...often(3, 'Schema cache loaded'),
  ...often(3, 'Listening for notifications on the pgrst channel'),
  '{"code":"PGRST000","message":"Could not connect with the database. Retrying."}',
  'Failed to load the schema cache: canceling statement due to statement timeout',
];

/** Messages of the service behind the REST API. */
export const postgrestLogs: DemoDataSet = {
  table: 'postgrest_logs',
  share: 3,
  projectColumn: true,
  steps: [],
  message: drawOneOf(restMessages, 'message'),
  metadata: { host: "'db-' || ref" },
};
