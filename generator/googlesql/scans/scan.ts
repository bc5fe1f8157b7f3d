/** Translates one scan of the resolved tree to rows, by its kind. */
import type { TranslationContext } from '../context.ts';
import { type Rows, UNTIED } from '../rows.ts';
import { type ResolvedNode, Unreadable } from '../tree/tree.ts';
import { filterRows } from './filter.ts';
import { aggregatedRows } from './grouping/aggregate.ts';
import { joinedRows } from './join.ts';
import { projectRows } from './project.ts';
import { setRows } from './set-operation.ts';
import { limitedRows, sortedRows } from './sort.ts';
import { tableRows } from './table.ts';
import { unnestedRows } from './unnest.ts';
import { windowRows } from './window.ts';
import { namedRows, withRows } from './with.ts';

/** Throws `Unreadable` if there are no rows to continue with. */
export function readScan(scan: ResolvedNode, context: TranslationContext): Rows {
  const rows = rowsOf(scan, context);
  context.note(rows.relation, scan);
  return rows;
}

function rowsOf(scan: ResolvedNode, context: TranslationContext): Rows {
  const below = (field = 'input_scan') => {
    const rows = readScan(scan.node(field), context);
    if (!rows.ties.isTotal || KEEPING.has(scan.kind)) return rows;
    context.refuse('a correlated aggregate in this place', scan);
    return { ...rows, ties: { ...rows.ties, isTotal: false, isOne: true } };
  };
  switch (scan.kind) {
    case 'table_scan':
      return tableRows(scan, context);
    case 'single_row_scan':
      return unitRows(scan, context);
    case 'filter_scan':
      return filterRows(scan, below(), context);
    case 'project_scan':
      return projectRows(scan, below(), context);
    case 'aggregate_scan':
      return aggregatedRows(scan, below(), context);
    case 'order_by_scan':
      return sortedRows(scan, below(), context);
    case 'limit_offset_scan':
      return limitedRows(scan, below(), context);
    case 'join_scan':
      return joinedRows(scan, [below('left_scan'), below('right_scan')], context);
    case 'array_scan':
      return scan.value('input_scan') === null
        ? unnestedRows(scan, unit(context), context)
        : unnestedRows(scan, below(), context);
    case 'set_operation_scan':
      return setRows(scan, part => readScan(part, context), context);
    case 'with_scan':
      return withRows(scan, part => readScan(part, context), context);
    case 'with_ref_scan':
      return namedRows(scan, context);
    case 'analytic_scan':
      return windowRows(scan, below(), context);
    default:
      context.refuse(SHOWN[scan.kind] ?? scan.kind.replaceAll('_', ' '), scan);
      throw new Unreadable();
  }
}

/** Scans that keep the single row of an aggregate without groups, even over an empty relation. */
const KEEPING: ReadonlySet<string> = new Set([
  'project_scan',
  'order_by_scan',
  'limit_offset_scan',
]);

/** SELECT without FROM. */
function unitRows(scan: ResolvedNode, context: TranslationContext): Rows {
  scan.value('column_list');
  return unit(context);
}

function unit(context: TranslationContext): Rows {
  const relation = { node: 'unit', name: context.fresh('unit') } as const;
  return { relation, cells: new Map(), order: [], ties: UNTIED };
}

const SHOWN: Readonly<Record<string, string>> = {
  recursive_scan: 'WITH RECURSIVE',
  sample_scan: 'TABLESAMPLE',
  tvf_scan: 'a table function',
};
