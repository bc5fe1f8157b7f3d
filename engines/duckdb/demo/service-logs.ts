import { type DemoDataSet, isoSeconds, printStructText } from './demo-data-set.ts';
import { chance, drawBelow, drawOneOf, logNormal, mostlyFirst, often, ray, uuid } from './draw.ts';
import { places } from './vocabulary.ts';
import { caller } from './world.ts';

const request = (msg: string, status: string | null) => ({
  msg,
  status,
  level: 'info',
  error: null,
  action: null,
  action_type: null,
});

const refused = (status: string, error: string) => ({
  ...request(error, status),
  level: status < '500' ? 'warning' : 'error',
  error,
});

const accountEvent = (action: string, type: string) => ({
  ...request(action.replace('_', ' '), '200'),
  action,
  action_type: type,
});

const authEvents = [
  ...often(10, request('request started', null)),
  ...often(10, request('request completed', '200')),
  ...often(3, accountEvent('login', 'account')),
  ...often(2, accountEvent('token_refreshed', 'token')),
  accountEvent('user_signedup', 'team'),
  accountEvent('logout', 'account'),
];

const authFaults = [
  ...often(4, refused('400', '400: Invalid login credentials')),
  ...often(3, refused('401', '401: invalid JWT: token is expired')),
  refused('422', '422: User already registered'),
  refused('429', '429: For security purposes, this can only be requested after 60 seconds'),
  ...often(2, refused('500', '500: Database error querying schema')),
];

/** A value for entries about an account's action, else NULL. */
const ofAccount = (sql: string) => `CASE WHEN said.action IS NOT NULL THEN ${sql} END`;

const rarely = (share: number, name: string, sql: string) =>
  `CASE WHEN ${chance(share, name)} THEN ${sql} END`;

/** Requests and events of the authentication service. */
export const authLogs: DemoDataSet = {
  table: 'auth_logs',
  share: 7,
  projectColumn: true,
  steps: [
    {
      said: `CASE WHEN ${chance(0.04, 'refused')} OR burst AND ${chance(0.5, 'refused in burst')}
        THEN ${drawOneOf(authFaults, 'fault')} ELSE ${drawOneOf(authEvents, 'event')} END`,
      caller,
      person: uuid('person'),
      path: drawOneOf(
        [...often(4, '/user'), ...often(4, '/token'), '/logout', '/otp', '/callback'],
        'path',
      ),
      provider: drawOneOf(
        [...often(5, 'email'), ...often(3, 'google'), ...often(2, 'github'), 'phone'],
        'provider',
      ),
      clock: isoSeconds('ts'),
    },
    { method: "CASE path WHEN '/user' THEN 'GET' WHEN '/callback' THEN 'GET' ELSE 'POST' END" },
  ],
  message: `to_json(${printStructText({
    component: "'api'",
    level: 'said.level',
    method: 'method',
    msg: 'said.msg',
    path: 'path',
    referer: "coalesce(caller.referer, '')",
    remote_addr: 'caller.ip',
    time: 'clock',
    timestamp: 'clock',
  })})::VARCHAR`,
  metadata: {
    component: "'api'",
    host: "'db-' || ref",
    level: 'said.level',
    method: 'method',
    msg: 'said.msg',
    path: 'path',
    remote_addr: 'caller.ip',
    timestamp: 'clock',
    action: 'said.action',
    args: rarely(0.02, 'args', `json_array('--config', 'auth.env')`),
    auth_event: {
      action: 'said.action',
      actor_id: ofAccount('person'),
      actor_name: ofAccount(drawOneOf(['Ada Example', 'Bo Example', 'Chi Example', null], 'name')),
      actor_username: ofAccount("'user-' || left(person, 8) || '@example.com'"),
      actor_via_sso: ofAccount(chance(0.02, 'sso')),
      log_type: 'said.action_type',
      traits: {
        channel: `CASE WHEN said.action IS NOT NULL AND provider = 'phone' THEN 'sms' END`,
        provider: ofAccount('provider'),
        user_email: ofAccount(
          "CASE WHEN provider <> 'phone' THEN 'user-' || left(person, 8) || '@example.com' END",
        ),
        user_id: ofAccount('person'),
        user_phone: ofAccount(
          `CASE WHEN provider = 'phone' THEN '+1555010' || ${drawBelow(9_000, 'phone')} END`,
        ),
      },
    },
    client_id: rarely(0.02, 'client', uuid('client id')),
    duration: `CASE WHEN said.status IS NOT NULL
      THEN round(${logNormal('18', 0.9, 'duration')}, 3) || 'ms' END`,
    error: 'said.error',
    factor_id: rarely(0.01, 'factor', uuid('factor id')),
    header: rarely(0.02, 'header', "'authorization'"),
    instance_id: "'00000000-0000-0000-0000-000000000000'",
    issuer: ofAccount("'https://' || ref || '.platform.example/auth/v1'"),
    project: 'ref',
    metering: ofAccount("said.action = 'login'"),
    message: 'coalesce(said.error, said.msg)',
    login_method: `CASE WHEN said.action = 'login'
      THEN CASE provider WHEN 'email' THEN 'password' ELSE 'oauth' END END`,
    provider: ofAccount('provider'),
    referer: 'caller.referer',
    request_id: ray('request'),
    source_type: rarely(0.01, 'source', "'webhook'"),
    status: 'said.status',
    time: 'clock',
    user_id: ofAccount('person'),
  },
};

