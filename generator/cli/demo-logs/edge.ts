import { type DemoDataSet, httpDate } from './demo-data-set.ts';
import {
  below,
  chance,
  logNormal,
  lowBelow,
  mostlyFirst,
  often,
  oneOf,
  ray,
  type Sql,
} from './draw.ts';
import { buckets, fileTypes, tables } from './vocabulary.ts';
import { caller, projectFunction } from './world.ts';

const areas = [
  ...often(46, 'rest'),
  ...often(17, 'auth'),
  ...often(15, 'storage'),
  ...often(12, 'realtime'),
  ...often(5, 'functions'),
  ...often(5, 'other'),
];

const authPaths = [
  ...often(9, '/auth/v1/user'),
  ...often(9, '/auth/v1/token'),
  '/auth/v1/logout',
  '/auth/v1/otp',
  '/auth/v1/callback',
  '/auth/v1/signup',
];

const otherPaths = ['/', '/graphql/v1', '/favicon.ico', '/robots.txt', '/.env', '/wp-login.php'];

const path = `CASE area
  WHEN 'rest' THEN '/rest/v1/' || ${mostlyFirst(tables, 'table')}
  WHEN 'auth' THEN ${oneOf(authPaths, 'auth path')}
  WHEN 'storage' THEN '/storage/v1/object/' || ${oneOf(['public', 'public', 'sign', 'authenticated'], 'access')}
    || '/' || ${mostlyFirst(buckets, 'bucket')} || '/' || ${lowBelow(100_000, 'file')} || '.' || ${mostlyFirst(fileTypes, 'file type')}
  WHEN 'realtime' THEN '/realtime/v1/websocket'
  WHEN 'functions' THEN '/functions/v1/' || ${projectFunction}.name
  ELSE ${oneOf(otherPaths, 'other path')} END`;

const method = `CASE area
  WHEN 'rest' THEN ${oneOf([...often(60, 'GET'), ...often(20, 'POST'), ...often(10, 'PATCH'), ...often(5, 'OPTIONS'), ...often(3, 'DELETE'), ...often(2, 'HEAD')], 'rest method')}
  WHEN 'auth' THEN ${oneOf(['GET', 'POST', 'POST', 'OPTIONS'], 'auth method')}
  WHEN 'storage' THEN ${oneOf([...often(16, 'GET'), ...often(3, 'POST'), 'DELETE'], 'storage method')}
  WHEN 'functions' THEN ${oneOf(['POST', 'POST', 'POST', 'OPTIONS'], 'function method')}
  ELSE 'GET' END`;

const search = `CASE
  WHEN area = 'rest' AND method IN ('GET', 'HEAD') THEN '?select=*&limit=' || 10 * (1 + ${lowBelow(10, 'page')})
  WHEN area = 'rest' AND method IN ('PATCH', 'DELETE') THEN '?id=eq.' || ${below(1_000_000, 'key')}
  WHEN path = '/auth/v1/token' THEN '?grant_type=' || ${oneOf(['refresh_token', 'refresh_token', 'password', 'pkce'], 'grant')}
  WHEN area = 'storage' AND ${chance(0.3, 'resized')} THEN '?width=' || 160 * (1 + ${below(12, 'width')}) || '&quality=85&resize=contain'
  WHEN area = 'realtime' THEN '?vsn=1.0.0' END`;

const status = `CASE
  WHEN ${chance(0.003, 'aborted')} THEN NULL
  WHEN burst AND ${chance(0.6, 'fails')} THEN ${oneOf([500, 500, 500, 502, 503, 503, 504, 429, 429], 'failure')}
  WHEN method = 'OPTIONS' THEN 204
  WHEN area = 'realtime' THEN ${oneOf([...often(97, 101), 401, 403, 503], 'realtime status')}
  WHEN area = 'other' THEN ${oneOf([...often(3, 200), 301, ...often(6, 404)], 'other status')}
  WHEN area = 'storage' AND method = 'GET' THEN ${oneOf([...often(80, 200), ...often(12, 304), ...often(2, 400), ...often(6, 404)], 'storage status')}
  WHEN area = 'auth' THEN ${oneOf([...often(88, 200), ...often(5, 400), ...often(4, 401), ...often(2, 422), 429], 'auth status')}
  WHEN area = 'rest' AND method = 'POST' THEN ${oneOf([...often(93, 201), ...often(2, 400), 401, ...often(2, 403), ...often(2, 409)], 'insert status')}
  WHEN area = 'rest' AND method IN ('PATCH', 'DELETE') THEN ${oneOf([...often(95, 204), ...often(2, 401), ...often(2, 403), 404], 'change status')}
  ELSE ${oneOf([...often(90, 200), ...often(4, 206), ...often(2, 400), ...often(2, 401), 404, 500], 'status')} END`;

