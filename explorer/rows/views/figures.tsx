import { findCurrentColumn } from '../data/columns.ts';
import { hasScale, percent, quantity } from '../data/numbers.ts';
import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import { isNumeric, numberOf } from '../data/values.ts';
import { RecordFields } from '../detail/fields.tsx';
import type { Filtering } from '../detail/tree.tsx';
import { numberText } from '../table/cell.ts';

interface Props {
  readonly row: AnswerRow;
  readonly columns: readonly Column[];
  readonly zone: string;
  readonly filtering: Filtering | undefined;
}

/** A single row: its numbers in large type, beside those of the previous period; everything else below. */
export function Figures({ row, columns, zone, filtering }: Props) {
  const isFigure = (column: Column) =>
    isNumeric(column) && findCurrentColumn(column, columns) === null;
  const others = columns.filter(column => !isNumeric(column));
  return (
    <div class="figures">
      <dl class="figure-list">
        {columns.filter(isFigure).map(column => {
          const before = columns.find(other => findCurrentColumn(other, columns) === column);
          return <Figure key={column.name} row={row} column={column} before={before} />;
        })}
      </dl>
      {others.length > 0 && (
        <RecordFields row={row} columns={others} zone={zone} filtering={filtering} />
      )}
    </div>
  );
}

interface FigureProps {
  readonly row: AnswerRow;
  readonly column: Column;
  readonly before: Column | undefined;
}

function Figure({ row, column, before }: FigureProps) {
  const value = cellOf(row, column.name);
  const number = numberOf(column, value);
  const last = before === undefined ? null : numberOf(before, cellOf(row, before.name));
  const text = number === null ? '–' : figureText(column, number);
  const unit = hasScale(column.unit) ? undefined : column.unit;
  return (
    <div class="figure">
      <dt title={column.description?.trim() ?? column.name}>{column.name}</dt>
      <dd>
        <span
          class={text.length > MOST_LARGE ? 'figure-value figure-long' : 'figure-value'}
          title={value === null ? undefined : String(value)}
        >
          {text} <small>{unit}</small>
        </span>
        {last !== null && (
          <span class="figure-before">
            {number !== null && last !== 0 && <strong>{change(number / last - 1)}</strong>} before:{' '}
            {figureText(column, last)} {unit}
          </span>
        )}
      </dd>
    </div>
  );
}

/** Longer texts are too long for a figure in large letters. */
const MOST_LARGE = 9;

/** Durations and the like are in the scale that fits, with its unit; other numbers in full. */
function figureText(column: Column, number: number): string {
  if (hasScale(column.unit)) return quantity(number, column.unit);
  return numberText(column, number) ?? String(number);
}

function change(ratio: number): string {
  return ratio < 0 ? `−${percent(-ratio)}` : `+${percent(ratio)}`;
}
