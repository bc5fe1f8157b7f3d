const PATHS = {
  chart: 'M3 13V8m4 5V4m4 9V7m3 6V2',
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
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  path: 'M6 3 3 8l3 5M10 3l3 5-3 5',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3 1v-5z',
  check: 'M3.5 8.5l3 3 6-7',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words; nobody needs to hear of it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="row-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
