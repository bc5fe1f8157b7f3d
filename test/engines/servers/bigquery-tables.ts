/**
 * How statements name tables. ZetaSQL evaluates tables under single names only: a table of the default data set is known by its
 * own name, every other path is one quoted name.
 */
import type { TestTable } from '../test-engine.ts';

export interface ServedTable {
  readonly project: string;
  readonly dataset: string;
  readonly id: string;
  /** As the evaluator knows it. */
  readonly table: TestTable;
}

/** A table by its name, `table`, `dataset.table` or `project.dataset.table`. */
export function servedTable(project: string, dataset: string, table: TestTable): ServedTable {
  const [id = '', inDataset = dataset, inProject = project] = table.name.split('.').toReversed();
  const isDefault = inProject === project && inDataset === dataset;
  const name = isDefault ? id : [inProject, inDataset, id].join('.');
  return { project: inProject, dataset: inDataset, id, table: { ...table, name } };
}

/** The statement with every path of two or three parts as the name that the evaluator knows. */
export function withKnownNames(
  sql: string,
  tables: readonly ServedTable[],
  defaultProject: string,
): string {
  return tables.reduce((text, { project, dataset, id, table }) => {
    const known = `\`${table.name}\``;
    const long = [project, dataset, id];
    const short = project === defaultProject ? [[dataset, id]] : [];
    return [long, ...short].reduce(
      (changed, parts) => changed.replace(pathPattern(parts), known),
      text,
    );
  }, sql);
}

/** Each part quoted or not, or all of them in one pair of quotes. */
function pathPattern(parts: readonly string[]): RegExp {
  const escaped = parts.map(part => part.replace(/[^\w]/g, '\\$&'));
  const separate = escaped.map(part => `(?:\`${part}\`|${part})`).join('\\.');
  return new RegExp(`(?<![\\w.\`-])(?:${separate}|\`${escaped.join('\\.')}\`)(?![\\w.\`-])`, 'g');
}
