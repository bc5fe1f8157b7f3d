import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { quantity } from '../data/numbers.ts';
import { bucketText } from '../data/times.ts';
import { Legend } from './legend.tsx';
import type { PanelProps } from './panel.tsx';
import type { Panel } from './panels.ts';
import { draw, pointAt } from './plot.ts';
import { summarizePlot } from './summary.ts';

/** One chart: its title, its drawing, and a legend with the values at the selected time. */
export function DrawnPanel(props: PanelProps) {
  const { panel, plot, zone, theme, group, height, onRange, hidden, onHidden } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const asked = useRef(onRange);
  asked.current = onRange;
  const [place, setPlace] = useState<number | null>(null);
  const [isZoomed, setZoomed] = useState(false);
  const asks = onRange !== undefined;

  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const made = draw(
      {
        panel,
        plot,
        zone,
        height,
        group,
        isHidden: series => hidden.has(panel.series[series]?.label ?? ''),
        colour: palette(canvas.current),
        onCursor: setPlace,
        onZoom: setZoomed,
        onRange: asks ? span => asked.current?.(span) : undefined,
      },
      canvas.current,
    );
    chart.current = made;
    const resized = new ResizeObserver(([entry]) => {
      if (entry) made.setSize({ width: entry.contentRect.width, height });
    });
    resized.observe(canvas.current);
    return () => {
      resized.disconnect();
      made.destroy();
    };
  }, [panel, plot, zone, theme, hidden, asks, height, group]);

  const summary = useMemo(() => summarizePlot(panel, plot, zone), [panel, plot, zone]);
  const at = place === null ? null : (plot.times[place] ?? null);
  const time = at === null ? null : bucketText(at * 1_000, plot.step, zone);
  return (
    <figure class="panel">
      <figcaption class="panel-head">
        <span class="panel-title" title={panel.title}>
          {panel.title}
        </span>
        {panel.omitted > 0 && (
          <span class="row-quiet">{panel.omitted} other groups are in the table</span>
        )}
        <span class="panel-time">{time}</span>
        {isZoomed && (
          <button type="button" class="small" onClick={() => reset(chart.current)}>
            Reset zoom
          </button>
        )}
      </figcaption>
      <div
        class="canvas"
        ref={canvas}
        style={{ minHeight: `${height}px` }}
        role="slider"
        tabIndex={0}
        aria-label={summary}
        aria-valuemin={0}
        aria-valuemax={plot.times.length - 1}
        aria-valuenow={place ?? 0}
        aria-valuetext={time === null ? 'No time is chosen' : `${time}: ${valuesAt(panel, place)}`}
        onKeyDown={event => {
          const time = timeAfter(event, plot.times, place);
          if (time !== null) pointAt(group, time);
        }}
        onBlur={() => pointAt(group, null)}
      />
      <Legend panel={panel} plot={plot} place={place} hidden={hidden} onHidden={onHidden} />
    </figure>
  );
}

function valuesAt({ series, unit }: Panel, place: number | null): string {
  const text = (value: number | null) => (value === null ? 'none' : quantity(value, unit));
  const said = series.map(({ label, values, before }) => {
    const now = `${label} ${text(values[place ?? -1] ?? null)}`;
    return before === undefined ? now : `${now}, before ${text(before[place ?? -1] ?? null)}`;
  });
  return said.join(', ');
}

/** Colours of the page in a form that the canvas supports: it does not support `light-dark()`. */
function palette(place: HTMLElement): (name: string) => string {
  const probe = document.createElement('span');
  place.append(probe);
  const known = new Map<string, string>();
  return name => {
    const made = known.get(name);
    if (made !== undefined) return made;
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    known.set(name, color);
    return color;
  };
}

function reset(chart: uPlot | null): void {
  chart?.setData(chart.data, true);
}

/** The time that a key selects: arrows select the neighbouring time, Home and End the first and the last. `null` for other keys. */
function timeAfter(
  event: KeyboardEvent,
  times: readonly number[],
  place: number | null,
): number | null {
  const last = times.length - 1;
  const places: ReadonlyMap<string, number> = new Map([
    ['ArrowLeft', place === null ? last : Math.max(place - 1, 0)],
    ['ArrowRight', place === null ? 0 : Math.min(place + 1, last)],
    ['Home', 0],
    ['End', last],
  ]);
  const next = places.get(event.key);
  if (next === undefined) return null;
  event.preventDefault();
  return times[next] ?? null;
}
