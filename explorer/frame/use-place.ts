/** The place in the address bar, and a function that goes to another one. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { formatPlace, type PageAddress, parsePlace } from '../address.ts';

export interface Visit {
  readonly place: PageAddress;
  /** Increases with each visit, even of the same place. */
  readonly number: number;
  /**
   * `link`: a link, or back in the history. `submit`: a form was sent. `change`: a form changed after it had run. `view`: another view of
   * the same rows.
   */
  readonly cause: 'link' | 'submit' | 'change' | 'view';
}

export function usePlace(): readonly [Visit, (place: PageAddress, cause: Visit['cause']) => void] {
  const [visit, setVisit] = useState<Visit>(() => {
    return { place: parsePlace(location.hash), number: 0, cause: 'link' };
  });
  const arrive = (place: PageAddress, cause: Visit['cause']) =>
    setVisit(({ number }) => ({ place, number: number + 1, cause }));
  useLayoutEffect(() => {
    const heed = () => arrive(parsePlace(location.hash), 'link');
    addEventListener('popstate', heed);
    return () => removeEventListener('popstate', heed);
  }, []);
  const go = (place: PageAddress, cause: Visit['cause']) => {
    const hash = formatPlace(place);
    if (hash !== location.hash) history.pushState(null, '', hash);
    arrive(place, cause);
  };
  return [visit, go];
}
