import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { PanelView } from '../chart/panel.tsx';
import { CodeText } from '../code-text.tsx';
import { formatJson } from '../data/json-text.ts';
import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import type { EntryShape } from '../data/shapes.ts';
import { RecordFields } from '../detail/fields.tsx';
import type { Filtering } from '../detail/tree.tsx';
import { useVirtual } from '../virtual.ts';
import { LogRow } from './line.tsx';
import type { LiveRows } from './use-live.ts';
import { volumeOf } from './volume.ts';

interface Props {
  readonly label: string;
  readonly shape: EntryShape;
  readonly columns: readonly Column[];
  /** Newest first. */
  readonly rows: readonly AnswerRow[];
  readonly zone: string;
  readonly theme: string;
  readonly live: LiveRows;
  readonly filtering: Filtering | undefined;
  readonly onRange: ((from: Date, to: Date) => void) | undefined;
}

const LINE_HEIGHT = 29;

/** Entries, one per line; a click opens one. */
export function LogView({
  label,
  shape,
  columns,
  rows,
  zone,
  theme,
  live,
  filtering,
  onRange,
}: Props) {
  const group = useId();
  const volume = useMemo(() => volumeOf(shape, rows), [shape, rows]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const names = useMemo(() => namesOf(shape, rows), [shape, rows]);
  const virtual = useVirtual({
    count: rows.length,
    height: LINE_HEIGHT,
    keyOf: index => names[index] ?? index,
  });
  const { scroller, items, above, below, measure, toTop } = virtual;
  const { hold, release } = live;
  useEffect(() => () => hold(false), [hold]);
  const toggle = (name: string) => {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  };
  return (
    <div class="log">
      {volume?.panels[0] !== undefined && (
        <PanelView
          panel={volume.panels[0]}
          plot={volume}
          zone={zone}
          theme={theme}
          group={group}
          height={130}
          hidden={hidden}
          onHidden={setHidden}
          onRange={
            onRange && (({ from, to }) => onRange(new Date(from * 1_000), new Date(to * 1_000)))
          }
        />
      )}
      <LiveLine
        live={live}
        onRelease={() => {
          release();
          toTop();
        }}
      />
      <section
        class="scroller"
        ref={scroller}
        aria-label={label}
        onScroll={event => hold(event.currentTarget.scrollTop > LINE_HEIGHT)}
      >
        <ul class="lines" style={{ paddingTop: `${above}px`, paddingBottom: `${below}px` }}>
          {items.map(({ index, key }) => {
            const row = rows[index]!;
            const name = names[index]!;
            const isOpen = open.has(name);
            return (
              <li
                key={key}
                data-index={index}
                ref={measure}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
              >
                <LogRow
                  row={row}
                  shape={shape}
                  columns={columns}
                  zone={zone}
                  isOpen={isOpen}
                  onToggle={() => toggle(name)}
                />
                {isOpen && (
                  <div class="line-fields">
                    <RecordFields row={row} columns={columns} zone={zone} filtering={filtering} />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

/** A name for each entry: entries without identifiers may be equal, so a repeated one is numbered. */
function namesOf({ id }: EntryShape, rows: readonly AnswerRow[]): readonly string[] {
  const times = new Map<string, number>();
  return rows.map(row => {
    const name = formatJson(id === null ? row : cellOf(row, id.name));
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return before === 0 ? name : `${name} ${before}`;
  });
}

interface LiveLineProps {
  readonly live: LiveRows;
  readonly onRelease: () => void;
}

/** The state of the live tail, in words. */
function LiveLine({ live: { isOn, waiting, fault, isCut }, onRelease }: LiveLineProps) {
  if (!isOn) return null;
  const said =
    fault !== null
      ? `${fault} Trying again.`
      : isCut
        ? 'Entries may be missing: more arrived than fit into one answer.'
        : 'New entries appear as they arrive.';
  return (
    <p class={fault === null ? 'live-line' : 'live-line live-fault'} role="status">
      <span class="pulse" />
      <CodeText text={said} />
      {waiting > 0 && (
        <button type="button" class="small" onClick={onRelease}>
          Show {waiting} new
        </button>
      )}
    </p>
  );
}
