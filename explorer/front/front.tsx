/** The page without an endpoint: the service, its numbers, and endpoints to begin with. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { countThings } from '../form/hints.ts';
import { CodeText } from '../rows/code-text.tsx';
import { MissingPart, usePart } from '../rows/part.tsx';
import type { ListedEndpoint, ServiceListing } from '../service/listing.ts';
import { readMetrics } from '../service/service.ts';

/** The number of endpoints that the page begins with. */
const BEGINNINGS = 6;

const loadNumbers = () => import('./numbers.tsx');

/** The names of engines for people, as JSON; `build.mjs` has them from the list of engines. */
declare const ENGINE_TITLES: string;

const TITLES: Readonly<Record<string, string>> = JSON.parse(ENGINE_TITLES);

export interface FrontProps {
  readonly listing: ServiceListing;
  readonly apiKey: string;
}

export function Front({ listing, apiKey }: FrontProps): VNode {
  const { endpoints, service } = listing;
  const metrics = useMetrics(apiKey);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <article class="front">
      <h1>{service.title}</h1>
      <p class="lead">
        {countThings(endpoints.length, 'saved query').replace('querys', 'queries')} with parameters,
        on {TITLES[service.engine] ?? service.engine}. Choose one, fill in its form, and see the
        rows as a chart, a table or a log. Each request is also there as code.
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
      {metrics !== null && (
        <details class="about" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>The service in numbers</summary>
          {isOpen && <Numbers metrics={metrics} endpoints={endpoints} />}
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

/** The text of the service's metrics; `null` without it. */
function useMetrics(apiKey: string): string | null {
  const [metrics, setMetrics] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    readMetrics(apiKey).then(
      text => {
        if (isHere) setMetrics(text);
      },
      // the list of endpoints shows that the service is unavailable
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [apiKey]);
  return metrics;
}

interface NumbersProps {
  readonly metrics: string;
  readonly endpoints: readonly ListedEndpoint[];
}

function Numbers(props: NumbersProps): VNode {
  const part = usePart(loadNumbers);
  if (part === 'missing') return <MissingPart />;
  if (part === 'loading') return <p aria-busy="true" />;
  return <part.ServiceNumbers {...props} />;
}
