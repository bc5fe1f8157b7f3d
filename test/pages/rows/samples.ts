/** Made-up rows for each view. The same numbers come each time. */
import type { AnswerRow, Column } from '../../../explorer/rows/data/row.ts';
import type { Given } from './harness.ts';

export function column(name: string, type: string, rest: Partial<Column> = {}): Column {
  return { name, type, nullable: true, ...rest };
}

const START = Date.UTC(2026, 10, 23, 6);

/** Between 0 and 1. */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

function instant(millis: number): string {
  return new Date(START + millis).toISOString().replace('.000Z', 'Z');
}

/** Counts, errors among them, and durations, with a gap of three hours. */
export function chartSample(hours = 36): Given {
  const rows = Array.from({ length: hours }, (_, hour): AnswerRow => {
    const count = Math.round(900 + 500 * Math.sin(hour / 4) + 300 * noise(hour));
    const mean = 80 + 40 * noise(hour + 100);
    return {
      timestamp: instant(hour * 3_600_000),
      count,
      error_count: Math.round(count * 0.12 * noise(hour + 7)),
      avg_execution_time: hour === 9 ? null : mean,
      p95_execution_time: mean * 3.4,
    };
  });
  return {
    columns: [
      column('timestamp', 'timestamp', { nullable: false, description: 'When the bucket begins.' }),
      column('count', 'int64', { description: 'Number of invocations.' }),
      column('error_count', 'int64'),
      column('avg_execution_time', 'float64', { unit: 'ms' }),
      column('p95_execution_time', 'float64', { unit: 'ms' }),
    ],
    rows: rows.filter((_, hour) => hour < 14 || hour > 16),
  };
}

/** Groups: more of them than have a series each. */
export function groupSample(): Given {
  const regions = ['fra', 'iad', 'sfo', 'gru', 'sin', 'syd', 'nrt', 'lhr', 'cdg', 'bom', 'jnb'];
  const rows = Array.from({ length: 24 }, (_, hour) =>
    regions.map((region, at): AnswerRow => {
      const checks = Math.round((400 / (at + 1)) * (0.7 + 0.6 * noise(hour * 31 + at)));
      const uptime = 1 - 0.02 * noise(hour * 17 + at);
      return { hour: instant(hour * 3_600_000), region, checks, uptime };
    }),
  );
  return {
    columns: [
      column('hour', 'timestamp'),
      column('region', 'string'),
      column('checks', 'int64'),
      column('uptime', 'float64', { unit: 'ratio' }),
    ],
    rows: rows.flat(),
  };
}

export function previousSample(): Given {
  const rows = Array.from({ length: 14 }, (_, day): AnswerRow => {
    const views = Math.round(3_000 + 900 * noise(day));
    const before = day < 3 ? null : Math.round(2_600 + 900 * noise(day + 50));
    return { day: instant(day * 86_400_000).slice(0, 10), views, previous_views: before };
  });
  return {
    columns: [column('day', 'date'), column('views', 'int64'), column('previous_views', 'int64')],
    rows,
  };
}

export function figuresSample(): Given {
  return {
    columns: [
      column('requests', 'int64'),
      column('previous_requests', 'int64'),
      column('users', 'int64'),
      column('failed', 'int64'),
      column('error_rate', 'float64', { unit: 'ratio' }),
      column('p95', 'float64', { unit: 'ms' }),
      column('revenue', 'decimal', { unit: 'EUR' }),
      column('slowest', 'string'),
      column('last_seen', 'timestamp'),
    ],
    rows: [
      {
        requests: 1_284_332,
        previous_requests: 1_100_001,
        users: 5_204,
        failed: 812,
        error_rate: 0.000632,
        p95: 1_482.531,
        revenue: '48210.50',
        slowest: '/storage/v1/object/sign',
        last_seen: instant(1_234),
      },
    ],
  };
}

export function barsSample(): Given {
  const classes = [
    ['2xx', 98_231],
    ['3xx', 10_482],
    ['4xx', 3_215],
    ['5xx', 811],
  ] as const;
  return {
    columns: [
      column('class', 'string'),
      column('requests', 'int64'),
      column('share', 'float64', { unit: 'ratio' }),
    ],
    rows: classes.map(([name, requests]) => ({ class: name, requests, share: requests / 112_739 })),
  };
}

