import { useId, useMemo, useState } from 'preact/hooks';
import type { AnswerRow, Column } from '../data/row.ts';
import type { TimeSeries } from '../data/shapes.ts';
import { PanelView } from './panel.tsx';
import { type ChartStyle, plotOf } from './series.ts';

interface Props {
  readonly shape: TimeSeries;
  readonly style: ChartStyle;
  readonly columns: readonly Column[];
  readonly rows: readonly AnswerRow[];
  readonly zone: string;
  readonly theme: string;
  readonly onRange: ((from: Date, to: Date) => void) | undefined;
}

/** Further panels are only shown on request. */
const FIRST = 4;

/** Rows over time. Dates and datetimes belong to the calendar, not to a zone. */
export function Chart({ shape, style, columns, rows, zone, theme, onRange }: Props) {
  const plot = useMemo(() => plotOf(shape, columns, rows, style), [shape, columns, rows, style]);
  const { time } = shape;
  const group = useId();
  const [showsAll, setShowsAll] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const panels = showsAll ? plot.panels : plot.panels.slice(0, FIRST);
  const more = plot.panels.length - panels.length;
  return (
    <div class={panels.length > 1 ? 'panels panels-several' : 'panels'}>
      {panels.map((panel, index) => (
        <PanelView
          key={index}
          panel={panel}
          plot={plot}
          zone={time.type === 'timestamp' ? (time.dayZone ?? zone) : 'UTC'}
          theme={theme}
          group={group}
          height={panels.length > 1 ? 200 : 280}
          hidden={hidden}
          onHidden={setHidden}
          onRange={
            onRange && (({ from, to }) => onRange(new Date(from * 1_000), new Date(to * 1_000)))
          }
        />
      ))}
      {more > 0 && (
        <button type="button" class="small" onClick={() => setShowsAll(true)}>
          Show {more} more {more === 1 ? 'chart' : 'charts'}
        </button>
      )}
    </div>
  );
}
