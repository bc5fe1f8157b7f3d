/** The same request in every format and by POST, compared with the GET for JSON. */
import { expect } from 'vitest';
import type { ManifestColumn, ManifestField } from '../../../../generator/core/output/manifest.ts';
import { MEDIA_TYPES } from '../../../../generator/core/types/formats.ts';
import { held, type Scalar } from '../../../../generator/core/types/scalar.ts';
import { paramType } from '../../../../generator/params/index.ts';
import { arrowRows, csvCells } from '../../../support/formats.ts';
import type { Reply } from '../ask.ts';
import type { Case } from '../case.ts';
import { MANIFEST } from '../project.ts';
import type { Ask, Service } from '../services.ts';

type Record = Readonly<{ [name: string]: unknown }>;

/** The requests of the cases for rows by GET, once each. */
export function askedRows(cases: readonly Case[]): readonly Ask[] {
  const asks = cases.flatMap(({ steps = [] }) => steps.map(([ask]) => ask));
  const gets = asks
    .map(ask => (typeof ask === 'string' ? { path: ask } : ask))
    .filter(({ path, method = 'GET', headers, on = 'usual' }) => {
      const isPlain = method === 'GET' && headers === undefined && on === 'usual';
      return isPlain && /^\/api\/endpoints\/./.test(path);
    });
  return [...new Map(gets.map(ask => [`${ask.path} ${ask.key} ${ask.at}`, ask])).values()];
}

/** Headers that say what rows there are. Of the run and of the kept answer others say more. */
const OF_ROWS = ['x-row-limit', 'x-truncated', 'x-step', 'x-columns', 'x-next-cursor', 'vary'];

/** Holds all other formats against JSON. Returns whether there were rows. */
export async function proveFormats(on: Service, asked: Ask): Promise<boolean> {
  const json = await on.ask(asked);
  const others = await Promise.all(
    (['ndjson', 'csv', 'arrow'] as const).map(async format => {
      return on.ask({ ...asked, headers: { Accept: MEDIA_TYPES[format] } });
    }),
  );
  for (const other of others) expect([asked, factsOf(other)]).toEqual([asked, factsOf(json)]);
  if (json.status !== 200) {
    for (const { text } of others) expect(text).toEqual(json.text);
    return false;
  }
  const [ndjson, csv, arrow] = others;
  const { result } = JSON.parse(json.text) as { readonly result: readonly Record[] };
  const columns = columnsOf(asked.path);
  expect([asked, linesOf(ndjson)]).toEqual([asked, result]);
  expect([asked, csvRows(csv?.text ?? '', columns)]).toEqual([asked, result]);
  const read = arrowRows(arrow?.bytes ?? Buffer.alloc(0)).rows;
  const cells = result.map(row => recordCells(columns, row));
  expect([asked, read]).toEqual([asked, cells]);
  return result.length > 0;
}

function factsOf({ status, headers }: Reply) {
  return [status, ...OF_ROWS.map(name => headers[name])];
}

/** The same with the parameters in a body; `null` where no object can say what the address does. */
function asPost({ path, ...ask }: Ask): Ask | null {
  const [address = '', search = ''] = path.split(/\?(.*)/s);
  const params = endpointOf(address)?.params;
  if (params === undefined || !/^\/api\/endpoints\/(query\/)?[^/]+$/.test(address)) return null;
  const given = new Map<string, string[]>();
  for (const pair of search.split('&').filter(one => one !== '')) {
    const [name, text = ''] = pair.split(/=(.*)/s).map(decoded);
    if (name === null || name === undefined || text === null || name.startsWith('?')) return null;
    given.set(name, [...(given.get(name) ?? []), text]);
  }
  const lists = new Set(params.filter(({ list }) => list !== undefined).map(({ name }) => name));
  // a member that occurs twice is a fault of its own: it is a 400 where two values in an address may be a 403
  if ([...given].some(([name, texts]) => texts.length > 1 && !lists.has(name))) return null;
  const members: string[] = [];
  for (const [name, sent] of given) {
    const param = params.find(param => param.name === name);
    // an empty text is absent, and a body leaves out what is absent
    const texts = sent.filter(text => text !== '' || param === undefined);
    if (texts.length === 0) continue;
    const scalar = param && (paramType(param.type).wire ?? param.scalar);
    const values = texts.map(text => bodyValue(text, scalar));
    if (values.includes(null)) return null;
    members.push(
      `${JSON.stringify(name)}:${lists.has(name) ? `[${values.join(',')}]` : values[0]}`,
    );
  }
  const headers = { 'Content-Type': 'application/json' };
  return { ...ask, path: address, method: 'POST', headers, body: `{${members.join(',')}}` };
}

