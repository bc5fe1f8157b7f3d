/** Surveys the rows of a table: types, NULLs, distinct values, and how large whole numbers are. */
import type * as DuckDb from '@duckdb/node-api';
import { WHOLE_DIGITS } from '../../generator/core/types/decimal.ts';
import type { CatalogueColumn } from '../engine.ts';
import { plainNames } from '../support/plain-names.ts';
import {
  type Extent,
  exceedsJson,
  extentOf,
  hasKeyType,
  holderOf,
  LOOKED_AT,
  mayBeKey,
  type Remarks,
  type SurveyedColumn,
  type SurveyedTable,
  type SurveyLeaf,
  surveyedField,
  surveyLeaves,
  wholeLeaves,
  wholeNumbersOf,
} from '../survey.ts';
import { quoteName } from './driver/text.ts';
import { tableColumn } from './driver/types.ts';
import type { Api } from './driver/values.ts';
import type { Footers } from './files/footers.ts';
import { describeRelation, underNewNames } from './files/relation.ts';

/** The facts about a relation that do not depend on its rows. */
type Known = Pick<SurveyedTable, 'name' | 'origin' | 'description' | 'key'>;

/** Surveys the rows of a relation with these columns. */
export async function surveyRows(
  connection: DuckDb.DuckDBConnection,
  relation: string,
  known: Known,
  columns: readonly CatalogueColumn[],
  footers: Footers | null = null,
): Promise<SurveyedTable> {
  const counts = columns.flatMap((column, i) => {
    const sql = quoteName(column.name);
    const isFirst = i === 0 && known.origin === 'files' && hasKeyType(column);
    return [`count(${sql})`, isFirst || mayBeKey(column) ? `count(DISTINCT ${sql})` : 'NULL'];
  });
  const some = `(SELECT * FROM ${relation} LIMIT ${LOOKED_AT + 1})`;
  const whole = wholeLeaves(columns);
  const asked = ['count(*)', ...counts, ...whole.flatMap(extentSql)];
  const rows = await connection.runAndReadAll(`SELECT ${asked.join(', ')} FROM ${some}`);
  const [row = []] = rows.getRows();
  const looked = Number(row[0]);
  const numbers = row
    .slice(1, 1 + counts.length)
    .map(value => (value === null ? null : Number(value)));
  const bounds = row.slice(1 + counts.length);
  const extents = new Map(
    whole.map(({ path }, i) => {
      const extent = footers?.(path)?.extent ?? extentOf(bounds.slice(2 * i));
      return [path.join('.'), extent] as const;
    }),
  );
  const remark = (column: CatalogueColumn, path: readonly string[]) =>
    remarksOf(column, extents.get(path.join('.')) ?? null);
  return {
    ...known,
    looked,
    isWhole: looked <= LOOKED_AT,
    nullsAreOfAll: footers !== null,
    time: null,
    needsTime: false,
    warnings: [],
    columns: columns.map((column, i): SurveyedColumn => {
      const [filled, distinct] = [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? null];
      const isUnique = distinct === null ? null : looked > 0 && distinct === looked;
      const some = looked - filled;
      const nulls =
        looked <= LOOKED_AT || some > 0 || footers === null ? some : nullsOf(column, footers);
      return { ...surveyedField(column, remark), nulls, isUnique };
    }),
  };
}

/** The NULLs of a column in all rows; `null` if the footers do not say. The folders' names are a column that no footer has. */
function nullsOf(column: CatalogueColumn, footers: Footers): number | null {
  const all = surveyLeaves([column]).map(({ path }) => footers(path));
  const { list, map } = column.kinds;
  if (column.fields === null && list === null && map === null) {
    const [facts] = all;
    if (facts === undefined) return 0;
    return facts.isCounted ? facts.nulls : null;
  }
  return all.some(facts => facts?.isCounted === true && facts.nulls === 0) ? 0 : null;
}

function isWide({ kinds: { one, list, map } }: CatalogueColumn): boolean {
  return [one, list, map].includes('wide integer');
}

/** The smallest and the largest number of a column, of its lists or of its maps, as texts. */
function extentSql({ path, column }: SurveyLeaf): readonly string[] {
  const stored = path.map(quoteName).join('.');
  const form = wholeNumbersOf(column);
  const items = form === 'map' ? `map_values(${stored})` : stored;
  return ['min', 'max'].map(end => {
    const one = form === 'one' ? stored : `list_${end}(${items})`;
    return `CAST(${end}(${one}) AS VARCHAR)`;
  });
}

function remarksOf(column: CatalogueColumn, extent: Extent): Remarks {
  const { type } = column;
  return {
    holds: isWide(column) ? holderOf(extent, type.includes('UBIGINT') ? 20 : WHOLE_DIGITS) : null,
    exceedsJson: exceedsJson(extent),
    note: null,
    unread: type.startsWith('GEOMETRY') ? 'GEOMETRY needs an extension' : null,
  };
}

/** Surveys the rows of files. */
export async function surveyOfFiles(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  relation: string,
  footers: Footers | null = null,
): Promise<SurveyedTable> {
  const stored = await describeRelation(connection, relation);
  const columns = stored.map(([column, type]) => tableColumn(api, column, type, null));
  const known = { name: path, origin: 'files', description: null, key: null } as const;
  return surveyRows(connection, relation, known, columns, footers);
}

/** Surveys the rows of files, with plain names instead of the files' own. */
export async function surveyRenamed(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  relation: string,
  footers: Footers | null = null,
): Promise<SurveyedTable> {
  const stored = (await describeRelation(connection, relation)).map(([name]) => name);
  const names = plainNames(stored);
  const old = new Map([...names].map(([before, name]) => [name, before]));
  const underOld: Footers | null =
    footers && (([name = '', ...rest]) => footers([old.get(name) ?? name, ...rest]));
  const table = await surveyOfFiles(
    api,
    connection,
    path,
    underNewNames(relation, names),
    underOld,
  );
  const columns = table.columns.map((column): SurveyedColumn => {
    const name = names.get(column.name) ?? column.name;
    return name === column.name ? column : { ...column, storedName: name };
  });
  return { ...table, columns };
}