/** The weeks in which customers came, and the share that is still there in later weeks. */
export function cohortSample(): Given {
  const weeks = Array.from({ length: 8 }, (_, at) => at);
  const rows = weeks.flatMap(week =>
    weeks.slice(week).map((_, later): AnswerRow => {
      const share = later === 0 ? 1 : 0.9 ** later * (0.8 + 0.2 * noise(week * 9 + later));
      const cohort = instant(week * 7 * 86_400_000).slice(0, 10);
      return { cohort, weeks_later: later, customers: Math.round(1_000 * share), share };
    }),
  );
  return {
    columns: [
      column('cohort', 'date', { group: true }),
      column('weeks_later', 'int64', { group: true }),
      column('customers', 'int64'),
      column('share', 'float64', { unit: 'ratio' }),
    ],
    rows,
  };
}

/** The best products of each category. */
export function bestSample(): Given {
  const rows = ['Bags', 'Hats'].flatMap((category, at) =>
    [1, 2, 3].map((place): AnswerRow => {
      return { category, sku: `SKU-${place * 7 + at}`, orders: 700 - 30 * place + at, place };
    }),
  );
  return {
    columns: [
      column('category', 'string', { group: true }),
      column('sku', 'string', { group: true }),
      column('orders', 'int64'),
      column('place', 'int64'),
    ],
    rows,
  };
}

/** Groups in each hour, beside the hour of the period before. */
export function comparedSample(): Given {
  const rows = Array.from({ length: 24 }, (_, hour) =>
    ['paid', 'refunded'].map((status, at): AnswerRow => {
      const orders = Math.round(60 / (at + 1) + 20 * noise(hour * 3 + at));
      const revenue = 99 * orders;
      const before = { previous_orders: orders + 3, previous_revenue: revenue - 50 };
      return { hour: instant(hour * 3_600_000), status, orders, revenue, ...before };
    }),
  );
  return {
    columns: [
      column('hour', 'timestamp', { bucket: { seconds: 3_600 } }),
      column('status', 'string', { group: true }),
      column('orders', 'int64'),
      column('previous_orders', 'int64'),
      column('revenue', 'float64', { unit: 'EUR' }),
      column('previous_revenue', 'float64', { unit: 'EUR' }),
    ],
    rows: rows.flat(),
  };
}

const PATHS = ['/rest/v1/orders', '/auth/v1/token', '/storage/v1/object/list', '/realtime/v1/ws'];

export function logRow(at: number): AnswerRow {
  const status = [200, 200, 201, 304, 200, 404, 200, 503, 200, 401][at % 10]!;
  const path = PATHS[at % PATHS.length]!;
  const millis = 60_000_000 + at * 7_321;
  return {
    id: `entry-${at}`,
    timestamp: instant(millis),
    event_message: `GET | ${status} | 203.0.113.${at % 250} | https://abc.example.test${path} | Mozilla/5.0 (X11; Linux x86_64)`,
    metadata: {
      request: { method: 'GET', path, cf: { country: 'DE', asn: 3_320 } },
      response: { status_code: status, origin_time: Math.round(300 * noise(at)) },
    },
  };
}

export function logSample(count = 200): Given {
  return {
    columns: [
      column('id', 'string'),
      column('timestamp', 'timestamp'),
      column('event_message', 'string'),
      column('metadata', 'record'),
    ],
    rows: Array.from({ length: count }, (_, at) => logRow(at)),
  };
}

export function tableSample(count = 300): Given {
  const rows = Array.from({ length: count }, (_, at): AnswerRow => {
    return {
      monitor: `monitor-${at}`,
      name: ['Checkout', 'Search', 'Sign-in', 'Assets'][at % 4]!,
      is_up: at % 9 !== 0,
      status: [200, 500, 404][at % 3]!,
      latency: at % 13 === 0 ? null : 1_000 * noise(at),
      amount: `${Math.round(10_000 * noise(at + 5))}.25`,
      checked_at: instant(at * 61_234),
      tags: ['eu', at % 2 === 0 ? 'critical' : 'low'],
    };
  });
  return {
    columns: [
      column('monitor', 'string'),
      column('name', 'string'),
      column('is_up', 'bool'),
      column('status', 'int64'),
      column('latency', 'float64', { unit: 'ms', description: 'Of the last check.' }),
      column('amount', 'decimal', { unit: 'EUR' }),
      column('checked_at', 'timestamp'),
      column('tags', 'list<string>'),
    ],
    rows,
  };
}
