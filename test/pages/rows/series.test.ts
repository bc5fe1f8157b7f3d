import { describe, expect, it } from 'vitest';
import { type ChartSeries, colourName, type Panel } from '../../../explorer/rows/chart/panels.ts';
import { otherStyles, plotOf } from '../../../explorer/rows/chart/series.ts';
import { arrangementOf, layersOf } from '../../../explorer/rows/chart/stack.ts';
import { inferStep, windowOf, withGaps } from '../../../explorer/rows/chart/steps.ts';
import { restingValue, summarizePlot } from '../../../explorer/rows/chart/summary.ts';
import type { Column } from '../../../explorer/rows/data/row.ts';
import { timeSeriesOf } from '../../../explorer/rows/data/shapes.ts';
import type { Given } from './harness.ts';
import * as samples from './samples.ts';

const HOUR = 3_600;

function plotFor({ columns, rows }: Given) {
  const shape = timeSeriesOf(columns, rows);
  if (shape === null) throw new Error('the rows are no series');
  return plotOf(shape, columns, rows);
}

function series(
  label: string,
  values: readonly (number | null)[],
  tone: ChartSeries['tone'] = 'plain',
): ChartSeries {
  return { label, values, tone, resting: 'sum' };
}

const shown = ({ title, style, series }: Panel) => ({
  title,
  style,
  series: series.map(({ label }) => label),
});

describe('steps of time', () => {
  it('are found in even times, and in uneven ones only where buckets are declared', () => {
    expect(inferStep([0, 60, 120, 300], undefined)).toBe(60);
    expect(inferStep([0, 7, 61, 100], undefined)).toBe(0);
    expect(inferStep([0, 7, 61, 100], { seconds: null })).toBe(7);
    expect(inferStep([5], { seconds: null })).toBe(0);
    const months = [1, 2, 3, 4, 5, 6].map(month => Date.UTC(2026, month) / 1_000);
    expect(inferStep(months, undefined)).toBe(28 * 24 * HOUR);
    expect(withGaps(months, inferStep(months, undefined))).toEqual(months);
  });

  it('are those of buckets where the service says them, however few rows there are', () => {
    expect(inferStep([0, 7_200], { seconds: 900 })).toBe(900);
    expect(inferStep([5], { seconds: 60 })).toBe(60);
  });

  it('leave a time of their own in each gap', () => {
    expect(withGaps([0, 60, 240, 300], 60)).toEqual([0, 60, 120, 240, 300]);
    expect(withGaps([0, 500, 501], 0)).toEqual([0, 500, 501]);
  });

  it('make a drawn window of whole buckets, in either direction', () => {
    const times = [0, 60, 120, 180];
    expect(windowOf(times, 60, 50, 130)).toEqual({ from: 60, to: 180 });
    expect(windowOf(times, 60, 130, 50)).toEqual({ from: 60, to: 180 });
    expect(windowOf(times, 60, 95, 140)).toEqual({ from: 120, to: 180 });
    expect(windowOf(times, 0, 50, 130)).toEqual({ from: 50, to: 130 });
  });
});

