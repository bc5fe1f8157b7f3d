import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import {
  FRONT,
  formatPlace,
  keyOfLink,
  type PageAddress,
  parsePlace,
} from '../../../explorer/address.ts';
import { listArguments } from '../../../explorer/code/arguments.ts';
import { writeSamples } from '../../../explorer/code/samples.ts';
import { listAnswerColumns } from '../../../explorer/endpoint/columns.ts';
import { askedBy, fitDraft, isComplete, remembering } from '../../../explorer/form/draft.ts';
import {
  comparedPaths,
  conditionOn,
  filteredBy,
  movePair,
  pairsOf,
} from '../../../explorer/form/filter-pairs.ts';
import { localText, readLocalInstant } from '../../../explorer/form/time-range.ts';
import { numbersOf } from '../../../explorer/front/metrics.ts';
import { findEndpoints, groupsOf } from '../../../explorer/navigation/tree.ts';
import type { Parent } from '../../../explorer/rows/data/paths.ts';
import { meantValue, replacement } from '../../../explorer/service/enums.ts';
import type { Given } from '../../../explorer/service/given.ts';
import type { Bucket, ServiceListing } from '../../../explorer/service/listing.ts';
import { problemOf } from '../../../explorer/service/problem.ts';
import { postBody, requestOf, runEndpoint } from '../../../explorer/service/service.ts';
import { readParam } from '../../../generator/params/read-param.ts';
import { column, param } from '../../service/server-fixture.ts';
import { usually, usuallySome } from '../../support/usually.ts';
import { endpointWith } from './service.ts';

describe('the address', () => {
  const place: PageAddress = {
    endpoint: 'logs.all',
    given: new Map([
      ['project', ["a&b=c+d #%é'"]],
      ['status__in', ['200', '404']],
    ]),
    last: 'PT1H',
    zone: 'Europe/Berlin',
    tab: 'code',
    view: 'table',
    measure: 'share of all',
  };

  it('gives the state back', () => {
    expect(parsePlace(formatPlace(place))).toEqual(place);
    expect(parsePlace(formatPlace({ ...FRONT, endpoint: 'a/b?c' })).endpoint).toBe('a/b?c');
  });

  it.each(['', '#', '#/', '#/%', '#/%E0%A4%A', '#/?project=a'])('is the front page at %j', hash => {
    expect(parsePlace(hash)).toEqual(FRONT);
  });

  it('ignores an unknown zone and an unknown tab', () => {
    const { zone, tab } = parsePlace('#/a?~zone=Mars/Olympus&~tab=constructor');
    expect({ zone, tab }).toEqual({ zone: null, tab: 'rows' });
  });

  it('takes the key of a link from before the state', () => {
    expect(keyOfLink('#key=qk_a%2B&/logs.all?project=x&~last=P1D')).toEqual({
      key: 'qk_a+',
      rest: '#/logs.all?project=x&~last=P1D',
    });
    expect(keyOfLink('#key=qk_a')).toEqual({ key: 'qk_a', rest: '#/' });
    expect(keyOfLink('#/logs.all?key=b')).toBeNull();
  });
});

/** Each hour of a day. */
function hoursOf(day: string): readonly number[] {
  return Array.from({ length: 24 }, (_, hour) => Date.parse(day) + hour * 3_600_000);
}

