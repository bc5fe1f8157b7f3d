/** An endpoint: its description, its form, and its answer. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type PageAddress, TABS, type Tab } from '../address.ts';
import { CodeTab } from '../code/code.tsx';
import {
  askedBy,
  type FormDraft,
  fitDraft,
  isComplete,
  isSameTime,
  remembering,
} from '../form/draft.ts';
import { Form } from '../form/form.tsx';
import type { Visit } from '../frame/use-place.ts';
import { CodeText } from '../rows/code-text.tsx';
import type { Given } from '../service/given.ts';
import type { ListedEndpoint, ServiceListing } from '../service/listing.ts';
import { About, End } from './about.tsx';
import { ProblemNote } from './problem.tsx';
import { EndpointRows } from './rows.tsx';
import { Status } from './status.tsx';
import { useRun } from './use-run.ts';
import { useZoom } from './use-zoom.ts';

export interface EndpointViewProps {
  readonly listing: ServiceListing;
  readonly endpoint: ListedEndpoint;
  readonly visit: Visit;
  readonly go: (place: PageAddress, cause: Visit['cause']) => void;
  readonly apiKey: string;
  readonly zone: string;
  readonly theme: 'light' | 'dark';
  /** The values last sent for any endpoint, by parameter name. */
  readonly remembered: { current: Given };
}

/** The delay between the last change and the run, in milliseconds. */
const PAUSE = 450;
const TAB_TITLES: Readonly<Record<Tab, string>> = { rows: 'Result', code: 'Code' };

export function EndpointView(props: EndpointViewProps): VNode {
  const { listing, endpoint, visit, go, apiKey, zone, remembered } = props;
  const { place } = visit;
  const [draft, setDraft] = useState<FormDraft>(() =>
    arriving(endpoint, place, remembered.current),
  );
  const [focus, setFocus] = useState(0);
  const { outcome, run, more, stop, clear } = useRun(apiKey, endpoint);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef(true);

  const execute = async (asked: FormDraft, isSubmitted: boolean) => {
    const request = askedBy(endpoint, fitDraft(endpoint, asked), new Date());
    const problem = await run(request);
    if (problem === null) remembered.current = new Map([...remembered.current, ...asked.given]);
    else if (isSubmitted && problem.faults.size > 0) setFocus(count => count + 1);
  };
  const send = (next: FormDraft, cause: Visit['cause']) => {
    clearTimeout(waiting.current);
    go({ ...place, given: next.given, last: next.last }, cause);
  };

  // on navigation; before the form is shown, because otherwise text typed at once would be lost
  useLayoutEffect(() => {
    clearTimeout(waiting.current);
    if (visit.cause === 'view') return;
    if (visit.cause === 'link') zoom.forget();
    const arrived = fitDraft(endpoint, place);
    if (visit.cause === 'link') setDraft(arriving(endpoint, place, remembered.current));
    if (visit.cause !== 'link' || isComplete(endpoint, arrived)) {
      void execute(arrived, visit.cause === 'submit');
    } else clear();
  }, [visit.number]);

  // the endpoint has a new definition: run the last query again, if there was one
  useEffect(() => {
    if (first.current) first.current = false;
    else if (outcome !== null) void execute(draft, false);
  }, [endpoint]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const change = (next: FormDraft) => {
    if (!isSameTime(endpoint, draft, next)) zoom.forget();
    setDraft(next);
    clearTimeout(waiting.current);
    const hasRun = outcome !== null;
    if (hasRun) waiting.current = setTimeout(() => send(next, 'change'), PAUSE);
  };
  const show = (next: FormDraft) => {
    setDraft(next);
    send(next, 'change');
  };
  const zoom = useZoom(endpoint, draft, show);

  const given = useMemo(
    () => askedBy(endpoint, fitDraft(endpoint, draft), new Date()),
    [endpoint, draft, outcome],
  );
  const code = {
    listing,
    endpoint,
    given,
    base: new URL('./', location.href).href.replace(/\/$/, ''),
    hasKey: apiKey !== '',
  };
  const faults = outcome?.problem?.faults ?? NO_FAULTS;
  return (
    <article class="endpoint">
      <div class="heading">
        <h1>{endpoint.name}</h1>
        {endpoint.summary !== null && (
          <p>
            <CodeText text={endpoint.summary} />
          </p>
        )}
        <End endpoint={endpoint} />
        <About endpoint={endpoint} />
      </div>
      <Form
        endpoint={endpoint}
        draft={draft}
        onDraft={change}
        zone={zone}
        onZone={chosen => go({ ...place, zone: chosen }, 'view')}
        onRun={() => send(draft, 'submit')}
        isRunning={outcome?.isRunning === true}
        onStop={stop}
        faults={faults}
        focus={focus}
      />
      <div class="tabs">
        <fieldset class="choice">
          <legend class="unseen">View</legend>
          {TABS.map(tab => (
            <label key={tab}>
              <input
                type="radio"
                name="tab"
                checked={place.tab === tab}
                onChange={() => go({ ...place, tab }, 'view')}
              />
              <span>{TAB_TITLES[tab]}</span>
            </label>
          ))}
        </fieldset>
        <Status outcome={outcome} />
      </div>
      {place.tab === 'code' ? (
        <CodeTab asked={code} />
      ) : (
        <section class="answer" aria-label="Result" aria-busy={outcome?.isRunning === true}>
          {outcome?.problem != null && <ProblemNote problem={outcome.problem} />}
          {outcome === null && <p class="unasked">Run it to see its rows.</p>}
          {outcome?.answer != null && outcome.problem === null && (
            <EndpointRows
              {...props}
              outcome={{ asked: outcome.asked, answer: outcome.answer }}
              draft={draft}
              onDraft={show}
              zoom={zoom}
            />
          )}
          {outcome?.answer?.next != null && (
            <button type="button" class="more" onClick={more} disabled={outcome.isRunning}>
              Load the next page
            </button>
          )}
        </section>
      )}
    </article>
  );
}

const NO_FAULTS: ReadonlyMap<string, string> = new Map();

/** The values in a link; fields that it leaves out get the values last sent. */
function arriving(endpoint: ListedEndpoint, place: PageAddress, remembered: Given): FormDraft {
  return remembering(endpoint, fitDraft(endpoint, place), remembered);
}
