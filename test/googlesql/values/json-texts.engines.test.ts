/** Reads of JSON that texts contain, in GoogleSQL: each engine answers what the rules here say, or fails. */
import { afterAll, beforeAll } from 'vitest';
import { openTrial, type Trial } from '../trial.ts';
import { describeOutcomes, FAILS_IN_TRANSLATION, type Outcome } from './outcomes.ts';

const VALUES = [
  ...[
    '1',
    '-7',
    '123456789012345678',
    '1234567890123456789',
    '18446744073709551616',
    '1.0',
    '1.50',
  ],
  ...['1e2', '1E2', '-0', '-0.0', '0', 'true', 'null', '[1]', '{"b":1}', '{}', '"x"', '"12"', '""'],
  ...['"é\\n\\"\\\\/\\u0041 😀"', '"-0, NaN"', '"a,]"'],
];

/** Texts that are not JSON, or not for every engine. */
const BROKEN = [
  ...[
    '{"a":1',
    '{"a":1}x',
    '{"a":1,}',
    '{"b":NaN,"a":1}',
    '{"b":[1,],"a":1}',
    "{'a':1}",
    '{"a":01}',
  ],
  ...[
    '{"a":"x\ty"}',
    '{"a":Infinity}',
    '{"a":+1}',
    '[1',
    '{',
    '{a:1}',
    '{"a":1}{"a":2}',
    '{"b":-0,"a":1}',
  ],
];

/** Texts that have no value at a path with steps. */
const OTHERS = ['abc', '', '   ', 'truex', '-', '\u00a0{"a":1}', '\ufeff{"a":1}', '\ufeff12'];

const TEXTS: readonly (string | null)[] = [
  ...VALUES.map(value => `{"a":${value}}`),
  ...[
    '{"b":1}',
    '  {"a":3}\n',
    '{"a":1,"a":2}',
    '[{"a":2},"y"]',
    '{"0":"z"}',
    '{"a b":{"c-d":3}}',
    '[]',
  ],
  ...['12', '"x"', 'true', 'null', '1.5'],
  ...BROKEN,
  ...OTHERS,
  null,
];

/** The document in a text, if all engines read it alike. */
function parsed(text: string): unknown {
  if (BROKEN.includes(text) || text.includes(':-0}')) return FAILS_IN_TRANSLATION;
  const isJson = !OTHERS.includes(text);
  // numbers as they are written, and the first of two members of one name
  const spelled = text === '{"a":1,"a":2}' ? '{"a":1}' : text;
  return isJson ? read(spelled) : FAILS_IN_TRANSLATION;
}

/** The value, in which numbers are objects of their text. */
function read(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, part =>
    part.startsWith('"') ? part : `{"number":"${part}"}`,
  );
  return JSON.parse(marked);
}

function textOf(value: unknown): Outcome {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || !('number' in value)) return null;
  const number = String(value.number);
  return /^(?:0|-?[1-9]\d{0,17})$/.test(number) ? number : FAILS_IN_TRANSLATION;
}

function numberOf(value: unknown): Outcome {
  if (typeof value !== 'object' || value === null || !('number' in value)) {
    const isNumber = typeof value === 'string' && /^\d+$/.test(value);
    return isNumber ? Number(value) : null;
  }
  return Number(value.number);
}

function rawOf(value: unknown): Outcome {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string')
    return /^[^"\\\p{Cc}]*$/u.test(value) ? `"${value}"` : FAILS_IN_TRANSLATION;
  return textOf(value) ?? FAILS_IN_TRANSLATION;
}

/** `IS NULL`: a text that has no value at the path has none. */
function absent(steps: Steps) {
  const outcome = at(steps, value => (value === null || value === undefined ? null : true));
  return (text: string | null): Outcome => {
    const found = outcome(text);
    return found === FAILS_IN_TRANSLATION ? found : found === null;
  };
}

type Steps = readonly (string | number)[];

function at(steps: Steps, outcome: (value: unknown) => Outcome) {
  return (text: string | null): Outcome => {
    if (text === null || (steps.length > 0 && !/^[ \t\n\r]*[{[]/.test(text))) return null;
    const value = parsed(text);
    if (value === FAILS_IN_TRANSLATION) return FAILS_IN_TRANSLATION;
    const found = steps.reduce<unknown>(
      (of, step) =>
        typeof of === 'object' && of !== null && !('number' in of)
          ? (of as Record<string, unknown>)[step]
          : undefined,
      value,
    );
    return outcome(found);
  };
}

const RULES: Readonly<Record<string, (text: string | null) => Outcome>> = {
  "JSON_VALUE(text, '$.a')": at(['a'], textOf),
  "JSON_VALUE(text, '$')": at([], textOf),
  "JSON_VALUE(text, '$[0].a')": at([0, 'a'], textOf),
  'JSON_VALUE(text, \'$."a b".c-d\')': at(['a b', 'c-d'], textOf),
  "JSON_EXTRACT_SCALAR(text, '$[0]')": at([0], textOf),
  'JSON_EXTRACT_SCALAR(text, "$[\'a b\'].c-d")': at(['a b', 'c-d'], textOf),
  "JSON_QUERY(text, '$.a') IS NULL": absent(['a']),
  "JSON_EXTRACT(text, '$[0]') IS NULL": absent([0]),
  "JSON_QUERY(text, '$.a')": at(['a'], rawOf),
  "SAFE_CAST(JSON_VALUE(text, '$.a') AS FLOAT64)": at(['a'], numberOf),
};

let trial: Trial;
beforeAll(async () => {
  const rows = TEXTS.map((text, i) => ({ id: BigInt(i), text }));
  trial = await openTrial('{ id: { type: int64, required: true }, text: string }', rows);
});
afterAll(() => trial.close());

for (const [expression, rule] of Object.entries(RULES))
  describeOutcomes(expression, TEXTS.map(rule), TEXTS.map(String), () => trial);