describe('local times', () => {
  it.each([
    ['2026-01-15T10:07:30', 'UTC', '2026-01-15T10:07:30.000Z'],
    ['2026-07-01T00:00', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-01-15T05:45:00', 'Asia/Kathmandu', '2026-01-15T00:00:00.000Z'],
  ])('reads %s in %s', (local, zone, instant) => {
    expect(readLocalInstant(local, zone)?.toISOString()).toBe(instant);
  });

  it.each([
    ['America/New_York', ['2026-03-08', '2026-11-01']],
    ['Australia/Lord_Howe', ['2026-04-04', '2026-10-03']],
  ])('writes them as it reads them, in %s at hours of a year and around %j', (zone, changes) => {
    const hours = Array.from({ length: 8_760 }, (_, hour) => Date.UTC(2026, 0, 1, hour));
    for (const at of [...usuallySome(hours, 37), ...changes.flatMap(hoursOf)]) {
      const instant = new Date(at);
      const local = localText(instant, zone);
      const read = readLocalInstant(local, zone);
      // an hour that a zone has twice is read as one of the two
      expect(read === null ? null : localText(read, zone)).toBe(local);
    }
  });

  it('reads no other text', () => {
    for (const text of ['', 'now', '2026-13-45T99:99', '2026-01-15']) {
      expect(readLocalInstant(text, 'UTC')).toBeNull();
    }
  });
});

describe('a draft', () => {
  const endpoint = endpointWith({
    range: { from: 'start', to: 'end' },
    parameters: [
      param('project', 'string', { required: true }),
      param('start', 'timestamp', { required: true }),
      param('end', 'timestamp', { required: true }),
    ],
  });
  const now = new Date('2026-01-15T10:00:00Z');

  it('is a request between the bounds of its span', () => {
    const draft = { given: new Map([['project', ['a']]]), last: 'PT6H' };
    expect(Object.fromEntries(askedBy(endpoint, draft, now))).toEqual({
      project: ['a'],
      start: ['2026-01-15T04:00:00Z'],
      end: ['2026-01-15T10:00:00Z'],
    });
    expect(isComplete(endpoint, draft)).toBe(true);
    expect(isComplete(endpoint, { ...draft, last: null })).toBe(false);
  });

  it('leaves out what the endpoint does not take', () => {
    const draft = { given: new Map([['gone', ['a']]]), last: 'PT6H' };
    expect(fitDraft(endpointWith({}), draft)).toEqual({ given: new Map(), last: null });
  });

  it('is filled with what was sent before where a field is required and empty', () => {
    const remembered = new Map([
      ['project', ['old']],
      ['start', ['2020-01-01T00:00:00Z']],
    ]);
    const draft = { given: new Map(), last: null };
    expect(remembering(endpoint, draft, remembered).given).toEqual(new Map([['project', ['old']]]));
    const own = { given: new Map([['project', ['new']]]), last: null };
    expect(remembering(endpoint, own, remembered)).toEqual(own);
  });
});

describe('filters', () => {
  const field = (name: string, type: 'string', filter: string) => {
    return { name, type, nullable: true, filter };
  };
  const endpoint = endpointWith({
    parameters: [
      param('status', 'int64', { filter: { name: 'status', operator: 'eq' } }),
      param('status__in', 'int64', {
        filter: { name: 'status', operator: 'in' },
        list: { minItems: 1, maxItems: 3 },
      }),
      param('status__is_null', 'bool', { filter: { name: 'status', operator: 'is_null' } }),
      param('at', 'timestamp', { filter: { name: 'at', operator: 'eq' } }),
      param('host', 'string', { filter: { name: 'host', operator: 'eq' } }),
      param('tag', 'string', { filter: { name: 'tag', operator: 'has' } }),
      param('label', 'string', { filter: { name: 'label', operator: 'eq', key: true } }),
      param('zone', 'int64', { filter: { name: 'zone', operator: 'eq' } }),
      param('zone__is_null', 'bool', { filter: { name: 'zone', operator: 'is_null' } }),
      param('first', 'string', { filter: { name: 'first', operator: 'eq' } }),
    ],
    columns: [
      column('status', 'string'),
      { ...column('code', 'int64'), filter: 'status' },
      { ...column('at', 'timestamp', 'epoch_micros'), filter: 'at' },
      { ...column('tags', 'list<string>'), filter: 'tag' },
      { ...column('labels', 'map<int64>'), filter: 'label' },
      { ...column('meta', 'record'), array: true, fields: [field('a b', 'string', 'host')] },
      { ...column('sizes', 'map<int64>'), members: { 'a zone': 'zone' } },
      { ...column('words', 'list<string>'), filter: 'tag', members: { 0: 'first' } },
    ],
  });
  const paths = comparedPaths(endpoint);
  const by = (path: string, value: unknown, within: Parent | null = null, given = new Map()) => {
    const asked = conditionOn(paths, path, value, within);
    return asked === null ? null : filteredBy(endpoint, given, asked);
  };

  it('take a value of a row, where one of them compares it', () => {
    expect([...paths.keys()]).toEqual([
      ...['code', 'at', 'tags', 'labels', 'meta[0]["a b"]', 'sizes["a zone"]', 'words', 'words[0]'],
    ]);
    expect(by('code', 404)).toEqual(new Map([['status', ['404']]]));
    expect(by('code', null)).toEqual(new Map([['status__is_null', ['true']]]));
    expect(by('meta[0]["a b"]', 'x')).toEqual(new Map([['host', ['x']]]));
    expect(by('at', 1_768_471_650_000_001)).toEqual(
      new Map([['at', ['2026-01-15T10:07:30.000001Z']]]),
    );
    for (const [path, value] of [
      ['status', 'a'],
      ['code', {}],
      ['at', null],
      ['meta[0]["a b"]', ''],
    ] as const) {
      expect(by(path, value)).toBeNull();
    }
  });

  it('take an item of a list, and the value of a key of a map beside those of other keys', () => {
    const item = (key: string, value: unknown) => by(`tags[${key}]`, value, { path: 'tags', key });
    expect(item('1', 'x')).toEqual(new Map([['tag', ['x']]]));
    expect([item('0', ''), item('0', null), by('tags', ['x']), by('tags', null)]).toEqual([
      ...[null, null, null, null],
    ]);
    const given = new Map([['label', ['size=1', 'zone=5']]]);
    const value = (key: string, value: unknown) =>
      by(`labels[${JSON.stringify(key)}]`, value, { path: 'labels', key }, given);
    expect(value('zone', 7)).toEqual(new Map([['label', ['size=1', 'zone=7']]]));
    expect(value('a [b]', 7)).toEqual(new Map([['label', ['size=1', 'zone=5', 'a [b]=7']]]));
    expect([value('a=b', 7), value('', 7), value('zone', null)]).toEqual([null, null, null]);
    expect(by('meta[0]', 'x', { path: 'meta', key: '0' })).toBeNull();
  });

  it('take the value of one key of a map, and one item of a list', () => {
    const zone = { path: 'sizes', key: 'a zone' };
    expect(by('sizes["a zone"]', 7, zone)).toEqual(new Map([['zone', ['7']]]));
    expect(by('sizes["a zone"]', null, zone)).toEqual(new Map([['zone__is_null', ['true']]]));
    expect(by('sizes.other', 7, { path: 'sizes', key: 'other' })).toBeNull();
    expect(by('words[0]', 'x', { path: 'words', key: '0' })).toEqual(new Map([['first', ['x']]]));
    expect(by('words[1]', 'x', { path: 'words', key: '1' })).toEqual(new Map([['tag', ['x']]]));
  });

  it('keep their values with another operator that takes them', () => {
    const [eq, isIn, isNull] = pairsOf(endpoint);
    if (eq === undefined || isIn === undefined || isNull === undefined) throw new Error('too few');
    const several = new Map([['status__in', ['1', '2']]]);
    expect(movePair(several, isIn, eq)).toEqual(new Map([['status', ['1']]]));
    expect(movePair(several, isIn, isNull)).toEqual(new Map());
  });
});

test('requests go by POST where their address would be long, with lists as arrays', () => {
  const endpoint = endpointWith({
    parameters: [
      param('project', 'string'),
      param('ids', 'string', { list: { minItems: 0, maxItems: 900 } }),
    ],
  });
  const short = new Map([['project', ['a b']]]);
  expect(requestOf(endpoint, short)).toEqual({
    path: './api/endpoints/logs.all?project=a+b',
    init: {},
  });
  const ids = Array.from({ length: 500 }, (_, i) => `id-${i}`);
  const { path, init } = requestOf(endpoint, new Map([...short, ['ids', ids]]));
  expect(path).toBe('./api/endpoints/logs.all');
  expect(JSON.parse(String(init.body))).toEqual({ project: 'a b', ids });
});

it('sends numbers and booleans in a body as JSON has them, and whole numbers beyond 2^53 as text', () => {
  const endpoint = endpointWith({
    parameters: [
      param('id', 'int64', { list: { minItems: 0, maxItems: 1_000 } }),
      param('ratio', 'float64'),
      param('flag', 'bool'),
      param('least', 'int64'),
    ],
  });
  const given = new Map([
    ['id', ['7', '9007199254740993', 'x', '']],
    ['ratio', ['1e-7']],
    ['flag', ['true']],
    ['least', ['']],
  ]);
  expect(JSON.parse(postBody(endpoint, given))).toEqual({
    id: [7, '9007199254740993', 'x', ''],
    ratio: 1e-7,
    flag: true,
    least: '',
  });
});

describe('samples of code', () => {
  const clients = { typescript: '@example/logs', python: 'logs', go: 'example.com/logs' };
  const endpoint = endpointWith({
    query: 'SELECT $project',
    parameters: [
      param('at', 'timestamp'),
      param('least', 'int64'),
      param('kind', 'enum', { values: ['a'], aliases: { b: 'a' } }),
    ],
    fixed: [{ ...param('project', 'string', { required: true }), value: "it's\n-- x" }],
  });
  const listing: ServiceListing = {
    endpoints: [endpoint],
    service: { engine: 'duckdb', title: 'Logs', clients },
  };
  const asked = (given: readonly (readonly [string, readonly string[]])[]) =>
    writeSamples({ listing, endpoint, given: new Map(given), base: 'http://x', hasKey: true });
  const textOf = (language: string, samples: ReturnType<typeof asked>) =>
    samples.find(sample => sample.language === language)?.text;

  it('have the values of the form, and those of the key where clients want them', () => {
    const samples = asked([
      ['at', ['2026-01-15T11:00:00.5+01:00']],
      ['least', ['7']],
      ['kind', ['b']],
    ]);
    expect(samples.map(({ language }) => language)).toEqual([
      'curl',
      'TypeScript',
      'Python',
      'Go',
      'SQL',
    ]);
    expect(textOf('TypeScript', samples)).toContain(
      "import { logsAll } from '@example/logs/endpoints/logsAll'",
    );
    expect(textOf('TypeScript', samples)).toContain("at: '2026-01-15T10:00:00.500Z'");
    expect(textOf('Python', samples)).toContain('least=7,');
    expect(textOf('Go', samples)).toContain(
      'time.Date(2026, 1, 15, 10, 0, 0, 500000000, time.UTC)',
    );
    expect(textOf('curl', samples)).not.toContain('project=');
    expect(textOf('SQL', samples)).toMatch(
      /^-- project: "it's\\n-- x"\n-- at: .*\n(?:-- .*\n)*SELECT \$project$/,
    );
  });

  it('quote whatever a shell would read', () => {
    const text = textOf('curl', asked([['kind', ["a'; rm -rf / #"]]]));
    expect(text).toBe(
      'curl -H "X-API-KEY: $QUERN_KEY" \'http://x/api/endpoints/logs.all?kind=a%27%3B+rm+-rf+%2F+%23\'',
    );
  });

  it('write the default in place of a text that the service replaces by it', () => {
    const kind = param('kind', 'enum', { values: ['a'], default: 'a', otherwise: 'default' });
    const replaced = { ...endpoint, parameters: [kind] };
    const known: ServiceListing = { ...listing, endpoints: [replaced] };
    const given = new Map([['kind', ['zzz']]]);
    const samples = writeSamples({
      listing: known,
      endpoint: replaced,
      given,
      base: 'http://x',
      hasKey: false,
    });
    expect(textOf('TypeScript', samples)).toContain("kind: 'a'");
    expect(samples.filter(({ text }) => text?.includes('zzz')).map(one => one.language)).toEqual([
      'curl',
      'SQL',
    ]);
  });

  it('are left out where no client takes a text', () => {
    expect(listArguments(endpoint, new Map([['kind', ['zzz']]]))).toBeNull();
    expect(listArguments(endpoint, new Map([['least', ['9223372036854775807']]]))).not.toBeNull();
    expect(listArguments(endpoint, new Map([['least', ['9223372036854775808']]]))).toBeNull();
    expect(listArguments(endpoint, new Map([['least', ['seven']]]))).toBeNull();
    expect(textOf('Go', asked([['at', ['yesterday']]]))).toBeNull();
  });
});

describe('a text for an enum', () => {
  const ENUMS = {
    enum: ['a', 'b', 'constructor'],
    int64: ['1', '7', '-30'],
    float64: ['0.5', '10', '1e21'],
    duration: ['15m', '1d', '7d'],
    date: ['2026-01-15'],
  };
  const UNBOUND = { min: null, max: null, minLength: null, maxLength: null, pattern: null };
  const FORMS = ['07', '-030', '0.50', '1e1', '900s', 'PT15M', '24h', 'P1W', '1w', 'alias', '1d '];

  test('means what the service reads', () => {
    const texts = fc.oneof(
      fc.constantFrom(...Object.values(ENUMS).flat(), ...FORMS),
      fc.string({ minLength: 1 }),
    );
    const types = fc.constantFrom(...Object.entries(ENUMS));
    const property = fc.property(types, texts, ([type, values], text) => {
      const first = values[0] ?? '';
      const of = { type, values, aliases: { alias: first }, default: first };
      const whole = { ...of, list: null, required: false, constraints: UNBOUND };
      const read = readParam({ ...whole, otherwise: 'reject' }, text);
      const canonical = values.map(value => {
        const own = readParam({ ...whole, otherwise: 'reject' }, value);
        return own.ok ? own.value : null;
      });
      const meant = read.ok ? values[canonical.indexOf(read.value)] : null;
      expect(meantValue({ ...of, otherwise: 'reject' }, text)).toBe(meant);
      expect(replacement({ ...of, otherwise: 'reject' }, text)).toBeNull();
      expect(replacement({ ...of, otherwise: 'default' }, text)).toBe(read.ok ? null : first);
    });
    fc.assert(property, { numRuns: usually(300) });
  });
});

test('buckets are as long as the parameters say', () => {
  const endpoint = endpointWith({
    parameters: [
      param('interval', 'enum', {
        values: ['day', 'week'],
        default: 'day',
        aliases: { w: 'week' },
      }),
      param('every', 'duration', { default: '15m' }),
    ],
  });
  const steps = { by: 'interval', steps: { day: 'PT1H', week: 'P1D' } };
  const length = (bucket: Bucket, given: Given = new Map(), chosen: string | null = null) => {
    const columns = [{ ...column('at', 'timestamp'), bucket }];
    return listAnswerColumns({ ...endpoint, columns }, given, chosen)[0]?.bucket?.seconds;
  };
  const given = (name: string, text: string) => new Map([[name, [text]]]);
  expect(length(steps)).toBe(3_600);
  expect(length(steps, given('interval', 'w'))).toBe(86_400);
  expect(length({ by: 'every' }, given('every', '2d'))).toBe(172_800);
  expect(length({ by: 'every' }, given('every', 'P1DT2H30M'))).toBe(95_400);
  expect(length({ by: 'every' })).toBe(900);
  const chosen = (step: string | null) => length({ by: null }, new Map(), step);
  expect(['second', '15 minutes', 'hour', '3 days', 'week'].map(chosen)).toEqual([
    1, 900, 3_600, 259_200, 604_800,
  ]);
  expect(['month', '3 months', null].map(chosen)).toEqual([null, null, null]);
  expect([{ step: 'P3M' }, { step: 'P2W' }, { step: 'PT0.5S' }].map(step => length(step))).toEqual([
    null,
    1_209_600,
    0.5,
  ]);
});

test('columns have the place in the order of rows that the request chose', () => {
  const sort = { by: 'sort', places: { best: 0, name: 1 } };
  const endpoint = endpointWith({
    parameters: [
      param('sort', 'enum', {
        values: ['best', 'name', 'new'],
        aliases: { top: 'best' },
        default: 'name',
      }),
    ],
    columns: [
      { ...column('kind', 'string'), order: 2 },
      { ...column('sold', 'int64'), order: sort },
      column('users', 'int64'),
    ],
  });
  const placesFor = (...texts: readonly string[]) =>
    listAnswerColumns(endpoint, new Map([['sort', texts]]), null).map(({ order }) => order);
  expect(placesFor()).toEqual([2, 1, undefined]);
  expect(placesFor('top')).toEqual([2, 0, undefined]);
  expect(placesFor('new')).toEqual([2, undefined, undefined]);
});

test('the numbers of the front page come from the metrics', () => {
  const text = `# HELP quern_requests_total x
quern_requests_total{endpoint="a",status="200",cache="hit"} 30
quern_requests_total{endpoint="a",status="200",cache="miss"} 10
quern_requests_total{endpoint="b",status="504",cache=""} 2
quern_requests_total{endpoint="",status="200",cache=""} 99
quern_request_duration_seconds_sum{endpoint="a",cache="hit"} 0.3
quern_request_duration_seconds_count{endpoint="a",cache="hit"} 30
quern_request_duration_seconds_sum{endpoint="b",cache=""} 50
quern_request_duration_seconds_count{endpoint="b",cache=""} 2
garbage {`;
  expect(numbersOf(text)).toEqual({
    requests: 42,
    failed: 2,
    hitRatio: 0.75,
    slowest: [
      { name: 'b', requests: 2, ms: 25_000 },
      { name: 'a', requests: 30, ms: 10 },
    ],
  });
  expect(numbersOf('')).toEqual({ requests: 0, failed: 0, hitRatio: null, slowest: [] });
});

test('endpoints are grouped by the beginning of their names, and found by every word', () => {
  const endpoints = ['b.x', 'a.y', 'plain', 'b.z'].map(name =>
    endpointWith({ name, summary: `About ${name}` }),
  );
  expect(groupsOf(endpoints).map(({ prefix, endpoints: all }) => [prefix, all.length])).toEqual([
    ['', 1],
    ['b', 2],
    ['a', 1],
  ]);
  expect(findEndpoints(endpoints, ' ABOUT  z').map(({ name }) => name)).toEqual(['b.z']);
});

test('a body that is no problem of the service is one all the same', () => {
  for (const body of [null, 'x', { parameters: 7 }, { parameters: [null, { name: 1 }] }]) {
    expect(problemOf(502, body, null)).toMatchObject({ status: 502, faults: new Map() });
  }
});

test('texts of strangers pass through the address unchanged', () => {
  const texts = [
    '\u202eabc',
    '%00',
    '%',
    '+',
    '&=?#',
    '../..',
    '\\',
    '"\'`',
    '{{x}}',
    '<script>',
    '\u{1f600}',
    '~last',
    'key=',
  ];
  for (const text of texts) {
    const place = { ...FRONT, endpoint: 'logs.all', given: new Map([['project', [text]]]) };
    expect(parsePlace(formatPlace(place))).toEqual(place);
  }
});

test('an answer names the rollups that its statement read', async () => {
  const endpoint = endpointWith({ columns: [column('n', 'int64')] });
  const { signal } = new AbortController();
  const rollupsOf = async (headers: Record<string, string>) => {
    vi.stubGlobal('fetch', async () => Response.json({ result: [] }, { headers }));
    return (await runEndpoint('', endpoint, new Map(), signal).finally(vi.unstubAllGlobals))
      .rollups;
  };
  const timing = 'engine;dur=3.1, encode;dur=0.2';
  expect(
    await rollupsOf({ 'Server-Timing': `${timing}, rollup;desc="a_1", rollup;desc="b"` }),
  ).toEqual(['a_1', 'b']);
  expect(await rollupsOf({ 'Server-Timing': timing })).toEqual([]);
  expect(await rollupsOf({})).toEqual([]);
});

test('buckets are as long as the service chose', async () => {
  const endpoint = endpointWith({
    columns: [{ ...column('at', 'timestamp'), bucket: { by: null } }, column('n', 'int64')],
  });
  const headers = { 'X-Step': '6 hours' };
  vi.stubGlobal('fetch', async () => Response.json({ result: [] }, { headers }));
  const { signal } = new AbortController();
  const { step } = await runEndpoint('', endpoint, new Map(), signal).finally(vi.unstubAllGlobals);
  expect(listAnswerColumns(endpoint, new Map(), step)[0]?.bucket).toEqual({ seconds: 21_600 });
});
