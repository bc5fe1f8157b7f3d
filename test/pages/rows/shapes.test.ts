import { describe, expect, it } from 'vitest';
import {
  findCurrentColumn,
  isMeasure,
  toneOf,
  toneOfGroup,
} from '../../../explorer/rows/data/columns.ts';
import { gridOf, linesOf } from '../../../explorer/rows/data/grid.ts';
import type { AnswerRow, Column } from '../../../explorer/rows/data/row.ts';
import {
  categoriesOf,
  findShapes,
  kindsOf,
  timeSeriesOf,
} from '../../../explorer/rows/data/shapes.ts';
import * as samples from './samples.ts';

const { column } = samples;
const names = (columns: readonly Column[]) => columns.map(({ name }) => name);

/** Columns as `name:type`, or `name:type:group`. */
function columnsOf(text: string): readonly Column[] {
  return text.split(' ').map(one => {
    const [name = '', type = '', group] = one.split(':');
    return column(name, type, group === undefined ? {} : { group: true });
  });
}

/** Two rows that differ in every column, of the types of the columns. */
function rowsOf(columns: readonly Column[]): readonly AnswerRow[] {
  const value = (type: string, at: number): unknown => {
    if (type === 'timestamp') return `2026-01-0${at}T00:00:00Z`;
    if (type === 'date') return `2026-01-0${at}`;
    if (type === 'bool') return at === 1;
    return type === 'string' ? `text ${at}` : at;
  };
  return [1, 2].map(at =>
    Object.fromEntries(columns.map(({ name, type }) => [name, value(type, at)])),
  );
}

describe('the view of rows', () => {
  it.each([
    ['buckets with numbers', 'timestamp:timestamp count:int64 error_count:int64', 'chart'],
    ['days with a decimal', 'day:date spent:decimal', 'chart'],
    [
      'entries with a message',
      'id:string timestamp:timestamp event_message:string metadata:record',
      'log',
    ],
    [
      'entries with a path',
      'id:string timestamp:timestamp method:string path:string status:int64',
      'log',
    ],
    ['entries without identifiers', 'at:timestamp level:string message:string', 'log'],
    ['categories', 'class:string requests:int64 share:float64', 'bars'],
    [
      'users and when they came',
      'user_id:string last_seen:timestamp path:string status:int64',
      'table',
    ],
    [
      'monitors without numbers',
      'monitor:string name:string is_up:bool checked_at:timestamp',
      'table',
    ],
    ['numbers of numbers', 'weekday:int64 hour:int64 pushes:int64', 'table'],
    ['names alone', 'path:string', 'table'],
    ['orders', 'id:string placed_at:timestamp status:string total:decimal', 'table'],
    ['orders by their time', 'placed_at:timestamp order_id:string total:decimal', 'table'],
    ['products with two names', 'name:string sku:string price:decimal', 'table'],
    ['products by their keys', 'product_key:string price:decimal', 'table'],
    ['groups of a number', 'code:int64:group requests:int64', 'bars'],
    ['groups and a fact', 'country:string:group orders:int64 last:timestamp', 'bars'],
    ['groups of days', 'day:date:group country:string:group orders:int64', 'chart'],
    ['groups with the time of their last', 'last:timestamp country:string:group n:int64', 'bars'],
  ])('of %s', (_, text, kind) => {
    const columns = columnsOf(text);
    expect(kindsOf(findShapes(columns, rowsOf(columns)))[0]).toBe(kind);
  });

  it('of a single row is its figures, unless it is an entry', () => {
    const counts = columnsOf('requests:int64 users:int64');
    expect(kindsOf(findShapes(counts, rowsOf(counts).slice(1)))).toEqual(['figures', 'table']);
    const entries = samples.logSample(1);
    expect(kindsOf(findShapes(entries.columns, entries.rows))).toEqual(['log', 'figures', 'table']);
  });

  it('of no rows is a table', () => {
    expect(kindsOf(findShapes(samples.logSample(0).columns, []))).toEqual(['table']);
    expect(kindsOf(findShapes([], []))).toEqual(['table']);
  });

  it('has groups only where rows share an instant, and is a table where rows share their group as well', () => {
    const columns = columnsOf('hour:timestamp region:string checks:int64');
    const row = (hour: number, region: string): AnswerRow => {
      return { hour: `2026-01-01T0${hour}:00:00Z`, region, checks: 1 };
    };
    const once = timeSeriesOf(columns, [row(1, 'a'), row(2, 'b')]);
    expect(once?.groups).toEqual([]);
    const twice = timeSeriesOf(columns, [row(1, 'a'), row(1, 'b'), row(2, 'a')]);
    expect(names(twice?.groups ?? [])).toEqual(['region']);
    expect(timeSeriesOf(columns, [row(1, 'a'), row(1, 'a'), row(2, 'a')])).toBeNull();
    expect(timeSeriesOf(columns, [row(1, 'a'), row(1, 'b')])).toBeNull();
  });

  it('takes a bucket for the time wherever its column stands', () => {
    const columns = [column('n', 'int64'), column('at', 'timestamp', { bucket: { seconds: 60 } })];
    expect(timeSeriesOf(columns, rowsOf(columns))?.time.name).toBe('at');
    const plain = columns.map(({ bucket: _, ...rest }) => rest);
    expect(timeSeriesOf(plain, rowsOf(plain))).toBeNull();
  });

  it('is no chart where an instant is missing', () => {
    const columns = columnsOf('day:date n:int64');
    expect(
      timeSeriesOf(columns, [
        { day: null, n: 1 },
        { day: '2026-01-01', n: 2 },
      ]),
    ).toBeNull();
  });

  it('labels bars by all groups, in their order', () => {
    const columns = columnsOf('region:string:group product:string:group orders:int64');
    const rows = ['EU', 'US'].flatMap(region =>
      ['Ink', 'Pen'].map(product => ({ region, product, orders: 1 })),
    );
    expect(names(categoriesOf(columns, rows)?.labels ?? [])).toEqual(['region', 'product']);
    expect(categoriesOf(columns, [...rows, ...rows])).toBeNull();
    const many = Array.from({ length: 61 }, (_, i) => ({
      region: `${i}`,
      product: 'Pen',
      orders: i,
    }));
    expect(categoriesOf(columns, many)).toBeNull();
    expect(categoriesOf(columns, many.slice(1))).not.toBeNull();
  });
});

