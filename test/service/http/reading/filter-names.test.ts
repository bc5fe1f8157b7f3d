/** How callers write filters: with brackets, and as objects in a body. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReader } from '../../../../server/answers/reading.ts';
import { parseBody } from '../../../../server/http/reading/members.ts';
import { unicodeText } from '../../../support/unicode-text.ts';
import { manifestOf } from '../../answers/spec-service.ts';

const SOURCES = `  posts:
    tables: { duckdb: { table: posts } }
    columns: { id: { type: string, required: true }, site: string, status: int64, title: string, tags: { list: string } }`;
const MANIFEST = manifestOf(SOURCES, {
  'posts.all': `from: posts
params: { project: { type: string } }
where: [{ when: project, filter: site = @project }]
filters:
  status: status
  title: { of: title, max_length: 40 }
  name: { of: title, operators: [matches], ignore_case: true }
  tag: tags
select: [id]`,
});

const all = MANIFEST.byName.get('posts.all');
if (all === undefined) throw new Error('the fixture has it');
const { params } = all;
const read = createReader(all, {
  engine: 'duckdb',
  unknown: 'reject',
  cursors: null,
  nowMs: Date.now,
});

type Read = ReturnType<typeof read>;
const valuesOf = (reading: Read) =>
  'values' in reading ? Object.fromEntries(reading.values) : reading.faults.map(f => f.message);
const posted = (body: string) => {
  const query = parseBody(Buffer.from(body), params);
  return query === null ? 'no object' : valuesOf(read(null, query));
};

describe('a filter in an address', () => {
  it.each<readonly [search: string, values: object]>([
    ['status=200&status=404', { status: [200n, 404n] }],
    ['status__gte=400', { status__gte: 400n }],
    ['status[gte]=400', { status__gte: 400n }],
    ['status%5Bgte%5D=400&status[lt]=500', { status__gte: 400n, status__lt: 500n }],
    ['status[in]=1&status__in=2', { status__in: [1n, 2n] }],
    ['status[eq]=1&status=2', { status: [1n, 2n] }],
    ['tag[has]=a&tag=b', { tag: ['a', 'b'] }],
    ['status__is_null=true', { status__is_null: true }],
    ['title__contains=a%20b&title__contains=c', { title__contains: ['a b', 'c'] }],
    ['status__gte=&status[in]=', {}],
  ])('`?%s` is read', (search, values) => {
    expect(valuesOf(read(null, search))).toEqual(values);
  });

  it.each<readonly [search: string, message: string]>([
    ['status__gte=1&status[gte]=1', '`status__gte` is given more than once.'],
    [
      'tag__eq=1',
      '`tag__eq` is not an operator of the filter `tag`; its operators are `tag__contains`, `tag__not_contains`, `tag__starts_with`, `tag__ends_with`, `tag__matches`, `tag`.',
    ],
    [
      'name[gte]=1',
      '`name[gte]` is not an operator of the filter `name`; its operators are `name__matches`.',
    ],
    [
      'name=x',
      '`name` is not an operator of the filter `name`; its operators are `name__matches`.',
    ],
    [
      'status[gte=1',
      '`status[gte` is not an operator of the filter `status`; its operators are `status`, `status__ne`, `status__in`, `status__not_in`, `status__lt`, `status__lte`, `status__gt`, `status__gte`, `status__is_null`.',
    ],
  ])('`?%s` is refused', (search, message) => {
    expect(valuesOf(read(null, search))).toEqual([message]);
  });

  it('is refused where it has an unknown operator, also where unknown parameters are ignored', () => {
    const lenient = createReader(all, {
      engine: 'duckdb',
      unknown: 'ignore',
      cursors: null,
      nowMs: Date.now,
    });
    expect(valuesOf(lenient(null, 'other=1'))).toEqual({});
    expect(valuesOf(lenient(null, 'status[gt%65]=1'))).toEqual({ status__gte: 1n });
    expect(valuesOf(lenient(null, 'status[above]=1'))).toHaveLength(1);
    expect(valuesOf(lenient(null, 'status__above=1'))).toHaveLength(1);
  });
});

describe('filters in a body', () => {
  it.each<readonly [body: string, values: object | string]>([
    ['{"status":{"gte":400,"lt":500}}', { status__gte: 400n, status__lt: 500n }],
    ['{"status":{"in":[200,404]}}', { status__in: [200n, 404n] }],
    ['{"status":[200]}', { status: [200n] }],
    ['{"status":{"eq":[200,1]},"tag":{"has":"a"}}', { status: [1n, 200n], tag: ['a'] }],
    ['{"status__gte":1,"status[lt]":2}', { status__gte: 1n, status__lt: 2n }],
  ])('%s is read', (body, values) => {
    expect(posted(body)).toEqual(values);
  });

  it.each<readonly [body: string, message: string]>([
    ['{"status":200}', '`status` must be a list of whole numbers.'],
    ['{"status":{"gte":null}}', '`status[gte]` must be a whole number, not null.'],
    ['{"status":{}}', '`status` must be a list of whole numbers.'],
    ['{"status":{"gte":"400"}}', '`status[gte]` must be a whole number, without quotes.'],
    ['{"status":{"gte":1,"gte":2}}', '`status[gte]` is given more than once.'],
    ['{"status":{"gte":1},"status[gte]":2}', '`status[gte]` is given more than once.'],
    ['{"status":{"gte":1},"status__gte":2}', '`status__gte` is given more than once.'],
    ['{"status":{"gte":[1]}}', '`status[gte]` must be a single value, not a list.'],
    ['{"status":{"gte":{"x":1}}}', '`status[gte]` must be a whole number.'],
    ['{"project":{"gte":"x"}}', '`project` must be a text.'],
  ])('%s is refused', (body, message) => {
    expect(posted(body)).toEqual([message]);
  });

  it('with any operator are refused or read, never passed over', () => {
    fc.assert(
      fc.property(unicodeText(), operator => {
        const body = JSON.stringify({ status: { [operator]: '1' } });
        const found = posted(body);
        const known = ['eq', 'ne', 'in', 'not_in', 'lt', 'lte', 'gt', 'gte'].includes(operator);
        if (!known && operator !== 'is_null') expect(found).toBeInstanceOf(Array);
      }),
    );
  });
});
