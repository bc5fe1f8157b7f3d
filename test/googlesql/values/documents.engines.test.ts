/** Reads of JSON in GoogleSQL over a grid of values: each engine answers what the rules here say, or fails. */
import { afterAll, beforeAll } from 'vitest';
import { openTrial, type Trial } from '../trial.ts';
import { describeOutcomes, FAILS, FAILS_IN_TRANSLATION, type Outcome } from './outcomes.ts';

/** The values of a member, as they are written; `undefined`: the document lacks the member. */
const VALUES: readonly (string | undefined)[] = [
  ...[
    undefined,
    'null',
    'true',
    'false',
    '{}',
    '{"b":1}',
    '[]',
    '[1]',
    '[true,"x"]',
    '[null]',
    '["x",{}]',
    '[1.5]',
    '0',
    '7',
    '-7',
  ],
  ...['9007199254740993', '9223372036854775807', '18446744073709551615', '18446744073709551616'],
  ...['123456789012345678', '1.0', '1e2', '-0', '-0.0', '0.0', '1.50', '0.1', '-0.5', '0.00012'],
  ...['0.00001', '0.30000000000000004', '12345678901234.5', '123456789012345.6', '1e15', '1e17'],
  ...['999999999999999.0', '1e300', '5e-324', '123456.789', '""', '"x"', '"12"', '" 12 "', '"+5"'],
  ...[
    '"1.5"',
    '"1e2"',
    '"0x1F"',
    '"0x1.8p1"',
    '"nan"',
    '"-inf"',
    '"tRue"',
    '" true"',
    '"é\\n\\"😀"',
  ],
  ...['"9223372036854775808"', '"12a"', '"-0"', '"1_000"', '"."'],
];

const DOCUMENTS: readonly (string | null)[] = [
  ...VALUES.map(value => (value === undefined ? '{"b":1}' : `{"a":${value}}`)),
  ...['null', '"a"', '[{"a":1}]', '{}'],
  null,
];

/** `text`: the member as it is written, `undefined` if there is none. */
type Rule = (text: string | undefined, document: string | null) => Outcome;

const isText = (text: string) => text.startsWith('"');
const isNumber = (text: string) => /^-?\d/.test(text);
const isFlag = (text: string) => text === 'true' || text === 'false';
const isInt64 = (value: bigint) => BigInt.asIntN(64, value) === value;

/** The whole number that a JSON number is, within 64 bits. */
function whole(text: string): bigint | null {
  const value = /^-?\d+$/.test(text) ? BigInt(text) : wholeFloat(Number(text));
  return value !== null && isInt64(value) ? value : null;
}

function wholeFloat(value: number): bigint | null {
  return Number.isInteger(value) ? BigInt(value) : null;
}

function strict(fits: (text: string) => boolean, value: (text: string) => Outcome): Rule {
  return text => (text === undefined ? null : fits(text) ? value(text) : FAILS);
}

/** GoogleSQL's text of a number, from its digits. */
function laxText(text: string): Outcome {
  if (/^-?\d+$/.test(text))
    return text.length > 18 ? FAILS_IN_TRANSLATION : BigInt(text).toString();
  const value = Number(text);
  const short = Number(value.toPrecision(15)) === value;
  const isPlain = value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e15);
  return short && isPlain && !Object.is(value, -0) ? String(value) : FAILS_IN_TRANSLATION;
}

