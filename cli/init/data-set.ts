/** A data set built from the findings of a survey. Each guess has a comment that states its reason. */
import {
  keyRank,
  LOOKED_AT,
  mayBeKey,
  SurveyError,
  type SurveyedColumn,
  type SurveyedTable,
} from '../../engines/survey.ts';
import { counted } from '../../generator/core/report/words.ts';
import type { Type } from '../../generator/core/types/scalar.ts';
import {
  type ColumnDeclaration,
  columnLines,
  declaredAs,
  exceedsJson,
  isTimeType,
  oneLine,
  yamlText,
} from './columns.ts';
import { type NamedColumn, withPlainNames } from './named.ts';

const MOST_COLUMNS = 1_000;

export interface DataSet {
  readonly name: string;
  /** Its lines in `sources.yaml`, indented. */
  readonly text: string;
  /** The parts of its first endpoint. */
  readonly shape: DataSetShape;
}
/** A data set as seen by an endpoint that shows its rows. */
export interface DataSetShape {
  readonly name: string;
  readonly key: readonly string[];
  readonly time: TimeColumn | null;
  /** Whether its engine refuses statements that do not restrict the time. */
  readonly needsTime: boolean;
  /** Columns that an answer shows unchanged. */
  readonly shown: readonly ShownColumn[];
  /** Columns that separate tenants, with their types. */
  readonly scope: readonly { readonly name: string; readonly type: Type }[];
}
interface ShownColumn {
  readonly name: string;
  /** Whether its whole numbers are answered as texts, because a reader of JSON would round them. */
  readonly asText: boolean;
}
export interface TimeColumn {
  readonly name: string;
  readonly type: Type;
  /** Why it was chosen as the time of a row. */
  readonly because: string;
}

interface Typed {
  readonly column: NamedColumn;
  readonly declared: NonNullable<ColumnDeclaration>;
}

/**
 * The data set `name` over a table of an engine; `where` names the table in messages. Throws `SurveyError`, which names all columns at
 * fault, if the table cannot be a data set.
 */
export function dataSetOf(
  name: string,
  table: string,
  { engine, found, where }: { engine: string; found: SurveyedTable; where: string },
): DataSet {
  refuse(found, where);
  const columns = withPlainNames(found.columns);
  const typed = columns.flatMap((column): readonly Typed[] => {
    const declared = declaredAs(column, found.origin);
    return declared === null ? [] : [{ column, declared }];
  });
  if (typed.length === 0) throw new SurveyError([`${where}: no column has a type of quern`]);
  const rows = rowsOf(found);
  const key = keyOf(found, typed);
  const lines = [
    `  ${name}:`,
    ...(found.description === null || oneLine(found.description) === ''
      ? []
      : [`    description: ${yamlText(oneLine(found.description))}`]),
    `    # ${restsOn(found, rows)}`,
    ...(key === null ? [] : [`    key: [${key.join(', ')}]     # ${keyRestsOn(found, rows)}`]),
    `    tables: { ${engine}: { table: ${yamlText(table)} } }`,
    '    columns:',
    ...columns.flatMap(column =>
      columnLines(column, isRequired(column, found), {
        engine,
        indent: '      ',
        origin: found.origin,
      }),
    ),
  ];
  const shape = {
    name,
    key: key ?? [],
    time: timeOf(
      typed.flatMap(({ column, declared: { type } }) =>
        type === 'records' ? [] : [{ name: column.name, type }],
      ),
      nameOf(typed, found.time),
    ),
    needsTime: found.needsTime,
    shown: typed.map(({ column }) => ({
      name: column.name,
      asText: exceedsJson(column, found.origin),
    })),
    scope: [],
  };
  return { name, text: `${lines.join('\n')}\n`, shape };
}

function rowsOf({ isWhole, looked }: SurveyedTable): string {
  if (looked === 1) return 'the only row';
  return isWhole ? `all ${counted(looked, 'row')}` : `the first ${counted(LOOKED_AT, 'row')}`;
}

function restsOn(
  { origin, looked, columns, isWhole, nullsAreOfAll }: SurveyedTable,
  rows: string,
): string {
  if (origin === 'table') return 'Types and NULLs are as the table declares them.';
  if (origin === 'files' && nullsAreOfAll === true && !isWhole)
    return `Types are as in ${rows}, and NULLs as the files count them.`;
  if (origin === 'files') return `Types and NULLs are as in ${rows}.`;
  if (columns.every(({ nullable }) => nullable !== null))
    return 'Types and NULLs are as the view has them.';
  return looked === 0
    ? 'Types are as the view has them; no row says whether a column is ever NULL.'
    : `Types are as the view has them, and NULLs as in ${rows}.`;
}

function keyRestsOn({ key }: SurveyedTable, rows: string): string {
  return key === null ? `guessed: no two are equal in ${rows}` : 'as the table declares it';
}

/** Uses the table's declaration; without one, checks whether any row has NULL. */
function isRequired({ nullable, nulls }: SurveyedColumn, { looked }: SurveyedTable): boolean {
  return nullable === null ? looked > 0 && nulls === 0 : !nullable;
}

const KEY_TYPES: ReadonlySet<string> = new Set(['string', 'int64', 'decimal']);

function keyOf(found: SurveyedTable, typed: readonly Typed[]): readonly string[] | null {
  if (found.key !== null) {
    const names = found.key.flatMap(name => nameOf(typed, name) ?? []);
    return names.length === found.key.length ? names : null;
  }
  // One row proves nothing.
  if (found.looked < 2) return null;
  // of files that are read whole, the first column is a key under any name
  const isAny = found.origin === 'files' && found.isWhole;
  const [guessed] = typed
    .filter(
      ({ column, declared }) =>
        column.isUnique === true &&
        (isAny ? KEY_TYPES.has(declared.type) : mayBeKey(column)) &&
        (column.nulls === 0 || column.nullable === false),
    )
    .sort((a, b) => keyRank(a.column) - keyRank(b.column));
  return guessed === undefined ? null : [guessed.column.name];
}

/** The name of the column that the table stores under `stored`; `null` if it has no type. */
function nameOf(typed: readonly Typed[], stored: string | null): string | null {
  const found = typed.find(({ column }) => (column.stored ?? column.name) === stored);
  return found?.column.name ?? null;
}

/** Names of time columns, the most common first. */
const TIMES = ['timestamp', 'time', 'ts', 'at', 'created_at', 'created', 'date', 'day'];

/** The column that states how new a row is; `stored`: the column that the table is stored by. */
export function timeOf(
  columns: readonly { readonly name: string; readonly type: Type | 'record' }[],
  stored: string | null,
): TimeColumn | null {
  const times = columns.filter(({ type }) => isTimeType(type));
  const named = TIMES.flatMap(word => times.filter(({ name }) => name === word));
  const found = times.find(({ name }) => name === stored) ?? named[0] ?? times[0];
  if (found === undefined || found.type === 'record') return null;
  const { name, type } = found;
  const because =
    name === stored
      ? 'the table is stored by it'
      : times.length === 1
        ? 'guessed: no other column is a time'
        : 'guessed by its name';
  return { name, type, because };
}

function refuse({ origin, looked, columns }: SurveyedTable, where: string): void {
  if (looked === 0 && origin === 'files')
    throw new SurveyError(
      [`${where}: there is no row`],
      'Add some rows first: columns and their types come from rows.',
    );
  if (columns.length > MOST_COLUMNS)
    throw new SurveyError([
      `${where}: there are ${columns.length} columns, and a data set has at most ${MOST_COLUMNS}`,
    ]);
}
