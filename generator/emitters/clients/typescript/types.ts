/** The TypeScript of each scalar: as a parameter, as a value of a row, and as a column that can be checked. */

import type { ManifestParam } from '../../../core/output/manifest.ts';
import { type Encoding, held, type Scalar } from '../../../core/types/scalar.ts';
import {
  type EmittedColumn,
  factOf,
  holdsNull,
  mayBeNull,
  meaningOf,
  readEncoding,
} from '../../facts/columns.ts';
import { comment, commentWords, key, listType, literal } from '../../javascript/text.ts';
import { type Code, code, joinCode, printNumeral } from '../../text/writer.ts';

const PARAMETER = {
  string: code`string`,
  int64: code`number | bigint`,
  float64: code`number`,
  decimal: code`string`,
  bool: code`boolean`,
  timestamp: code`string | Date`,
  datetime: code`string`,
  date: code`string`,
  json: code`string`,
} satisfies Record<Scalar, Code>;

/** Restrictions of texts that these types do not express. */
const FORMS: Readonly<Partial<Record<Scalar, Code>>> = {
  timestamp: code`ISO 8601; in UTC if it has no offset.`,
  date: code`A date such as \`2026-01-15\`.`,
};

export function parameterForm(scalar: Scalar): Code | null {
  return FORMS[scalar] ?? null;
}

/**
 * Returns the type of a parameter. An enum is the union of its values, even if the service replaces any other value by the
 * default.
 */
export function parameterType({ values, scalar, list, filter }: ManifestParam): Code {
  const listed = values?.map(text => printListedValue(scalar, text));
  const type = listed === undefined ? PARAMETER[scalar] : joinCode(listed, ' | ');
  if (list === undefined) return type;
  return filter === undefined ? listType(type) : joinCode([type, listType(type)], ' | ');
}

/** Prints a value of an enum as code. */
export function printListedValue(scalar: Scalar, text: string): Code {
  if (scalar === 'float64') return printNumeral(text);
  if (scalar !== 'int64') return literal(text);
  return Number.isSafeInteger(Number(text)) ? printNumeral(text) : code`${printNumeral(text)}n`;
}

/** The kinds of values in answers, by their names in the client's runtime, and their types in a row. */
const KINDS = {
  string: code`string`,
  integer: code`number`,
  number: code`number`,
  boolean: code`boolean`,
  timestamp: code`Timestamp`,
  date: code`string`,
  digits: code`string`,
  decimal: code`string`,
  json: code`unknown`,
} as const;
type Kind = keyof typeof KINDS;

const KIND_OF = {
  string: () => 'string',
  int64: encode => (encode === 'string' ? 'digits' : 'integer'),
  float64: () => 'number',
  decimal: encode => (encode === 'number' ? 'number' : 'decimal'),
  bool: () => 'boolean',
  timestamp: kindOfInstant,
  datetime: () => 'string',
  date: () => 'date',
  json: () => 'json',
} satisfies Record<Scalar, (encode: Encoding) => Kind>;

function kindOfInstant(encode: Encoding): Kind {
  switch (encode) {
    case 'epoch_micros':
    case 'epoch_millis':
      return 'integer';
    case 'string':
    case 'number':
      return 'digits';
    case 'rfc3339':
    case 'plain':
      return 'timestamp';
  }
}

/** Returns the kind of a value, or of the items of a list or map, whose scalar is `of`. */
function kindOf(column: EmittedColumn, of: Scalar): Kind {
  return KIND_OF[of](readEncoding(column));
}

/** Whether a row, or one of its records, contains a timestamp that may be a `Date`. */
export function hasInstant(columns: readonly EmittedColumn[]): boolean {
  return columns.some(column =>
    column.type === 'record'
      ? hasInstant(column.fields ?? [])
      : kindOf(column, held(column.type).of) === 'timestamp',
  );
}

/** Returns the properties of a row's type, each with its doc comment. */
export function rowProperties(columns: readonly EmittedColumn[]): readonly Code[] {
  return columns.map(column =>
    joinCode([...docOf(column), code`readonly ${key(column.name)}: ${typeOf(column)};`], '\n'),
  );
}

function typeOf(column: EmittedColumn): Code {
  const { type, fields = [] } = column;
  if (type === 'record') {
    const record = code`
      {
        ${rowProperties(fields)}
      }
    `;
    if (column.array === true) return listType(record);
    return mayBeNull(column) ? code`${record} | null` : record;
  }
  const { as, of } = held(type);
  const one = KINDS[kindOf(column, of)];
  if (as === 'map') return code`Readonly<Record<string, ${one} | null>>`;
  if (as === 'list') return code`readonly ${holdsNull(column) ? code`(${one} | null)` : one}[]`;
  return mayBeNull(column) ? code`${one} | null` : one;
}

function docOf(column: EmittedColumn): readonly Code[] {
  const { unit } = column;
  const description = meaningOf(column);
  const fact = factOf(column);
  const notes = [
    fact === null ? null : commentWords(fact),
    unit === undefined ? null : code`Unit: ${commentWords(unit)}`,
  ].filter(note => note !== null);
  return comment(
    description === undefined ? null : commentWords(description),
    notes.length === 0 ? null : joinCode(notes, '\n'),
  );
}

/** Returns the columns as data for the runtime. */
export function columnEntries(columns: readonly EmittedColumn[]): readonly Code[] {
  return columns.map(column => code`${key(column.name)}: ${entryOf(column)},`);
}

function entryOf(column: EmittedColumn): Code {
  const { type, fields = [] } = column;
  if (type === 'record') {
    const record = code`
      {
        ${columnEntries(fields)}
      }
    `;
    return column.array === true ? code`[${record}]` : record;
  }
  const { as, of } = held(type);
  const kind = kindOf(column, of);
  if (as === 'map') return literal(`${kind}?{}`);
  if (as === 'list') return literal(`${kind}${holdsNull(column) ? '?' : ''}[]`);
  return literal(mayBeNull(column) ? `${kind}?` : kind);
}
