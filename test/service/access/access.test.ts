import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayRun, unprovenFor, withinScope } from '../../../server/access/access.ts';
import { partShownTo } from '../../../server/access/hidden.ts';
import { catalogue, type WholeEndpoint } from '../../../server/answers/manifest/manifest.ts';
import { parseQuery } from '../../../server/http/reading/read-request.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { MANIFEST, madeKey } from '../server-fixture.ts';

function endpoint(name: string): WholeEndpoint {
  const found = catalogue(MANIFEST).byName.get(name);
  if (found === undefined) throw new Error(`the fixture has no ${name}`);
  return found;
}
const LOGS = endpoint('logs.all');
const COUNTS = endpoint('usage.api-counts');

/** The texts of one parameter after the key's values are in place; `null`: refused. */
function asked(
  where: WholeEndpoint,
  params: Readonly<Record<string, string>>,
  search: string,
  name: string,
): readonly string[] | null {
  const query = withinScope(madeKey({ params }).key, where, parseQuery(search, where.params));
  return query === null ? null : (query.texts.get(name) ?? []);
}

describe('a key', () => {
  it('runs only what declares every parameter that it fixes', () => {
    const runs = (params: Readonly<Record<string, string>>) =>
      mayRun(madeKey({ params }).key, LOGS);
    expect(runs({})).toBe(true);
    expect(runs({ project: 'abc' })).toBe(true);
    expect(runs({ project: 'abc', least: '1' })).toBe(true);
    expect(runs({ tenant: 'abc' })).toBe(false);
    expect(runs({ project: 'abc', tenant: 'abc' })).toBe(false);
    expect(runs({ tenant: 'abc', project: 'abc' })).toBe(false);
  });

  it('runs nothing of unknown origin if it hides a column, and takes no value that is compared with one', () => {
    const { key } = madeKey({ hide: ['tag:pii'] });
    const from = (origins: object): WholeEndpoint => {
      const definition = { ...LOGS.definition, origins };
      return { ...LOGS, reads: {}, shown: () => definition };
    };
    const { origins: _, ...older } = LOGS.definition;
    expect(mayRun(key, { ...LOGS, reads: {}, shown: () => older })).toBe(false);
    expect(mayRun(key, from({ whole: ['tag:pii'] }))).toBe(false);
    expect(mayRun(key, from({ params: { project: ['tag:pii'] } }))).toBe(false);
    const closing = from({ params: { least: ['tag:pii'] } });
    expect(mayRun(key, closing)).toBe(true);
    const ask = (search: string) => withinScope(key, closing, parseQuery(search, closing.params));
    expect(ask('project=a&least=1')).toBe(null);
    expect(ask('project=a')).not.toBe(null);
  });

  it('finds no name of a closed parameter in a column whose order it chooses', () => {
    const order = { by: 'least', places: { id: 0 } };
    const columns = LOGS.definition.columns.map(column => ({ ...column, order }));
    const shownBy = (hidden: string) => {
      const origins = { params: { least: ['tag:pii'] } };
      const definition = { ...LOGS.definition, columns, origins };
      const { key } = madeKey({ hide: [hidden] });
      return partShownTo(key, { reads: {}, shown: () => definition });
    };
    expect(columns).not.toEqual([]);
    expect(JSON.stringify(shownBy('tag:pii')?.definition.columns)).not.toContain('least');
    expect(shownBy('tag:pii')?.definition.columns).toHaveLength(columns.length);
    expect(shownBy('tag:other')).toBe(null);
  });

  it('runs only what it proves the scope of, if it fixes anything', () => {
    const runs = (scopedBy: readonly (readonly string[])[], ...fixed: readonly string[]) => {
      const { key } = madeKey({ params: Object.fromEntries(fixed.map(name => [name, '1'])) });
      return mayRun(key, { ...LOGS, scopedBy });
    };
    for (const fixed of ['project', 'after', 'least']) {
      expect(runs([], fixed)).toBe(true);
      expect(runs([[fixed]], fixed)).toBe(true);
      expect(runs([['other', fixed]], fixed)).toBe(true);
      expect(runs([['other']], fixed)).toBe(false);
      expect(runs([[fixed], ['other']], fixed)).toBe(false);
    }
    expect(runs([['project'], ['least']], 'least', 'project')).toBe(true);
    expect(runs([['other']])).toBe(true);
  });

  it('that fixes anything runs nothing of a manifest without the proofs', () => {
    const { scopedBy: _, ...older } = LOGS;
    expect(mayRun(madeKey({ params: { project: 'abc' } }).key, older)).toBe(false);
    expect(mayRun(madeKey({}).key, older)).toBe(true);
    expect(unprovenFor(madeKey({ params: { project: 'abc' } }).key, older)).toEqual({
      params: null,
    });
    expect(unprovenFor(madeKey({ params: { tenant: 'abc' } }).key, older)).toBeNull();
  });

  it.each([
    [['*'], true],
    [['logs.all'], true],
    [['logs.*'], true],
    [['*.all'], true],
    [['l*.*l'], true],
    [['logs.all*'], true],
    [['usage.*', 'logs.all'], true],
    [['logs'], false],
    [['logs.al'], false],
    [['logs.all.*'], false],
    [['logsxall'], false],
    [['LOGS.ALL'], false],
    [['*.al'], false],
    [['*logs'], false],
    [['l*.*x'], false],
    [['logs.a*all'], false],
    [[], false],
  ])('with the globs %j runs logs.all: %j', (endpoints, expected) => {
    expect(mayRun(madeKey({ endpoints }).key, LOGS)).toBe(expected);
  });

  it('is told apart from another key and by endpoint, however often either asks', () => {
    const one = madeKey({ endpoints: ['logs.*'] }).key;
    const other = madeKey({ endpoints: ['usage.*'] }).key;
    for (const _ of [1, 2]) {
      expect([mayRun(one, LOGS), mayRun(one, COUNTS)]).toEqual([true, false]);
      expect([mayRun(other, LOGS), mayRun(other, COUNTS)]).toEqual([false, true]);
    }
  });
});

