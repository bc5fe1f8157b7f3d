import { type DemoDataSet, httpDate } from './demo-data-set.ts';
import {
  chance,
  drawBelow,
  drawOneOf,
  logNormal,
  lowBelow,
  mostlyFirst,
  ray,
  weightedNumber,
  weightedText,
} from './draw.ts';
import { fileTypes, storageBuckets, tables } from './vocabulary.ts';
import { caller, projectFunction } from './world.ts';

const area = weightedText(
  { rest: 46, auth: 17, storage: 15, realtime: 12, functions: 5, other: 5 },
  'area',
);

const authPath = weightedText(
  {
    '/auth/v1/user': 9,
    '/auth/v1/token': 9,
    '/auth/v1/logout': 1,
    '/auth/v1/otp': 1,
    '/auth/v1/callback': 1,
    '/auth/v1/signup': 1,
  },
  'auth path',
);

const otherPath = drawOneOf(
  ['/', '/graphql/v1', '/favicon.ico', '/robots.txt', '/.env', '/wp-login.php'],
  'other path',
);

const storagePath = [
  "'/storage/v1/object/'",
  drawOneOf(['public/', 'public/', 'sign/', 'authenticated/'], 'access'),
  mostlyFirst(storageBuckets, 'bucket'),
  "'/'",
  lowBelow(100_000, 'file'),
  "'.'",
  mostlyFirst(fileTypes, 'file type'),
].join(' || ');

const path = `CASE area
  WHEN 'rest' THEN '/rest/v1/' || ${mostlyFirst(tables, 'table')}
  WHEN 'auth' THEN ${authPath}
  WHEN 'storage' THEN ${storagePath}
  WHEN 'realtime' THEN '/realtime/v1/websocket'
  WHEN 'functions' THEN '/functions/v1/' || ${projectFunction}.name
  ELSE ${otherPath} END`;

const restMethod = weightedText(
  { GET: 60, POST: 20, PATCH: 10, OPTIONS: 5, DELETE: 3, HEAD: 2 },
  'rest method',
);

const method = `CASE area
  WHEN 'rest' THEN ${restMethod}
  WHEN 'auth' THEN ${weightedText({ GET: 1, POST: 2, OPTIONS: 1 }, 'auth method')}
  WHEN 'storage' THEN ${weightedText({ GET: 16, POST: 3, DELETE: 1 }, 'storage method')}
  WHEN 'functions' THEN ${weightedText({ POST: 3, OPTIONS: 1 }, 'function method')}
  ELSE 'GET' END`;

const search = `CASE
  WHEN area = 'rest' AND method IN ('GET', 'HEAD')
    THEN '?select=*&limit=' || 10 * (1 + ${lowBelow(10, 'page')})
  WHEN area = 'rest' AND method IN ('PATCH', 'DELETE')
    THEN '?id=eq.' || ${drawBelow(1_000_000, 'key')}
  WHEN path = '/auth/v1/token'
    THEN '?grant_type=' || ${weightedText({ refresh_token: 2, password: 1, pkce: 1 }, 'grant')}
  WHEN area = 'storage' AND ${chance(0.3, 'resized')}
    THEN '?width=' || 160 * (1 + ${drawBelow(12, 'width')}) || '&quality=85&resize=contain'
  WHEN area = 'realtime' THEN '?vsn=1.0.0' END`;

const failure = weightedNumber({ 429: 2, 500: 3, 502: 1, 503: 2, 504: 1 }, 'failure');
const openedOrNot = weightedNumber({ 101: 97, 401: 1, 403: 1, 503: 1 }, 'realtime status');
const found = weightedNumber({ 200: 3, 301: 1, 404: 6 }, 'other status');
const fetched = weightedNumber({ 200: 80, 304: 12, 400: 2, 404: 6 }, 'storage status');
const signedIn = weightedNumber({ 200: 88, 400: 5, 401: 4, 422: 2, 429: 1 }, 'auth status');
const inserted = weightedNumber({ 201: 93, 400: 2, 401: 1, 403: 2, 409: 2 }, 'insert status');
const changed = weightedNumber({ 204: 95, 401: 2, 403: 2, 404: 1 }, 'change status');
const answered = weightedNumber({ 200: 90, 206: 4, 400: 2, 401: 2, 404: 1, 500: 1 }, 'status');

const status = `CASE
  WHEN ${chance(0.003, 'aborted')} THEN NULL
  WHEN burst AND ${chance(0.6, 'fails')} THEN ${failure}
  WHEN method = 'OPTIONS' THEN 204
  WHEN area = 'realtime' THEN ${openedOrNot}
  WHEN area = 'other' THEN ${found}
  WHEN area = 'storage' AND method = 'GET' THEN ${fetched}
  WHEN area = 'auth' THEN ${signedIn}
  WHEN area = 'rest' AND method = 'POST' THEN ${inserted}
  WHEN area = 'rest' AND method IN ('PATCH', 'DELETE') THEN ${changed}
  ELSE ${answered} END`;

const cacheStatus = `CASE WHEN area = 'storage' AND method = 'GET'
  THEN ${weightedText({ HIT: 6, MISS: 3, EXPIRED: 1 }, 'cached')} ELSE 'DYNAMIC' END`;

const usualOriginTime = `CASE area WHEN 'storage' THEN 90 WHEN 'auth' THEN 60 ELSE 35 END
  * CASE WHEN burst THEN 6 ELSE 1 END`;

const originTime = `CASE WHEN status IS NOT NULL AND cached <> 'HIT'
  THEN round(${logNormal(usualOriginTime, 0.8, 'origin time')})::BIGINT END`;

const usualLength = "CASE area WHEN 'storage' THEN 40000 ELSE 900 END";

const bodyLength = `CASE WHEN status NOT IN (101, 204, 304) AND method <> 'HEAD'
  THEN round(${logNormal(usualLength, 1.1, 'length')})::BIGINT::VARCHAR END`;

const contentType = `CASE
  WHEN length IS NULL THEN NULL
  WHEN area <> 'storage' OR status >= 400 THEN 'application/json; charset=utf-8'
  ELSE CASE split_part(path, '.', -1)
    WHEN 'pdf' THEN 'application/pdf' WHEN 'json' THEN 'application/json'
    WHEN 'jpg' THEN 'image/jpeg' WHEN 'webp' THEN 'image/webp' ELSE 'image/png' END END`;

const message = [
  'method',
  "coalesce(status::VARCHAR, '')",
  'caller.ip',
  'ray',
  'url',
  "coalesce(caller.agent.name, '')",
].join(" || ' | ' || ");

/** Requests at the API gateway. */
export const edgeLogs: DemoDataSet = {
  table: 'edge_logs',
  share: 45,
  projectColumn: true,
  steps: [
    { area, caller, host: "ref || '.platform.example'", ray: ray('ray') },
    { path, method },
    { search, status, cached: cacheStatus },
    {
      url: "'https://' || host || path || coalesce(search, '')",
      origin_time: originTime,
      length: bodyLength,
    },
  ],
  message,
  metadata: {
    logflare_worker: { worker_id: drawOneOf(['0749QS', '1KX2MB', '5TR8WD', '9PZ4CF'], 'worker') },
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
        sb_gateway_mode: `CASE WHEN ${chance(0.9, 'gateway')} THEN 'direct' END`,
        sb_gateway_version: "'1'",
      },
      origin_time: 'origin_time',
      status_code: 'status',
    },
  },
};
