/** WITH: each named query is a step, which its readers share. */
import { columnIds, type TranslationContext } from '../context.ts';
import { projectCells, type Rows, readNameHint, readOf, UNTIED } from '../rows.ts';
import type { ResolvedNode } from '../tree/tree.ts';

/** `read` returns the rows of a query. The analyser has given each named query a unique name. */
export function withRows(
  scan: ResolvedNode,
  read: (scan: ResolvedNode) => Rows,
  context: TranslationContext,
): Rows {
  scan.value('column_list');
  if (scan.flag('recursive')) context.refuse('WITH RECURSIVE', scan);
  for (const entry of scan.parts('with_entry_list')) {
    const name = entry.text('with_query_name');
    const query = entry.node('with_subquery');
    const rows = read(query);
    const ids = columnIds(query);
    const shown = new Map(
      ids.flatMap(id => {
        const cell = rows.cells.get(id);
        return cell === undefined ? [] : [[id, cell] as const];
      }),
    );
    if (rows.ties.keys.length > 0)
      context.refuse('a WITH query that reads columns of the outer query', entry);
    const step = projectCells(
      { ...rows, cells: shown, order: [], ties: UNTIED },
      context.fresh(readNameHint(`${name}#`)),
    );
    context.steps.push({ name: step.relation.name, relation: step.relation });
    context.named.set(name, { rows: step, ids });
  }
  return read(scan.node('query'));
}

export function namedRows(scan: ResolvedNode, context: TranslationContext): Rows {
  const name = scan.text('with_query_name');
  const found = context.named.get(name);
  if (found === undefined) throw new Error(`the tree reads the unknown query ${name}`);
  const { cells, ...rest } = readOf(found.rows, context.fresh(readNameHint(`${name}#`)));
  const ids = columnIds(scan);
  const own = found.ids.flatMap((id, i) => {
    const cell = cells.get(id);
    return cell === undefined ? [] : [[ids[i] ?? '', cell] as const];
  });
  return { ...rest, cells: new Map(own) };
}
