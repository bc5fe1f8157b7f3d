/** How the table of a data set differs from its declaration. */
import type { EngineName } from '../../engines/index.ts';
import type { SurveyedColumn, SurveyedTable } from '../../engines/survey.ts';
import type { Field, Source } from '../../generator/core/spec/source.ts';
import { isDerived, storedName } from '../../generator/core/spec/source.ts';
import { sourceOf } from '../../generator/emitters/manifest.ts';
import { listFindings } from '../../server/observe/findings.ts';
import { asFailure } from '../engines.ts';
import { declaredAs } from '../init/columns.ts';
import { concurrencyOfEngine, preparedEngine } from './open-engine.ts';
import type { Workspace } from './workspace.ts';

/** Returns a sentence for each difference. `surveyed` is the present table. */
export async function driftOf(
  { config, pathOf, shown }: Workspace,
  engine: EngineName,
  source: Source,
  surveyed: SurveyedTable,
): Promise<readonly string[]> {
  const declared = sourceOf(source, [engine]);
  const reads = plainLeaves(source.columns, engine);
  const concurrency = concurrencyOfEngine(engine, config);
  const sources = { [source.name]: declared };
  const setup = { concurrency, sources, reads: () => reads, pathOf, shown };
  const open = await preparedEngine(engine, config.engines[engine], setup);
  const opened = await open().catch(asFailure);
  try {
    const table = declared.tables[engine]?.table ?? [];
    const [missing] = await opened.missing([table]);
    if (missing !== undefined)
      return [
        `table \`${missing.table}\` is missing${missing.reason === null ? '' : `: ${missing.reason}`}`,
      ];
    const [{ columns } = { columns: null }] = await opened.catalogue([table]);
    const { records = 'nested' } = source.tables[engine] ?? {};
    const found =
      columns === null
        ? []
        : listFindings({ declared: declared.columns, reads, records, engine, found: columns }).map(
            ({ told }) => told,
          );
    return [...found, ...undeclared(engine, source, surveyed)];
  } finally {
    await opened.close();
  }
}

/** Lists the leaves that are read as they are stored. */
export function plainLeaves(
  fields: readonly Field[],
  engine: string,
  above: readonly string[] = [],
): readonly string[] {
  return fields.flatMap(field => {
    if (isDerived(field) || field.text[engine] !== undefined) return [];
    const path = [...above, field.name];
    return field.type === 'record' ? plainLeaves(field.fields, engine, path) : [path.join('.')];
  });
}

/** Describes the table's columns that could be declared but are not. */
function undeclared(
  engine: EngineName,
  { columns }: Source,
  { columns: found, origin }: SurveyedTable,
): readonly string[] {
  const known = new Set(columns.map(column => storedName(column, engine).toLowerCase()));
  const isUnknown = ({ name, storedName: stored }: SurveyedColumn) =>
    [name, stored].every(one => one === undefined || !known.has(one.toLowerCase()));
  return found
    .filter(column => isUnknown(column) && declaredAs(column, origin) !== null)
    .map(({ name, type }) => `\`${name}\` is in the table as ${type}, and is not declared`);
}
