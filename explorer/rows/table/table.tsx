import { useMemo } from 'preact/hooks';
import type { Sorting } from '../data/order.ts';
import type { AnswerRow, Column } from '../data/row.ts';
import { isNumeric } from '../data/values.ts';
import { Icon } from '../icons.tsx';
import { useVirtual } from '../virtual.ts';
import { unitText } from './cell.ts';
import { TableRow } from './row.tsx';
import { widthsOf } from './widths.ts';

export interface TableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly AnswerRow[];
  readonly zone: string;
  readonly sorting: Sorting | null;
  readonly onSort: (column: string) => void;
  readonly onOpen: (index: number) => void;
}

/** The same height as in `style/table.css`. */
const ROW_HEIGHT = 33;

export function RowTable({ label, columns, rows, zone, sorting, onSort, onOpen }: TableProps) {
  const { scroller, items, above, below } = useVirtual({ count: rows.length, height: ROW_HEIGHT });
  const widths = useMemo(() => widthsOf(columns, rows, zone), [columns, rows, zone]);
  const whole = widths.reduce((sum, width) => sum + width, 0);
  return (
    <section class="scroller" ref={scroller} aria-label={label}>
      <table
        class="table"
        aria-rowcount={rows.length + 1}
        style={{ minWidth: `calc(${whole}ch + ${columns.length} * 1.5rem + 1.5rem)` }}
      >
        <colgroup>
          {widths.map((width, at) => (
            <col
              key={columns[at]?.name}
              style={{ width: `calc(${width}ch + ${at === 0 ? 3 : 1.5}rem)` }}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column, at) => (
              <Head
                key={column.name}
                isFirst={at === 0}
                column={column}
                sorting={sorting}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Filler height={above} />
          {items.map(({ index }) => (
            <TableRow
              key={index % items.length}
              row={rows[index]!}
              index={index}
              columns={columns}
              zone={zone}
              onOpen={onOpen}
            />
          ))}
          <Filler height={below} />
        </tbody>
      </table>
    </section>
  );
}

function Filler({ height }: { readonly height: number }) {
  return <tr class="filler" style={{ height: `${height}px` }} />;
}

interface HeadProps {
  /** Leaves room for the button that opens a row. */
  readonly isFirst: boolean;
  readonly column: Column;
  readonly sorting: Sorting | null;
  readonly onSort: (column: string) => void;
}

function Head({ isFirst, column, sorting, onSort }: HeadProps) {
  const direction =
    sorting?.column !== column.name ? 'none' : sorting.descending ? 'descending' : 'ascending';
  const title = [column.name, column.description?.trim()].filter(Boolean).join('\n');
  const unit = unitText(column);
  return (
    <th
      scope="col"
      aria-sort={direction}
      class={`${isFirst ? 'first' : ''} ${isNumeric(column) ? 'head-number' : ''}`}
    >
      <button type="button" title={title} onClick={() => onSort(column.name)}>
        <span class="head-name">{column.name}</span>
        {unit !== undefined && <span class="unit">{unit}</span>}
        {direction !== 'none' && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}