describe('a plot', () => {
  it('has a panel a unit: counts as bars, the rest as lines', () => {
    const plot = plotFor(samples.chartSample());
    expect(plot.step).toBe(HOUR);
    expect(plot.panels.map(shown)).toEqual([
      { title: 'Counts', style: 'overlay', series: ['count', 'error_count'] },
      { title: 'In ms', style: 'lines', series: ['avg_execution_time', 'p95_execution_time'] },
    ]);
    expect(plot.panels[0]?.series.map(({ tone }) => tone)).toEqual(['plain', 'bad']);
  });

  it('shows missing buckets and NULL as gaps, never as zero', () => {
    const { times, panels } = plotFor(samples.chartSample());
    const gap = times.findIndex((time, at) => time - (times[at - 1] ?? time) > HOUR);
    expect(panels[0]?.series[0]?.values[gap - 1]).toBeNull();
    const [mean] = panels[1]?.series ?? [];
    expect(mean?.values[9]).toBeNull();
    expect(mean?.values[10]).not.toBeNull();
  });

  it('has the eight largest groups and the rest, which lose no count', () => {
    const given = samples.groupSample();
    const [checks, uptime] = plotFor(given).panels;
    expect(checks?.series.map(({ label }) => label)).toEqual([
      ...['fra', 'iad', 'sfo', 'gru', 'sin', 'syd', 'nrt', 'lhr', '3 others'],
    ]);
    const total = (checks?.series ?? [])
      .flatMap(({ values }) => values)
      .reduce((a: number, b) => a + (b ?? 0), 0);
    expect(total).toBe(given.rows.reduce((sum, row) => sum + Number(row['checks']), 0));
    expect([uptime?.series.length, uptime?.omitted, uptime?.style]).toEqual([8, 3, 'lines']);
  });

  it('puts the period before beside its own', () => {
    const [panel, ...others] = plotFor(samples.previousSample()).panels;
    expect(others).toEqual([]);
    expect(panel?.title).toBe('views');
    expect(panel?.series.map(({ tone }) => tone)).toEqual(['plain', 'previous']);
    expect(layersOf(panel?.series ?? [], 'stack', () => false).map(({ series }) => series)).toEqual(
      [0],
    );
  });

  it('draws the period before of groups: a total above a stack, a twin of each line', () => {
    const { columns, rows } = samples.comparedSample();
    const [orders, revenue, ...others] = plotFor({ columns, rows }).panels;
    expect(others).toEqual([]);
    expect(orders && shown(orders)).toEqual({
      title: 'orders',
      style: 'stack',
      series: ['paid', 'refunded', 'previous_orders, all groups'],
    });
    const total = orders?.series.at(-1);
    expect(total?.tone).toBe('previous');
    const sums = rows.reduce<number[]>((all, row, at) => {
      const hour = Math.floor(at / 2);
      all[hour] = (all[hour] ?? 0) + Number(row['previous_orders']);
      return all;
    }, []);
    expect(total?.values).toEqual(sums);
    expect(revenue && shown(revenue)).toEqual({
      title: 'revenue',
      style: 'lines',
      series: ['paid', 'refunded'],
    });
    const paid = rows.filter(row => row['status'] === 'paid');
    expect(revenue?.series[0]?.before).toEqual(paid.map(row => row['previous_revenue']));
  });

  it('is drawn as the user wants, where that shows the numbers right', () => {
    const stylesOf = ({ columns, rows }: Given) => {
      const shape = timeSeriesOf(columns, rows);
      if (shape === null) throw new Error('the rows are no series');
      const drawn = (['chart', 'lines', 'stacked'] as const).map(wanted =>
        plotOf(shape, columns, rows, wanted).panels.map(({ style }) => style),
      );
      return { drawn, others: otherStyles(shape, columns, rows) };
    };
    expect(stylesOf(samples.comparedSample())).toEqual({
      drawn: [
        ['stack', 'lines'],
        ['lines', 'lines'],
        ['stack', 'stack'],
      ],
      others: ['lines', 'stacked'],
    });
    // shares do not add up, and of these counts one is part of the other
    expect(stylesOf(samples.groupSample()).drawn[2]).toEqual(['stack', 'lines']);
    expect(stylesOf(samples.chartSample())).toEqual({
      drawn: [
        ['overlay', 'lines'],
        ['lines', 'lines'],
        ['stack', 'lines'],
      ],
      others: ['lines', 'stacked'],
    });
    const { columns, rows } = samples.comparedSample();
    const negative = rows.map(row => ({ ...row, revenue: -1 }));
    expect(stylesOf({ columns, rows: negative }).drawn[2]).toEqual(['stack', 'lines']);
  });

  it('has one colour for a group, and the same groups, in all panels', () => {
    const columns = [
      samples.column('hour', 'timestamp', { bucket: { seconds: HOUR } }),
      samples.column('region', 'string', { group: true }),
      samples.column('requests', 'int64'),
      samples.column('latency', 'float64', { unit: 'ms' }),
    ];
    const rows = Array.from({ length: 24 }, (_, at) => ({
      hour: `2026-01-01T0${at % 2}:00:00Z`,
      region: `r${Math.floor(at / 2)}`,
      // the largest of one measure are the smallest of the other
      requests: 100 - at,
      latency: at,
    }));
    const plot = plotFor({ columns, rows });
    const [requests, latency] = plot.panels;
    const regions = Array.from({ length: 8 }, (_, at) => `r${at}`);
    expect(requests?.series.map(({ label }) => label)).toEqual([...regions, '4 others']);
    expect(latency?.series.map(({ label }) => label)).toEqual(regions);
    const colours = latency?.series.map(one => colourName(plot, one));
    expect(colours).toEqual(regions.map((_, at) => `--series-${at + 1}`));
    expect(requests?.series.slice(0, 8).map(one => colourName(plot, one))).toEqual(colours);
  });

  it('keeps the colours of groups while their order of size changes', () => {
    const columns = [
      samples.column('hour', 'timestamp', { bucket: { seconds: HOUR } }),
      samples.column('status', 'string', { group: true }),
      samples.column('orders', 'int64'),
    ];
    const coloursOf = (sizes: Readonly<Record<string, number>>) => {
      const rows = Object.entries(sizes).flatMap(([status, orders]) =>
        [0, 1].map(at => ({ hour: `2026-01-01T0${at}:00:00Z`, status, orders })),
      );
      const plot = plotFor({ columns, rows });
      const series = plot.panels[0]?.series ?? [];
      return new Map(series.map(one => [one.label, colourName(plot, one)]));
    };
    const colours = coloursOf({ open: 5, paid: 9, sent: 7 });
    expect([...colours.keys()]).toEqual(['paid', 'sent', 'open']);
    expect(coloursOf({ open: 9, paid: 5, sent: 7 })).toEqual(colours);
  });

  it('takes rows in any order', () => {
    const given = samples.chartSample();
    expect(plotFor({ ...given, rows: given.rows.toReversed() })).toEqual(plotFor(given));
  });

  it('of more values than a call takes arguments is made', () => {
    const columns = [
      samples.column('at', 'date', { bucket: { seconds: null } }),
      samples.column('n', 'int64'),
    ];
    const rows = Array.from({ length: 130_000 }, (_, at) => ({ at: at * 1_000, n: at }));
    expect(plotFor({ columns, rows }).times.length).toBe(130_000);
  });
});

