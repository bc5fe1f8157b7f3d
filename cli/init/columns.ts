/** The columns of a data set as its author would write them, built from the findings of a survey. */
import { lackText } from '../../engines/support/lack-text.ts';
import type { SurveyedField, SurveyedTable } from '../../engines/survey.ts';
import { printable } from '../../generator/core/report/diagnostics.ts';
import { type DecimalDigits, fitsDecimal } from '../../generator/core/types/decimal.ts';
import { held, isScalar, type Type } from '../../generator/core/types/scalar.ts';
import type { NamedColumn, NamedField } from './named.ts';

/** The type of a column, or of a field of a record, under any name. */
interface SurveyedType extends Omit<SurveyedField, 'name' | 'fields'> {
  readonly fields: readonly SurveyedType[] | null;
}

/** The declaration of a column; `null` if no type fits. */
export type ColumnDeclaration = {
  readonly type: Type | 'record' | 'records';
  /** The stored type, if statements do not read it as declared. */
  readonly stored: string | null;
  readonly digits: DecimalDigits | null;
  readonly note: string | null;
} | null;

/** The declared type of a column, or of a field of a record. */
export function declaredAs(
  column: SurveyedType,
  origin: SurveyedTable['origin'],
): ColumnDeclaration {
  const { fields, isList, kinds } = column;
  if (fields !== null && isList !== true) {
    const isEmpty = fields.every(field => declaredAs(field, origin) === null);
    const stored = column.isTyped === true ? kinds.written : null;
    return isEmpty ? null : { type: 'record', stored, digits: null, note: column.note };
  }
  if (isListOfRecords(column, origin)) return { ...RECORDS, note: column.note };
  const direct = directly(column);
  if (origin === 'files') return ofFiles(column, direct) ?? readByView(column) ?? anyText(column);
  if (direct !== null && !kinds.converted.includes(direct.type)) return direct;
  return converted(column) ?? direct;
}

/** Whether a reader of JSON may round whole numbers of the column, or of a field of it. */
export function exceedsJson(column: SurveyedType, origin: SurveyedTable['origin']): boolean {
  const declared = declaredAs(column, origin);
  if (declared === null || declared.type === 'records') return false;
  if (declared.type === 'record')
    return column.fields?.some(field => exceedsJson(field, origin)) === true;
  return column.exceedsJson && held(declared.type).of === 'int64';
}

const RECORDS = { type: 'records', stored: null, digits: null, note: null } as const;

/** Whether a list of records is declared as one: a field that its records cannot have is left out. */
function isListOfRecords(
  { fields, isList, readAs }: SurveyedType,
  origin: SurveyedTable['origin'],
): boolean {
  if (fields === null || isList !== true) return false;
  if (readAs.some(type => type.startsWith('map<'))) return false;
  return fields.some(field => itemField(field, origin) !== null);
}

/** The declaration of a field of the records of a list; `null` if they cannot have it. */
function itemField(field: SurveyedType, origin: SurveyedTable['origin']): ColumnDeclaration {
  const { fields, isList, digits = null } = field;
  const isRecord = fields !== null && isList !== true;
  if (isRecord && fields.every(part => itemField(part, origin) !== null))
    return { type: 'record', stored: null, digits: null, note: null };
  if (isListOfRecords(field, origin)) return RECORDS;
  if (origin === 'files') return { type: itemTypeOfFiles(field), stored: null, digits, note: null };
  const declared = isRecord ? null : declaredAs(field, origin);
  if (declared === null || !isItemType(declared.type)) return null;
  const { type } = declared;
  return type === 'json' && isList === true ? null : { ...declared, type };
}

/** A value that has no other type there is a JSON document, and a number beyond an int64 a text: the view over files makes them. */
function itemTypeOfFiles(field: SurveyedType): Type {
  if (field.kinds.one === 'wide integer') return 'string';
  const type = declaredAs(field, 'files')?.type;
  return type !== undefined && isItemType(type) ? type : 'json';
}

function isItemType(type: Type | 'record' | 'records'): type is Type {
  return type !== 'record' && type !== 'records' && (isScalar(type) || type.startsWith('list<'));
}

