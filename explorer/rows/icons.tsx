/** Drawings in one colour; each repeats a text. */
const PATHS = {
  chart: 'M3 13V8m4 5V4m4 9V7m3 6V2',
  lines: 'M2.5 11.5 6 7l3.5 2.5 4-6',
  stacked: 'M3 13V9h2v4M3 9V6h2v3M7 13V7h2v6M7 7V4h2v3m2 6V5h2v8',
  heatmap: 'M2.5 2.5h11v11h-11zM6.2 2.5v11m3.6-11v11M2.5 6.2h11m-11 3.6h11',
  figures: 'M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z',
  bars: 'M3 4h9M3 8h6M3 12h3',
  log: 'M3 4h10M3 8h10M3 12h6',
  table: 'M2.5 3.5h11v9h-11zM2.5 7h11M6.5 3.5v9',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zm3.2-1.3L14 14',
  download: 'M8 2.5v7.5m-3-3 3 3 3-3M3 13.5h10',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  back: 'M6.5 4 3 7.5 6.5 11M3 7.5h6.5a3.5 3.5 0 0 1 0 7H8',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  path: 'M6 3 3 8l3 5M10 3l3 5-3 5',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3 1v-5z',
  check: 'M3.5 8.5l3 3 6-7',
  sun: 'M8 10.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM8 1.3v1.4m0 10.6v1.4M3.3 3.3l1 1m7.4 7.4 1 1M1.3 8h1.4m10.6 0h1.4M3.3 12.7l1-1m7.4-7.4 1-1',
  moon: 'M13.7 9.6A6 6 0 0 1 6.4 2.3a6 6 0 1 0 7.3 7.3Z',
  screen: 'M2 2.7h12v8H2zM5.7 13.7h4.6M8 10.7v3',
  lock: 'M3.7 7.3h8.6v6H3.7zM5.3 7.3V5a2.7 2.7 0 0 1 5.4 0v2.3',
  key: 'M5.3 13.3a2.7 2.7 0 1 0 0-5.3 2.7 2.7 0 0 0 0 5.3Zm2-4.6 5.4-5.4m-2 2 1.6 1.6',
  plus: 'M8 3.3v9.4M3.3 8h9.4',
  menu: 'M2 4h12M2 8h12M2 12h12',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing next to words; screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
