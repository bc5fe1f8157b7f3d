/** Requests and the expected answer of each, by the table of docs/service.md. */
import { gzipSync } from 'node:zlib';
import { type EndpointName, isCompat, isSandbox, type Tokens } from './service.ts';

/** The identifiers of the rows that were asked for, or the status of a refusal. */
export type Wanted = readonly unknown[] | number;
export interface Input {
  readonly name: string;
  readonly method?: string;
  /** The target of the request, from the endpoint's path; by default it asks for `abc`. */
  readonly target?: (path: string) => string;
  readonly version?: string;
  readonly host?: string;
  /** In place of a header with a key that may run everything. */
  readonly keys?: (tokens: Tokens) => readonly string[];
  readonly headers?: readonly string[];
  /** Sent with its length, or as it is where the headers announce it otherwise. */
  readonly body?: string | Buffer;
  readonly wanted: Wanted | ((endpoint: EndpointName) => Wanted);
}

const ABC = ['a1', 'a2', 'a3'];
const JSON_BODY = 'Content-Type: application/json';
const STATEMENT = "SELECT CONCAT('n', COUNT(*)) AS id FROM logs";
const SQL = JSON.stringify({ sql: STATEMENT });
const CHUNKED = [JSON_BODY, 'Transfer-Encoding: chunked'];
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = (...texts: readonly string[]) => `${texts.map(chunk).join('')}0\r\n\r\n`;
const bare = (path: string) => path;
const query = (text: string) => (path: string) => `${path}?${text}`;
const posted = (
  name: string,
  body: string | Buffer,
  wanted: Input['wanted'],
  headers: readonly string[] = [JSON_BODY],
): Input => ({ name, method: 'POST', target: bare, headers, body, wanted });
const onSandbox = (there: Wanted, elsewhere: Wanted) => (endpoint: EndpointName) =>
  isSandbox(endpoint) ? there : elsewhere;
const onCompat = (there: Wanted, elsewhere: Wanted) => (endpoint: EndpointName) =>
  isCompat(endpoint) ? there : elsewhere;
/** Only a sandbox with `compat` reads a statement from the body of a GET. */
const byCompatSql = (wanted: Wanted) => (endpoint: EndpointName) =>
  endpoint === 'sql.compat' ? wanted : 400;

