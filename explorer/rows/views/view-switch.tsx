import type { ViewKind } from '../data/shapes.ts';
import { Icon } from '../icons.tsx';

interface Props {
  readonly kinds: readonly ViewKind[];
  readonly kind: ViewKind;
  readonly onKind: (kind: ViewKind) => void;
}

const LABELS: Readonly<Record<ViewKind, string>> = {
  chart: 'Chart',
  lines: 'Lines',
  stacked: 'Stacked',
  heatmap: 'Heatmap',
  figures: 'Figures',
  bars: 'Bars',
  log: 'Log',
  table: 'Table',
};

/** The views that fit the rows. */
export function ViewSwitch({ kinds, kind, onKind }: Props) {
  return (
    <fieldset class="row-segments" aria-label="View">
      {kinds.map(one => (
        <button key={one} type="button" aria-pressed={one === kind} onClick={() => onKind(one)}>
          <Icon name={one} />
          {LABELS[one]}
        </button>
      ))}
    </fieldset>
  );
}
