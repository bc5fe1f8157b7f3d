/** The columns of a data set as its author would write them, built from the findings of a survey. */
import { lackText } from '../../engines/support/lack-text.ts';
import type { SurveyedColumn, SurveyedField } from '../../engines/survey.ts';
import { printable } from '../../generator/core/report/diagnostics.ts';
import { fitsDecimal } from '../../generator/core/types/decimal.ts';
import { isScalar, type Type } from '../../generator/core/types/scalar.ts';

/** The declaration of a column; `null` if no type fits. */
export type ColumnDeclaration = {
  readonly type: Type | 'record';
  readonly sql: string | null;
  readonly note: string | null;
} | null;

/** The declared type of a column, or of a field of a record. */
export function declaredAs({ type, readAs, digits, ...column }: SurveyedField): ColumnDeclaration {
  const { fields, isList, converted } = column;
  if (fields !== null && isList !== true) {
    const isEmpty = fields.every(field => declaredAs(field) === null);
    return isEmpty ? null : { type: 'record', sql: null, note: null };
  }
  const fitting = readAs.filter(
    one => one !== 'decimal' || digits === undefined || fitsDecimal(digits),
  );
  const chosen =
    fitting.find(one => (one === 'json') === (type === 'JSON')) ??
    fitting.find(one => one === 'json');
  if (chosen !== undefined)
    return { type: chosen, sql: null, note: chosen === 'json' && type !== 'JSON' ? type : null };
  if (converted === null) return null;
  const isTooLong = readAs.includes('decimal') && !fitting.includes('decimal');
  const stored = isTooLong ? `${type} has more digits than a decimal here` : type;
  const note = [stored, ...(converted.guess === undefined ? [] : [converted.guess])].join(', ');
  return { type: converted.type, sql: converted.sql, note };
}

interface Line {
  readonly engine: string;
  readonly indent: string;
}

/** The lines of a column; a comment for a column that has no type. */
export function columnLines(
  column: SurveyedField & Pick<Partial<SurveyedColumn>, 'storedName'>,
  isRequired: boolean,
  line: Line,
): readonly string[] {
  const { name, fields, description, storedName, lackedBy } = column;
  const { engine, indent } = line;
  const declared = declaredAs(column);
  if (declared === null)
    return [
      `${indent}# \`${printable(name)}\` is left out: quern has no type for ${printable(column.type)}`,
    ];
  const optional = lackedBy === undefined ? [] : ['optional: true'];
  const lacked = lackedBy === undefined ? [] : [printable(lackText(lackedBy))];
  const described = description === null ? [] : [`description: ${yamlText(oneLine(description))}`];
  if (declared.type === 'record') {
    const inner = (fields ?? []).flatMap(field =>
      columnLines(field, false, { engine, indent: `${indent}    ` }),
    );
    const keys = [...optional, ...described].map(key => `${indent}  ${key}`);
    return [`${indent}${name}:${comment(lacked)}`, ...keys, `${indent}  record:`, ...inner];
  }
  const options = [
    ...typed(declared.type, column),
    ...(isRequired && lackedBy === undefined ? ['required: true'] : []),
    ...optional,
    ...(declared.sql === null ? [] : [`${engine}: ${yamlText(declared.sql)}`]),
    ...described,
  ];
  const notes = [
    ...(storedName === undefined ? [] : [`\`${printable(storedName)}\` in the files`]),
    ...(declared.note === null ? [] : [printable(declared.note)]),
    ...lacked,
  ];
  return [`${indent}${name}: { ${options.join(', ')} }${comment(notes)}`];
}

function comment(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `     # ${notes.join(', ')}`;
}

function typed(type: Type, { digits }: SurveyedField): readonly string[] {
  const [, held, item] = /^(list|map)<(.*)>$/.exec(type) ?? [];
  if (held !== undefined) return [`${held}: ${item}`];
  if (type !== 'decimal' || digits === undefined) return [`type: ${type}`];
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