const BODIES: readonly Input[] = [
  { name: 'GET, sql in the body', headers: [JSON_BODY], body: SQL, wanted: byCompatSql(['n3']) },
  {
    name: 'GET, sql in a chunked body',
    headers: CHUNKED,
    body: chunked(SQL.slice(0, 9), SQL.slice(9)),
    wanted: byCompatSql(['n3']),
  },
  { name: 'GET, sql in the body without a type', body: SQL, wanted: onCompat(415, 400) },
  {
    name: 'GET, sql in a form',
    headers: ['Content-Type: application/x-www-form-urlencoded'],
    body: `sql=${encodeURIComponent(STATEMENT)}`,
    wanted: onCompat(415, 400),
  },
  {
    name: 'GET, sql in a compressed body',
    headers: [JSON_BODY, 'Content-Encoding: gzip'],
    body: gzipSync(SQL),
    wanted: onCompat(415, 400),
  },
  {
    name: 'GET, parameters in the body',
    target: bare,
    headers: [JSON_BODY],
    body: '{"project":"xyz"}',
    wanted: onCompat(['x1'], 400),
  },
  {
    name: 'GET, the same parameter in both',
    headers: [JSON_BODY],
    body: '{"project":"xyz"}',
    wanted: 400,
  },
  {
    name: 'GET, sql in both',
    target: query(`project=abc&sql=${encodeURIComponent(STATEMENT)}`),
    headers: [JSON_BODY],
    body: SQL,
    wanted: 400,
  },
  {
    name: 'GET, a body of one byte',
    headers: ['Content-Length: 1'],
    body: 'x',
    wanted: onCompat(415, 400),
  },
  { name: 'GET, a body of one blank', headers: [JSON_BODY], body: ' ', wanted: 400 },
  { name: 'GET, a chunk of one byte', headers: CHUNKED, body: chunked('x'), wanted: 400 },
  { name: 'GET, an empty object', headers: [JSON_BODY], body: '{}', wanted: onCompat(ABC, 400) },
  { name: 'GET, a length of 0', headers: ['Content-Length: 0'], wanted: ABC },
  { name: 'GET, a chunked body without bytes', headers: CHUNKED, body: chunked(), wanted: ABC },
  {
    name: 'GET, a type without a body',
    headers: ['Content-Type: application/json; charset=utf-8'],
    wanted: ABC,
  },
  {
    name: 'GET, a trailer with parameters',
    headers: [...CHUNKED, 'Trailer: X-API-KEY'],
    body: '0\r\nproject: xyz\r\n\r\n',
    wanted: ABC,
  },
  {
    name: 'HEAD with a body',
    method: 'HEAD',
    headers: [JSON_BODY],
    body: SQL,
    wanted: byCompatSql(['n3']),
  },
  {
    name: 'HEAD with a chunked body',
    method: 'HEAD',
    headers: CHUNKED,
    body: chunked(SQL),
    wanted: byCompatSql(['n3']),
  },
  { name: 'HEAD without a body', method: 'HEAD', wanted: ABC },
  posted('POST, parameters in the body', '{"project":"xyz"}', ['x1']),
  posted(
    'POST, sql in the body',
    JSON.stringify({ project: 'abc', sql: STATEMENT }),
    onSandbox(['n3'], 400),
  ),
  posted('POST without a body', '', 400),
  { ...posted('POST, parameters in both', '{"project":"xyz"}', 400), target: query('project=abc') },
  {
    ...posted('POST, parameters in the address', '', onCompat(ABC, 400)),
    target: query('project=abc'),
  },
  {
    ...posted('POST, parameters in the address, without a type', '', onCompat(ABC, 400), []),
    target: query('project=abc'),
  },
  {
    ...posted('POST, some parameters in the address', '{"least":404}', onCompat(['a2', 'a3'], 400)),
    target: query('project=abc'),
  },
  {
    ...posted('POST, sql in the body beside the address', SQL, byCompatSql(['n3'])),
    target: query('project=abc'),
  },
  {
    ...posted('POST, sql in the address', '', byCompatSql(['n3'])),
    target: query(`project=abc&sql=${encodeURIComponent(STATEMENT)}`),
  },
  {
    ...posted('POST, sql in both', SQL, 400),
    target: query(`project=abc&sql=${encodeURIComponent(STATEMENT)}`),
  },
  posted('POST, a form', 'project=xyz', 415, ['Content-Type: application/x-www-form-urlencoded']),
  posted('POST, a multipart form', '--x\r\n\r\n', 415, [
    'Content-Type: multipart/form-data; boundary=x',
  ]),
  posted('POST, JSON of another name', '{"project":"xyz"}', 415, ['Content-Type: text/json']),
  posted('POST, two types', '{"project":"xyz"}', 415, [JSON_BODY, 'Content-Type: text/plain']),
  posted('POST in UTF-8', '{"project":"é"}', ['accent'], [`${JSON_BODY}; charset="UTF-8"`]),
  posted('POST in UTF-16', Buffer.from('{"project":"xyz"}', 'utf16le'), 415, [
    `${JSON_BODY}; charset=utf-16`,
  ]),
  posted('POST in UTF-16 without a charset', Buffer.from('{"project":"xyz"}', 'utf16le'), 400),
  posted('POST in Latin-1', Buffer.from('{"project":"é"}', 'latin1'), 415, [
    `${JSON_BODY};charset=iso-8859-1`,
  ]),
  posted('POST in Latin-1 without a charset', Buffer.from('{"project":"é"}', 'latin1'), 400),
  posted('POST with a byte order mark', '\uFEFF{"project":"xyz"}', ['x1']),
  posted('POST, compressed', gzipSync('{"project":"xyz"}'), 415, [
    JSON_BODY,
    'Content-Encoding: gzip',
  ]),
  posted('POST, two members of one name', '{"project":"abc","project":"xyz"}', 400),
  posted('POST, two spellings of one name', '{"project":"abc","\\u0070roject":"xyz"}', 400),
  posted('POST, a name in capitals', '{"project":"abc","Project":"xyz"}', 400),
  posted('POST, null', '{"project":"xyz","least":null}', onCompat(['x1'], 400)),
  posted(
    'POST, a text where a number is declared',
    '{"least":"0","project":"xyz"}',
    onCompat(['x1'], 400),
  ),
  posted('POST, a number where a text is declared', '{"project":12}', onCompat(['number'], 400)),
  posted('POST, a bool where a text is declared', '{"project":true}', onCompat(['bool'], 400)),
  posted('POST, a number beyond every number', '{"project":1e400}', 400),
  posted('POST, a number with lost digits', '{"project":0.1000000000000000000001}', 400),
  posted('POST, a whole number with lost digits', '{"project":9007199254740993}', 400),
  posted('POST, a list where one value is declared', '{"project":["xyz"]}', 400),
  posted('POST, an object where a value is declared', '{"project":{"eq":"xyz"}}', 400),
  posted('POST, a list in a list', '{"project":"abc","statuses":[[200]]}', 400),
  posted('POST, one value of a list', '{"project":"abc","statuses":200}', onCompat(['a1'], 400)),
  posted('POST, `__proto__`', '{"__proto__":{"project":"xyz"},"project":"abc"}', 400),
  posted('POST, an array of objects', '[{"project":"abc"},{"project":"xyz"}]', 400),
  posted('POST, two objects', '{"project":"abc"}{"project":"xyz"}', 400),
  posted('POST, a comment', '{"project":"abc"/*,"least":404*/}', 400),
  {
    ...posted(
      'POST in chunks with a trailer',
      `${chunk('{"project":"xyz"}')}0\r\nproject: abc\r\n\r\n`,
      ['x1'],
    ),
    headers: CHUNKED,
  },
  {
    ...posted('POST, compressed in transfer', chunked('{"project":"xyz"}'), 400),
    headers: [JSON_BODY, 'Transfer-Encoding: gzip, chunked'],
  },
];