const RULES: Readonly<Record<string, Rule>> = {
  'STRING(payload.a)': strict(isText, text => JSON.parse(text)),
  'INT64(payload.a)': strict(text => isNumber(text) && whole(text) !== null, whole),
  'FLOAT64(payload.a)': strict(isNumber, Number),
  'BOOL(payload.a)': strict(isFlag, text => text === 'true'),
  'INT64(IFNULL(payload.none, payload.a))': strict(
    text => isNumber(text) && whole(text) !== null,
    whole,
  ),
  'FLOAT64(COALESCE(payload.a, payload.b))': (text, document) => {
    if (text === undefined) return document === '{"b":1}' ? 1 : null;
    return isNumber(text) ? Number(text) : FAILS;
  },
  'STRING(IFNULL(payload.none.c, payload.a))': strict(isText, text => JSON.parse(text)),
  'LAX_STRING(payload.a)': text => {
    if (text === undefined || /^[{[n]/.test(text)) return null;
    return isNumber(text) ? laxText(text) : String(JSON.parse(text));
  },
  'LAX_INT64(payload.a)': text => {
    if (text === undefined || /^[{[n]/.test(text)) return null;
    if (isFlag(text)) return text === 'true' ? 1n : 0n;
    if (isNumber(text)) {
      const isFraction = !Number.isInteger(Number(text));
      return isFraction ? FAILS_IN_TRANSLATION : whole(text);
    }
    const inside = JSON.parse(text) as string;
    if (/^ *[+-]?\d{1,18} *$/.test(inside)) return BigInt(inside.trim().replace('+', ''));
    return /^ *[+-]?(?:0x[\da-f.p]+|nan|inf|[\d.]*\d(?:e\d+)?) *$/i.test(inside)
      ? FAILS_IN_TRANSLATION
      : null;
  },
  'LAX_FLOAT64(payload.a)': text => {
    if (text === undefined || /^[{[ntf]/.test(text)) return null;
    if (isNumber(text)) return Number(text);
    const inside = JSON.parse(text) as string;
    if (/^0x/i.test(inside)) return FAILS_IN_TRANSLATION;
    if (inside === 'nan') return Number.NaN;
    if (inside === '-inf') return Number.NEGATIVE_INFINITY;
    return /^ *[+-]?\d+(?:\.\d+)?(?:e\d+)? *$/.test(inside) ? Number(inside) : null;
  },
  'LAX_BOOL(payload.a)': text => {
    if (text === undefined || /^[{[n]/.test(text)) return null;
    if (isFlag(text)) return text === 'true';
    if (isNumber(text)) return FAILS_IN_TRANSLATION;
    return (JSON.parse(text) as string).toLowerCase() === 'true' ? true : null;
  },
  "ARRAY_TO_STRING(IFNULL(JSON_VALUE_ARRAY(payload, '$.a'), []), '|')": text => {
    if (text === undefined || !text.startsWith('[')) return '';
    const items: readonly unknown[] = JSON.parse(text);
    const isListed = (item: unknown) => ['string', 'boolean'].includes(typeof item);
    const areTexts = items.every(item => isListed(item) || Number.isInteger(item));
    return areTexts ? items.map(String).join('|') : FAILS_IN_TRANSLATION;
  },
  "ARRAY_LENGTH(JSON_QUERY_ARRAY(payload, '$.a'))": text =>
    text?.startsWith('[') ? BigInt((JSON.parse(text) as unknown[]).length) : null,
  'payload.a IS NULL': text => text === undefined,
  "JSON_QUERY(payload, '$.a') IS NOT NULL": text => text !== undefined,
  "JSON_EXTRACT(payload, '$.a') IS NULL": text => text === undefined,
  "TO_JSON_STRING(payload.a) = '{}'": text => text === '{}',
  "TO_JSON_STRING(payload.a) != '{}'": text => text !== '{}',
};

let trial: Trial;
beforeAll(async () => {
  const rows = DOCUMENTS.map((payload, i) => ({ id: BigInt(i), payload }));
  trial = await openTrial('{ id: { type: int64, required: true }, payload: json }', rows);
});
afterAll(() => trial.close());

for (const [expression, rule] of Object.entries(RULES)) {
  const outcomes = DOCUMENTS.map((document, i) => rule(VALUES[i], document));
  describeOutcomes(expression, outcomes, DOCUMENTS.map(String), () => trial);
}
