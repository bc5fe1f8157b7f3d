/** The service in numbers, from the text of its metrics. */

export interface EndpointNumbers {
  readonly name: string;
  readonly requests: number;
  /** Mean milliseconds from a request to its answer. */
  readonly ms: number;
}
export interface Numbers {
  /** For rows, since the service started. */
  readonly requests: number;
  /** Requests that the service answered with an error of its own: 5xx. */
  readonly failed: number;
  /** The share of answers from the cache; `null` without answers. */
  readonly hitRatio: number | null;
  /** Endpoints that were requested, the slowest first. */
  readonly slowest: readonly EndpointNumbers[];
}

interface Point {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

const LINE = /^([a-z_]+)(?:\{([^}]*)\})? ([-+0-9.eE]+|NaN)$/;
const LABEL = /([a-z_]+)="([^"]*)"/g;

function pointsOf(text: string): readonly Point[] {
  return text.split('\n').flatMap(line => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', of = '']) => [key, of] as const);
    return [{ name, labels: new Map(pairs), value: Number(value) }];
  });
}

export function numbersOf(text: string): Numbers {
  const points = pointsOf(text);
  const named = (name: string) => points.filter(point => point.name === name);
  const ofRows = named('quern_requests_total').filter(({ labels }) => labels.get('endpoint'));
  const cached = ofRows.filter(({ labels }) => labels.get('cache'));
  const hits = cached.filter(({ labels }) => ['hit', 'stale'].includes(labels.get('cache') ?? ''));
  const failed = ofRows.filter(({ labels }) => labels.get('status')?.startsWith('5'));
  const seconds = sums(named('quern_request_duration_seconds_sum'));
  const counts = sums(named('quern_request_duration_seconds_count'));
  const slowest = [...counts]
    .filter(([name, count]) => name !== '' && count > 0)
    .map(([name, requests]) => ({
      name,
      requests,
      ms: ((seconds.get(name) ?? 0) / requests) * 1_000,
    }))
    .sort((a, b) => b.ms - a.ms);
  return {
    requests: total(ofRows),
    failed: total(failed),
    hitRatio: total(cached) === 0 ? null : total(hits) / total(cached),
    slowest,
  };
}

function total(points: readonly Point[]): number {
  return points.reduce((sum, { value }) => sum + value, 0);
}

function sums(points: readonly Point[]): ReadonlyMap<string, number> {
  const byEndpoint = new Map<string, number>();
  for (const { labels, value } of points) {
    const name = labels.get('endpoint') ?? '';
    byEndpoint.set(name, (byEndpoint.get(name) ?? 0) + value);
  }
  return byEndpoint;
}