const ADDRESSES: readonly Input[] = [
  { name: 'an escaped value', target: query('project=a%23b'), wanted: ['hash'] },
  { name: 'an escaped name', target: query('%70roject=xyz'), wanted: ['x1'] },
  { name: '`+`', target: query('project=a+b'), wanted: ['blank'] },
  { name: '`%2B`', target: query('project=a%2Bb'), wanted: ['plus'] },
  { name: '`;` between parameters', target: query('project=abc;least=404'), wanted: ['semicolon'] },
  { name: '`&amp;` between parameters', target: query('project=abc&amp;least=404'), wanted: 400 },
  { name: 'a fragment', target: query('project=a#b'), wanted: 400 },
  { name: 'a fragment before the parameters', target: path => `${path}#?project=abc`, wanted: 400 },
  { name: 'an empty fragment', target: query('project=abc#'), wanted: 400 },
  { name: 'bytes beyond ASCII', target: query('project=é'), wanted: 400 },
  {
    name: 'a backslash in the path',
    target: path => `${path.replace('/endpoints/', '\\endpoints\\')}?project=abc`,
    wanted: 400,
  },
  { name: 'a parameter twice', target: query('project=abc&project=xyz'), wanted: 400 },
  { name: 'a parameter twice, once empty', target: query('project=abc&project='), wanted: 400 },
  { name: 'a parameter with brackets', target: query('project[]=abc'), wanted: 400 },
  { name: 'a name in capitals', target: query('Project=abc'), wanted: 400 },
  { name: 'an unknown parameter', target: query('project=abc&limit=1'), wanted: 400 },
  { name: 'an unknown `format`', target: query('project=abc&format=xlsx'), wanted: 400 },
  { name: '`format` twice', target: query('project=abc&format=json&format=json'), wanted: 400 },
  { name: '`format`', target: query('project=xyz&format=json'), wanted: ['x1'] },
  { name: '`_method`', target: query('project=abc&_method=DELETE'), wanted: 400 },
  {
    name: '`sql` of an endpoint without a sandbox',
    target: query(`project=abc&sql=${encodeURIComponent(STATEMENT)}`),
    wanted: onSandbox(['n3'], 400),
  },
  {
    name: '`lql`, the original’s other language',
    target: query('project=abc&lql=s%3A*'),
    wanted: 400,
  },
  { name: 'a key in the address', target: query('project=abc&api_key=x'), wanted: 400 },
  { name: 'a second question mark', target: path => `${path}??project=abc`, wanted: 400 },
  { name: 'a value that is no UTF-8', target: query('project=%ff'), wanted: 400 },
  { name: 'a broken escape', target: query('project=%2'), wanted: 400 },
  { name: 'a doubled escape', target: query('project=a%2523b'), wanted: [] },
  { name: 'a matrix parameter', target: path => `${path};project=xyz?project=abc`, wanted: 404 },
  {
    name: 'a matrix parameter before',
    target: path => `${path.replace('/endpoints', '/endpoints;project=xyz')}?project=abc`,
    wanted: 404,
  },
  {
    name: 'an escaped letter in the path',
    target: path => `${path.replace('/api', '/%61pi')}?project=abc`,
    wanted: ABC,
  },
  {
    name: 'capitals in the path',
    target: path => `${path.replace('endpoints', 'Endpoints')}?project=abc`,
    wanted: 404,
  },
  {
    name: 'a name in capitals in the path',
    target: path => `${path.replace(/[^/]*$/, name => name.toUpperCase())}?project=abc`,
    wanted: 404,
  },
  {
    name: 'two slashes',
    target: path => `${path.replace('/endpoints', '//endpoints')}?project=abc`,
    wanted: 404,
  },
  { name: 'two slashes at the beginning', target: path => `/${path}?project=abc`, wanted: 404 },
  { name: 'a slash at the end', target: path => `${path}/?project=abc`, wanted: 404 },
  {
    name: 'an escaped slash',
    target: path => `${path.replace('/endpoints/', '/endpoints%2F')}?project=abc`,
    wanted: 404,
  },
  { name: 'a format at the end', target: path => `${path}.csv?project=abc`, wanted: 404 },
  {
    name: 'dot segments',
    target: path => `/x/..${path.replace('/endpoints', '/./endpoints')}?project=abc`,
    wanted: ABC,
  },
  { name: 'escaped dot segments', target: path => `/x/%2e%2E${path}?project=abc`, wanted: ABC },
  { name: 'a NUL in the path', target: path => `${path}%00?project=abc`, wanted: 404 },
  {
    name: 'an absolute address',
    target: path => `http://elsewhere.example${path}?project=abc`,
    wanted: ABC,
  },
  {
    name: 'an absolute address with a user and a password',
    target: path => `http://user:word@localhost${path}?project=abc`,
    wanted: ABC,
  },
  {
    name: 'an absolute address of another scheme',
    target: path => `ftp://localhost${path}?project=abc`,
    wanted: 400,
  },
  {
    name: 'an old address of the original, by name',
    target: path => `${path.replace('/endpoints/', '/endpoints/query/name/')}?project=abc`,
    wanted: ABC,
  },
  {
    name: 'an old address of the original by POST',
    method: 'POST',
    target: path => path.replace('/endpoints/', '/endpoints/query/name/'),
    headers: [JSON_BODY],
    body: '{"project":"xyz"}',
    wanted: ['x1'],
  },
  {
    name: 'an old address of the original with a form that is none',
    target: path => `${path.replace('/endpoints/', '/endpoints/queries/name/')}?project=abc`,
    wanted: 404,
  },
  {
    name: 'an old address of the original by something else than the name',
    target: path => `${path.replace('/endpoints/', '/endpoints/query/id/')}?project=abc`,
    wanted: 404,
  },
  {
    name: 'an older address of the original, by name',
    target: path => `${path.replace('/api/endpoints/', '/endpoints/query/')}?project=abc`,
    wanted: ABC,
  },
  {
    name: 'an older address of the original with sql in a body',
    target: path => `${path.replace('/api/endpoints/', '/endpoints/query/')}?project=abc`,
    headers: [JSON_BODY],
    body: SQL,
    wanted: byCompatSql(['n3']),
  },
  {
    name: 'an address without /api',
    target: path => `${path.replace('/api', '')}?project=abc`,
    wanted: 404,
  },
];

