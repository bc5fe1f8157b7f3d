/** Options of an address for how its answer is written: `?format=` in place of an `Accept`, and others. */
import { describe, expect, it } from 'vitest';
import { answerOptions } from '../../../server/http/reading/answer-options.ts';
import { fileHeaders } from '../../../server/http/written.ts';
import { fakeEngine, fixtureApp, NOW } from '../server-fixture.ts';

const none = () => false;

describe('the format of an address', () => {
  it.each([
    ['', null, ''],
    ['a=1', null, 'a=1'],
    ['format=csv', 'csv', ''],
    ['a=1&format=ndjson&b=2', 'ndjson', 'a=1&b=2'],
    ['format=json&a=1', 'json', 'a=1'],
    ['myformat=csv&format__ne=x&format[gte]=y', null, 'myformat=csv&format__ne=x&format[gte]=y'],
    ['a=format=csv', null, 'a=format=csv'],
  ])('of %j is %j', (search, format, rest) => {
    const options = { bom: false, isPage: false };
    expect(answerOptions(search, none)).toEqual({ ...options, format, search: rest });
  });

  it('is no format if the endpoint has a parameter of this name', () => {
    const search = 'format=a4&format=csv';
    const options = { format: null, bom: false, isPage: false, search };
    expect(answerOptions(search, name => name === 'format')).toEqual(options);
    expect(answerOptions('bom=2&envelope=x', () => true)).toMatchObject({ bom: false });
  });

  it.each([
    ['format=csv&format=csv', 'repeated_parameter', '`format` is given more than once.'],
    [
      'format=',
      'invalid_parameter',
      '`format` must be one of `json`, `ndjson`, `csv`, `arrow`, `parquet`, not ``.',
    ],
    [
      'format=CSV',
      'invalid_parameter',
      '`format` must be one of `json`, `ndjson`, `csv`, `arrow`, `parquet`, not `CSV`.',
    ],
  ])('%s is refused', (search, code, message) => {
    expect(answerOptions(search, none)).toEqual({ faults: [{ code, name: 'format', message }] });
  });

  it('stands beside other options, and all their faults are reported together', () => {
    expect(answerOptions('a=1&bom=1&envelope=page&format=csv', none)).toEqual({
      ...{ format: 'csv', bom: true, isPage: true, search: 'a=1' },
    });
    expect(answerOptions('bom=yes&envelope=rows', none)).toMatchObject({
      faults: [
        { name: 'bom', message: '`bom` must be `1`, not `yes`.' },
        { name: 'envelope', message: '`envelope` must be `page`, not `rows`.' },
      ],
    });
  });

  it('names a file of any format but JSON', () => {
    expect(fileHeaders('a.b', 'json')).toEqual({});
    expect(fileHeaders('a.b', 'csv')).toEqual({
      'Content-Disposition': 'attachment; filename="a.b.csv"',
    });
  });
});

describe('a request with a format', () => {
  const path = '/api/endpoints/logs.all?project=abc';
  const asked = async (search: string, init: RequestInit = {}) => {
    const { app } = fixtureApp(
      fakeEngine(() => [[1n, NOW]]),
      null,
      {},
    );
    const response = await app.fetch(new Request(`http://localhost${path}${search}`, init));
    const { status, headers } = response;
    const body = await response.text();
    return { status, type: headers.get('content-type'), file: fileOf(headers), body };
  };
  const fileOf = (headers: Headers) => headers.get('content-disposition');

  it('is answered as with that `Accept`, whatever `Accept` says', async () => {
    const byHeader = await asked('', { headers: { Accept: 'text/csv' } });
    expect(byHeader).toMatchObject({ status: 200, file: null });
    const headers = { Accept: 'application/json' };
    const file = 'attachment; filename="logs.all.csv"';
    expect(await asked('&format=csv', { headers })).toEqual({ ...byHeader, file });
    const unacceptable = { headers: { Accept: 'image/png' } };
    expect(await asked('&format=csv', unacceptable)).toEqual({ ...byHeader, file });
    expect((await asked('', unacceptable)).status).toBe(406);
    expect(await asked('&format=json')).toEqual(await asked(''));
  });

  it('names no file of a problem, and refuses another value', async () => {
    expect(await asked('&format=csv&x=1')).toMatchObject({ status: 400, file: null });
    const refused = await asked('&format=xlsx');
    expect(refused).toMatchObject({ status: 400, type: 'application/problem+json', file: null });
    expect(JSON.parse(refused.body).parameters).toMatchObject([{ name: 'format' }]);
  });

  it('may be a POST, with the format in its address', async () => {
    const { app } = fixtureApp(
      fakeEngine(() => [[1n, NOW]]),
      null,
      {},
    );
    const post = (search: string) =>
      app.fetch(
        new Request(`http://localhost/api/endpoints/logs.all${search}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"project":"abc"}',
        }),
      );
    const response = await post('?format=csv');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      (await asked('&format=csv')).type,
    ]);
    expect((await post('?format=csv&project=abc')).status).toBe(400);
  });
});
