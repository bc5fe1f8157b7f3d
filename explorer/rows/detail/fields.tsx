import { type Column, cellOf, type Row } from '../data/row.ts';
import { instantText } from '../data/times.ts';
import { instantOf } from '../data/values.ts';
import { type Filtering, TreeNode } from './tree.tsx';

interface Props {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly zone: string;
  readonly filtering: Filtering | undefined;
}

/** A row as a tree of its values. */
export function Fields({ row, columns, zone, filtering }: Props) {
  return (
    <ul class="tree tree-root">
      {columns.map(column => {
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
    </ul>
  );
}

/** The instant in the zone, and as the service answered it. */
function timeText(column: Column, value: unknown, zone: string): string | undefined {
  if (column.type !== 'timestamp') return undefined;
  const instant = instantOf(column, value);
  return instant === null ? undefined : `${instantText(instant, zone)} · ${value}`;
}
