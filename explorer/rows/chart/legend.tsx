import { quantity } from '../data/numbers.ts';
import type { Panel } from './panels.ts';
import { colourName } from './plot.ts';
import { restingValue } from './summary.ts';

interface Props {
  readonly panel: Panel;
  /** The selected time, by its place; `null` without one. */
  readonly place: number | null;
  readonly hidden: ReadonlySet<number>;
  readonly onHidden: (hidden: ReadonlySet<number>) => void;
}

/** The series with their values; a click hides or shows one. */
export function Legend({ panel, place, hidden, onHidden }: Props) {
  const toggle = (index: number) => {
    onHidden(
      hidden.has(index)
        ? new Set([...hidden].filter(one => one !== index))
        : new Set([...hidden, index]),
    );
  };
  const resting = panel.style === 'lines' ? 'last value' : 'in all';
  return (
    <ul class="legend" aria-label={`Series of ${panel.title}`}>
      {panel.series.map((series, index) => {
        const value = place === null ? restingValue(series, panel.style) : series.values[place];
        const isShown = !hidden.has(index);
        return (
          <li key={series.label}>
            <button type="button" aria-pressed={isShown} onClick={() => toggle(index)}>
              <span
                class={series.tone === 'previous' ? 'swatch swatch-dashed' : 'swatch'}
                style={{ '--swatch': `var(${colourName(panel, index)})` }}
              />
              <span class="legend-label" title={series.label}>
                {series.label}
              </span>
              <span class="legend-value" title={place === null ? resting : undefined}>
                {value === null || value === undefined ? '–' : quantity(value, panel.unit)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
