/** The numbers of the service, which load when somebody asks for them. */
import type { VNode } from 'preact';
import { countThings } from '../form/hints.ts';
import type { ListedEndpoint } from '../service/listing.ts';
import { numbersOf } from './metrics.ts';

/** The number of the slowest endpoints that it names. */
const SLOWEST = 5;

export function ServiceNumbers({
  metrics,
  endpoints,
}: {
  readonly metrics: string;
  readonly endpoints: readonly ListedEndpoint[];
}): VNode {
  const numbers = numbersOf(metrics);
  const { requests, failed, hitRatio } = numbers;
  const known = new Set(endpoints.map(({ name }) => name));
  const slowest = numbers.slowest.filter(({ name }) => known.has(name)).slice(0, SLOWEST);
  const most = Math.max(...slowest.map(({ ms }) => ms));
  return (
    <>
      <dl class="numbers">
        <Figure name="Requests since the start" value={requests.toLocaleString('en-US')} />
        <Figure
          name="From the cache"
          value={hitRatio === null ? '–' : `${Math.round(hitRatio * 100)} %`}
        />
        <Figure name="Failed" value={failed.toLocaleString('en-US')} />
      </dl>
      {slowest.length > 0 && (
        <>
          <h2>Slowest, by mean time</h2>
          <ul class="slowest">
            {slowest.map(({ name, ms, requests: count }) => (
              <li key={name}>
                <a href={`#/${encodeURIComponent(name)}`}>{name}</a>
                <meter min={0} max={most} value={ms} aria-label={`Mean time of ${name}`} />
                <span class="mean">{ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms</span>
                <span class="soft">{countThings(count, 'request')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