const channel = (text: string, level: string, line: number, fn: string) => ({
  text,
  level,
  line,
  fn,
  module: 'Elixir.RealtimeWeb.RealtimeChannel',
  file: 'lib/realtime_web/channels/realtime_channel.ex',
});

const tenant = (text: string, level: string, line: number, fn: string) => ({
  ...channel(text, level, line, fn),
  module: 'Elixir.Realtime.Tenants.Connect',
  file: 'lib/realtime/tenants/connect.ex',
});

const realtimeEvents = [
  ...often(6, channel('Subscribed to channel realtime:public:#', 'info', 148, 'join/3')),
  ...often(
    4,
    channel('Channel realtime:public:# closed by the client', 'info', 312, 'terminate/2'),
  ),
  ...often(3, tenant('Starting replication for the tenant', 'info', 74, 'init/1')),
  ...often(
    2,
    tenant('No connected users, stopping the database connection', 'info', 181, 'handle_info/2'),
  ),
  channel('Token expires in # seconds', 'warning', 226, 'handle_info/2'),
];

const realtimeFaults = [
  channel(
    'Subscribing to PostgreSQL failed: {:error, "Subscription insert failed with 0 rows."}',
    'error',
    293,
    'handle_info/2',
  ),
  channel('Too many channels: # joined, limit reached', 'error', 131, 'join/3'),
  tenant(
    'Connection to the tenant database failed: tcp recv (idle): closed',
    'error',
    96,
    'init/1',
  ),
];

/** Messages of the realtime service. */
export const realtimeLogs: DemoDataSet = {
  table: 'realtime_logs',
  share: 4,
  projectColumn: false,
  steps: [
    {
      said: `CASE WHEN ${chance(0.05, 'fault')} OR burst AND ${chance(0.5, 'fault in burst')}
        THEN ${drawOneOf(realtimeFaults, 'fault')} ELSE ${drawOneOf(realtimeEvents, 'event')} END`,
    },
  ],
  message: `replace(said.text, '#', (1 + ${drawBelow(400, 'figure')})::VARCHAR)`,
  metadata: {
    context: {
      application: "'realtime'",
      domain: `json_array('elixir')`,
      file: 'said.file',
      function: 'said.fn',
      gl: `'<0.' || (2000 + ${drawBelow(900, 'leader')}) || '.0>'`,
      line: 'said.line',
      mfa: `json_array(said.module, split_part(said.fn, '/', 1), split_part(said.fn, '/', 2))`,
      module: 'said.module',
      pid: `'<0.' || (2000 + ${drawBelow(9_000, 'process')}) || '.' || ${drawBelow(90, 'serial')} || '>'`,
      time: 'epoch_us(ts)',
      vm: { node: `'realtime-prod@2001:db8::' || (1 + ${drawBelow(6, 'node')})` },
    },
    external_id: 'ref',
    level: 'said.level',
    project: 'ref',
  },
};

const storageMessage = (text: string, level: string) => ({ text, level });

const storageEvents = [
  ...often(6, storageMessage('GET | 200 | /object/public/avatars/#.png', 'info')),
  ...often(3, storageMessage('POST | 200 | /object/uploads/#.jpg', 'info')),
  ...often(3, storageMessage('content-type is text/plain;charset=UTF-8', 'info')),
  ...often(2, storageMessage('GET | 304 | /object/sign/documents/#.pdf', 'info')),
  storageMessage('GET | 404 | /object/public/avatars/#.png', 'warning'),
];

const storageFaults = [
  storageMessage('POST | 500 | /object/uploads/#.jpg | upstream timed out', 'error'),
  storageMessage('new row violates row-level security policy for table "objects"', 'error'),
  storageMessage('The object exceeded the maximum allowed size', 'warning'),
];

const colos = places.map(({ colo }) => colo);

/** Messages of the storage service. */
export const storageLogs: DemoDataSet = {
  table: 'storage_logs',
  share: 4,
  projectColumn: false,
  steps: [
    {
      said: `CASE WHEN ${chance(0.03, 'fault')} OR burst AND ${chance(0.5, 'fault in burst')}
        THEN ${drawOneOf(storageFaults, 'fault')} ELSE ${drawOneOf(storageEvents, 'event')} END`,
    },
  ],
  message: `replace(said.text, '#', ${drawBelow(100_000, 'file')}::VARCHAR)`,
  metadata: {
    context: {
      host: `'ip-10-0-0-' || (1 + ${drawBelow(250, 'host')}) || '.internal.example'`,
      pid: `1 + ${drawBelow(4, 'pid')}`,
    },
    level: 'said.level',
    project: 'ref',
    reqId: `${ray('request')} || '-' || ${mostlyFirst(colos, 'colo')}`,
    tenantId: 'ref',
  },
};
