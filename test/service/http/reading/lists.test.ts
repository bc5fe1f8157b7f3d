import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ManifestList, ManifestParam } from '../../../../generator/core/output/manifest.ts';
import { parseKeys } from '../../../../server/access/keys/key-file.ts';
import { catalogue } from '../../../../server/answers/manifest/manifest.ts';
import { createReader } from '../../../../server/answers/reading.ts';
import { parseBody } from '../../../../server/http/reading/members.ts';
import { unicodeText } from '../../../support/unicode-text.ts';
import { MANIFEST, madeKey, param } from '../../server-fixture.ts';

const list = (over: Partial<ManifestList> = {}): Partial<ManifestParam> => ({
  list: { minItems: 0, maxItems: 100, ...over },
});
const PARAMS = [
  param('project', 'string'),
  param('status', 'int64', list({ maxItems: 3 })),
  param('area', 'enum', { ...list({ separator: ',' }), values: ['rest', 'auth', 'storage'] }),
  param('name', 'string', list()),
  param('tags', 'string', list({ separator: ',' })),
  param('pair', 'string', list({ minItems: 2 })),
  param('usual', 'int64', { ...list(), default: ['7', '8'] }),
];

/** An endpoint with lists, of which `needed` must be given. */
function endpointOf(needed: readonly string[] = []) {
  const [first] = MANIFEST.endpoints;
  if (first === undefined) throw new Error('the fixture has an endpoint');
  const params = PARAMS.map(one => ({ ...one, required: needed.includes(one.name) }));
  const found = catalogue({ ...MANIFEST, endpoints: [{ ...first, params }] }).endpoints[0];
  if (found === undefined) throw new Error('the catalogue has it');
  return found;
}

function readerOf(needed: readonly string[] = []) {
  return createReader(endpointOf(needed), {
    engine: 'duckdb',
    unknown: 'reject',
    cursors: null,
    nowMs: Date.now,
  });
}
const read = readerOf();

function valuesOf(search: string, name: string): unknown {
  const reading = read(null, search);
  return 'values' in reading ? reading.values.get(name) : reading.faults;
}
function messagesOf(search: string, needed: readonly string[] = []): readonly string[] {
  const reading = readerOf(needed)(null, search);
  return 'values' in reading ? [] : reading.faults.map(({ message }) => message);
}

describe('the separator of a list', () => {
  const posted = (body: string) => {
    const reading = read(null, parseBody(Buffer.from(body), endpointOf().params) ?? '');
    return 'values' in reading ? reading.values.get('tags') : reading.faults;
  };

  it('splits a text of an address', () => {
    expect(valuesOf('tags=1,2&tags=3', 'tags')).toEqual(['1', '2', '3']);
    expect(valuesOf('tags=1%2C2', 'tags')).toEqual(['1', '2']);
  });

  it('splits no text of a body', () => {
    expect(posted('{"tags":["1,2"]}')).toEqual(['1,2']);
  });
});

