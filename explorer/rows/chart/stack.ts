/** How bars of several series are arranged: on top of each other, or one in front of the other. */
import type { ChartSeries } from './panels.ts';

type Values = readonly (number | null)[];

/**
 * Errors are part of the requests: a count that never exceeds another one is drawn in front of it, because on top it would count twice.
 * Counts whose names differ in one word, such as `rest_requests` and `auth_requests`, are parts of a whole.
 */
export function arrangementOf(series: readonly ChartSeries[]): 'stack' | 'overlay' {
  const counts = series.filter(({ tone }) => tone !== 'previous');
  const plain = counts.filter(({ tone }) => tone === 'plain');
  if (counts.length < 2) return 'stack';
  if (plain.length > 1 && areParts(plain.map(({ label }) => label))) return 'stack';
  const bySize = [...counts].sort((a, b) => total(b) - total(a));
  const isNested = bySize.slice(1).every((inner, at) => isWithin(inner.values, bySize[at]!.values));
  return isNested ? 'overlay' : 'stack';
}

function areParts(names: readonly string[]): boolean {
  const words = names.map(name => name.split(/[_\W]+/));
  const [first = []] = words;
  if (words.some(({ length }) => length !== first.length) || first.length < 2) return false;
  const differing = first.filter((word, at) => words.some(other => other[at] !== word));
  return differing.length === 1;
}

function total({ values }: ChartSeries): number {
  return values.reduce((sum: number, value) => sum + (value ?? 0), 0);
}

function isWithin(inner: Values, outer: Values): boolean {
  return inner.every((value, at) => (value ?? 0) <= (outer[at] ?? 0));
}

export interface Layer {
  /** Index of the series. */
  readonly series: number;
  /** The upper ends of the bars. */
  readonly tops: Values;
}

/** The visible series in the order of painting: each covers the lower part of those before it. */
export function layersOf(
  series: readonly ChartSeries[],
  style: 'stack' | 'overlay',
  isHidden: (index: number) => boolean,
): readonly Layer[] {
  const shown = series.flatMap((one, index) => {
    return one.tone === 'previous' || isHidden(index) ? [] : [{ index, ...one }];
  });
  if (style === 'overlay') {
    const ordered = shown.toSorted((a, b) => total(b) - total(a));
    return ordered.map(({ index, values }) => ({ series: index, tops: values }));
  }
  // Errors are at the bottom, where their heights can be compared.
  const ordered = shown.toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad'));
  const layers: Layer[] = [];
  let below: Values = [];
  for (const { index, values } of ordered) {
    const tops = values.map((value, at) => {
      const base = below[at] ?? null;
      return value === null && base === null ? null : (value ?? 0) + (base ?? 0);
    });
    layers.unshift({ series: index, tops });
    below = tops;
  }
  return layers;
}