/** The name of a type whose values are JSON documents on some engine. */
const DOCUMENT = /^jsonb?$/i;

function directly({ type, readAs, digits, note }: SurveyedType): Declared | null {
  const fitting = readAs.filter(
    one => one !== 'decimal' || digits === undefined || fitsDecimal(digits),
  );
  const chosen =
    fitting.find(one => (one === 'json') === DOCUMENT.test(type)) ??
    fitting.find(one => one === 'json');
  if (chosen === undefined) return null;
  const stated = chosen === 'json' && !DOCUMENT.test(type) ? type : null;
  return { type: chosen, stored: null, digits: digits ?? null, note: note ?? stated };
}
type Declared = NonNullable<ColumnDeclaration> & { readonly type: Type };

/** Single whole numbers of files are declared as the type that holds them. */
function ofFiles({ holds }: SurveyedType, direct: Declared | null): Declared | null {
  if (direct === null || holds === null || held(direct.type).as !== 'one') return direct;
  const digits = holds.type === 'decimal' ? { precision: holds.precision, scale: 0 } : null;
  return { ...direct, type: holds.type, digits };
}

/** As the best type that the view over files reads the stored type as, such as nanoseconds as timestamps. */
function readByView({ kinds, note }: SurveyedType): Declared | null {
  const [first] = kinds.converted;
  return first === undefined ? null : { type: first, stored: null, digits: null, note };
}

/** Values of any type in files can be read as texts. */
function anyText({ type, fields, isList, digits, readAs }: SurveyedType): Declared {
  const isTooLong = digits !== undefined && readAs.includes('decimal');
  const note = isTooLong ? tooLong(type) : type;
  const isNested = fields !== null || isList === true;
  return { type: isNested ? 'json' : 'string', stored: null, digits: null, note };
}

function tooLong(type: string): string {
  return `${type} has more digits than a decimal here`;
}

/** As the best type that the engine converts the stored type to: item by item, if it can. */
function converted(column: SurveyedType): Declared | null {
  const { kinds, holds, digits, readAs } = column;
  const [first] = kinds.converted;
  if (first === undefined) return null;
  const types = kinds.converted.filter(type => held(type).as === held(first).as);
  const isTooLong = digits !== undefined && !fitsDecimal(digits);
  const wanted = holds?.type ?? (isTooLong ? 'string' : null);
  const found =
    types.find(type => held(type).of === wanted) ??
    types.find(type => wanted === null && readAs.includes(type));
  return storedAs(found ?? first, column);
}

function storedAs(
  type: Type,
  { kinds, holds, digits, note, type: written }: SurveyedType,
): Declared {
  const known = holds?.type === 'decimal' ? { precision: holds.precision, scale: 0 } : digits;
  const isTooLong = digits !== undefined && type === 'string';
  return {
    type,
    stored: kinds.written,
    digits: type === 'decimal' ? (known ?? null) : null,
    note: note ?? (isTooLong ? tooLong(written) : null),
  };
}

interface Place {
  readonly engine: string;
  readonly indent: string;
  readonly origin: SurveyedTable['origin'];
}

/** The lines of a column; a comment for a column that has no type. */
export function columnLines(
  column: NamedField & Pick<Partial<NamedColumn>, 'storedName'>,
  isRequired: boolean,
  place: Place,
): readonly string[] {
  const { name, fields, description, stored, storedName, lackedBy } = column;
  const { engine, indent, origin } = place;
  const declared = declaredAs(column, origin);
  if (declared === null) return [`${indent}# ${leftOut(column, engine)}`];
  const optional = lackedBy === undefined ? [] : ['optional: true'];
  const lacked = lackedBy === undefined ? [] : [printable(lackText(lackedBy))];
  const described = description === null ? [] : [`description: ${yamlText(oneLine(description))}`];
  const named = stored === null ? [] : [`column: ${yamlText(stored)}`];
  if (declared.type === 'records') return listLines(column, place, [...named, ...described]);
  if (declared.type === 'record') {
    const inner = (fields ?? []).flatMap(field =>
      columnLines(field, false, { ...place, indent: `${indent}    ` }),
    );
    const keys = [...named, ...storedKey(declared, engine), ...optional, ...described].map(
      key => `${indent}  ${key}`,
    );
    return [`${indent}${name}:${comment(lacked)}`, ...keys, `${indent}  record:`, ...inner];
  }
  const options = [
    ...typed(declared.type, declared.digits),
    ...named,
    ...storedKey(declared, engine),
    ...(isRequired && lackedBy === undefined ? ['required: true'] : []),
    ...optional,
    ...described,
  ];
  const notes = [
    ...(storedName === undefined ? [] : [`\`${printable(storedName)}\` in the files`]),
    ...(declared.note === null ? [] : [printable(declared.note)]),
    ...(exceedsJson(column, origin) ? [BEYOND_JSON] : []),
    ...lacked,
  ];
  return [`${indent}${name}: { ${options.join(', ')} }${comment(notes)}`];
}

