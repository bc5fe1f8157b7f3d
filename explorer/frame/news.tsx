/** News of a project that is being edited: its faults, and changes of its endpoints. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Item {
  readonly number: number;
  readonly definitions: number;
  readonly fault: string | null;
}

/** The delay before an unavailable service is asked again, in milliseconds. */
const PAUSE = 500;

export function NewsBar({ onDefinitions }: { readonly onDefinitions: () => void }): VNode | null {
  const [fault, setFault] = useState<string | null>(null);
  const changed = useRef(onDefinitions);
  changed.current = onDefinitions;
  useEffect(() => {
    const stopping = new AbortController();
    void follow(stopping.signal, setFault, () => changed.current());
    return () => stopping.abort();
  }, []);
  return fault === null ? null : (
    <pre class="news" role="alert">
      {fault}
    </pre>
  );
}

async function follow(
  signal: AbortSignal,
  tellFault: (fault: string | null) => void,
  tellDefinitions: () => void,
): Promise<void> {
  let known: Item | null = null;
  while (!signal.aborted) {
    try {
      const response = await fetch(`./news?after=${known?.number ?? 0}`, { signal });
      const item: Item = await response.json();
      tellFault(item.fault);
      if (known !== null && known.definitions !== item.definitions) tellDefinitions();
      known = item;
    } catch {
      await new Promise(resolve => setTimeout(resolve, PAUSE));
    }
  }
}
