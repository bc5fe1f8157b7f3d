/** A data set and a first endpoint, made of what a survey found. Each guess is a comment that says what it rests on. */
import type { CatalogueColumn } from '../../engines/engine.ts';
import { SurveyError, type SurveyedColumn, type SurveyedTable } from '../../engines/survey.ts';
import { printable } from '../../generator/core/diagnostics.ts';
import { RESERVED_WORDS } from '../../generator/core/reserved-words.ts';
import type { Type } from '../../generator/core/scalar.ts';
import { counted } from '../../generator/core/words.ts';
import { PARTS } from '../../generator/schema/parts.ts';

const NAME = new RegExp(PARTS.name.pattern);
const MOST_COLUMNS = 1_000;

export interface DataSet {
  readonly name: string;
  /** As the engine names the table. */
  readonly table: string;
  /** Its lines in `sources.yaml`, indented. */
  readonly text: string;
  readonly key: string | null;
  readonly time: { readonly name: string; readonly type: Type } | null;
  /** Columns that an answer shows as they are. */
  readonly shown: readonly string[];
}

/** `where` names the table in messages. Throws `SurveyError` where it cannot be a data set; all columns at fault are named. */
export function dataSetOf(
  name: string,
  table: string,
  found: SurveyedTable,
  where: string,
): DataSet {
  refuse(found, where);
  const columns = found.columns.map(column => ({ column, type: typeOf(column) }));
  const filled = columns.filter(({ column }) => column.nulls === 0);
  const key = filled.find(({ column, type }) => column.isUnique === true && isKey(column, type));
  const times = columns.filter(({ type }) => type === 'timestamp' || type === 'date');
  const time =
    TIMES.flatMap(word => times.filter(({ column }) => column.name === word))[0] ?? times[0];
  const rows = `${found.isWhole ? 'all' : 'the first'} ${counted(found.looked, 'row')}`;
  const isDeclared = found.columns.some(({ nullable }) => nullable !== null);
  const lines = [
    `  ${name}:`,
    `    # ${isDeclared ? 'Types and NULLs are as the table declares them' : `Types and NULLs are as ${rows} have them`}.`,
    ...(key === undefined
      ? []
      : [`    key: [${key.column.name}]     # no two are equal in ${rows}`]),
    `    tables: { duckdb: { table: ${yamlText(table)} } }`,
    '    columns:',
    ...columns.flatMap(({ column, type }) =>
      columnLines(column, type, '      ', isRequired(column)),
    ),
  ];
  return {
    name,
    table,
    text: `${lines.join('\n')}\n`,
    key: key?.column.name ?? null,
    time:
      time === undefined || time.type === 'record'
        ? null
        : { name: time.column.name, type: time.type },
    shown: columns.map(({ column }) => column.name),
  };
}

/** As a table declares it; of files, as their rows are. */
function isRequired({ nullable, nulls }: SurveyedColumn): boolean {
  return nullable === null ? nulls === 0 : !nullable;
}

/** Names of time columns, the most common first. */
const TIMES = ['timestamp', 'time', 'ts', 'at', 'created_at', 'created', 'date', 'day'];

function isKey({ name }: CatalogueColumn, type: Type | 'record'): boolean {
  return (type === 'string' || type === 'int64') && /(^|_)(id|uuid|key|number|no)$/i.test(name);
}

function refuse({ looked, columns }: SurveyedTable, where: string): void {
  if (looked === 0 && columns.every(({ nullable }) => nullable === null))
    throw new SurveyError(
      [`${where}: there is no row`],
      'Columns and their types come from rows: add some first.',
    );
  if (columns.length > MOST_COLUMNS)
    throw new SurveyError([
      `${where}: there are ${columns.length} columns, and a data set has at most ${MOST_COLUMNS}`,
    ]);
  const names = columns.flatMap(namesIn);
  const unfit = names.filter(name => !NAME.test(name) || name.length > PARTS.name.maxLength);
  const reserved = names.filter(name => RESERVED_WORDS.has(name.toLowerCase()));
  const folded = columns.map(({ name }) => name.toLowerCase());
  const twice = columns
    .map(({ name }) => name)
    .filter((_, i) => folded.indexOf(folded[i] ?? '') < i);
  const faults = [
    ...unfit.map(name => `the column \`${name}\` has no name of letters, digits and \`_\``),
    ...reserved.map(name => `the column \`${name}\` has the name of a word of expressions`),
    ...twice.map(
      name => `the column \`${name}\` differs from another by the case of letters alone`,
    ),
  ];
  if (faults.length === 0) return;
  const hint = 'Read them from a view that gives them other names.';
  throw new SurveyError(
    faults.map(fault => `${where}: ${fault}`),
    hint,
  );
}