const override = (name: string, method: string, wanted: Wanted): Input => ({
  name: `${name}: ${method}`,
  headers: [`${name}: ${method}`],
  wanted,
});
const ignored = (header: string): Input => ({ name: header, headers: [header], wanted: ABC });

const HEADERS: readonly Input[] = [
  override('X-HTTP-Method-Override', 'POST', 400),
  override('X-HTTP-Method-Override', 'DELETE', 400),
  override('X-HTTP-Method-Override', 'GET', ABC),
  override('X-HTTP-Method', 'PUT', 400),
  override('X-Method-Override', 'PATCH', 400),
  {
    ...posted('POST that overrides its method', '{"project":"xyz"}', 400),
    headers: [JSON_BODY, 'X-HTTP-Method-Override: GET'],
  },
  ignored('X-Original-URL: /api/endpoints/other?project=xyz'),
  ignored('X-Rewrite-URL: /api/endpoints/other?project=xyz'),
  ignored('X-Forwarded-Prefix: /other'),
  ignored('X-Forwarded-Host: other.example'),
  ignored('X-Forwarded-Proto: ftp'),
  ignored('Forwarded: host=other.example'),
  ignored('Cookie: project=xyz; key=qk_x'),
  ignored('X-Project: xyz'),
  ignored('Range: bytes=0-9'),
  ignored('Range: items=0-0'),
  ignored('Prefer: return=minimal, count=exact'),
  ignored('Upgrade: h2c'),
  ignored('Accept-Language: de'),
  ignored('Accept-Charset: utf-16'),
  ignored('If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'),
  ignored('If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT'),
  ignored('If-Match: *'),
  { name: 'If-Match: "other"', headers: ['If-Match: "other"'], wanted: 412 },
  ignored('Accept: application/json;version=2'),
  ignored('Accept: text/html, */*;q=0.1'),
  { name: 'Accept: text/html', headers: ['Accept: text/html'], wanted: 406 },
  { name: 'Accept: application/json;q=0', headers: ['Accept: application/json;q=0'], wanted: 406 },
  { name: 'Accept twice', headers: ['Accept: text/html', 'Accept: application/json'], wanted: ABC },
  { name: 'Expect: 100-continue', headers: ['Expect: 100-continue'], wanted: ABC },
  { name: 'another expectation', headers: ['Expect: miracles'], wanted: 417 },
  {
    name: 'LF-ENDPOINT-REDACT-PII: true',
    headers: ['LF-ENDPOINT-REDACT-PII: true'],
    wanted: onCompat(400, ABC),
  },
  {
    name: 'LF-ENDPOINT-REDACT-PII: false',
    headers: ['LF-ENDPOINT-REDACT-PII: false'],
    wanted: ABC,
  },
  ignored('LF-ENDPOINT-LABELS: project=xyz'),
  ignored('LF-ENDPOINT-BIGQUERY-RESERVATION: x'),
  { name: 'HTTP/1.0', version: '1.0', wanted: ABC },
  { name: 'another host', host: 'other.example', wanted: ABC },
  { name: 'two hosts', headers: ['Host: other.example'], wanted: 400 },
  {
    name: 'a length beside chunks',
    headers: [...CHUNKED, 'Content-Length: 5'],
    body: chunked(SQL),
    wanted: 400,
  },
  ...['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY', 'SEARCH'].map(
    (method): Input => ({ name: method, method, wanted: 405 }),
  ),
];

