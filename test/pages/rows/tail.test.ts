import { describe, expect, it } from 'vitest';
import type { AnswerRow } from '../../../explorer/rows/data/row.ts';
import { entriesOf } from '../../../explorer/rows/data/shapes.ts';
import { readLevel, readLogEntry } from '../../../explorer/rows/log/entry.ts';
import { arrived, begun, released, stopWithFault } from '../../../explorer/rows/log/live.ts';
import {
  lowerBoundOf,
  MOST_ENTRIES,
  mergeEntries,
  newestFirst,
  waitOf,
} from '../../../explorer/rows/log/tail.ts';
import { volumeOf } from '../../../explorer/rows/log/volume.ts';
import { column, logRow, logSample } from './samples.ts';

const { columns } = logSample(0);
const shape = entriesOf(columns)!;
const ids = (rows: readonly AnswerRow[]) => rows.map(({ id }) => id);
const entry = (id: string, second: number): AnswerRow => ({
  id,
  timestamp: new Date(second * 1_000).toISOString(),
});

describe('the live tail', () => {
  it('asks from the newest instant that it has seen, to the microsecond', () => {
    expect(lowerBoundOf([], shape.time)).toBeNull();
    const rows = [
      { timestamp: '2026-11-24T05:49:37.000250Z' },
      { timestamp: '2026-11-24T05:49:37Z' },
      { timestamp: null },
    ];
    expect(lowerBoundOf(rows, shape.time)).toBe('2026-11-24T05:49:37.000250Z');
    const millis = column('at', 'timestamp', { encode: 'epoch_millis' });
    expect(lowerBoundOf([{ at: 1_500 }], millis)).toBe('1970-01-01T00:00:01.500Z');
  });

  it('drops entries that it has shown, keeps new ones of the same instant, newest first', () => {
    const shown = [entry('b', 2), entry('a', 1)];
    const { entries, added, isCut } = mergeEntries(
      shown,
      [entry('d', 3), entry('c', 2), entry('b', 2)],
      shape,
    );
    expect(ids(entries)).toEqual(['d', 'c', 'b', 'a']);
    expect([added, isCut]).toEqual([2, false]);
    expect(mergeEntries(shown, [entry('b', 2)], shape)).toEqual({
      entries: shown,
      added: 0,
      isCut: false,
    });
  });

  it('compares entries without identifiers by all that they hold', () => {
    const anonymous = { ...shape, id: null };
    const { entries } = mergeEntries(
      [entry('a', 1)],
      [entry('a', 1), entry('a', 2), entry('a', 2)],
      anonymous,
    );
    expect(entries.length).toBe(2);
  });

  it('says that entries may be missing where an answer does not reach back to what it knows', () => {
    expect(mergeEntries([entry('a', 1)], [entry('z', 9), entry('y', 8)], shape).isCut).toBe(true);
    expect(mergeEntries([], [entry('z', 9)], shape).isCut).toBe(false);
  });

  it('ends with a bounded number of entries, the newest', () => {
    const many = Array.from({ length: MOST_ENTRIES }, (_, at) => entry(`old ${at}`, at));
    const { entries } = mergeEntries(
      newestFirst(many, shape.time),
      [entry('new', MOST_ENTRIES)],
      shape,
    );
    expect(entries.length).toBe(MOST_ENTRIES);
    expect(entries[0]?.['id']).toBe('new');
  });

  it('waits longer with each failure, up to a minute', () => {
    expect([0, 1, 2, 5, 50].map(waitOf)).toEqual([2_000, 4_000, 8_000, 60_000, 60_000]);
  });

  it('keeps new entries back while a person reads, and shows all of them then', () => {
    const first = begun([entry('a', 1)]);
    const held = arrived(
      arrived(first, [entry('b', 2), entry('a', 1)], shape, true),
      [entry('c', 3), entry('b', 2)],
      shape,
      true,
    );
    expect([ids(held.shown), held.waiting]).toEqual([['a'], 2]);
    expect(ids(released(held).shown)).toEqual(['c', 'b', 'a']);
    expect(arrived(held, [entry('c', 3)], shape, false).waiting).toBe(0);
  });

  it('forgets a fault once it succeeds', () => {
    const broken = stopWithFault(begun([entry('a', 1)]), 'The service is away.');
    expect(broken.fault).toBe('The service is away.');
    expect(arrived(broken, [entry('a', 1)], shape, false).fault).toBeNull();
  });
});

describe('an entry', () => {
  it('is a line of its time, its level, its message and what else is short', () => {
    const all = [...columns, column('method', 'string'), column('region', 'string')];
    const { at, level, message, rest } = readLogEntry(
      { ...logRow(7), event_message: 'a\n\tb', method: 'GET', region: null },
      shape,
      all,
    );
    expect(at).toBe(Date.parse(String(logRow(7)['timestamp'])));
    expect(level).toEqual({ text: '503', tone: 'bad' });
    expect(message).toBe('a b');
    expect(rest).toEqual([{ name: 'method', text: 'GET' }]);
  });

  it.each([
    [{ level: 'ERROR' }, 'bad'],
    [{ severity: 'warn' }, 'warning'],
    [{ level: 'info' }, 'plain'],
    [{ log_level: 'debug' }, 'quiet'],
    [{ status: 204 }, 'good'],
    [{ a: { b: { status_code: 404 } } }, 'warning'],
    [{ a: [{ response: [{ status_code: 500 }] }] }, 'bad'],
    [{ a: { b: { c: { level: 'info' } } }, d: { e: { status: 500 } } }, 'bad'],
  ])('%j has a level', (row, tone) => expect(readLevel(row, { levels: [] })?.tone).toBe(tone));

  it('has the level of a column that shows one under another name, and no second time as a word', () => {
    const all = [...columns, { ...column('sev', 'string'), shows: ['severity'] }];
    const named = entriesOf(all);
    if (named === null) throw new Error('no entries');
    const row = { ...logRow(7), sev: 'warn' };
    const { level, rest } = readLogEntry(row, named, all);
    expect([level, rest]).toEqual([{ text: 'warn', tone: 'warning' }, []]);
    expect(volumeOf(named, [row, logRow(8)])?.panels[0]?.series.map(({ tone }) => tone)).toContain(
      'warning',
    );
  });

  it('lacks a level where its values are no short words, or lie deep', () => {
    expect(
      readLevel({ level: { deep: true }, status: 'a whole sentence about it' }, { levels: [] }),
    ).toBeNull();
    expect(
      readLevel({ a: { b: { c: { d: { e: { level: 'info' } } } } } }, { levels: [] }),
    ).toBeNull();
  });
});

describe('the volume of a log', () => {
  it('counts every entry once, by tone', () => {
    const { rows } = logSample(500);
    const volume = volumeOf(shape, rows);
    const series = volume?.panels[0]?.series ?? [];
    expect(series.map(({ label }) => label)).toEqual(['errors', 'warnings', 'others']);
    const total = series.flatMap(({ values }) => values).reduce((a: number, b) => a + (b ?? 0), 0);
    expect(total).toBe(500);
    expect(volume?.times.length).toBeLessThanOrEqual(62);
  });

  it('is left out where all entries are of one instant', () => {
    expect(volumeOf(shape, [entry('a', 1), entry('b', 1)])).toBeNull();
    expect(volumeOf(shape, [])).toBeNull();
  });
});
