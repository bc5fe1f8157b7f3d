import { useMemo, useState } from 'preact/hooks';
import { leadingOf, toneOfGroup } from '../data/columns.ts';
import { groupItems } from '../data/grouped.ts';
import { quantity } from '../data/numbers.ts';
import { type AnswerRow, cellOf, type LookingColumn } from '../data/row.ts';
import type { Categories } from '../data/shapes.ts';
import { numberOf } from '../data/values.ts';
import { Measures } from '../measures.tsx';
import { shownCell } from '../table/cell.ts';

interface Props {
  readonly shape: Categories;
  readonly rows: readonly AnswerRow[];
  readonly zone: string;
  /** The name of the number that is shown, if it is one of the numbers. */
  readonly chosen: string | undefined;
  readonly onMeasure: (name: string) => void;
}

const FIRST = 20;

/** Numbers by category, in the order of the rows. */
export function Bars(props: Props) {
  const { shape, rows, zone, chosen, onMeasure } = props;
  const { labels, measures } = shape;
  const [showsAll, setShowsAll] = useState(false);
  const measure = measures.find(({ name }) => name === chosen) ?? leadingOf(measures)!;
  const bars = useMemo(() => barsOf(labels, measure, rows, zone), [labels, measure, rows, zone]);
  const shown = showsAll ? bars : bars.slice(0, FIRST);
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const share = (value: number) => `${(100 * value) / (most - least || 1)}%`;
  return (
    <div class="bars">
      <Measures measures={measures} chosen={measure} onMeasure={onMeasure} />
      <ul aria-label={`${measure.name} by ${labels.map(({ name }) => name).join(', ')}`}>
        {shown.map(({ key, head, names, tone, value }) => (
          <>
            {head !== null && (
              <li key={`${key} head`} class="bar-head">
                {head}
              </li>
            )}
            <li key={key}>
              <span class="bar-label" title={names.join(' · ')}>
                {names.join(' · ')}
              </span>
              <span class="bar-track">
                <span
                  class={`bar bar-${tone}`}
                  style={{
                    insetInlineStart: share(Math.min(value, 0) - least),
                    width: share(Math.abs(value)),
                  }}
                />
              </span>
              <span class="bar-value" title={String(value)}>
                {quantity(value, measure.unit)}
              </span>
            </li>
          </>
        ))}
      </ul>
      {bars.length > shown.length && (
        <button type="button" class="small" onClick={() => setShowsAll(true)}>
          Show all {bars.length}
        </button>
      )}
    </div>
  );
}

interface Bar {
  readonly key: number;
  /** The first group, above the first of its bars; `null` on its other bars, and if bars have no heads. */
  readonly head: string | null;
  readonly names: readonly string[];
  readonly tone: string;
  readonly value: number;
}

/** The bars of a group stand together under its name, if the rows are in that order: the best of each group. */
function barsOf(
  labels: readonly LookingColumn[],
  measure: LookingColumn,
  rows: readonly AnswerRow[],
  zone: string,
): readonly Bar[] {
  const named = rows.map(row => ({
    row,
    names: labels.map(label => shownCell(label, cellOf(row, label.name), zone).text),
  }));
  const isHead = named.map(({ names }, at) => names[0] !== named[at - 1]?.names[0]);
  const heads = isHead.filter(Boolean).length;
  const groups = groupItems(named, ({ names }) => names[0] ?? '').size;
  const hasHeads = labels.length > 1 && heads === groups && heads < rows.length;
  return named.map(({ row, names }, key) => ({
    key,
    head: hasHeads && isHead[key] === true ? (names[0] ?? null) : null,
    names: hasHeads ? names.slice(1) : names,
    tone: toneOfGroup(labels, row),
    value: numberOf(measure, cellOf(row, measure.name)) ?? 0,
  }));
}