const BEYOND_JSON = 'beyond 2^53: select it with `encode: string`';

/** A list of records. A text `key` finds them. */
function listLines(
  { name, fields, note }: NamedField,
  place: Place,
  keys: readonly string[],
): readonly string[] {
  const { indent } = place;
  const isKey = (field: NamedField) =>
    field.name === 'key' && itemField(field, place.origin)?.type === 'string';
  const by = (fields ?? []).some(isKey) ? ['by: key'] : [];
  return [
    `${indent}${name}:${comment(note === null ? [] : [printable(note)])}`,
    ...[...keys, ...by].map(key => `${indent}  ${key}`),
    `${indent}  list:`,
    `${indent}    record:`,
    ...itemLines(fields ?? [], { ...place, indent: `${indent}      ` }),
  ];
}

function itemLines(fields: readonly NamedField[], place: Place): readonly string[] {
  const { engine, indent, origin } = place;
  return fields.flatMap(field => {
    const declared = itemField(field, origin);
    if (declared === null) return [`${indent}# ${leftOutOfItems(field)}`];
    const named = field.stored === null ? [] : [`column: ${yamlText(field.stored)}`];
    if (declared.type === 'records') return listLines(field, place, named);
    if (declared.type === 'record') {
      const inner = itemLines(field.fields ?? [], { ...place, indent: `${indent}    ` });
      const keys = named.map(key => `${indent}  ${key}`);
      return [`${indent}${field.name}:`, ...keys, `${indent}  record:`, ...inner];
    }
    const options = [
      ...typed(declared.type, declared.digits),
      ...named,
      ...storedKey(declared, engine),
    ];
    return [`${indent}${field.name}: { ${options.join(', ')} }`];
  });
}

function storedKey({ stored }: NonNullable<ColumnDeclaration>, engine: string): readonly string[] {
  return stored === null ? [] : [`stored: { ${engine}: ${yamlText(stored)} }`];
}

/** Why a column is left out, and what to write for it. */
function leftOut({ name, stored, type, unread }: NamedField, engine: string): string {
  const column = `\`${printable(stored ?? name)}\` is left out`;
  if (unread !== null) return `${column}: ${printable(unread)}`;
  return `${column}: quern has no type for ${printable(type)}. Write its SQL: \`${name}: { type: string, ${engine}: "…" }\``;
}

/** Why a field of the records of a list is left out. */
function leftOutOfItems({ name, stored, type }: NamedField): string {
  return `\`${printable(stored ?? name)}\` is left out: the records of a list cannot hold ${printable(type)}`;
}

function comment(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `     # ${notes.join(', ')}`;
}

function typed(type: Type, digits: DecimalDigits | null): readonly string[] {
  const [, held, item] = /^(list|map)<(.*)>$/.exec(type) ?? [];
  if (held !== undefined) return [`${held}: ${item}`];
  if (type !== 'decimal' || digits === null) return [`type: ${type}`];
  return ['type: decimal', `precision: ${digits.precision}`, `scale: ${digits.scale}`];
}

/** Whether a column of the type can order rows by time. */
export function isTimeType(type: Type | 'record'): boolean {
  return type !== 'record' && isScalar(type) && (type === 'timestamp' || type === 'date');
}

/** An engine's comment as a description: one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A text in a flow mapping. */
export function yamlText(value: string): string {
  return /^[A-Za-z_][\w.]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
