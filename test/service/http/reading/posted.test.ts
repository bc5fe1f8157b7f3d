import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../server/answers/manifest/manifest.ts';
import { createReader } from '../../../../server/answers/reading.ts';
import { parseBody } from '../../../../server/http/reading/members.ts';
import { parseQuery, type RequestQuery } from '../../../../server/http/reading/read-request.ts';
import { unicodeText } from '../../../support/unicode-text.ts';
import { fakeEngine, fixtureApp, MANIFEST, madeKey, NOW, param } from '../../server-fixture.ts';

const PATH = '/api/endpoints/logs.all';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const LIST = { list: { minItems: 0, maxItems: 100 } };
const PARAMS = [
  param('project', 'string'),
  param('status', 'int64', LIST),
  param('names', 'string', LIST),
  param('ratio', 'float64'),
  param('flag', 'bool'),
  param('code', 'string', { constraints: { minLength: 2 } }),
  param('day', 'date'),
];

const setUp = (rest = {}) => {
  const engine = fakeEngine(() => [[1n, NOW]]);
  return { engine, ...fixtureApp(engine, null, rest) };
};
const post = (
  body: string | ReadableStream | null,
  headers: Record<string, string> = JSON_TYPE,
) => {
  return { method: 'POST', headers, body };
};
const told = async (response: Response) => {
  const { code, detail, parameters } = JSON.parse(await response.text());
  return { status: response.status, code, detail, parameters };
};

function declared() {
  const [first] = MANIFEST.endpoints;
  if (first === undefined) throw new Error('the fixture has an endpoint');
  const params = PARAMS.map(one => ({ ...one, scalar: SCALARS[one.type] ?? 'string' }) as const);
  const [found] = catalogue({ ...MANIFEST, endpoints: [{ ...first, params }] }).endpoints;
  if (found === undefined) throw new Error('the catalogue has it');
  return found;
}
const SCALARS: Readonly<Record<string, 'int64' | 'float64' | 'bool' | 'date'>> = {
  date: 'date',
  int64: 'int64',
  float64: 'float64',
  bool: 'bool',
};
const endpoint = declared();
const read = createReader(endpoint, {
  engine: 'duckdb',
  unknown: 'reject',
  cursors: null,
  nowMs: Date.now,
});
const parsed = (body: string) => parseBody(Buffer.from(body), endpoint.params);
const faultsOf = (body: string) => {
  const query = parsed(body);
  if (query === null) return 'no object';
  const reading = read(null, query);
  return 'values' in reading ? [] : reading.faults.map(({ message }) => message);
};
const seen = (query: RequestQuery) => {
  const reading = read(null, query);
  return 'values' in reading ? reading : reading.faults;
};
const valuesOf = (body: string) => {
  const query = parsed(body);
  const reading = query === null ? null : read(null, query);
  return reading !== null && 'values' in reading ? Object.fromEntries(reading.values) : reading;
};

