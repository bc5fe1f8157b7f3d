/** The times before each window that the user has drawn in a chart, so that one click leads back. */
import { useState } from 'preact/hooks';
import { type FormDraft, withBounds, withTimeOf } from '../form/draft.ts';
import { spanNamed } from '../form/time-range.ts';
import type { Back } from '../rows/view.ts';
import type { ListedEndpoint } from '../service/listing.ts';

export interface Zoom {
  readonly into: (from: Date, to: Date) => void;
  /** `null` if no window was drawn. */
  readonly back: Back | null;
  /** The user has chosen another time. */
  readonly forget: () => void;
}

export function useZoom(
  endpoint: ListedEndpoint,
  draft: FormDraft,
  show: (draft: FormDraft) => void,
): Zoom {
  const [before, setBefore] = useState<readonly FormDraft[]>([]);
  const last = before.at(-1);
  const span = spanNamed(last?.last ?? null)?.label.toLowerCase();
  return {
    into: (from, to) => {
      setBefore([...before, draft]);
      show(withBounds(endpoint, draft, from, to));
    },
    back:
      last === undefined
        ? null
        : {
            label: `Back to the ${span ?? 'time before'}`,
            go: () => {
              setBefore(before.slice(0, -1));
              show(withTimeOf(endpoint, draft, last));
            },
          },
    forget: () => setBefore([]),
  };
}
