/** The input and output of a handler: parameters after the service has read them, rows before it writes them. */

import type { ManifestEndpoint, ManifestField, ManifestParam } from '../../core/output/manifest.ts';
import { held, type Scalar, type Type } from '../../core/types/scalar.ts';
import { paramType } from '../../params/index.ts';
import { mayBeNull } from '../facts/columns.ts';
import { type FactWords, factsOf } from '../facts/facts.ts';
import { comment, commentWords, identifier, key, listType, literal } from '../javascript/text.ts';
import { type Code, code, joinCode, printNumeral } from '../text/writer.ts';

/** The types of parameters that the service has read. */
const PARAMETER = {
  string: code`string`,
  int64: code`bigint`,
  float64: code`number`,
  decimal: code`string`,
  bool: code`boolean`,
  timestamp: code`bigint`,
  datetime: code`bigint`,
  date: code`string`,
  json: code`unknown`,
} satisfies Record<Scalar, Code>;

/** The types of values that the service can write; each has all accepted forms. */
const VALUE = {
  string: code`string`,
  int64: code`bigint | number`,
  float64: code`number`,
  decimal: code`string | bigint | number`,
  bool: code`boolean`,
  timestamp: code`Date | bigint`,
  datetime: code`bigint`,
  date: code`string`,
  json: code`unknown`,
} satisfies Record<Scalar, Code>;

const FORMS: Readonly<Partial<Record<Scalar, Code>>> = {
  timestamp: code`As a bigint, microseconds since 1970 UTC.`,
  datetime: code`As a bigint, microseconds from 1970 to the same text in UTC.`,
  date: code`As \`2026-01-15\`.`,
};
const MICROS = code`Microseconds since 1970 UTC.`;

/**
 * Words the facts that a handler cannot see from the type. The service has already read and checked the value, and applied the
 * default.
 */
const FACTS: FactWords<Code> = {
  note: commentWords,
  form: scalar => (scalar === 'timestamp' ? MICROS : (FORMS[scalar] ?? null)),
  deprecated: () => code`@deprecated`,
  required: null,
  values: null,
  // only for callers who cannot change; typed callers use the values
  aliases: null,
  min: null,
  max: null,
  minLength: null,
  maxLength: null,
  step: null,
  pattern: null,
  default: null,
  otherwise: null,
  example: null,
  minItems: null,
  maxItems: null,
  separator: null,
};

export function paramsType({ name, params }: ManifestEndpoint, type: string): Code {
  const doc = comment(code`Parameters of \`${commentWords(name)}\`, after defaults.`);
  if (params.length === 0) {
    return code`
      ${doc}
      export type ${identifier(type)} = Readonly<Record<string, never>>;
    `;
  }
  return code`
    ${doc}
    export interface ${identifier(type)} {
      ${params.map(parameter)}
    }
  `;
}

function parameter(param: ManifestParam): Code {
  const { name, values, required, description, list } = param;
  const { scalar, isSpan } = paramType(param.type);
  // durations are microseconds, not texts
  const listed = isSpan === true ? undefined : values?.map(text => listedValue(scalar, text));
  const one = listed === undefined ? PARAMETER[scalar] : joinCode(listed, ' | ');
  const type = list === undefined ? one : listType(one);
  const isThere = required || param.default !== null;
  const micros = isSpan === true ? code`In microseconds.` : null;
  const doc = comment(said(description), ...factsOf(param, FACTS), micros);
  const property = isThere
    ? code`readonly ${key(name)}: ${type};`
    : code`readonly ${key(name)}?: ${type} | undefined;`;
  return joinCode([...doc, property], '\n');
}

/** Prints a value of an enum in the form that handlers receive. */
function listedValue(scalar: Scalar, text: string): Code {
  if (scalar === 'float64') return printNumeral(text);
  return scalar === 'int64' ? code`${printNumeral(text)}n` : literal(text);
}

function said(text: string | null | undefined): Code | null {
  return text === null || text === undefined ? null : commentWords(text);
}

export function rowType({ name, columns }: ManifestEndpoint, type: string): Code {
  return code`
    ${comment(code`A row of \`${commentWords(name)}\`, before it is written.`)}
    export interface ${identifier(type)} {
      ${columns.map(column)}
    }
  `;
}

function column(field: ManifestField): Code {
  const { name, type, description, unit } = field;
  const form = type === 'record' ? null : (FORMS[held(type).of] ?? null);
  const measured = unit === undefined ? null : code`Unit: ${commentWords(unit)}`;
  const doc = comment(said(description), form, measured);
  return joinCode([...doc, code`readonly ${key(name)}: ${typeOf(field)};`], '\n');
}

function leafType(type: Type): Code {
  const { as, of } = held(type);
  if (as === 'map') return code`Readonly<Record<string, ${VALUE[of]} | null>>`;
  return as === 'one' ? VALUE[of] : code`readonly (${VALUE[of]})[]`;
}

function typeOf(field: ManifestField): Code {
  const { type, fields = [] } = field;
  if (type !== 'record') return orNull(leafType(type), mayBeNull(field));
  const record = code`
    {
      ${fields.map(column)}
    }
  `;
  if (field.list === true) return code`readonly ${record}[]`;
  // a handler returns the record itself, even if it is written as an array
  return orNull(record, field.array === true ? field.nullable : mayBeNull(field));
}

function orNull(type: Code, isNullable: boolean): Code {
  return isNullable ? code`${type} | null` : type;
}
