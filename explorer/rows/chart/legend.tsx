import { quantity } from '../data/numbers.ts';
import { type ChartSeries, colourName, type Panel, type Plot } from './panels.ts';
import { restingValue } from './summary.ts';

interface Props {
  readonly panel: Panel;
  readonly plot: Plot;
  /** The selected time, by its place; `null` without one. */
  readonly place: number | null;
  /** The names of the series that all panels hide. */
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
}

/** The series with their values; a click hides or shows one. */
export function Legend({ panel, plot, place, hidden, onHidden }: Props) {
  const toggle = (label: string) => {
    onHidden(
      hidden.has(label)
        ? new Set([...hidden].filter(one => one !== label))
        : new Set([...hidden, label]),
    );
  };
  return (
    <ul class="legend" aria-label={`Series of ${panel.title}`}>
      {panel.series.map(series => {
        const valueIn = (values: ChartSeries['values']) => {
          const value = place === null ? restingValue(values, series.resting) : values[place];
          return value === null || value === undefined ? '–' : quantity(value, panel.unit);
        };
        const isShown = !hidden.has(series.label);
        return (
          <li key={series.label}>
            <button type="button" aria-pressed={isShown} onClick={() => toggle(series.label)}>
              <span
                class={series.tone === 'previous' ? 'swatch swatch-dashed' : 'swatch'}
                style={{ '--swatch': `var(${colourName(plot, series)})` }}
              />
              <span class="legend-label" title={series.label}>
                {series.label}
              </span>
              <span class="legend-value">
                {place === null && <span class="row-quiet">{series.resting} </span>}
                {valueIn(series.values)}
                {series.before !== undefined && (
                  <span class="row-quiet"> before {valueIn(series.before)}</span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
