import { expect, test } from 'vitest';
import { mayRun } from '../server/access.ts';
import { catalogue } from '../server/manifest.ts';
import { MANIFEST, madeKey } from './server-fixture.ts';

test('a key runs only what declares every parameter that it fixes', () => {
  const endpoint = catalogue(MANIFEST).byName.get('logs.all');
  if (endpoint === undefined) throw new Error('the fixture has no logs.all');
  const runs = (params: Readonly<Record<string, string>>) =>
    mayRun(madeKey({ params }).key, endpoint);
  expect(runs({})).toBe(true);
  expect(runs({ project: 'abc' })).toBe(true);
  expect(runs({ project: 'abc', least: '1' })).toBe(true);
  expect(runs({ tenant: 'abc' })).toBe(false);
  expect(runs({ project: 'abc', tenant: 'abc' })).toBe(false);
  expect(runs({ tenant: 'abc', project: 'abc' })).toBe(false);
});