describe('bars', () => {
  it('stand before each other where one count is part of another', () => {
    const requests = series('requests', [5, 8, null]);
    const errors = series('errors', [1, 8, null], 'bad');
    expect(arrangementOf([errors, requests])).toBe('overlay');
    expect(layersOf([errors, requests], 'overlay', () => false)).toEqual([
      { series: 1, tops: [5, 8, null] },
      { series: 0, tops: [1, 8, null] },
    ]);
  });

  it('stand on each other where they add up', () => {
    expect(arrangementOf([series('ok', [5, 1]), series('errors', [1, 2], 'bad')])).toBe('stack');
    const parts = [series('total_rest_requests', [9, 9]), series('total_auth_requests', [1, 1])];
    expect(arrangementOf(parts)).toBe('stack');
    expect(arrangementOf([series('views', [9]), series('visitors', [4])])).toBe('overlay');
  });

  it('are painted from the highest down, errors at the bottom, gaps left out', () => {
    const all = [
      series('a', [1, null, 3]),
      series('b', [2, null, null]),
      series('errors', [4, null, 1], 'bad'),
    ];
    expect(layersOf(all, 'stack', () => false)).toEqual([
      { series: 1, tops: [7, null, 4] },
      { series: 0, tops: [5, null, 4] },
      { series: 2, tops: [4, null, 1] },
    ]);
    expect(layersOf(all, 'stack', index => index === 0)).toEqual([
      { series: 1, tops: [6, null, 1] },
      { series: 2, tops: [4, null, 1] },
    ]);
  });

  it('have a summary in words', () => {
    const plot = plotFor(samples.previousSample());
    const summary = summarizePlot(plot.panels[0]!, plot, 'UTC');
    expect(summary).toMatch(
      /^Bar chart of views, from Mon 2026-11-23 to Sun 2026-12-06\. views: 48\.\dK in all, /,
    );
    expect(summary).toContain('previous_views:');
  });

  it('have one value in the legend, which fits the measure', () => {
    expect(restingValue([1, null, 2], 'sum')).toBe(3);
    expect(restingValue([1, null, 2], 'mean')).toBe(1.5);
    expect(restingValue([1, 2, null], 'last')).toBe(2);
    expect(restingValue([3, 1, null, 2], 'min')).toBe(1);
    expect(restingValue([1, 3, null, 2], 'max')).toBe(3);
    expect(restingValue([null], 'sum')).toBeNull();
  });

  it('have the value in the legend that their column says, under any name and unit', () => {
    const time = { name: 'day', type: 'date', nullable: false, bucket: { seconds: 86_400 } };
    const columns = [
      { name: 'turnover', type: 'float64', nullable: true, overall: 'sum' as const },
      { name: 'waited', type: 'float64', nullable: true, unit: 'ms', overall: 'sum' as const },
      { name: 'users', type: 'int64', nullable: false, overall: 'mean' as const },
      { name: 'total_max', type: 'float64', nullable: true, overall: 'max' as const },
    ];
    const rows = ['2026-01-01', '2026-01-02'].map(day => ({
      ...{ day, turnover: 1, waited: 2, users: 3, total_max: 4 },
    }));
    const { panels } = plotOf({ time, groups: [], measures: columns }, [time, ...columns], rows);
    const found = panels.flatMap(({ series }) => series.map(one => [one.label, one.resting]));
    expect(Object.fromEntries(found)).toEqual({
      ...{ turnover: 'sum', waited: 'sum', users: 'mean', total_max: 'max' },
    });
  });

  it('of the period before are dashed under any name', () => {
    const time = { name: 'day', type: 'date', nullable: false, bucket: { seconds: 86_400 } };
    const orders = { name: 'orders', type: 'int64', nullable: false };
    const lately = { name: 'lately', type: 'int64', nullable: true, previous: 'orders' };
    const rows = ['2026-01-01', '2026-01-02'].map(day => ({ day, orders: 1, lately: 2 }));
    const shape = { time, groups: [], measures: [orders, lately] };
    const { panels } = plotOf(shape, [time, orders, lately], rows);
    expect(panels.map(({ series }) => series.map(({ tone }) => tone))).toEqual([
      ['plain', 'previous'],
    ]);
  });

  it('of groups are those that the order of the rows puts first, and stack only if they add up', () => {
    const time = { name: 'day', type: 'date', nullable: false, bucket: { seconds: 86_400 } };
    const group = { name: 'country', type: 'string', nullable: false, group: true as const };
    const users = { name: 'users', type: 'int64', nullable: false, overall: 'mean' as const };
    const orders = { name: 'orders', type: 'int64', nullable: false, overall: 'sum' as const };
    const countries = Array.from({ length: 12 }, (_, at) => at);
    const rows = ['2026-01-01', '2026-01-02'].flatMap(day =>
      countries.map(at => ({ day, country: `c${at}`, users: at, orders: 100 - at })),
    );
    const plotBy = (columns: readonly Column[]) =>
      plotOf({ time, groups: [group], measures: columns }, [time, group, ...columns], rows);
    const [first, second] = plotBy([users, { ...orders, order: 1 }]).panels;
    expect([first?.style, second?.style]).toEqual(['lines', 'stack']);
    expect(second?.series[0]?.label).toBe('c0');
    expect(plotBy([users, orders]).panels[1]?.series[0]?.label).toBe('c11');
  });

  it.each([
    ['orders', 'int64', undefined, 'sum'],
    ['revenue', 'float64', 'EUR', 'sum'],
    ['sent', 'int64', 'bytes', 'sum'],
    ['avg_price', 'float64', 'EUR', 'mean'],
    ['max_price', 'float64', 'EUR', 'mean'],
    ['latency', 'float64', 'ms', 'mean'],
    ['share', 'float64', 'ratio', 'mean'],
    ['level', 'float64', undefined, 'last'],
  ])('of the line %s (%s, %s) have the %s in the legend', (name, type, unit, expected) => {
    const time = { name: 'timestamp', type: 'timestamp', nullable: false };
    const of = { name, type, nullable: false, ...(unit === undefined ? {} : { unit }) };
    const shape = { time, groups: [], measures: [of] };
    const restingAt = (...days: readonly string[]) => {
      const rows = days.map(day => ({ timestamp: `${day}T00:00:00Z`, [name]: 1 }));
      return plotOf(shape, [time, of], rows).panels[0]?.series[0]?.resting;
    };
    expect(restingAt('2026-01-01', '2026-01-02')).toBe(expected);
    expect(restingAt('2026-01-01')).toBe('last');
  });
});
