import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../generator/core/types/formats.ts';
import { acceptedFormat } from '../../../server/http/reading/accept.ts';

describe('the format of an answer', () => {
  it.each([
    [null, 'json'],
    ['', 'json'],
    [' ', 'json'],
    ['*/*', 'json'],
    ['*', 'json'],
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV', 'csv'],
    ['text/*', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    ['application/vnd.apache.arrow.stream', 'arrow'],
    ['application/*', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json'],
    ['application/json, text/plain, */*', 'json'],
  ])('of %j is %s', (header, format) => {
    expect(acceptedFormat(header)).toBe(format);
  });

  it.each([
    ['text/csv;q=0.5, application/x-ndjson;q=0.9', 'ndjson'],
    ['application/json;q=0.1, text/csv;q=0.2', 'csv'],
    ['text/csv;q=1, application/json;q=0.999', 'csv'],
    ['application/json;q=0.1, */*;q=0.2', 'ndjson'],
    ['text/csv;q=0.5, text/*;q=0.9, application/json;q=0.6', 'json'],
    ['application/vnd.apache.arrow.stream;q=0.3,text/*;q=0.3', 'arrow'],
  ])('has the highest weight, by the closest range: %s', (header, format) => {
    expect(acceptedFormat(header)).toBe(format);
  });

  it.each([
    ['text/csv, application/json', 'json'],
    ['application/vnd.apache.arrow.stream, text/csv', 'csv'],
    ['text/csv, */*', 'csv'],
    ['*/*, application/vnd.apache.arrow.stream', 'arrow'],
  ])(
    'is one that is named before one that a wildcard covers, then the preferred: %s',
    (header, format) => {
      expect(acceptedFormat(header)).toBe(format);
    },
  );

  it.each([
    'text/html',
    'application/xml, text/plain',
    'application/json;q=0',
    '*/*;q=0',
    'text/csv;q=0.000',
    'application/*;q=0, text/*;q=0',
    'garbage',
    ',',
    ';q=1',
    'application/json;q=2',
    'application/json;q=-1',
    'application/json;q=high',
    'application/json;q=',
    'application/json;q=1e-3',
    'application/json;q=NaN',
    'application/jsonx',
    'xapplication/json',
    '*/json',
    'application/json/csv',
  ])('is refused for %s', header => {
    expect(acceptedFormat(header)).toBeNull();
  });

  it.each([
    ['application/json;q=0, */*', 'ndjson'],
    ['application/json;q=0, application/x-ndjson;q=0, text/*', 'csv'],
    ['application/*;q=0, */*', 'csv'],
    ['text/csv;q=0.2, text/csv;q=0.8, application/json;q=0.5', 'csv'],
    ['text/csv;profile=x;q=0.1;ext=1, application/json;q=0.05', 'csv'],
  ])('leaves out what is refused: %s', (header, format) => {
    expect(acceptedFormat(header)).toBe(format);
  });

  it('is one of the formats, or none, whatever the header', () => {
    const piece = fc.constantFrom(...'*/;,=q. 019', 'application', 'text', 'json', 'csv', 'é', '"');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const format = acceptedFormat(pieces.join(''));
        expect([...FORMATS, null]).toContain(format);
      }),
    );
  });

  it('of a header as long as one can be is found at once', () => {
    const long = `${'a/b;q=0.5,'.repeat(1_600)}text/csv;q=0.1`;
    expect(acceptedFormat(long)).toBe('csv');
    expect(acceptedFormat(';'.repeat(16_000))).toBeNull();
  });
});
