import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../../server/access/authenticate.ts';
import { createKeySet } from '../../../../server/access/keys/key-set.ts';
import { catalogue } from '../../../../server/answers/manifest/manifest.ts';
import { createReader } from '../../../../server/answers/reading.ts';
import { acceptedEncoding, matchesEtag } from '../../../../server/http/body.ts';
import { growthOf, workOf } from '../../../support/work.ts';
import { MANIFEST, madeKey } from '../../server-fixture.ts';

const LOGS = catalogue(MANIFEST).byName.get('logs.all');
if (LOGS === undefined) throw new Error('the fixture has no logs.all');
const reader = (unknown: 'reject' | 'ignore' = 'reject') =>
  createReader(LOGS, { engine: 'duckdb', unknown, cursors: null, nowMs: Date.now });

describe('an odd query string', () => {
  const faultsOf = (search: string, unknown?: 'reject' | 'ignore') => {
    const reading = reader(unknown)(null, search);
    return 'faults' in reading ? reading.faults : [];
  };

  it.each([
    ['', ''],
    ['&&', ''],
    ['project=abc', 'abc'],
    ['project=abc&', 'abc'],
  ])('`?%s` is read', (search, project) => {
    const reading = reader('ignore')(null, search);
    if (project !== '') expect(reading).toMatchObject({ texts: { project } });
    else expect(faultsOf(search).map(({ code }) => code)).toEqual(['missing_parameter']);
  });

  it.each(['reject', 'ignore'] as const)(
    'with a second question mark says so, whatever becomes of unknown names (%s)',
    unknown => {
      for (const search of ['?project=abc', 'project=abc&?least=1', '%3Fproject=abc']) {
        const fault = {
          code: 'unknown_parameter',
          name: search.includes('least') ? '?least' : '?project',
          message: `\`${search.includes('least') ? '?least' : '?project'}\` begins with a question mark: an address has one, before the first parameter.`,
        };
        expect(faultsOf(search, unknown)).toContainEqual(fault);
      }
    },
  );

  it('with a value and no name says so', () => {
    expect(faultsOf('project=abc&=x')).toEqual([
      {
        code: 'unknown_parameter',
        name: '',
        message: 'A value has no name before its `=`.',
      },
    ]);
    expect(faultsOf('project=abc&=x', 'ignore')).toEqual([]);
  });

  it('of any number of names is told of, whatever it is', () => {
    const search = Array.from({ length: 200_000 }, (_, at) => `p${at}=`).join('&');
    expect(faultsOf(search)).toHaveLength(200_001);
  });
});

/** As long as any other. */
const nth = (at: number) => String(at).padStart(6, '0');

describe('the work of reading a request', () => {
  const { key, token } = madeKey({ params: { project: 'abc' } });
  const texts: Readonly<Record<string, (size: number) => string>> = {
    'one parameter, again and again': size => 'project=abc&'.repeat(size),
    'an undeclared one, again and again': size => 'x=1&'.repeat(size),
    'two by turns': size => 'project=abc&x=1&'.repeat(size),
    'other names each time': size =>
      Array.from({ length: size }, (_, at) => `p${nth(at)}=1`).join('&'),
    'names that cannot be decoded': size => '%zz=1&'.repeat(size),
    'values that cannot be decoded': size => 'project=%ff&'.repeat(size),
    'nothing between ampersands': size => '&'.repeat(size),
    'values without names': size => '=x&'.repeat(size),
    'question marks': size => '?a&'.repeat(size),
    'equals signs': size => `project=${'='.repeat(size)}`,
    'plus signs': size => `project=${'+'.repeat(size)}`,
    'one long name': size => 'x'.repeat(size),
    'one long value': size => `project=${'x'.repeat(size)}`,
    'one long number': size => `project=abc&least=${'0'.repeat(size)}`,
    'one long instant': size => `project=abc&after=${' '.repeat(size)}`,
  };

  it.each(Object.entries(texts))('grows with its length: %s', (_, text) => {
    const read = (held: typeof key | null) => (size: number) => {
      const search = text(size);
      return () => reader()(held, search);
    };
    expect(growthOf(read(null))).toBeLessThan(9);
    expect(growthOf(read(key))).toBeLessThan(9);
  });

  const headers: Readonly<Record<string, (size: number) => () => unknown>> = {
    'Accept-Encoding': size => {
      const header = Array.from({ length: size }, (_, at) => `e${nth(at)};q=0.1`).join(', ');
      return () => acceptedEncoding(header);
    },
    'Accept-Encoding of parameters': size => {
      const header = `br${';a=b'.repeat(size)};q=0.5`;
      return () => acceptedEncoding(header);
    },
    'If-None-Match': size => {
      const header = Array.from({ length: size }, (_, at) => `W/"${nth(at)}"`).join(' , ');
      return () => matchesEtag(header, '"x"');
    },
    Authorization: size => {
      const header = `Bearer ${' '.repeat(size)}${token}`;
      const known = { keys: createKeySet([key]), jwt: null };
      return () => authenticate(name => (name === 'authorization' ? header : null), known, 0);
    },
  };
  it.each(Object.entries(headers))('grows with the length of a header: %s', (_, act) => {
    expect(growthOf(act)).toBeLessThan(9);
  });

  it('is seen where it grows with the square', () => {
    const spread = (size: number) => () => {
      let all: readonly number[] = [];
      for (let at = 0; at < size; at += 1) all = [...all, at];
    };
    expect(growthOf(spread)).toBeGreaterThan(60);
    expect(workOf(() => [1, 2, 3].map(String))).toBe(3);
  });
});