const cacheStatus = `CASE WHEN area = 'storage' AND method = 'GET'
  THEN ${oneOf([...often(6, 'HIT'), ...often(3, 'MISS'), 'EXPIRED'], 'cached')} ELSE 'DYNAMIC' END`;

const originTime = `CASE WHEN status IS NOT NULL AND cached <> 'HIT' THEN round(${logNormal(
  "CASE area WHEN 'storage' THEN 90 WHEN 'auth' THEN 60 ELSE 35 END * CASE WHEN burst THEN 6 ELSE 1 END",
  0.8,
  'origin time',
)})::BIGINT END`;

const bodyLength = `CASE WHEN status NOT IN (101, 204, 304) AND method <> 'HEAD'
  THEN round(${logNormal("CASE area WHEN 'storage' THEN 40000 ELSE 900 END", 1.1, 'length')})::BIGINT::VARCHAR END`;

const contentType = `CASE WHEN length IS NULL THEN NULL WHEN area <> 'storage' OR status >= 400
  THEN 'application/json; charset=utf-8'
  ELSE CASE split_part(path, '.', -1) WHEN 'pdf' THEN 'application/pdf' WHEN 'json' THEN 'application/json'
    WHEN 'jpg' THEN 'image/jpeg' WHEN 'webp' THEN 'image/webp' ELSE 'image/png' END END`;

const text = (sql: Sql): Sql => `coalesce((${sql})::VARCHAR, '')`;

/** Requests at the API gateway. */
export const edgeLogs: DemoDataSet = {
  table: 'edge_logs',
  share: 45,
  projectColumn: true,
  steps: [
    { area: oneOf(areas, 'area'), caller, host: "ref || '.platform.example'", ray: ray('ray') },
    { path, method },
    { search, status, cached: cacheStatus },
    {
      url: "'https://' || host || path || coalesce(search, '')",
      origin_time: originTime,
      length: bodyLength,
    },
  ],
  message: `method || ' | ' || ${text('status')} || ' | ' || caller.ip || ' | ' || ray || ' | ' || url || ' | ' || ${text('caller.agent.name')}`,
  metadata: {
    logflare_worker: { worker_id: oneOf(['0749QS', '1KX2MB', '5TR8WD', '9PZ4CF'], 'worker') },
    request: {
      cf: {
        asOrganization: 'caller.place.network',
        asn: 'caller.place.asn',
        botManagement: {
          corporateProxy: chance(0.01, 'proxy'),
          ja3Hash: 'caller.fingerprint',
          score: 'caller.score',
          staticResource: "area = 'storage'",
          verifiedBot: 'caller.score = 1',
        },
        city: 'caller.place.city',
        clientAcceptEncoding: 'caller.agent.encoding',
        clientTrustScore: 'caller.score',
        colo: 'caller.place.colo',
        continent: 'caller.place.continent',
        country: 'caller.place.country',
        edgeRequestKeepAliveStatus: `${chance(0.9, 'keep alive')}::BIGINT`,
        httpProtocol: 'caller.agent.protocol',
        isEUCountry: 'caller.place.isEU',
        latitude: 'caller.place.latitude',
        longitude: 'caller.place.longitude',
        postalCode: 'caller.place.postalCode',
        region: 'caller.place.region',
        regionCode: 'caller.place.regionCode',
        timezone: 'caller.place.timezone',
        tlsCipher: 'caller.agent.cipher',
        tlsClientAuth: {
          certPresented: "'0'",
          certRevoked: "'0'",
          certVerified: "'NONE'",
        },
        tlsExportedAuthenticator: {
          clientFinished: 'caller.secrets[1]',
          clientHandshake: 'caller.secrets[2]',
          serverFinished: 'caller.secrets[3]',
          serverHandshake: 'caller.secrets[4]',
        },
        tlsVersion: 'caller.agent.tls',
      },
      headers: {
        accept: 'caller.agent.accept',
        cf_connecting_ip: 'caller.ip',
        cf_ipcountry: 'caller.place.country',
        cf_ray: 'ray',
        host: 'host',
        referer: 'caller.referer',
        user_agent: 'caller.agent.name',
        x_forwarded_proto: "'https'",
        x_real_ip: 'caller.ip',
      },
      host: 'host',
      method: 'method',
      path: 'path',
      protocol: "'https:'",
      search: 'search',
      url: 'url',
    },
    response: {
      headers: {
        cf_cache_status: 'cached',
        cf_ray: "ray || '-' || caller.place.colo",
        content_length: 'length',
        content_type: contentType,
        date: httpDate('ts'),
        sb_gateway_mode: oneOf([...often(9, 'direct'), null], 'gateway'),
        sb_gateway_version: "'1'",
      },
      origin_time: 'origin_time',
      status_code: 'status',
    },
  },
};
