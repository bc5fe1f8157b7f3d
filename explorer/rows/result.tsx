import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Chart } from './chart/chart.tsx';
import { otherStyles } from './chart/series.ts';
import { withLooks } from './data/looks.ts';
import { found, nextSorting, type Sorting, sortRows } from './data/order.ts';
import type { AnswerRow, Column } from './data/row.ts';
import { findShapes, kindsOf, type ViewKind } from './data/shapes.ts';
import { Drawer } from './detail/drawer.tsx';
import type { Filtering } from './detail/tree.tsx';
import { Download } from './download.tsx';
import { Icon } from './icons.tsx';
import { LogView } from './log/log.tsx';
import { newestFirst, type Tail } from './log/tail.ts';
import { useLive } from './log/use-live.ts';
import { NARROW, useMedia } from './media.ts';
import { Search } from './search.tsx';
import { Cards } from './table/cards.tsx';
import { ColumnMenu } from './table/column-menu.tsx';
import { RowTable } from './table/table.tsx';
import { Bars } from './views/bars.tsx';
import { Figures } from './views/figures.tsx';
import { Heatmap } from './views/heatmap.tsx';
import { ViewSwitch } from './views/view-switch.tsx';

/** A way back from a window of time that the user has drawn. */
export interface Back {
  readonly label: string;
  readonly go: () => void;
}

export interface ResultView {
  readonly endpoint: { readonly name: string; readonly summary?: string };
  readonly columns: readonly Column[];
  readonly rows: readonly AnswerRow[];
  /** A name of the time zone database: `Europe/Berlin`. */
  readonly zone: string;
  readonly theme: 'light' | 'dark';
  /** The view that the user chose before, such as one in the address. A view that does not fit is ignored. */
  readonly view?: string | undefined;
  readonly onView?: ((view: ViewKind) => void) | undefined;
  /** The number of bars and of a heatmap that the user chose before. A name that does not fit is ignored. */
  readonly measure?: string | undefined;
  readonly onMeasure?: ((measure: string) => void) | undefined;
  /** Called with a window of time that the user has drawn; absent if the endpoint has no such window. */
  readonly onRange?: ((from: Date, to: Date) => void) | undefined;
  readonly back?: Back | null;
  readonly filtering?: Filtering | undefined;
  readonly tail?: Tail | undefined;
}

/** The number of columns that the table shows at first. */
const FIRST_COLUMNS = 40;

/** An answer: the view that fits it best, others to choose, and its rows to search, sort, open and download. */
export function ResultPanel(props: ResultView): VNode {
  const { endpoint, columns, rows, zone, theme, onRange, back = null, filtering } = props;
  const looking = useMemo(() => withLooks(columns, rows, zone), [columns, rows, zone]);
  const shapes = useMemo(() => findShapes(looking, rows), [looking, rows]);
  const { log, chart, figures, bars, heatmap } = shapes;
  const styles = useMemo(
    () => (chart === null ? [] : otherStyles(chart, columns, rows)),
    [chart, columns, rows],
  );
  const kinds = kindsOf(shapes, styles);
  const [chosen, setChosen] = useState(props.view);
  useEffect(() => setChosen(props.view), [props.view]);
  const [measure, setMeasure] = useState(props.measure);
  useEffect(() => setMeasure(props.measure), [props.measure]);
  const choose = (name: string) => {
    setMeasure(name);
    props.onMeasure?.(name);
  };
  const kind = kinds.find(one => one === chosen) ?? kinds[0]!;
  const live = useLive(rows, log, props.tail);
  const [query, setQuery] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [hidden, setHidden] = useState(() => beyond(columns));
  const [open, setOpen] = useState<number | null>(null);
  useEffect(() => {
    setHidden(beyond(columns));
    setSorting(null);
  }, [columns]);
  useEffect(() => setOpen(null), [rows]);
  const isNarrow = useMedia(NARROW);

  const matching = useMemo(() => found(live.shown, query), [live.shown, query]);
  const shown = useMemo(() => {
    const isLog = kind === 'log' && log !== null;
    return isLog ? newestFirst(matching, log.time) : sortRows(matching, columns, sorting);
  }, [matching, kind, log, columns, sorting]);
  const visible = useMemo(() => looking.filter(({ name }) => !hidden.has(name)), [looking, hidden]);
  const label = `Rows of ${endpoint.name}`;
  const hasTable = kind !== 'log' && kind !== 'figures';
  const Grid = isNarrow ? Cards : RowTable;

  const backButton = back !== null && (
    <button type="button" class="tool" onClick={back.go}>
      <Icon name="back" />
      {back.label}
    </button>
  );
  if (rows.length === 0) {
    return (
      <div class="result empty tools">
        <p>No rows match.</p>
        {backButton}
      </div>
    );
  }
  return (
    <div class="result" data-theme={theme}>
      <div class="tools" role="toolbar" aria-label="Rows">
        {kinds.length > 1 && (
          <ViewSwitch
            kinds={kinds}
            kind={kind}
            onKind={next => {
              setChosen(next);
              props.onView?.(next);
            }}
          />
        )}
        {backButton}
        <span class="space" />
        {live.canFollow && kind === 'log' && (
          <button type="button" class="tool" aria-pressed={live.isOn} onClick={live.toggle}>
            <span class={live.isOn ? 'pulse' : 'pulse pulse-off'} />
            Live
          </button>
        )}
        {kind !== 'figures' && (
          <Search query={query} found={shown.length} of={live.shown.length} onQuery={setQuery} />
        )}
        <div class="tools">
          {hasTable && <ColumnMenu columns={columns} hidden={hidden} onHidden={setHidden} />}
          <Download endpoint={endpoint.name} columns={columns} rows={shown} />
        </div>
      </div>
      {(kind === 'chart' || kind === 'lines' || kind === 'stacked') && chart !== null && (
        <Chart
          shape={chart}
          style={kind}
          columns={columns}
          rows={rows}
          zone={zone}
          theme={theme}
          onRange={onRange}
        />
      )}
      {kind === 'bars' && bars !== null && (
        <Bars shape={bars} rows={rows} zone={zone} chosen={measure} onMeasure={choose} />
      )}
      {kind === 'heatmap' && heatmap !== null && (
        <Heatmap
          label={`Grid of ${endpoint.name}`}
          grid={heatmap}
          rows={rows}
          zone={zone}
          chosen={measure}
          onMeasure={choose}
        />
      )}
      {kind === 'figures' && figures !== null && (
        <Figures row={figures} columns={columns} zone={zone} filtering={filtering} />
      )}
      {kind === 'log' && log !== null && (
        <LogView
          label={label}
          shape={log}
          columns={columns}
          rows={shown}
          zone={zone}
          theme={theme}
          live={live}
          filtering={filtering}
          onRange={onRange}
        />
      )}
      {hasTable && (
        <Grid
          label={label}
          columns={visible}
          rows={shown}
          zone={zone}
          sorting={sorting}
          onSort={column => setSorting(nextSorting(sorting, column))}
          onOpen={setOpen}
        />
      )}
      {open !== null && (
        <Drawer
          rows={shown}
          index={open}
          columns={columns}
          zone={zone}
          filtering={filtering}
          onIndex={setOpen}
        />
      )}
    </div>
  );
}

function beyond(columns: readonly Column[]): ReadonlySet<string> {
  return new Set(columns.slice(FIRST_COLUMNS).map(({ name }) => name));
}