describe('a fixed value', () => {
  it('stands in for what is left out, and lets no other pass', () => {
    const project = { project: 'abc' };
    expect(asked(LOGS, project, '', 'project')).toEqual(['abc']);
    expect(asked(LOGS, project, 'project=', 'project')).toEqual(['abc']);
    expect(asked(LOGS, project, 'project=abc', 'project')).toEqual(['abc']);
    expect(asked(LOGS, project, 'project=ABC', 'project')).toBeNull();
    expect(asked(LOGS, project, 'project=abc&project=xyz', 'project')).toBeNull();
    expect(asked(LOGS, project, 'least=3', 'least')).toEqual(['3']);
  });

  it('is in canonical form, whatever form the key and the caller write', () => {
    const after = { after: '2026-01-15T10:00:00+02:00' };
    const [text] = asked(LOGS, after, '', 'after') ?? [];
    expect(text).toMatch(/^2026-01-15T08:00:00/);
    expect(asked(LOGS, after, 'after=2026-01-15T08:00:00.000Z', 'after')).toEqual([text]);
    expect(asked(LOGS, after, 'after=2026-01-15T08:00:01Z', 'after')).toBeNull();
  });

  it('given twice stays a fault of the request', () => {
    expect(asked(LOGS, { project: 'abc' }, 'project=abc&project=abc', 'project')).toEqual([
      'abc',
      'abc',
    ]);
  });

  it('that is none of the type lets nothing pass, not even what a caller might slip into', () => {
    expect(asked(LOGS, { least: 'many' }, '', 'least')).toBeNull();
    expect(asked(LOGS, { least: '10' }, '', 'least')).toBeNull();
    expect(asked(COUNTS, { tier: 'FREEE' }, '', 'tier')).toBeNull();
    expect(asked(COUNTS, { tier: 'FREEE' }, 'tier=FREE', 'tier')).toBeNull();
    expect(asked(COUNTS, { tier: 'PRO' }, 'tier=PROO', 'tier')).toBeNull();
  });

  it('of a pattern is that text and no pattern', () => {
    const project = { project: 'a.c' };
    expect(asked(COUNTS, project, '', 'project')).toEqual(['a\\.c']);
    expect(asked(COUNTS, project, 'project=a.c', 'project')).toEqual(['a\\.c']);
    for (const other of ['abc', 'a%5C.c', '.*', '(a.c)']) {
      expect(asked(COUNTS, project, `project=${other}`, 'project')).toBeNull();
    }
  });

  it('never gives way to any text of a caller', () => {
    fc.assert(
      fc.property(unicodeText(), text => {
        const { key } = madeKey({ params: { project: 'abc' } });
        for (const where of [LOGS, COUNTS]) {
          const query = { texts: new Map([['project', [text]]]), faults: [] };
          const found = withinScope(key, where, query)?.texts.get('project') ?? ['abc'];
          expect(found).toEqual(['abc']);
        }
      }),
    );
  });
});