describe('a grid', () => {
  const linesIn = ({ columns, rows }: ReturnType<typeof samples.cohortSample>) => {
    const grid = gridOf(columns, rows);
    if (grid === null) throw new Error('the rows are no grid');
    const { down, across, measures, isBest } = grid;
    return { down: down.name, across: across.name, measures: names(measures), isBest };
  };

  it('has cohorts down and their ages across, and is their best view', () => {
    const cohorts = samples.cohortSample();
    expect(linesIn(cohorts)).toEqual({
      down: 'cohort',
      across: 'weeks_later',
      measures: ['customers', 'share'],
      isBest: true,
    });
    expect(kindsOf(findShapes(cohorts.columns, cohorts.rows))).toEqual([
      ...['heatmap', 'chart', 'bars', 'table'],
    ]);
  });

  it('has cohorts down and the later times at which they came back across', () => {
    const days = ['2026-09-01', '2026-09-08', '2026-09-15'];
    const rows = days.flatMap((joined, at) =>
      days.slice(at).map(came => ({ joined, came, users: 9 })),
    );
    const columns = columnsOf('joined:date:group came:date:group users:int64');
    const lines = { down: 'joined', across: 'came', measures: ['users'] };
    expect(linesIn({ columns, rows })).toEqual({ ...lines, isBest: true });
    expect(kindsOf(findShapes(columns, rows))[0]).toBe('heatmap');
  });

  it('has time across beside texts, one view among others', () => {
    const compared = samples.comparedSample();
    expect(linesIn(compared)).toEqual({
      down: 'status',
      across: 'hour',
      measures: ['orders', 'revenue'],
      isBest: false,
    });
    const shapes = findShapes(compared.columns, compared.rows);
    expect(kindsOf(shapes, ['lines'])).toEqual(['chart', 'lines', 'bars', 'heatmap', 'table']);
  });

  it('has numbers and times in their order, and texts in that of the rows', () => {
    const [number, text] = columnsOf('n:int64 t:string');
    if (number === undefined || text === undefined) throw new Error('two columns');
    const rows = [10, 9, 10].map((n, at) => ({ n, t: `t${3 - at}` }));
    expect(linesOf(number, rows)).toEqual([9, 10]);
    expect(linesOf(text, rows)).toEqual(['t3', 't2', 't1']);
    expect(linesOf(number, [{ n: 2 }, { n: null }, { n: 1 }])).toEqual([2, null, 1]);
  });

  it('does not fit rows that share a cell, a single line, or more lines than people read at once', () => {
    const columns = columnsOf('a:string:group b:string:group n:int64');
    const rows = (lines: number, width: number) =>
      Array.from({ length: lines * width }, (_, at) => ({
        a: `a${at % lines}`,
        b: `b${Math.floor(at / lines)}`,
        n: at,
      }));
    expect(gridOf(columns, rows(60, 2))).not.toBeNull();
    expect(gridOf(columns, rows(61, 2))).toBeNull();
    expect(gridOf(columns, rows(1, 9))).toBeNull();
    expect(gridOf(columns, [...rows(2, 2), { a: 'a0', b: 'b0', n: 0 }])).toBeNull();
    expect(gridOf(columnsOf('a:string:group n:int64'), rows(2, 2))).toBeNull();
  });
});

describe('a column', () => {
  it('measures, unless its number names or ranks a thing', () => {
    const measures = columnsOf(
      'requests:int64 p95:float64 status:int64 user_id:int64 place:int64 hour:int64 total:decimal name:string',
    ).filter(isMeasure);
    expect(names(measures)).toEqual(['requests', 'p95', 'total']);
  });

  it('has the tone of its name', () => {
    const tones = ['errors', 'error_count', 'failed', '5xx', 'terrors', '4xx', 'warnings', 'count'];
    expect(tones.map(toneOf)).toEqual([
      ...['bad', 'bad', 'bad', 'bad', 'plain', 'warning', 'warning', 'plain'],
    ]);
  });

  it('that shows a status or a level has the tone of its value, whatever it is called', () => {
    const [value, count] = columnsOf('value:string count:int64');
    if (value === undefined || count === undefined) throw new Error('two columns');
    const facet = { ...value, shows: ['status', 'method'] };
    const tones = ['500', '404', '200', 'GET', 'a failed call'].map(text => {
      return [toneOfGroup([facet], { value: text }), toneOfGroup([value], { value: text })];
    });
    expect(tones).toEqual([
      ...[
        ['bad', 'plain'],
        ['warning', 'plain'],
        ['plain', 'plain'],
        ['plain', 'plain'],
      ],
      ['bad', 'bad'],
    ]);
    expect(toneOfGroup([value, { ...value, name: 'level' }], { value: 'a', level: 'warn' })).toBe(
      'warning',
    );
  });

  it('of the period before stands beside the one that it is of', () => {
    const columns = columnsOf(
      'views:int64 previous_views:int64 visits_before:int64 previous_x:int64',
    );
    const current = columns.map(one => findCurrentColumn(one, columns)?.name ?? null);
    expect(current).toEqual([null, 'views', null, null]);
  });
});