/** The JSON of a value as the document declares it; `null` if its text is not a value of the type, or not written as usual. */
function bodyValue(text: string, scalar: string | undefined): string | null {
  switch (scalar) {
    case 'int64':
      if (!/^(0|-?[1-9]\d{0,18})$/.test(text)) return null;
      return Number.isSafeInteger(Number(text)) ? text : JSON.stringify(text);
    case 'float64':
    case 'decimal':
      return String(Number(text)) === text && Number.isFinite(Number(text)) ? text : null;
    case 'bool':
      return /^(true|false)$/.test(text) ? text : null;
    default:
      return JSON.stringify(text);
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Holds the answer to POST against that to GET; they share kept rows. */
export async function provePost(on: Service, asked: Ask): Promise<boolean> {
  const post = asPost(asked);
  if (post === null) return false;
  const [got, posted] = [await on.ask(asked), await on.ask(post)];
  const faults = (text: string) => sorted(JSON.parse(text));
  expect([post, factsOf(posted)]).toEqual([post, factsOf(got)]);
  if (got.status === 200) {
    expect([post, posted.text]).toEqual([post, got.text]);
    if (got.headers['etag'] !== undefined) expect(posted.headers['x-cache']).toBe('hit');
  } else expect([post, faults(posted.text)]).toEqual([post, faults(got.text)]);
  expect(posted.headers['etag']).toBeUndefined();
  expect(posted.headers['cache-control']).toBe('no-store');
  return true;
}

/** A fault that stands in the text of a body is found before those of values. */
function sorted({ parameters = [], ...rest }: { readonly parameters?: readonly Named[] }) {
  return parameters.length > 1
    ? parameters.map(({ name, message }) => `${name}: ${message}`).sort()
    : { parameters, ...rest };
}
interface Named {
  readonly name: string;
  readonly message: string;
}

// ---- columns --------------------------------------------------------------------------------------------------------

function endpointOf(path: string) {
  const reference = decoded(path.split('?')[0]?.split('/').at(-1) ?? '') ?? '';
  return MANIFEST.endpoints.find(
    ({ name, id }) => name === reference || id === reference.toLowerCase(),
  );
}

function columnsOf(path: string): readonly ManifestColumn[] {
  return endpointOf(path)?.columns ?? [];
}

// ---- CSV and NDJSON -------------------------------------------------------------------------------------------------

function linesOf(reply: Reply | undefined): readonly unknown[] {
  const lines = (reply?.text ?? '').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map(line => JSON.parse(line));
}

/** As JSON has them. */
function csvRows(text: string, columns: readonly ManifestColumn[]): readonly unknown[] {
  const [names, ...lines] = csvCells(text);
  expect(names).toEqual(columns.map(({ name }) => name));
  return lines.map(cells =>
    Object.fromEntries(columns.map((column, i) => [column.name, jsonOf(column, cells[i] ?? null)])),
  );
}

function jsonOf({ type, encode }: ManifestColumn, cell: string | null): unknown {
  if (cell === null) return null;
  const isText =
    type === 'string' ||
    type === 'date' ||
    (type === 'timestamp' && !encode.startsWith('epoch')) ||
    (type === 'decimal' && encode !== 'number') ||
    encode === 'string';
  return isText ? cell : JSON.parse(cell);
}

// ---- Arrow ----------------------------------------------------------------------------------------------------------

function recordCells(fields: readonly ManifestField[], record: Record): Record {
  return Object.fromEntries(fields.map(field => [field.name, cellOf(field, record[field.name])]));
}

function cellOf(field: ManifestField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const { type, fields = [], array, encode = 'plain' } = field;
  if (type === 'record') {
    if (array !== true) return recordCells(fields, value as Record);
    return (value as readonly Record[]).map(one => recordCells(fields, one));
  }
  const { as, of } = held(type);
  const one = (item: unknown) => (item === null ? null : scalarCell(of, encode, item));
  if (as === 'list') return (value as readonly unknown[]).map(one);
  if (as === 'one') return one(value);
  return new Map(Object.entries(value as object).map(([key, item]) => [key, one(item)]));
}

/** Values that JSON has as text or as a number, as Arrow holds them. */
function scalarCell(scalar: Scalar, encode: ManifestColumn['encode'], value: unknown): unknown {
  switch (scalar) {
    case 'int64':
      return BigInt(value as string | number);
    case 'decimal': {
      const [whole = '', fraction = ''] = String(value).split('.');
      return BigInt(whole + fraction.padEnd(9, '0'));
    }
    case 'date':
      return Date.parse(`${value}T00:00:00Z`) / 86_400_000;
    case 'datetime':
      return scalarCell('timestamp', 'rfc3339', `${value}Z`);
    case 'timestamp': {
      if (encode === 'epoch_millis') return BigInt(value as number) * 1_000n;
      if (encode === 'epoch_micros') return BigInt(value as number);
      const [, fraction = ''] = /\.(\d+)Z$/.exec(String(value)) ?? [];
      const second = BigInt(Date.parse(String(value).replace(/\.\d+Z$/, 'Z')));
      return second * 1_000n + BigInt(fraction.padEnd(6, '0'));
    }
    case 'json':
      return expect.toSatisfy((text: string) => {
        expect(JSON.parse(text)).toEqual(value);
        return true;
      });
    case 'float64':
      // 1e300 * 10 is the same number by every way
      return Object.is(value, -0) ? 0 : value;
    case 'string':
    case 'bool':
      return value;
  }
}
