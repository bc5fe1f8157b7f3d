import { useMemo, useState } from 'preact/hooks';
import { isMeasure, toneOfGroup } from './data/columns.ts';
import { formatPlain } from './data/json-text.ts';
import { quantity } from './data/numbers.ts';
import { type AnswerRow, type Column, cellOf } from './data/row.ts';
import type { Categories } from './data/shapes.ts';
import { numberOf } from './data/values.ts';

interface Props {
  readonly shape: Categories;
  readonly rows: readonly AnswerRow[];
}

const FIRST = 20;

/** Numbers by category, in the order of the rows. */
export function Bars({ shape: { labels, measures }, rows }: Props) {
  const [chosen, setChosen] = useState(measures[0]?.name);
  const [showsAll, setShowsAll] = useState(false);
  const measure = measures.find(({ name }) => name === chosen) ?? measures[0]!;
  const bars = useMemo(() => barsOf(labels, measure, rows), [labels, measure, rows]);
  const shown = showsAll ? bars : bars.slice(0, FIRST);
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const share = (value: number) => `${(100 * value) / (most - least || 1)}%`;
  return (
    <div class="bars">
      {measures.length > 1 && (
        <fieldset class="row-segments" aria-label="Number">
          {measures.filter(isMeasure).map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === measure.name}
              onClick={() => setChosen(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <ul aria-label={`${measure.name} by ${labels.map(({ name }) => name).join(', ')}`}>
        {shown.map(({ key, label, tone, value }) => (
          <li key={key}>
            <span class="bar-label" title={label}>
              {label}
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

function barsOf(labels: readonly Column[], measure: Column, rows: readonly AnswerRow[]) {
  return rows.map((row, key) => ({
    key,
    label: labels.map(({ name }) => labelText(cellOf(row, name))).join(' · '),
    tone: toneOfGroup(labels, row),
    value: numberOf(measure, cellOf(row, measure.name)) ?? 0,
  }));
}

function labelText(value: unknown): string {
  return value === '' ? '(empty)' : formatPlain(value, 200);
}
