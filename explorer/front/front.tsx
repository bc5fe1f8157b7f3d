/** The page without an endpoint: the service, its numbers, and endpoints to begin with. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { countThings } from '../form/hints.ts';
import { CodeText } from '../rows/code-text.tsx';
import type { ListedEndpoint, ServiceListing } from '../service/listing.ts';
import { readMetrics } from '../service/service.ts';
import { type Numbers, numbersOf } from './metrics.ts';

/** The number of endpoints that the page begins with, and of the slowest ones that it names. */
const BEGINNINGS = 6;
const SLOWEST = 5;

/** The names of engines for people; `build.mjs` has them from the list of engines. */
declare const ENGINE_TITLES: Readonly<Record<string, string>>;

export interface FrontProps {
  readonly listing: ServiceListing;
  readonly apiKey: string;
}

export function Front({ listing, apiKey }: FrontProps): VNode {
  const { endpoints, service } = listing;
  const numbers = useNumbers(apiKey);
  return (
    <article class="front">
      <h1>{service.title}</h1>
      <p class="lead">
        {countThings(endpoints.length, 'saved query').replace('querys', 'queries')} with parameters,
        on {ENGINE_TITLES[service.engine] ?? service.engine}. Choose one, fill in its form, and see
        the rows as a chart, a table or a log. Each request is also there as code.
      </p>
      {endpoints.length > 0 && (
        <section>
          <h2>Where to begin</h2>
          <ul class="beginnings">
            {beginnings(endpoints).map(({ id, name, summary }) => (
              <li key={id}>
                <a href={`#/${encodeURIComponent(name)}`}>
                  <span class="name">{name}</span>
                  <span class="summary">
                    <CodeText text={summary ?? 'No summary.'} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <p class="soft">
            Press <kbd>/</kbd> or <kbd>Ctrl K</kbd> to search all endpoints, and <kbd>?</kbd> for
            all keys.
          </p>
        </section>
      )}
      {endpoints.length === 0 && <p class="soft">This key may not run any endpoint.</p>}
      {numbers !== null && (
        <details class="about">
          <summary>The service in numbers</summary>
          <Figures numbers={numbers} endpoints={endpoints} />
        </details>
      )}
    </article>
  );
}

/** Endpoints with a chart first; within each group, those with the fewest required fields. */
function beginnings(endpoints: readonly ListedEndpoint[]): readonly ListedEndpoint[] {
  const effort = ({ columns, parameters }: ListedEndpoint) =>
    parameters.filter(({ required }) => required).length +
    (columns.some(({ bucket }) => bucket !== undefined) ? 0 : 10);
  return [...endpoints].sort((a, b) => effort(a) - effort(b)).slice(0, BEGINNINGS);
}

function useNumbers(apiKey: string): Numbers | null {
  const [numbers, setNumbers] = useState<Numbers | null>(null);
  useEffect(() => {
    let isHere = true;
    readMetrics(apiKey).then(
      text => {
        if (isHere && text !== null) setNumbers(numbersOf(text));
      },
      // the list of endpoints shows that the service is unavailable
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [apiKey]);
  return numbers;
}

function Figures({
  numbers,
  endpoints,
}: {
  readonly numbers: Numbers;
  readonly endpoints: readonly ListedEndpoint[];
}): VNode {
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
