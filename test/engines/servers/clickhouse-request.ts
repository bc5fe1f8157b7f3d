/** A request to ClickHouse's HTTP interface, read. */
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface ClickHouseRequest {
  readonly path: string;
  readonly query: string;
  readonly queryId: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly format: string;
  /** As sent, still escaped. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the statement and its parameters come as a form. */
  readonly hasForm: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly waitsForEnd: boolean;
  readonly headers: IncomingMessage['headers'];
}

/** Names that stand in the URL and are not settings. */
const RESERVED: ReadonlySet<string> = new Set(
  `query query_id database default_format user password session_id session_timeout session_check role quota_key compress
  decompress buffer_size wait_end_of_query client_protocol_version`.split(/\s+/),
);

/** Reads a request to its end. */
export async function readRequest(message: IncomingMessage): Promise<ClickHouseRequest> {
  const { pathname, searchParams } = new URL(message.url ?? '', 'http://server');
  const given = (name: string) => searchParams.get(name);
  const [user = '', password = ''] = basic(message.headers.authorization);
  const body = await bodyOf(message);
  const form = formIn(message.headers['content-type'] ?? '', body);
  const query = [given('query'), form?.get('query') ?? body].filter(Boolean).join('\n');
  return {
    path: pathname,
    query,
    queryId: given('query_id') ?? '',
    user: given('user') ?? user,
    password: given('password') ?? password,
    database: given('database') ?? 'default',
    format: given('default_format') ?? 'TabSeparated',
    parameters: {
      ...entries(searchParams, name => (name.startsWith('param_') ? name.slice(6) : null)),
      ...entries(form ?? [], name => (name.startsWith('param_') ? name.slice(6) : null)),
    },
    hasForm: form !== null,
    settings: entries(searchParams, name =>
      RESERVED.has(name) || name.startsWith('param_') ? null : name,
    ),
    waitsForEnd: given('wait_end_of_query') === '1',
    headers: message.headers,
  };
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isPacked = message.headers['content-encoding'] === 'gzip';
  return (isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The fields of a `multipart/form-data` body; `null` for any other body. */
function formIn(contentType: string, body: string): ReadonlyMap<string, string> | null {
  const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(contentType) ?? [];
  if (boundary === undefined) return null;
  const [preamble, ...parts] = body.split(`--${boundary}`);
  if (preamble !== '' || parts.pop() !== '--\r\n') throw new Error('not a form');
  return new Map(
    parts.map((part): [string, string] => {
      const found = /^\r\nContent-Disposition: form-data; name="(\w+)"\r\n\r\n([\s\S]*)\r\n$/.exec(
        part,
      );
      if (found === null) throw new Error('not a part of a form');
      return [found[1] ?? '', found[2] ?? ''];
    }),
  );
}

function basic(header = ''): readonly string[] {
  const [, encoded = ''] = /^Basic (.*)$/.exec(header) ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s);
}

function entries(
  all: Iterable<readonly [string, string]>,
  nameOf: (name: string) => string | null,
): Readonly<Record<string, string>> {
  const named = [...all].flatMap(([key, value]): [string, string][] => {
    const name = nameOf(key);
    return name === null ? [] : [[name, value]];
  });
  return Object.fromEntries(named);
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
};

/** The value of a parameter of that type. A list has texts between quotes, and all else bare. */
export function parameterValue(
  text: string,
  type: string,
): string | readonly (string | bigint | number | boolean)[] | null {
  if (!type.startsWith('Array(')) return unescaped(text);
  if (!ARRAY.test(text)) throw new Error(`${text} is no ${type}`);
  // the library in the process would make doubles of them
  if (type.includes('Decimal')) return text;
  return (text.match(ITEM) ?? []).map(item => {
    if (item.startsWith("'")) return unescaped(item.slice(1, -1)) ?? '';
    if (/^(TRUE|FALSE)$/.test(item)) return item === 'TRUE';
    return type.includes('Int') ? BigInt(item) : Number(item);
  });
}

const ITEM = /'(?:[^'\\]|\\[\s\S])*'|[^',[\]]+/g;
const ARRAY = /^\[(?:(?:'(?:[^'\\]|\\[\s\S])*'|[^',[\]]+)(?:,(?!\])|(?=\])))*\]$/;

/** A parameter's value, which comes as a field of TabSeparated does. */
function unescaped(text: string): string | null {
  if (text === '\\N') return null;
  return text.replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}
