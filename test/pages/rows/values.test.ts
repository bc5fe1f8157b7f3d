import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeLabels } from '../../../explorer/rows/chart/axis.ts';
import { formatJson } from '../../../explorer/rows/data/json-text.ts';
import { withLooks } from '../../../explorer/rows/data/looks.ts';
import { percent, quantity, rounded, roundedDecimal } from '../../../explorer/rows/data/numbers.ts';
import { found, nextSorting, sortRows } from '../../../explorer/rows/data/order.ts';
import { cellOf } from '../../../explorer/rows/data/row.ts';
import { bucketText, formatZonedInstant } from '../../../explorer/rows/data/times.ts';
import { formatRfc3339, numberOf, readInstantMillis } from '../../../explorer/rows/data/values.ts';
import { shownCell, unitText } from '../../../explorer/rows/table/cell.ts';
import { widthsOf } from '../../../explorer/rows/table/widths.ts';
import { column } from './samples.ts';

describe('a cell', () => {
  it('is the row’s own, never one of every object', () => {
    expect(cellOf({}, 'constructor')).toBeNull();
    expect(cellOf(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1);
    expect(cellOf({ a: undefined }, 'a')).toBeNull();
  });

  it('is read as a number from text as well', () => {
    expect(numberOf(column('a', 'int64'), 7)).toBe(7);
    expect(numberOf(column('a', 'int64'), '9007199254740993')).toBe(9_007_199_254_740_992);
    expect(numberOf(column('a', 'decimal'), '-12.50')).toBe(-12.5);
    expect(numberOf(column('a', 'float64'), null)).toBeNull();
    expect(numberOf(column('a', 'decimal'), '1e5')).toBeNull();
    expect(numberOf(column('a', 'string'), '12')).toBeNull();
  });

  it.each([
    ['rfc3339', undefined, '2026-11-24T05:49:37Z', 1_795_499_377_000],
    ['with microseconds', 'rfc3339', '2026-11-24T05:49:37.000250Z', 1_795_499_377_000.25],
    ['in microseconds', 'epoch_micros', 1_795_499_377_000_250, 1_795_499_377_000.25],
    ['in milliseconds', 'epoch_millis', 1_795_499_377_001, 1_795_499_377_001],
    ['in microseconds as text', 'string', '1795499377000250', 1_795_499_377_000.25],
    ['before 1970', 'epoch_micros', -1_500, -1.5],
  ])('is an instant %s', (_, encode, value, millis) => {
    const timestamp = column('at', 'timestamp', encode === undefined ? {} : { encode });
    expect(readInstantMillis(timestamp, value)).toBe(millis);
  });

  it('is an instant of UTC if it is a datetime that begins a bucket', () => {
    const bucket = { seconds: 3_600 };
    const text = '2026-11-24T05:49:37';
    expect(readInstantMillis(column('at', 'datetime', { bucket }), text)).toBe(1_795_499_377_000);
    expect(readInstantMillis(column('at', 'datetime'), text)).toBeNull();
  });

  it('gives no instant for other values', () => {
    const at = column('at', 'timestamp');
    expect([null, 'soon', true, {}].map(value => readInstantMillis(at, value))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(readInstantMillis(column('n', 'int64'), 5)).toBeNull();
  });

  it('of an instant is asked for again to the microsecond', () => {
    const micros = fc.bigInt({ min: -(10n ** 15n), max: 4n * 10n ** 15n });
    fc.assert(
      fc.property(micros, value => {
        const text = formatRfc3339(Number(value) / 1_000);
        const millis = readInstantMillis(column('at', 'timestamp'), text) ?? 0;
        expect(Math.round(millis * 1_000)).toBe(Number(value));
      }),
    );
  });
});

describe('a number', () => {
  it.each([
    [0, '0'],
    [1_234_567, '1,234,567'],
    [12.34567, '12.35'],
    [1_234.567, '1,235'],
    [0.000123456, '0.0001235'],
    [1.5e-9, '1.5E-9'],
    [123_456_789_012_345_680, '1.235E17'],
    [-0.5, '-0.5'],
  ])('%d is rounded for people', (value, text) => expect(rounded(value)).toBe(text));

  it('keeps two digits behind the point where it is a decimal', () => {
    expect(roundedDecimal(48_210.5)).toBe('48,210.5');
    expect(roundedDecimal(1.239)).toBe('1.24');
    expect(roundedDecimal(0.01234)).toBe('0.01234');
  });

  it('near the whole is not the whole', () => {
    expect([0.99985, 0.5, 1, 0.000632].map(percent)).toEqual(['99.99%', '50%', '100%', '0.0632%']);
  });

  it.each([
    [412, 'ms', '412 ms'],
    [1_240, 'ms', '1.24 s'],
    [90, 's', '1.5 min'],
    [0.25, 'ms', '250 µs'],
    [0, 'ms', '0 ms'],
    [1_500_000, 'bytes', '1.5 MB'],
    [0.125, 'ratio', '12.5%'],
    [1_234, 'EUR', '1.23K EUR'],
    [12_345, undefined, '12.3K'],
    [-2_000, 'ms', '-2 s'],
  ])('%d %s has the scale that fits', (value, unit, text) =>
    expect(quantity(value, unit)).toBe(text),
  );

  it.each<
    [type: string, unit: string | undefined, values: readonly unknown[], texts: readonly string[]]
  >([
    ['float64', undefined, [1.5, 12.25, 3], ['1.50', '12.25', '3.00']],
    ['float64', undefined, [1_234.5, 2.25], ['1,235', '2']],
    ['float64', undefined, [0.001, 0.02], ['0.001', '0.020']],
    ['float64', undefined, [12.5, 0.004, 0], ['12.50', '0.004', '0.00']],
    ['float64', undefined, [1, 2], ['1', '2']],
    ['float64', 'ratio', [0.5, 0.123, 0.0004], ['50.00%', '12.30%', '0.04%']],
    ['decimal', undefined, ['5', '12.5', '1234.75'], ['5.00', '12.50', '1,234.75']],
    ['int64', undefined, [1, 20], ['1', '20']],
    ['float64', undefined, [null], ['null']],
    [
      'timestamp',
      undefined,
      ['2026-10-27T00:00:00Z', '2026-10-28T00:00:00Z'],
      ['2026-10-27', '2026-10-28'],
    ],
    [
      'timestamp',
      undefined,
      ['2026-10-27T00:00:00Z', '2026-10-28T00:00:01Z'],
      ['2026-10-27 00:00:00', '2026-10-28 00:00:01'],
    ],
  ])('of %s in %s look alike in a column: %j', (type, unit, values, texts) => {
    const columns = [column('n', type, unit === undefined ? {} : { unit })];
    const [looking] = withLooks(
      columns,
      values.map(n => ({ n })),
      'UTC',
    );
    if (looking === undefined) throw new Error('a column stays');
    expect(values.map(value => shownCell(looking, value, 'UTC').text)).toEqual(texts);
  });

  it('of amounts all have two digits after the point, however large they are', () => {
    const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
    const amounts = fc.array(cents, { minLength: 1, maxLength: 20 });
    const property = fc.property(amounts, all => {
      const rows = all.map(n => ({ n: amountOf(n) }));
      const [looking] = withLooks([column('n', 'decimal', { unit: 'EUR' })], rows, 'UTC');
      if (looking === undefined) throw new Error('a column stays');
      const digits = rows.map(
        ({ n }) => (shownCell(looking, n, 'UTC').text.split('.')[1] ?? '').length,
      );
      expect(new Set(digits).size).toBe(1);
    });
    fc.assert(property, { examples: [[[86_867_050n, 86_243_857n]]] });
  });

  it('of days are days in their zone, and those of UTC in every zone', () => {
    const shown = (at: string, zone: string) => {
      const [looking] = withLooks([column('at', 'timestamp')], [{ at }], zone);
      if (looking === undefined) throw new Error('a column stays');
      return [shownCell(looking, at, zone).text, unitText(looking)];
    };
    expect(shown('2026-10-26T23:00:00Z', 'Europe/Berlin')).toEqual(['2026-10-27', undefined]);
    expect(shown('2026-10-26T23:00:00Z', 'UTC')).toEqual(['2026-10-26 23:00:00', undefined]);
    expect(shown('2026-10-27T00:00:00Z', 'UTC')).toEqual(['2026-10-27', undefined]);
    expect(shown('2026-10-27T00:00:00Z', 'Europe/Berlin')).toEqual(['2026-10-27', 'UTC']);
    expect(shown('2026-10-27T00:00:00Z', 'America/New_York')).toEqual(['2026-10-27', 'UTC']);
  });

  it('shows as itself in the title where it was rounded, and ungrouped where it names a thing', () => {
    const latency = column('latency', 'float64', { unit: 'ms' });
    const shown = shownCell(latency, 57.21816934965318, 'UTC');
    expect(shown).toEqual({ text: '57.22', kind: 'number', title: '57.21816934965318' });
    expect(shownCell(column('user_id', 'int64'), 1_234_567, 'UTC').text).toBe('1234567');
    const exact = shownCell(column('n', 'int64', { encode: 'string' }), '9007199254740993', 'UTC');
    expect(exact.title).toBe('9007199254740993');
    expect(shownCell(latency, null, 'UTC')).toEqual({
      text: 'null',
      kind: 'null',
      title: undefined,
    });
  });
});

/** As the service writes a decimal: without zeros at the end. */
function amountOf(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  const fraction = String(size % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${cents < 0n ? '-' : ''}${size / 100n}${fraction === '' ? '' : `.${fraction}`}`;
}

describe('an instant', () => {
  it('is shown in the chosen zone', () => {
    const at = Date.UTC(2026, 10, 24, 23, 30, 5, 120);
    expect(formatZonedInstant(at, 'UTC')).toBe('2026-11-24 23:30:05.120');
    expect(formatZonedInstant(at, 'Europe/Berlin')).toBe('2026-11-25 00:30:05.120');
    expect(formatZonedInstant(Date.UTC(2026, 6, 1), 'America/New_York')).toBe(
      '2026-06-30 20:00:00',
    );
  });

  it('of a bucket says no more than its step needs', () => {
    const day = Date.UTC(2026, 10, 24);
    expect(bucketText(day, 86_400, 'UTC')).toBe('Tue 2026-11-24');
    expect(bucketText(day, 86_400, 'Europe/Berlin')).toBe('2026-11-24 01:00');
    expect(bucketText(day, 3_600, 'UTC')).toBe('2026-11-24 00:00');
    expect(bucketText(day + 1_000, 1, 'UTC')).toBe('2026-11-24 00:00:01');
  });

  it('on the axis says the date where it changes', () => {
    const noon = Date.UTC(2026, 10, 23, 12) / 1_000;
    const labels = timeLabels([noon, noon + 21_600, noon + 43_200], 21_600, 'UTC');
    expect(labels).toEqual(['12:00\n23 Nov', '18:00', '00:00\n24 Nov']);
    expect(timeLabels([noon], 86_400, 'UTC')).toEqual(['23 Nov\n2026']);
    expect(timeLabels([noon], 30 * 86_400, 'UTC')).toEqual(['Nov\n2026']);
  });
});

describe('JSON text', () => {
  it('is that of JSON.stringify for what came as JSON', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(formatJson(JSON.parse(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('of values deeper than the stack is whole', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(formatJson(JSON.parse(text)).length).toBe(text.length);
  });

  it('ends at its limit, however much there is', () => {
    const text = formatJson(
      Array.from({ length: 100_000 }, (_, at) => at),
      10,
    );
    expect(text).toBe('[0,1,2,3,4…');
  });
});

describe('rows', () => {
  const columns = [column('n', 'int64'), column('name', 'string'), column('at', 'timestamp')];
  const rows = [
    { n: 10, name: 'b10', at: '2026-01-01T00:00:00Z' },
    { n: null, name: 'B9', at: '2026-01-01T00:00:00.500Z' },
    { n: 9, name: null, at: '2025-12-31T23:59:59Z' },
  ];
  const order = (column: string, descending: boolean) =>
    sortRows(rows, columns, { column, descending }).map(row =>
      rows.indexOf(row as (typeof rows)[number]),
    );

  it('sort by value, NULL last both ways', () => {
    expect(order('n', false)).toEqual([2, 0, 1]);
    expect(order('n', true)).toEqual([0, 2, 1]);
    expect(order('name', false)).toEqual([1, 0, 2]);
    expect(order('at', true)).toEqual([1, 0, 2]);
    expect(sortRows(rows, columns, null)).toBe(rows);
    expect(sortRows(rows, columns, { column: 'gone', descending: true })).toBe(rows);
  });

  it('sort up, then down, then as they came', () => {
    const first = nextSorting(null, 'n');
    expect(first).toEqual({ column: 'n', descending: false });
    expect(nextSorting(first, 'n')).toEqual({ column: 'n', descending: true });
    expect(nextSorting({ column: 'n', descending: true }, 'n')).toBeNull();
    expect(nextSorting(first, 'name')).toEqual({ column: 'name', descending: false });
  });

  it('are found by any text within them, whatever its case', () => {
    const deep = { a: { b: [{ c: 'Needle' }] } };
    expect(found([deep, { a: 'hay' }], ' nEEdle ')).toEqual([deep]);
    expect(found(rows, '')).toBe(rows);
    expect(found(rows, '.*')).toEqual([]);
  });

  it('have columns as wide as what stands in them, within bounds', () => {
    const texts = [
      column('a', 'string'),
      column('long', 'string'),
      column('a_name_of_many_words_in_one', 'int64'),
    ];
    const widths = widthsOf(
      texts,
      [{ a: 'x', long: 'y'.repeat(500), a_name_of_many_words_in_one: 1 }],
      'UTC',
    );
    expect(widths).toEqual([7, 44, 27]);
  });
});
