/** The endpoints that the key may run, and a search in them. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isTyping } from '../frame/typing.ts';
import { CodeText } from '../rows/code-text.tsx';
import type { ListedEndpoint } from '../service/listing.ts';
import { findEndpoints, groupsOf } from './tree.ts';

export interface NavigationProps {
  readonly endpoints: readonly ListedEndpoint[];
  /** The name of the displayed endpoint. */
  readonly current: string | null;
  readonly isOpen: boolean;
  /** Whether the service has a reference of its API. On a phone, the header has no room for the link. */
  readonly hasReference: boolean;
  readonly onChosen: () => void;
}

export function Navigation(props: NavigationProps): VNode {
  const { endpoints, current, isOpen, hasReference, onChosen } = props;
  const [search, setSearch] = useState('');
  const field = useSearchKeys();
  useLayoutEffect(() => {
    document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const found = findEndpoints(endpoints, search);
  const openFirst = (event: Event) => {
    event.preventDefault();
    const [first] = found;
    if (first === undefined) return;
    location.hash = `#/${encodeURIComponent(first.name)}`;
    onChosen();
  };
  return (
    <nav id="endpoints" class={isOpen ? 'side open' : 'side'} aria-label="Endpoints">
      <search>
        <form class="search" onSubmit={openFirst}>
          <input
            ref={field}
            type="search"
            aria-label="Search endpoints"
            placeholder="Search endpoints"
            value={search}
            onInput={event => setSearch(event.currentTarget.value)}
            onKeyDown={event => {
              if (event.key === 'Escape') setSearch('');
            }}
          />
          <kbd>/</kbd>
        </form>
      </search>
      {groupsOf(found).map(({ prefix, endpoints: inside }) => (
        <section key={prefix}>
          {prefix !== '' && <h2>{prefix}</h2>}
          <ul>
            {inside.map(({ id, name, summary }) => (
              <li key={id}>
                <a
                  href={`#/${encodeURIComponent(name)}`}
                  aria-current={name === current ? 'page' : undefined}
                  onClick={onChosen}
                >
                  <span class="name">{prefix === '' ? name : name.slice(prefix.length + 1)}</span>
                  {summary !== null && (
                    <span class="summary">
                      <CodeText text={summary} />
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasReference && (
        <a class="reference" href="./docs">
          Reference
        </a>
      )}
      <p class="none" role="status">
        {found.length === 0 ? 'No endpoint matches.' : ''}
      </p>
    </nav>
  );
}

/** A field that Ctrl+K focuses, and `/` unless the user is typing elsewhere. */
function useSearchKeys() {
  const field = useRef<HTMLInputElement>(null);
  // before the page is shown, because a key may be pressed at once
  useLayoutEffect(() => {
    const heed = (event: KeyboardEvent) => {
      const isHeld = event.ctrlKey || event.metaKey;
      if (event.altKey || event.key.toLowerCase() !== (isHeld ? 'k' : '/')) return;
      if (!isHeld && isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', heed);
    return () => removeEventListener('keydown', heed);
  }, []);
  return field;
}
