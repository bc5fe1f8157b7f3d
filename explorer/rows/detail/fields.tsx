import { useState } from 'preact/hooks';
import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import { formatZonedInstant } from '../data/times.ts';
import { readInstantMillis } from '../data/values.ts';
import { type Filtering, SHOWN_AT_FIRST, TreeNode } from './tree.tsx';

interface Props {
  readonly row: AnswerRow;
  readonly columns: readonly Column[];
  readonly zone: string;
  readonly filtering: Filtering | undefined;
}

/** A row as a tree of its values. */
export function RecordFields({ row, columns, zone, filtering }: Props) {
  const [count, setCount] = useState(SHOWN_AT_FIRST);
  return (
    <ul class="tree tree-root">
      {columns.slice(0, count).map(column => {
        const value = cellOf(row, column.name);
        return (
          <TreeNode
            key={column.name}
            name={column.name}
            path={column.name}
            value={value}
            depth={0}
            shown={timeText(column, value, zone)}
            unit={column.unit}
            filtering={filtering}
          />
        );
      })}
      {columns.length > count && (
        <li>
          <button type="button" class="small" onClick={() => setCount(count + 10 * SHOWN_AT_FIRST)}>
            Show more of {columns.length}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The instant in the zone, and below it as the service returned it. */
function timeText(column: Column, value: unknown, zone: string): string | undefined {
  if (column.type !== 'timestamp') return undefined;
  const instant = readInstantMillis(column, value);
  return instant === null ? undefined : `${formatZonedInstant(instant, zone)}\n${value}`;
}
