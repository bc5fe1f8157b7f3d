import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { acceptedEncoding, matchesEtag, textBody } from '../../../../server/http/body.ts';

const DECODE = {
  identity: (bytes: Uint8Array) => bytes,
  gzip: gunzipSync,
  br: brotliDecompressSync,
};
const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ a: 'abc' })));

describe('a body', () => {
  it('is the same text in every encoding', async () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat({ max: 400 }).map(rows));
    await fc.assert(
      fc.asyncProperty(text, async text => {
        const body = textBody(text);
        for (const asked of ['identity', 'gzip', 'br'] as const) {
          const { encoding, bytes, length } = await body.as(asked);
          expect(Buffer.from(DECODE[encoding](bytes)).toString()).toBe(text.toWellFormed());
          expect(length).toBe(String(bytes.length));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is compressed where that saves half, and never takes more memory than it said', async () => {
    const long = textBody(rows(400));
    const forms = await Promise.all([long.as('identity'), long.as('gzip'), long.as('br')]);
    expect(forms.map(({ encoding }) => encoding)).toEqual(['identity', 'gzip', 'br']);
    expect(forms.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(long.bytes);
    const short = textBody(rows(2));
    expect(await short.as('br')).toBe(short.identity);
    const noise = textBody(
      Array.from({ length: 3_000 }, (_, index) =>
        String.fromCharCode(33 + ((index * 7919) % 90)),
      ).join(''),
    );
    const form = await noise.as('gzip');
    expect(
      form.encoding === 'identity' || form.bytes.length * 2 <= noise.identity.bytes.length,
    ).toBe(true);
  });

  it('is compressed once', async () => {
    const body = textBody(rows(400));
    const first = body.as('br');
    expect(body.as('br')).toBe(first);
    const form = await first;
    // From then on without a promise.
    expect(body.as('br')).toBe(form);
  });

  it('has a tag for each encoding, which follows from the text', async () => {
    const [one, same, other] = [textBody(rows(400)), textBody(rows(400)), textBody(rows(401))];
    const tags = [one.identity.etag(), (await one.as('gzip')).etag(), (await one.as('br')).etag()];
    expect(new Set(tags).size).toBe(3);
    expect(tags.every(tag => /^"[\w-]+"$/.test(tag))).toBe(true);
    expect(same.identity.etag()).toBe(tags[0]);
    expect(other.identity.etag()).not.toBe(tags[0]);
  });
});

test.each([
  [null, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0, br', 'br'],
  ['zstd, deflate', 'identity'],
  ['gzip ; q=1.0', 'gzip'],
  ['gzip;q=nonsense', 'identity'],
])('`Accept-Encoding: %s` asks for %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('strangers cannot fill the memory with `Accept-Encoding` headers, nor change what others get', () => {
  for (let index = 0; index < 200; index++) acceptedEncoding(`x-${index}, gzip`);
  expect(acceptedEncoding('x-199, gzip')).toBe('gzip');
  expect(acceptedEncoding('gzip, deflate, br')).toBe('br');
});

test.each([
  [null, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b" ,W/"a"', true],
  ['*', true],
  ['a', false],
  ['"b"', false],
  ['"a-br"', false],
])('`If-None-Match: %s` names the tag "a": %s', (header, isNamed) => {
  expect(matchesEtag(header, '"a"')).toBe(isNamed);
});
