/**
 * The service never answers other rows than asked for: each way to ask is answered as asked, or refused. With and without
 * `direct` it answers the same bytes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { type RawAnswer, rawAnswers } from '../injection/raw.ts';
import { alike, HEALTH, NO_REQUESTS } from '../socket/raw-requests.ts';
import { bytesOf, INPUTS, type Wanted } from './inputs.ts';
import { ENDPOINTS, openService, type Service } from './service.ts';

let direct: Service;
let usual: Service;
beforeAll(async () => {
  [direct, usual] = await Promise.all([openService(), openService({ direct: false })]);
});
afterAll(async () => {
  await Promise.all([direct.stop(), usual.stop()]);
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

/** Sends the same to both services, and returns the answers of one of them. */
async function compared(bytes: (service: Service) => Buffer | string, next?: string) {
  const [one = '', other = ''] = await Promise.all(
    [direct, usual].map(service => service.exchange(bytes(service), next)),
  );
  expect(alike(one)).toBe(alike(other));
  return one;
}

const LAST = `${HEALTH}Connection: close\r\n\r\n`;
const ANSWER_OF_LAST = /HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\n\{"status":"ok"\}$/;

describe.each(ENDPOINTS)('%s', endpoint => {
  it.each(INPUTS)('$name', async input => {
    const wanted: Wanted =
      typeof input.wanted === 'function' ? input.wanted(endpoint) : input.wanted;
    const isHead = input.method === 'HEAD';
    const expected = isHead && typeof wanted !== 'number' ? 200 : wanted;
    const alone = await compared(({ tokens }) => bytesOf(input, endpoint, tokens));
    const followed = await compared(({ tokens }) => bytesOf(input, endpoint, tokens, false), LAST);
    for (const text of [alone, followed.replace(ANSWER_OF_LAST, '')]) {
      const last = rawAnswers(text).at(-1);
      if (last === undefined) throw new Error('the service did not answer');
      expect(outcome(last, isHead)).toEqual(expected);
    }
  });
});

describe('an identifier in an older address of the original', () => {
  it.each(ENDPOINTS.map((name, at) => [name, at] as const))('of %s', async (_, at) => {
    const id = `00000000-0000-4000-8000-00000000000${at}`;
    const headers = { 'X-API-KEY': direct.tokens.any };
    const ask = (path: string) => fetch(`${direct.url}${path}?project=xyz`, { headers });
    const answer = await ask(`/endpoints/query/${id}`);
    expect([answer.status, await answer.text()]).toEqual([200, '{"result":[{"id":"x1"}]}']);
    // these address names alone
    expect((await ask(`/api/endpoints/query/name/${id}`)).status).toBe(404);
    const anonymous = await fetch(`${direct.url}/endpoints/query/${id}?project=xyz`);
    expect(anonymous.status).toBe(401);
  });
});

describe('bytes that are no request', () => {
  it.each(NO_REQUESTS)('%s', async (_, text, status) => {
    const answers = rawAnswers(await compared(() => text));
    expect(answers.map(answer => outcome(answer, false))).toEqual([status]);
    await compared(() => `${HEALTH}\r\n`, text);
  });
});

it('reads a usual request without `node:http`, unless `direct` is false', async () => {
  const path = '/api/endpoints/plain?project=abc&least=7';
  const end = '/end';
  await compared(
    ({ tokens: { any } }) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${any}\r\n\r\n`,
    LAST.replace('/healthz', end),
  );
  for (const { readByNode } of [direct, usual]) await expect.poll(readByNode).toContain(end);
  expect(direct.readByNode()).not.toContain(path);
  expect(usual.readByNode()).toContain(path);
});