describe('a body', () => {
  it.each([
    ['{}', {}],
    [' { "project" : "a b&c=d" } ', { project: 'a b&c=d' }],
    ['{"project":"","names":["x"]}', { names: ['x'] }],
    ['{"status":[404,200,200.0]}', { status: [200n, 404n] }],
    ['{"status":["9223372036854775807"]}', { status: [9223372036854775807n] }],
    ['{"status":[9007199254740991]}', { status: [9007199254740991n] }],
    ['{"ratio":1.5e-7,"flag":true}', { ratio: 1.5e-7, flag: true }],
    ['{"project":"{\\"project\\":\\"x\\"}"}', { project: '{"project":"x"}' }],
    ['{"project":"\\u0070\\"["}', { project: 'p"[' }],
    ['{"ratio":1e300}', { ratio: 1e300 }],
    ['{"ratio":9007199254740992}', { ratio: 9007199254740992 }],
    ['{"ratio":0.30000000000000004}', { ratio: 0.30000000000000004 }],
    ['{"ratio":100.00000000000000000e-2,"status":[-0.0]}', { ratio: 1, status: [0n] }],
    [
      '{"project":"1e999, 0.1000000000000000000001"}',
      { project: '1e999, 0.1000000000000000000001' },
    ],
  ])('%s is read', (body, values) => {
    expect(valuesOf(body)).toEqual(values);
  });

  it.each<readonly [body: string, ...messages: string[]]>([
    ['{"project":"a","project":"a"}', '`project` is given more than once.'],
    ['{"project":"a","proj\\u0065ct":"b"}', '`project` is given more than once.'],
    ['{"project":["a"]}', '`project` must be a single value, not a list.'],
    ['{"project":{"eq":"a"}}', '`project` must be a text.'],
    ['{"project":12}', '`project` must be a text.'],
    ['{"project":false}', '`project` must be a text.'],
    ['{"names":["a",1]}', '`names` must be a list of texts.'],
    ['{"names":true}', '`names` must be a list of texts.'],
    ['{"code":""}', '`code` must be a text that is not empty.'],
    ['{"day":""}', '`day` must be a text that is not empty.'],
    ['{"ratio":{"eq":1}}', '`ratio` must be a number.'],
    ['{"ratio":"1"}', '`ratio` must be a number, without quotes.'],
    ['{"ratio":"one"}', '`ratio` must be a number.'],
    ['{"flag":"true"}', '`flag` must be `true` or `false`, without quotes.'],
    ['{"status":{"in":[1]}}', '`status` must be a list of whole numbers.'],
    ['{"status":[[1]]}', '`status` must be a list of whole numbers.'],
    ['{"status":[null]}', '`status` must be a list of whole numbers, not null.'],
    ['{"status":["200"]}', '`status` must be a list of whole numbers, without quotes.'],
    [
      '{"status":["9007199254740991"]}',
      '`status` must be a list of whole numbers, without quotes.',
    ],
    ['{"status":200}', '`status` must be a list of whole numbers.'],
    [
      '{"status":[1.5]}',
      '`status` must be a list in which each item is a whole number from -9223372036854775808 to 9223372036854775807, not `1.5`.',
    ],
    [
      '{"project":null,"status":null,"colour":null}',
      '`project` must be a text, not null.',
      '`status` must be a list of whole numbers, not null.',
      '`colour` must be a text, a number or a boolean, not null.',
    ],
    [
      '{"status":[9007199254740993]}',
      '`status` must be sent as text, because it has a number that JSON writers round.',
    ],
    ['{"ratio":0.1000000000000000000001}', '`ratio` must be a number with the digits of a double.'],
    ['{"ratio":1e400}', '`ratio` must be a number with the digits of a double.'],
    [
      '{"flag":1,"status":["x"]}',
      '`flag` must be `true` or `false`, without quotes.',
      '`status` must be a list of whole numbers.',
    ],
    [
      '{"colour":"red","__proto__":1}',
      '`colour` is not a parameter; there are `project`, `status`, `names`, `ratio`, `flag`, `code`, `day`.',
      '`__proto__` is not a parameter.',
    ],
  ])('%s is at fault', (body, ...messages) => {
    expect(faultsOf(body)).toEqual(messages);
  });

  it.each(['', 'null', '[]', '"{}"', '{', '{"a":1,}', '{a:1}', '{}{}', '[{"project":"a"}]'])(
    '%j is no object',
    body => {
      expect(parsed(body)).toBe(null);
    },
  );

  it('must be UTF-8', () => {
    expect(parseBody(Buffer.from('{"project":"\xff"}', 'latin1'), endpoint.params)).toBe(null);
  });

  it('means what an address with the same texts means', () => {
    const text = unicodeText({ maxLength: 8 });
    const name = fc.oneof(fc.constantFrom(...PARAMS.map(({ name }) => name)), text);
    const plain = name.filter(one => one !== '' && !one.startsWith('?'));
    const texts = fc.oneof(text, fc.nat(1_000).map(String), fc.constantFrom('true', '200'));
    const lists = new Set(PARAMS.filter(({ list }) => list !== undefined).map(({ name }) => name));
    fc.assert(
      fc.property(fc.dictionary(plain, fc.array(texts, { minLength: 1, maxLength: 3 })), given => {
        const members = Object.entries(given).map(([name, all]) => {
          const written = all.map(WRITTEN.get(name) ?? String);
          return [name, lists.has(name) ? written : written.slice(0, 1)] as const;
        });
        const body = `{${members
          .map(([name, all]) => {
            const written = all.map(one => jsonOf(name, one));
            return `${JSON.stringify(name)}:${lists.has(name) ? `[${written}]` : written[0]}`;
          })
          .join(',')}}`;
        const search = members
          .flatMap(([name, all]) =>
            all.map(one => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
          )
          .join('&');
        const query = parsed(body);
        expect(query).not.toBe(null);
        if (query !== null) expect(seen(query)).toEqual(seen(parseQuery(search, [])));
      }),
      { numRuns: 300 },
    );
  });
});

const UNQUOTED = ['status', 'ratio', 'flag'];
/** Makes a text of a value that a body may have: a body has no empty text in a list, and none of a type that has none. */
const WRITTEN: ReadonlyMap<string, (text: string) => string> = new Map([
  ['status', text => String(text.length)],
  ['ratio', text => String(text.length / 4)],
  ['flag', text => String(text.length > 2)],
  ...['names', 'code', 'day'].map(name => [name, (text: string) => `x${text}`] as const),
]);
const jsonOf = (name: string, text: string) =>
  UNQUOTED.includes(name) ? text : JSON.stringify(text);

describe('POST', () => {
  it('answers what GET does, and shares its kept rows', async () => {
    const { app, engine, lines } = setUp({ logValues: true });
    const got = await app.request(`${PATH}?project=abc&least=3`);
    const posted = await app.request(PATH, post('{"least":3,"project":"abc"}'));
    expect(posted.status).toBe(200);
    expect(await posted.text()).toBe(await got.text());
    expect(engine.asked).toHaveLength(1);
    expect(posted.headers.get('X-Cache')).toBe('hit');
    expect(posted.headers.get('Cache-Control')).toBe('no-store');
    expect(posted.headers.get('ETag')).toBe(null);
    expect(lines.at(-1)).toMatchObject({
      method: 'POST',
      endpoint: 'logs.all',
      params: { project: 'abc', least: '3' },
    });
    const fresh = await app.request(PATH, post('{"project":"other"}'));
    expect(fresh.headers.get('X-Cache')).toBe('miss');
    expect((await app.request(`${PATH}?project=other`)).headers.get('X-Cache')).toBe('hit');
  });

  it('takes names and identifiers, and JSON of any case and character set', async () => {
    const { app } = setUp();
    const id = 'query/6F1D1B0E-7f0a-4f6e-9a55-1f0e7c3b8a01';
    for (const [path, type] of [
      [PATH, 'Application/JSON; charset=utf-8'],
      [`/api/endpoints/${id}`, 'application/json;charset=UTF-8'],
    ] as const) {
      const response = await app.request(path, post('{"project":"abc"}', { 'Content-Type': type }));
      expect(response.status).toBe(200);
    }
  });

  it.each([
    ['text/plain', {}, 415],
    ['application/json-seq', {}, 415],
    ['', {}, 415],
    ['application/json', { 'Content-Encoding': 'gzip' }, 415],
    ['application/json', { 'Content-Encoding': 'identity' }, 200],
  ])('of `%s` with %o is a %i', async (type, more, status) => {
    const { app } = setUp();
    const headers = { ...(type !== '' && { 'Content-Type': type }), ...more };
    const response = await app.request(PATH, post('{"project":"abc"}', headers));
    expect(response.status).toBe(status);
    if (status !== 200) expect(await told(response)).toMatchObject({ code: 'invalid_request' });
  });

  it('takes parameters from the address or from the body, never from both', async () => {
    const { app } = setUp();
    const response = await app.request(`${PATH}?project=abc`, post('{}'));
    expect(await told(response)).toEqual({
      status: 400,
      code: 'invalid_request',
      detail: 'Send parameters in the address or in the body, not in both.',
      parameters: [],
    });
  });

  it.each([null, '', '{', '[]'])('without an object (%j) is a 400', async body => {
    const response = await setUp().app.request(PATH, post(body));
    expect(await told(response)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: 'The body must be a JSON object of parameters, in UTF-8.',
    });
  });

  it('of more than a MiB is a 413, with and without a Content-Length', async () => {
    const { app, engine } = setUp();
    const longest = (bytes: number) => {
      const empty = '{"project":""}'.length;
      return `{"project":"${'x'.repeat(bytes - empty)}"}`;
    };
    const fits = await app.request(PATH, post(longest(1_048_576)));
    expect(fits.status).toBe(200);
    for (const length of [undefined, '1048577']) {
      const headers = { ...JSON_TYPE, ...(length !== undefined && { 'Content-Length': length }) };
      const response = await app.request(PATH, post(longest(1_048_577), headers));
      expect(response.headers.get('Connection')).toBe('close');
      expect(await told(response)).toMatchObject({ status: 413, code: 'invalid_request' });
    }
    expect(engine.asked).toHaveLength(1);
  });

  it('that breaks off is a 499', async () => {
    const body = new ReadableStream({
      pull: controller => controller.error(new Error('gone')),
    });
    const init = { ...post(body), duplex: 'half' } as RequestInit;
    const response = await setUp().app.request(PATH, init);
    expect(await told(response)).toMatchObject({ status: 499, code: 'cancelled' });
  });

  it('heeds what the key fixes', async () => {
    const { key, token } = madeKey({ params: { project: 'abc' } });
    const { app } = fixtureApp(
      fakeEngine(() => []),
      [key],
    );
    const headers = { ...JSON_TYPE, 'X-API-KEY': token };
    expect((await app.request(PATH, post('{}', headers))).status).toBe(200);
    expect((await app.request(PATH, post('{"project":"abc"}', headers))).status).toBe(200);
    expect((await app.request(PATH, post('{"project":"other"}', headers))).status).toBe(403);
    expect((await app.request(PATH, post('{"project":"other"}'))).status).toBe(401);
    expect((await app.request('/api/endpoints/none', post('{}', headers))).status).toBe(404);
  });

  it('is what other origins may send where they may call', async () => {
    const { app } = setUp({ cors: ['https://app.example'] });
    const preflight = await app.request(PATH, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, POST');
  });
});
