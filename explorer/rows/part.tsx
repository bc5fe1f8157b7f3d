/** Parts of the page that load when they are first used. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** `missing`: the service no longer has the part, because it is newer than the page. */
export type PagePart<T> = T | 'loading' | 'missing';

/** `load` must be the same function in each call. */
export function usePart<T extends object>(load: () => Promise<T>): PagePart<T> {
  const [part, setPart] = useState<PagePart<T>>('loading');
  useEffect(() => {
    let isHere = true;
    const show = (next: PagePart<T>) => {
      if (isHere) setPart(next);
    };
    load().then(show, () => show('missing'));
    return () => {
      isHere = false;
    };
  }, [load]);
  return part;
}

export function MissingPart(): VNode {
  return (
    <p class="missing-part" role="alert">
      This part of the page did not load. Reload the page.
    </p>
  );
}
