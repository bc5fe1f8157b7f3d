/** PostgreSQL's types in results of authors' own statements: one mapping, for columns and for cells. */
import type { Scalar, Type } from '../../../generator/core/types/scalar.ts';
import {
  formatRfcInstant,
  INFINITE,
  listTypes,
  NO_YEAR,
  unreadable,
} from '../../support/canonical.ts';
import { type ReadCell, wholeNumber } from '../driver/values.ts';
import { type ArrayItem, arrayItems } from './array.ts';

/** The functions accept no NULL. They throw `EngineFailure` for a value that cannot be shown. */
export interface TextKind {
  /** The first is the natural type. */
  readonly readAs: readonly Type[];
  readonly cell: ReadCell;
  /** JSON text. */
  readonly json: (text: string) => string;
}

const asIs = (text: string) => text;
const asText = (text: string) => JSON.stringify(text);

const TEXT: TextKind = { readAs: ['string', 'json'], cell: asIs, json: asText };
/** Values of all types that no other kind has are texts. */
const OTHER: TextKind = { readAs: ['string'], cell: asIs, json: asText };
const DOCUMENT: TextKind = { readAs: ['json', 'string'], cell: asIs, json: asIs };
const BOOLEAN: TextKind = {
  readAs: ['bool'],
  cell: text => text === 't',
  json: text => String(text === 't'),
};
const WHOLE: TextKind = { readAs: ['int64', 'float64', 'decimal'], cell: wholeNumber, json: asIs };
const FLOAT: TextKind = {
  readAs: ['float64'],
  cell: Number,
  json: text => (Number.isFinite(Number(text)) ? text : 'null'),
};
const BYTES: TextKind = { readAs: ['string'], cell: base64, json: text => asText(base64(text)) };

const KINDS: readonly (readonly [RegExp, (column: string, type: string) => TextKind])[] = [
  [/\[\]$/, listKind],
  [/^boolean$/, () => BOOLEAN],
  [/^(smallint|integer|bigint|oid)$/, () => WHOLE],
  [/^(real|double precision)$/, () => FLOAT],
  [/^numeric/, decimalKind],
  [/^(text|character|bpchar|name|"char"|citext)\b/, () => TEXT],
  [/^jsonb?$/, () => DOCUMENT],
  [/^timestamp/, instantKind],
  [/^date$/, dateKind],
  [/^bytea$/, () => BYTES],
];

/** `type`: as `format_type` writes it. */
export function valueKind(column: string, type: string): TextKind {
  const [, make] = KINDS.find(([pattern]) => pattern.test(type)) ?? [];
  return make === undefined ? OTHER : make(column, type);
}

function listKind(column: string, type: string): TextKind {
  const itemType = type.slice(0, -2);
  const { readAs, json } = valueKind(column, itemType);
  const whole = (text: string) => listJson(arrayItems(text, itemType), json);
  return { readAs: listTypes(readAs), cell: whole, json: whole };
}

function listJson(items: readonly ArrayItem[], write: (text: string) => string): string {
  const texts = items.map(item => {
    if (item === null) return 'null';
    return typeof item === 'string' ? write(item) : listJson(item, write);
  });
  return `[${texts.join(',')}]`;
}

/** How many digits a float keeps of any decimal. */
const EXACT_DIGITS = 15;

/** Without digits in its type, a number may have any. */
function decimalKind(_: string, type: string): TextKind {
  const [, precision, scale] = /\((\d+),(-?\d+)\)/.exec(type) ?? [];
  const isWhole = scale !== undefined && Number(scale) <= 0;
  const isExact = precision !== undefined && Number(precision) <= EXACT_DIGITS;
  const readAs: readonly Scalar[] = [
    'decimal',
    ...(isWhole ? (['int64'] as const) : []),
    ...(isExact ? (['float64'] as const) : []),
  ];
  return { readAs, cell: asIs, json: text => (/\d/.test(text) ? asText(text) : 'null') };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function dateKind(column: string): TextKind {
  const cell = (text: string): string => {
    if (!DAY.test(text)) throw unreadable(column, whyNoTime(text));
    return text;
  };
  return { readAs: ['date'], cell, json: text => asText(cell(text)) };
}

const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/;

/** Microseconds since 1970 UTC, from a text in ISO form. */
function instantKind(column: string, type: string): TextKind {
  const cell = (text: string): bigint => {
    const [, day, time, fraction = ''] = INSTANT.exec(text) ?? [];
    if (day === undefined) throw unreadable(column, whyNoTime(text));
    const micros = BigInt(Date.parse(`${day}T${time}Z`)) * 1_000n;
    return micros + BigInt(fraction.padEnd(6, '0'));
  };
  return {
    // in any other type, a zone decides what a value means
    readAs: type.endsWith('with time zone') ? ['timestamp'] : ['timestamp', 'datetime'],
    cell,
    json: text => asText(formatRfcInstant(column, cell(text))),
  };
}

function whyNoTime(text: string): string {
  return text.endsWith('infinity') ? INFINITE : NO_YEAR;
}

/** From `\x` and digits. */
function base64(text: string): string {
  return Buffer.from(text.slice(2), 'hex').toString('base64');
}