describe('a list', () => {
  it.each<readonly [search: string, name: string, value: unknown]>([
    ['status=200&status=404', 'status', [200n, 404n]],
    ['status=404&status=200&status=0200', 'status', [200n, 404n]],
    ['status=200', 'status', [200n]],
    ['status=&status=200&status=', 'status', [200n]],
    ['status=', 'status', undefined],
    ['', 'status', undefined],
    ['area=rest,auth', 'area', ['auth', 'rest']],
    ['area=rest,&area=auth,rest', 'area', ['auth', 'rest']],
    ['name=a,b', 'name', ['a,b']],
    ['', 'usual', [7n, 8n]],
    ['usual=9', 'usual', [9n]],
  ])('of `?%s` is read', (search, name, value) => {
    expect(valuesOf(search, name)).toEqual(value);
  });

  it.each<readonly [search: string, message: string]>([
    ['status=1&status=2&status=3&status=4', '`status` must be a list of at most 3 items, not 4.'],
    ['pair=a', '`pair` must be a list of at least 2 items, not 1.'],
    ['pair=a&pair=a', '`pair` must be a list of at least 2 items, not 1.'],
    [
      'area=rest,REST',
      '`area` must be a list in which each item is one of rest, auth, storage, not `REST`.',
    ],
    [
      'status=200,404',
      '`status` must be a list in which each item is a whole number from -9223372036854775808 to 9223372036854775807, not `200,404`.',
    ],
    ['project=a&project=a', '`project` is given more than once.'],
  ])('of `?%s` is refused', (search, message) => {
    expect(messagesOf(search)).toEqual([message]);
  });

  it('may have as many items as it allows, counted once each', () => {
    expect(valuesOf('status=1&status=2&status=3&status=1&status=2', 'status')).toEqual([
      1n,
      2n,
      3n,
    ]);
  });

  it('that is required has an item', () => {
    const message = '`status` must be given, with at least one item.';
    expect(messagesOf('', ['status'])).toEqual([message]);
    expect(messagesOf('status=&status=', ['status'])).toEqual([message]);
    expect(messagesOf('status=1', ['status'])).toEqual([]);
  });

  it('reports all faults of a request', () => {
    expect(messagesOf('status=x&pair=a&project=a&project=b')).toHaveLength(3);
  });

  it('is a set: order and repetition change neither values nor the kept answer', () => {
    const item = unicodeText().filter(text => text !== '' && !/[\0\p{Surrogate}]/u.test(text));
    fc.assert(
      fc.property(
        fc
          .uniqueArray(item, { minLength: 1, maxLength: 8 })
          .chain(items =>
            fc.tuple(
              fc.constant(items),
              fc.shuffledSubarray([...items, ...items], { minLength: 0 }),
            ),
          ),
        ([items, more]) => {
          const search = (texts: readonly string[]) =>
            texts.map(text => `name=${encodeURIComponent(text)}`).join('&');
          const one = read(null, search(items));
          const other = read(null, search([...more, ...items.toReversed()]));
          if (!('key' in one) || !('key' in other)) throw new Error('both are sound');
          expect(other.key).toBe(one.key);
          expect(other.values).toEqual(one.values);
          expect(new Set(one.values.get('name') as readonly string[])).toEqual(new Set(items));
        },
      ),
    );
  });

  it('of different items is another kept answer, wherever their texts end', () => {
    const keyOf = (search: string) => {
      const reading = read(null, search);
      return 'key' in reading ? reading.key : search;
    };
    const searches = ['name=a&name=b', 'name=ab', 'name=a,b', 'name=a', 'name=a%22,%22b', ''];
    expect(new Set(searches.map(keyOf)).size).toBe(searches.length);
  });

  it('has a short key however long its texts are, which count as memory', () => {
    const readingOf = (search: string) => {
      const reading = read(null, search);
      if (!('key' in reading)) throw new Error('it is sound');
      return reading;
    };
    const long = 'x'.repeat(60_000);
    const searches = [long, `${long}y`, `y${long}`].map(text => `name=${text}`);
    const readings = [...searches, ...searches].map(readingOf);
    expect(new Set(readings.map(({ key }) => key)).size).toBe(searches.length);
    for (const { key, heldBytes } of readings) {
      expect(key.length).toBeLessThan(200);
      expect(heldBytes).toBeGreaterThan(2 * long.length);
    }
    expect(readingOf('name=short').heldBytes).toBe(0);
  });
});

describe('a key that fixes a list', () => {
  const answer = (params: Readonly<Record<string, string | readonly string[]>>, search: string) => {
    const reading = read(madeKey({ params }).key, search);
    return 'values' in reading ? reading.values.get('status') : reading.status;
  };

  it('fixes the whole set', () => {
    const params = { status: ['404', '200'] };
    expect(answer(params, '')).toEqual([200n, 404n]);
    expect(answer(params, 'status=')).toEqual([200n, 404n]);
    expect(answer(params, 'status=200&status=404')).toEqual([200n, 404n]);
    expect(answer(params, 'status=404&status=0200&status=404')).toEqual([200n, 404n]);
    for (const other of ['status=200', 'status=404', 'status=200&status=404&status=5', 'status=x'])
      expect(answer(params, other)).toBe(403);
  });

  it('may fix it to one item, as a text', () => {
    expect(answer({ status: '200' }, 'status=200')).toEqual([200n]);
    expect(answer({ status: '200' }, 'status=404')).toBe(403);
  });

  it('refuses a fixed value that does not fit its parameter', () => {
    expect(answer({ status: ['x'] }, '')).toBe(403);
    expect(answer({ status: ['1', '2', '3', '4'] }, '')).toBe(403);
    expect(answer({ project: ['a', 'b'] }, 'project=c')).toBe(403);
  });

  it('never gives way to any texts of a caller', () => {
    const { key } = madeKey({ params: { name: ['abc', 'xyz'] } });
    const text = fc.oneof(unicodeText(), fc.constantFrom('abc', 'xyz', 'abc,xyz', ''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), texts => {
        const sound = texts.filter(one => !/\p{Surrogate}/u.test(one));
        const reading = read(key, sound.map(one => `name=${encodeURIComponent(one)}`).join('&'));
        if ('values' in reading) expect(reading.values.get('name')).toEqual(['abc', 'xyz']);
        else expect(reading.status).toBe(403);
      }),
    );
  });

  it('stands in the key file as a list of texts', () => {
    const file = (params: unknown) => {
      const { key } = madeKey({});
      return parseKeys(JSON.stringify({ format: 1, keys: [{ ...key, params }] }));
    };
    expect(file({ status: ['200', '404'] })[0]?.params).toEqual({ status: ['200', '404'] });
    for (const params of [{ status: [] }, { status: [''] }, { status: [200] }, { status: [['a']] }])
      expect(() => file(params)).toThrow(
        '`keys[0].params` of the key file is not an object of texts',
      );
  });
});