const key = (name: string, keys: Input['keys'], wanted: Wanted): Input => ({
  name,
  wanted,
  ...(keys === undefined ? {} : { keys }),
});

const KEYS: readonly Input[] = [
  key('no key', () => [], 401),
  key('`X-API-KEY`', ({ any }) => [`X-API-KEY: ${any}`], ABC),
  key('`Authorization: Bearer`', ({ any }) => [`Authorization: Bearer ${any}`], ABC),
  key(
    'both headers, one key',
    ({ any }) => [`X-API-KEY: ${any}`, `Authorization: bearer ${any}`],
    ABC,
  ),
  key(
    'both headers, two keys',
    ({ any, other }) => [`X-API-KEY: ${any}`, `Authorization: Bearer ${other}`],
    401,
  ),
  key('`X-API-KEY` twice', ({ any, other }) => [`X-API-KEY: ${any}`, `X-API-KEY: ${other}`], 401),
  key('`X-API-KEY` twice, the same', ({ any }) => [`X-API-KEY: ${any}`, `X-API-KEY: ${any}`], 401),
  key(
    '`Authorization` twice',
    ({ any, other }) => [`Authorization: Bearer ${any}`, `Authorization: Bearer ${other}`],
    401,
  ),
  key(
    'another scheme beside a key',
    ({ any }) => [`X-API-KEY: ${any}`, 'Authorization: Basic eDp5'],
    ABC,
  ),
  key(
    'another scheme before a second key',
    ({ any, other }) => [
      `X-API-KEY: ${any}`,
      'Authorization: Basic eDp5',
      `Authorization: Bearer ${other}`,
    ],
    401,
  ),
  key('another scheme', () => ['Authorization: Basic eDp5'], 401),
  key('a key in a cookie', ({ any }) => [`Cookie: X-API-KEY=${any}`], 401),
  key('a key that fixes another project', ({ xyz }) => [`X-API-KEY: ${xyz}`], 403),
  {
    ...key('a key in a trailer', () => [], 401),
    headers: [...CHUNKED, 'Trailer: X-API-KEY'],
    body: '0\r\nX-API-KEY: x\r\n\r\n',
  },
];

export const INPUTS: readonly Input[] = [...BODIES, ...ADDRESSES, ...HEADERS, ...KEYS];

/** The bytes of a request to an endpoint, by default the last request of its connection. */
export function bytesOf(
  {
    method = 'GET',
    target = query('project=abc'),
    version = '1.1',
    host = 'localhost',
    headers = [],
    body,
    ...input
  }: Input,
  endpoint: EndpointName,
  tokens: Tokens,
  isLast = true,
): Buffer {
  const { keys = ({ any }) => [`X-API-KEY: ${any}`] } = input;
  const sent = Buffer.from(body ?? '');
  const isAnnounced = headers.some(header => /^(content-length|transfer-encoding):/i.test(header));
  const length = body === undefined || isAnnounced ? [] : [`Content-Length: ${sent.length}`];
  const lines = [
    `${method} ${target(`/api/endpoints/${endpoint}`)} HTTP/${version}`,
    `Host: ${host}`,
    ...keys(tokens),
    ...headers,
    ...length,
    ...(isLast ? ['Connection: close'] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), sent]);
}
