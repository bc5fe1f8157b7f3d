/** Clauses that changed, beside the changes that callers see. */
import { expect, test } from 'vitest';
import type { Change, ChangeCode } from '../../../cli/diff/changes.ts';
import { byClause } from '../../../cli/diff/clauses.ts';

const CHANGE: Change = {
  code: 'statement-changed',
  endpoint: 'entries',
  of: null,
  message: 'The SQL changed',
  patch: '@@ the SQL',
};
const BEFORE =
  'limit: 100\nselect: { id: id, size: { value: size, unit: bytes } }\norder_by: [id]\n';

const other = (code: ChangeCode, of: string | null): Change => ({ ...CHANGE, code, of });
const file = (bytes: string) => ({ path: 'endpoints/entries.yaml', bytes });

function clauses(now: string, others: readonly Change[]) {
  return byClause(CHANGE, file(BEFORE), file(now), others).map(({ message, patch }) => [
    message,
    patch,
  ]);
}

test('a clause is left out if another change says the same', () => {
  const now =
    'limit: 50\nselect: { id: id, length: { value: size, unit: bytes } }\norder_by: [size]\n';
  const order = '`order_by` has `size`, and no longer has `id`';
  expect(
    clauses(now, [
      other('limit-lowered', null),
      other('column-removed', 'size'),
      other('column-added', 'length'),
    ]),
  ).toEqual([[order, CHANGE.patch]]);
  expect(clauses(now, []).map(([message]) => message)).toEqual([
    '`limit` changed from `100` to `50`',
    '`select.size` was removed; it was `size`',
    '`select.length` is new: `size`',
    order,
  ]);
});

test('a limit that becomes a choice is not only lowered', () => {
  const [first] = clauses(BEFORE.replace('limit: 100', "limit: '@limit'"), [
    other('limit-lowered', null),
  ]);
  expect(first).toEqual(['`limit` changed from `100` to `@limit`', CHANGE.patch]);
});

test('one clause remains to hold the diff of the SQL', () => {
  const now = BEFORE.replace('limit: 100', 'limit: 50');
  expect(clauses(now, [other('limit-lowered', null)])).toEqual([
    ['`limit` changed from `100` to `50`', CHANGE.patch],
  ]);
});

test('keys that leave rows as they are do not count as clauses', () => {
  const now = `${BEFORE.replace('[id]', '[size]')}summary: Entries.\ncache: { ttl: 1m }\nmax_rows: 5\n`;
  expect(clauses(now, []).map(([message]) => message)).toEqual([
    '`order_by` has `size`, and no longer has `id`',
  ]);
});

test('the SQL of an endpoint and that of a view have clauses of their own', () => {
  const before = `${BEFORE}views: { logs: { from: entries, where: [size > 1] } }\n`;
  const now = before.replace('[id]', '[size]').replace('size > 1', 'size > 2');
  const told = (of: string | null) =>
    byClause({ ...CHANGE, of }, file(before), file(now), []).map(one => one.of);
  expect(told(null)).toEqual(['order_by']);
  expect(told('logs')).toEqual(['views.logs.where']);
});
