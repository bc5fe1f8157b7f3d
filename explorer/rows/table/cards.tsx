import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import { useVirtual } from '../virtual.ts';
import { shownCell, unitText } from './cell.ts';
import type { TableProps } from './table.tsx';

/** The number of values that a card shows; the drawer has all of them. */
const FIRST = 8;

/** Rows on a phone: one card per row. */
export function Cards({ label, columns, rows, zone, onOpen }: TableProps) {
  const { scroller, items, above, below, measure } = useVirtual({
    count: rows.length,
    height: 44 + 24 * Math.min(columns.length, FIRST),
  });
  return (
    <section class="scroller cards" ref={scroller} aria-label={label}>
      <ul style={{ paddingTop: `${above}px`, paddingBottom: `${below}px` }}>
        {items.map(({ index, key }) => (
          <li
            key={key}
            data-index={index}
            ref={measure}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            <Card row={rows[index]!} columns={columns} zone={zone} onOpen={() => onOpen(index)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  readonly row: AnswerRow;
  readonly columns: readonly Column[];
  readonly zone: string;
  readonly onOpen: () => void;
}

function Card({ row, columns, zone, onOpen }: CardProps) {
  return (
    <button type="button" class="card" onClick={onOpen}>
      {columns.slice(0, FIRST).map(column => {
        const { text, kind } = shownCell(column, cellOf(row, column.name), zone);
        return (
          <span key={column.name} class="card-line">
            <span class="card-name">{column.name}</span>
            <span class={`card-value cell-${kind}`}>
              {text} {kind === 'number' && <small>{unitText(column)}</small>}
            </span>
          </span>
        );
      })}
      {columns.length > FIRST && (
        <span class="row-quiet">
          {columns.length - FIRST} more {columns.length - FIRST === 1 ? 'value' : 'values'}
        </span>
      )}
    </button>
  );
}