function namesIn({ name, fields }: CatalogueColumn): readonly string[] {
  return [name, ...(fields ?? []).flatMap(namesIn)];
}

function typeOf({ readAs, fields, isList }: CatalogueColumn): Type | 'record' {
  if (fields !== null && isList !== true) return 'record';
  return readAs.find(type => type !== 'json') ?? 'json';
}

function columnLines(
  column: CatalogueColumn & Pick<SurveyedColumn, 'storedName'>,
  type: Type | 'record',
  indent: string,
  isRequired: boolean,
): readonly string[] {
  const { name, fields, type: stored, storedName } = column;
  if (type === 'record') {
    const inner = (fields ?? []).flatMap(field =>
      columnLines(field, typeOf(field), `${indent}    `, false),
    );
    return [`${indent}${name}:`, `${indent}  record:`, ...inner];
  }
  const options = [...declared(type, stored), ...(isRequired ? ['required: true'] : [])];
  const notes = [
    ...(storedName === undefined ? [] : [`\`${printable(storedName)}\` in the files`]),
    ...(type === 'json' ? [stored] : []),
  ];
  const note = notes.length === 0 ? '' : `     # ${notes.join(', ')}`;
  return [`${indent}${name}: { ${options.join(', ')} }${note}`];
}

function declared(type: Type, stored: string): readonly string[] {
  const [, held, item] = /^(list|map)<(.*)>$/.exec(type) ?? [];
  if (held !== undefined) return [`${held}: ${item}`];
  const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(stored) ?? [];
  if (type === 'decimal' && precision !== undefined)
    return ['type: decimal', `precision: ${precision}`, `scale: ${scale}`];
  return [`type: ${type}`];
}

function yamlText(value: string): string {
  return /^[A-Za-z_][\w.]*$/.test(value) ? value : JSON.stringify(value);
}

/** The text of an endpoint that answers the newest rows or, where no time is known, the first ones. */
export function endpointOf({ name, key, time, shown }: DataSet, id: string): string {
  const isNewest = time !== null;
  const order = [...(time === null ? [] : [`${time.name} desc`]), ...(key === null ? [] : [key])];
  const guess = isNewest ? `     # guessed: ${time.name} says how new a row is` : '';
  const lines = [
    '# yaml-language-server: $schema=../generated/schema/endpoint.schema.json',
    `endpoint: ${endpointName(name, isNewest)}`,
    `id: ${id}`,
    `summary: ${isNewest ? 'The newest rows' : 'Rows'} of ${name}.`,
    `from: ${name}`,
    ...(time === null
      ? []
      : [
          'params:',
          `  since: { type: ${time.type}, description: Only rows from then on. }`,
          `  until: { type: ${time.type}, description: Only rows before it. }`,
          'where:',
          `  - { when: since, filter: ${time.name} >= @since }`,
          `  - { when: until, filter: ${time.name} < @until }`,
        ]),
    'select:',
    ...shown.map(column => `  - ${column}`),
    ...(order.length === 0 ? [] : [`order_by: [${order.join(', ')}]${guess}`]),
    'max_rows: 100',
  ];
  return `${lines.join('\n')}\n`;
}

export function endpointName(dataSet: string, isNewest: boolean): string {
  const plain = dataSet.toLowerCase().replace(/^[^a-z]+/, '');
  return `${plain === '' ? 'rows' : plain}.${isNewest ? 'newest' : 'all'}`;
}
