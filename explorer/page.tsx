/** The explorer: endpoints on the left, and the chosen one or the front page. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keyOfLink } from './address.ts';
import { EndpointView } from './endpoint/endpoint.tsx';
import { BROWSER_ZONE } from './form/controls/zone.tsx';
import { Header, initialOf, KeyForm } from './frame/header.tsx';
import { KeyList } from './frame/keys.tsx';
import { NewsBar } from './frame/news.tsx';
import { storedKey, storeKey } from './frame/stored.ts';
import { usePlace } from './frame/use-place.ts';
import { useTheme } from './frame/use-theme.ts';
import { Front } from './front/front.tsx';
import { Navigation } from './navigation/navigation.tsx';
import { CodeText } from './rows/code-text.tsx';
import { type Given, NOTHING_GIVEN } from './service/given.ts';
import type { ServiceListing } from './service/listing.ts';
import { asProblem, type ServiceProblem } from './service/problem.ts';
import { hasReference, listEndpoints } from './service/service.ts';

export interface PageProps {
  /** Whether the service asks for a key. */
  readonly asksKey: boolean;
  /** Whether the project is edited while the page is open. */
  readonly followsNews: boolean;
}

export function ExplorerPage({ asksKey, followsNews }: PageProps): VNode {
  const [key, setKey] = useState(() => broughtKey() ?? storedKey());
  // Before the place is read: a link that is opened in this tab may bring a key.
  useLayoutEffect(() => {
    const heed = () => setKey(before => broughtKey() ?? before);
    addEventListener('popstate', heed);
    return () => removeEventListener('popstate', heed);
  }, []);
  const [visit, go] = usePlace();
  const theme = useTheme();
  const [reference, setReference] = useState(false);
  const { listing, problem, load } = useListing(key, asksKey);
  const [isOpen, setIsOpen] = useState(false);
  const remembered = useRef<Given>(NOTHING_GIVEN);
  const endpoint = listing?.endpoints.find(({ name, aliases, id }) => {
    const asked = visit.place.endpoint;
    return name === asked || id === asked || aliases?.includes(asked ?? '');
  });
  useEffect(() => {
    hasReference().then(setReference, () => undefined);
  }, []);
  useEffect(() => {
    const parts = [endpoint?.name, listing?.service.title ?? 'Query endpoints'];
    document.title = parts.filter(part => part !== undefined).join(' · ');
    if (listing !== null) showIcon(listing.service.title);
  }, [endpoint, listing]);
  const changeKey = (next: string) => {
    storeKey(next);
    setKey(next);
  };
  const asks = asksKey && (key === '' || problem?.status === 401);
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the endpoint
      </button>
      <Header
        title={listing?.service.title ?? 'Query endpoints'}
        asksKey={asksKey}
        apiKey={key}
        onKey={changeKey}
        hasReference={reference}
        theme={theme}
        hasMenu={!asks}
        isOpen={isOpen}
        onMenu={() => setIsOpen(!isOpen)}
      />
      <KeyList />
      {followsNews && <NewsBar onDefinitions={load} />}
      <div class={asks ? 'page alone' : 'page'}>
        {!asks && listing !== null && (
          <Navigation
            endpoints={listing.endpoints}
            current={endpoint?.name ?? null}
            isOpen={isOpen}
            hasReference={reference}
            onChosen={() => setIsOpen(false)}
          />
        )}
        <main id="main" tabIndex={-1}>
          {asks && <KeyForm onKey={changeKey} fault={problem?.status === 401 ? REFUSED : null} />}
          {!asks && problem !== null && (
            <div class="problem" role="alert">
              <h1>
                <CodeText text={problem.detail} />
              </h1>
              <button type="button" class="plain" onClick={load}>
                Try again
              </button>
            </div>
          )}
          {!asks && listing !== null && visit.place.endpoint === null && (
            <Front listing={listing} apiKey={key} />
          )}
          {!asks && listing !== null && endpoint !== undefined && (
            <EndpointView
              key={endpoint.id}
              listing={listing}
              endpoint={endpoint}
              visit={visit}
              go={go}
              apiKey={key}
              zone={visit.place.zone ?? BROWSER_ZONE}
              theme={theme.shown}
              remembered={remembered}
            />
          )}
          {!asks && listing !== null && visit.place.endpoint !== null && endpoint === undefined && (
            <div class="problem" role="alert">
              <h1>
                There is no endpoint <code>{visit.place.endpoint}</code>, or this key may not run
                it.
              </h1>
            </div>
          )}
        </main>
      </div>
    </>
  );
}

const REFUSED = 'The service does not know this key.';

/** The first letter of the title, as in the top of the page, so that tabs of several projects differ. */
function showIcon(title: string): void {
  const letter = `<text x="8" y="12" text-anchor="middle" font-family="sans-serif" font-size="11" font-weight="700" fill="#fff">${initialOf(title)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4.5" fill="#4a51c4"/>${letter}</svg>`;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon !== null) icon.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A button instead of a link, because the address is the state. */
function skip(): void {
  document.querySelector<HTMLElement>('#main')?.focus();
}

/** Takes the key from the link, out of the address bar too, and keeps it for the tab; `null` if the link has none. */
function broughtKey(): string | null {
  const brought = keyOfLink(location.hash);
  if (brought === null) return null;
  history.replaceState(null, '', location.pathname + location.search + brought.rest);
  storeKey(brought.key);
  return brought.key;
}

interface Listed {
  readonly listing: ServiceListing | null;
  readonly problem: ServiceProblem | null;
  /** Asks again; the old content stays until the answer arrives. */
  readonly load: () => void;
}

function useListing(key: string, asksKey: boolean): Listed {
  const [listing, setListing] = useState<ServiceListing | null>(null);
  const [problem, setProblem] = useState<ServiceProblem | null>(null);
  const latest = useRef(0);
  const load = () => {
    latest.current += 1;
    const own = latest.current;
    const told = (found: ServiceListing | null, fault: ServiceProblem | null) => {
      if (own !== latest.current) return;
      if (found !== null) setListing(found);
      setProblem(fault);
    };
    listEndpoints(key).then(
      found => told(found, null),
      cause => told(null, asProblem(cause)),
    );
  };
  useEffect(() => {
    setListing(null);
    setProblem(null);
    if (!asksKey || key !== '') load();
    else latest.current += 1;
  }, [key]);
  return { listing, problem, load };
}
