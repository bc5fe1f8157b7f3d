import { expect, it } from 'vitest';
import { describeBounds } from '../../../generator/emitters/facts/bounds.ts';

it.each([
  [null, 1000, null, 'At most 1,000 rows.'],
  [100, 1000, 900, 'At most 100 rows. They may be up to 900 seconds old.'],
  [1, 1000, 1, 'At most 1 row. It may be up to 1 second old.'],
  [null, 1, 60, 'At most 1 row. It may be up to 60 seconds old.'],
])('a limit of %s, %d rows and a cache of %s seconds are told', (limit, maxRows, ttl, said) => {
  const cache = ttl === null ? null : { ttl, refresh: 0 };
  expect(describeBounds({ limit, maxRows, cache })).toBe(said);
});
