/** A plot as plain data: panels of series over the same times. */
import type { Tone } from '../data/columns.ts';
import type { Overall } from '../data/row.ts';

export interface ChartSeries {
  readonly label: string;
  /** A value for each time of the plot; `null` is a gap. */
  readonly values: readonly (number | null)[];
  readonly tone: Tone | 'rest' | 'previous';
  /** The value that the legend shows while no time is selected. */
  readonly resting: Overall;
  /** The values of the period before, drawn dashed in the colour of the series. */
  readonly before?: readonly (number | null)[];
}

export interface Panel {
  readonly title: string;
  readonly unit: string | undefined;
  /** Counts are bars unless the user wants lines: `stack` if they add up, `overlay` if one is part of another. */
  readonly style: 'stack' | 'overlay' | 'lines';
  readonly series: readonly ChartSeries[];
  /** The number of groups that neither have a series of their own nor are part of the rest. */
  readonly omitted: number;
}

export interface Plot {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  /** Seconds from one time to the next; 0 if the times follow no step. */
  readonly step: number;
  readonly panels: readonly Panel[];
  /** The names of all series without a tone, in the order of their colours: a name has one colour in all panels, and of each run of the same names. */
  readonly names: readonly string[];
}

export function makePlot(times: readonly number[], step: number, panels: readonly Panel[]): Plot {
  const plain = panels.flatMap(({ series }) => series.filter(({ tone }) => tone === 'plain'));
  return { times, step, panels, names: [...new Set(plain.map(({ label }) => label))].sort() };
}

const COLOURS = 8;

/** The property of the page that has the colour of a series. */
export function colourName({ names }: Plot, { label, tone }: ChartSeries): string {
  if (tone !== 'plain') return `--${tone}-mark`;
  return `--series-${(names.indexOf(label) % COLOURS) + 1}`;
}
