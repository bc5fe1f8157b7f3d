/** Filters that callers compose, as the service reads them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withinScope } from '../../../../server/access/access.ts';
import { createReader } from '../../../../server/answers/reading.ts';
import { parseBody } from '../../../../server/http/reading/members.ts';
import { parseQuery } from '../../../../server/http/reading/read-request.ts';
import { unicodeText } from '../../../support/unicode-text.ts';
import { manifestOf } from '../../answers/spec-service.ts';

const SOURCES = `
  logs:
    tables: { duckdb: { table: logs } }
    columns:
      project: { type: string, required: true }
      status: int64
      path: string
      at: { type: timestamp, required: true }
      labels: { map: string }
      sizes: { map: int64 }`;
const FILTERS = ['status: status', 'path: { of: path, max_length: 200 }', 'at: at'];
const NAMES = Array.from({ length: 11 }, (_, i) => `s${i}`);
const { byName } = manifestOf(SOURCES, {
  logs: `from: logs
params: { project: { type: string, required: true } }
where: [project = @project]
filters: { ${FILTERS.join(', ')} }
select: [path]`,
  many: `from: logs\nfilters: { ${NAMES.map(name => `${name}: status`).join(', ')} }\nselect: [path]`,
  keyed: `from: logs
filters: { label: { of: labels, key: true }, size: { of: sizes, key: true, operators: [gte] } }
select: [path]`,
  loose: `from: logs\nfilters: { status: status }\nmatch: any\nselect: [path]`,
});
const endpointOf = (name: string) => {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`no endpoint ${name}`);
  return found;
};
const readerOf = (name: string) =>
  createReader(endpointOf(name), {
    engine: 'duckdb',
    unknown: 'reject',
    cursors: null,
    nowMs: Date.now,
  });
const read = readerOf('logs');
const asked = (search: string, reader = read) => {
  const reading = reader(null, search);
  return 'values' in reading ? reading.texts : reading.faults.map(({ message }) => message);
};

describe('filters', () => {
  it('are parameters, whose operators may stand in brackets', () => {
    const wanted = { project: 'p', status: ['200', '404'], status__gte: '100' };
    expect(asked('project=p&status=404&status=200&status__gte=100')).toEqual(wanted);
    expect(asked('project=p&status[eq]=404&status=200&status%5Bgte%5D=100')).toEqual(wanted);
    expect(asked('project=p&status[gte]=')).toEqual({ project: 'p' });
    const body = '{"project":"p","status":[404,200],"status[gte]":100}';
    const posted = parseBody(Buffer.from(body), endpointOf('logs').params);
    const reading = read(null, posted ?? parseQuery('', []));
    expect('values' in reading && reading.texts).toEqual(wanted);
  });

  it('of maps name keys in brackets, before the operator', () => {
    const keyed = readerOf('keyed');
    const wanted = { label: ['gte=7', 'region=eu', 'region=us'], label__ne: ['a b=x=y'] };
    expect(
      asked('label[region]=eu&label[region]=us&label[gte]=7&label[a%20b][ne]=x=y', keyed),
    ).toEqual(wanted);
    expect(
      asked('label=region%3Deu&label=gte%3D7&label[region][eq]=us&label__ne=a b%3Dx%3Dy', keyed),
    ).toEqual(wanted);
    expect(asked('size[disk][gte]=10&label[region]=', keyed)).toEqual({ size__gte: ['disk=10'] });
    const body = '{"label":{"region":["eu","us"],"gte":7},"label[a b][ne]":"x=y"}';
    const posted = parseBody(Buffer.from(body), endpointOf('keyed').params);
    const reading = keyed(null, posted ?? parseQuery('', []));
    expect('values' in reading && reading.texts).toEqual(wanted);
    for (const name of [
      'size[disk]',
      'label[a=b]',
      'label[]',
      'label[a][like]',
      'label[a',
      'label[a]]',
    ])
      expect(asked(`${encodeURIComponent(name)}=1`, keyed)).toEqual([
        expect.stringContaining('is not an operator of the filter'),
      ]);
    expect(asked('label=eu&size[disk][gte]=much', keyed)).toEqual([
      '`label` must be a key, `=` and a value, not `eu`.',
      expect.stringContaining('`size__gte` must be'),
    ]);
  });

  it('stand under their own names among the other parameters', () => {
    expect(asked('project=p&stat=1')).toEqual([
      '`stat` is not a parameter; there are `project`, `status`, `path`, `at`.',
    ]);
    expect(asked('project=p&statu__gte=1&statu=1')).toEqual([
      '`statu__gte` is not a parameter; `status__gte` has a similar name, and there are `project`, `status`, `path`, `at`.',
      '`statu` is not a parameter; `status` has a similar name.',
    ]);
    // a filter without `eq` has no parameter of its own name
    expect(asked('sise=1', readerOf('keyed'))).toEqual([
      expect.stringMatching(/there are .*`label`.*`size__gte`/),
    ]);
  });

  it('have no operator but their own, and take no other type', () => {
    expect(asked('project=p&status__contains=1')).toEqual([
      expect.stringContaining('`status__contains` is not an operator of the filter `status`'),
    ]);
    expect(asked('project=p&status[like]=1')).toEqual([
      expect.stringContaining('`status[like]` is not an operator of the filter `status`'),
    ]);
    expect(asked('project=p&status__gte=x&at__lt=soon&path__matches=(')).toEqual([
      expect.stringContaining('`status__gte` must be'),
      expect.stringContaining('`path__matches` must be'),
      expect.stringContaining('`at__lt` must be'),
    ]);
    expect(asked('project=p&status__gte=1&status[gte]=2')).toEqual([
      '`status__gte` is given more than once.',
    ]);
    expect(asked(`project=p&path__contains=${'x'.repeat(201)}`)).toHaveLength(1);
  });

  it('are bounded in number, and in their values', () => {
    const pairs = (count: number) =>
      NAMES.flatMap(name => [`${name}=1`, `${name}__gte=1`])
        .slice(0, count)
        .join('&');
    expect(asked(pairs(20), readerOf('many'))).not.toBeInstanceOf(Array);
    expect(asked(pairs(21), readerOf('many'))).toEqual([
      'A request may have at most 20 filters, not 21.',
    ]);
    const values = (count: number) => Array.from({ length: count }, (_, i) => i);
    const among = (name: string, count: number) =>
      values(count)
        .map(value => `${name}=${value}`)
        .join('&');
    const some = (count: number) =>
      `project=p&${among('status', 60)}&${among('status__ne', count)}`;
    expect(asked(some(40))).not.toBeInstanceOf(Array);
    expect(asked(some(41))).toEqual([
      'The filters of a request may have at most 100 values, not 101.',
    ]);
    const costly = `path__matches=${encodeURIComponent('[a-z]{30}')}`;
    expect(asked(`project=p&${costly}`)).not.toBeInstanceOf(Array);
    const all = values(20).map(i => `path__matches=${encodeURIComponent(`x${i}[a-z]{30}`)}`);
    expect(asked(`project=p&${all.join('&')}`)).toEqual([
      expect.stringMatching(/^The patterns of the filters, taken together, must be a simpler/),
    ]);
  });

  it('take patterns whose flags are their own', () => {
    const patterns = ['(?i)get', ' put', '(?is)a.b', '(?i)x|y'];
    const search = patterns.map(one => `path__matches=${encodeURIComponent(one)}`).join('&');
    const reading = read(null, `project=p&${search}`);
    if (!('values' in reading)) throw new Error(JSON.stringify(reading.faults));
    expect(reading.values.get('path__matches')).toEqual([
      '(?i:get)',
      '(?i:x|y)',
      '(?is:a.b)',
      ' put',
    ]);
    expect(reading.texts['path__matches']).toEqual([...patterns].sort());
    expect(asked(`project=p&path__matches=${encodeURIComponent('a(?i)b')}`)).toBeInstanceOf(Array);
  });

  it('are one request whatever the order and the spelling', () => {
    const keyOf = (search: string) => {
      const reading = read(null, search);
      return 'values' in reading ? reading.key : null;
    };
    const key = keyOf('project=p&status=1&status=2&at__gte=2026-01-01');
    expect(key).not.toBeNull();
    expect(keyOf('at[gte]=2026-01-01T00:00:00Z&status[eq]=2&status=1&project=p')).toBe(key);
    expect(keyOf('project=p&status__in=1&status__in=2&at__gte=2026-01-01')).not.toBe(key);
  });

  it('are read or refused, whatever the text', () => {
    const part = fc.oneof(unicodeText(), fc.constantFrom('status', 'path', 'gte', '[', ']', '__'));
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part, part)), pairs => {
        const search = pairs.map(([a, b, c]) =>
          [`${a}[${b}]`, c].map(text => encodeURIComponent(text.toWellFormed())).join('='),
        );
        const reading = read(null, `project=p&${search.join('&')}`);
        if ('values' in reading) expect(reading.texts['project']).toBe('p');
        else expect(reading.status).toBe(400);
      }),
    );
  });
});

describe('a key that fixes a filter', () => {
  const key = (params: Readonly<Record<string, string | readonly string[]>>) => {
    return { endpoints: ['*'], params };
  };
  const given = (search: string, params: Readonly<Record<string, string | readonly string[]>>) => {
    const found = withinScope(
      key(params),
      endpointOf('logs'),
      parseQuery(search, endpointOf('logs').params),
    );
    return found === null ? null : Object.fromEntries(found.texts);
  };

  it('holds its values, and takes no other operator of it', () => {
    const fixed = { status: ['200'] };
    expect(given('project=p', fixed)).toEqual({ project: ['p'], status: ['200'] });
    expect(given('project=p&status=200', fixed)).toEqual({ project: ['p'], status: ['200'] });
    for (const other of ['status=404', 'status__ne=1', 'status__gte=1', 'status__is_null=true'])
      expect([other, given(`project=p&${other}`, fixed)]).toEqual([other, null]);
    expect(given('project=p&status__ne=&at__gte=2026-01-01', fixed)).toMatchObject({
      status: ['200'],
    });
    expect(given('project=p', { status__gte: '100' })).toMatchObject({ status__gte: ['100'] });
    expect(given('project=p&status=1', { status__gte: '100' })).toBeNull();
  });

  it('matches its own text and no pattern', () => {
    expect(given('project=p', { path__matches: ['a.b'] })).toMatchObject({
      path__matches: ['a\\.b'],
    });
    expect(given('project=p&path__matches=a.b', { path__matches: ['a.b'] })).not.toBeNull();
    expect(given('project=p&path__matches=a.*', { path__matches: ['a.b'] })).toBeNull();
  });

  it('runs nothing where others may leave the filter out', () => {
    const query = parseQuery('', []);
    expect(withinScope(key({ status: ['1'] }), endpointOf('loose'), query)).toBeNull();
  });
});
