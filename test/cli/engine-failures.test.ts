import { expect, test } from 'vitest';
import { asFailure } from '../../cli/engines.ts';
import { EngineFailure } from '../../engines/engine.ts';

function hintOf(cause: Error, message = 'it is not there'): string | null {
  try {
    return asFailure(new EngineFailure('unavailable', message, { cause }));
  } catch (failure) {
    return (failure as { readonly hint: string | null }).hint;
  }
}

test('an engine that does not answer may be elsewhere, but not one whose package is missing', () => {
  expect(hintOf(new Error('connect ECONNREFUSED'))).toMatch(/^Say where it is in `quern.yaml`/);
  const missing = Object.assign(new Error('cannot find it'), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(hintOf(missing)).toBe(null);
});

test('the database of the demo is made by a command', () => {
  const message = 'the database `/srv/shop/.quern/demo.duckdb` does not exist';
  expect(hintOf(new Error('none'), message)).toBe('Run `quern demo`, which makes it.');
});
