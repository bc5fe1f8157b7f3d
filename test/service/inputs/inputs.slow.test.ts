/** The service never answers other rows than asked for: each way to ask is answered as asked, or refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import type { RawAnswer } from '../injection/raw.ts';
import { bytesOf, INPUTS, type Wanted } from './inputs.ts';
import { ENDPOINTS, openService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(async () => {
  await service.stop();
  removeFolders();
});

/** The identifiers of the rows, or the status of a problem in the service's words. */
function outcome({ status, body }: RawAnswer, isHead: boolean): unknown {
  if (isHead) return status;
  const parsed = JSON.parse(body);
  if (status === 200) return parsed.result.map(({ id }: { id: unknown }) => id);
  expect(parsed).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
  return status;
}

describe.each(ENDPOINTS)('%s', endpoint => {
  it.each(INPUTS)('$name', async input => {
    const answers = await service.send(bytesOf(input, endpoint, service.tokens));
    const wanted: Wanted =
      typeof input.wanted === 'function' ? input.wanted(endpoint) : input.wanted;
    const isHead = input.method === 'HEAD';
    const last = answers.at(-1);
    if (last === undefined) throw new Error('the service did not answer');
    const expected = isHead && typeof wanted !== 'number' ? 200 : wanted;
    expect(outcome(last, isHead)).toEqual(expected);
  });
});
