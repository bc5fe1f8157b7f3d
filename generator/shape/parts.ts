/** Texts with a pattern that several shapes share, and the words for a text that does not match. */
import { entryOf } from '../core/spec/document.ts';
import type { Located } from '../core/spec/located.ts';
import { OUTPUT_NAME } from '../core/spec/tags.ts';
import { DAY_PATTERN } from '../core/types/days.ts';
import { CALENDAR_UNITS, STEP_UNITS, unitMeant } from '../core/types/scalar.ts';
import { reference } from './emission.ts';
import type { Misfit } from './faults/misfit.ts';
import { pathOf, type Spot, shortText } from './faults/spot.ts';
import type { Emission, JsonSchema } from './json-schema.ts';
import type { Kind } from './kind.ts';
import { type Keywords, matcher, scalar } from './kinds/scalar.ts';
import { located } from './kinds/texts.ts';
import { as, type Shape } from './shape.ts';

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const COUNT = '[1-9][0-9]{0,8}';
const DURATION = `${COUNT}([smhdw]| (second|minute|hour|day|week)s?)`;
/** An expression with a name, as in SQL. */
const ALIASED = /^(.*\S)\s+as\s+([A-Za-z_][A-Za-z0-9_]*)$/isu;
const CALLED = /^([A-Za-z_][A-Za-z0-9_]*)\(.*\)$/su;
const PATH = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/u;

/** The hint for one of the units in the plural, or as an adverb, without a number. */
function unitIn(units: readonly string[]): (text: string) => string | null {
  return text => {
    const unit = unitMeant(text.toLowerCase(), units);
    return unit === undefined ? null : `Write \`${unit}\`.`;
  };
}

/** The hint for a unit of buckets in the plural, or as an adverb, without a number. */
export const bucketUnit = unitIn([...STEP_UNITS, ...CALENDAR_UNITS]);

interface Definition extends Keywords {
  readonly kinds?: readonly Kind[];
  readonly pattern: string;
  readonly misfit: Misfit;
}

/** By their names in the schemas. */
export const PARTS = {
  name: {
    title: 'Name',
    description: 'Letters, digits and `_`, not beginning with a digit; at most 128 characters.',
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    maxLength: 128,
    misfit: {
      code: 'invalid-name',
      what: 'not a valid name',
      hint: 'Use letters, digits and `_`, not beginning with a digit; at most 128 characters.',
      meant: (text, spot) => (spot.entry === null ? fieldHint(text, spot) : null),
    },
  },
  // BigQuery accepts these characters in columns of an answer, and Go in keys of fields; a sort key ends in ` asc` or ` desc`, and ` as ` is SQL
  outputName: {
    title: 'Name of an output',
    description:
      'Letters, digits, spaces and `_ - + % & # : = < > |`, beginning with a letter, a digit or `_`, without ` as `, not ending in a space, ` asc` or ` desc`; at most 128 characters.',
    pattern: `^(?!.* [Aa][Ss] )(?!.* (?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc]|ascending|descending|[Nn][Uu][Ll][Ll][Ss] \\w+)$)${OUTPUT_NAME}$`,
    maxLength: 128,
    misfit: {
      code: 'invalid-name',
      what: 'not a valid name of an output',
      hint: 'Use letters, digits, spaces and `_ - + % & # : = < > |`, beginning with a letter, a digit or `_`, without ` as `, not ending in a space, ` asc` or ` desc`; at most 128 characters.',
      meant: (text, spot) => (spot.entry === null ? fieldHint(text, spot) : null),
    },
  },
  endpointName: {
    title: 'Endpoint name',
    description:
      'Lower-case letters, digits, `_` and `-`, in parts joined by `.`, beginning with a letter; at most 128 characters. Not `query`, `schema` or a UUID.',
    pattern: `^(?!(?:query|schema)$)(?!${UUID}$)[a-z][a-z0-9_-]*(\\.[a-z0-9_-]+)*$`,
    maxLength: 128,
    misfit: {
      code: 'invalid-name',
      what: 'not a valid name of an endpoint',
      hint: 'Use lower-case letters, digits, `_` and `-`, in parts joined by `.`, beginning with a letter, at most 128 characters. `query`, `schema` and UUIDs are not allowed.',
    },
  },
  id: {
    title: 'Identifier',
    description:
      'A UUID. It stays the same when the endpoint is renamed. Without the key it is made from the name, and `check` warns.',
    pattern: `^${UUID}$`,
    misfit: {
      code: 'invalid-value',
      what: 'not a UUID',
      hint: 'Use a new UUID, for example from `uuidgen`.',
    },
  },
  tag: {
    title: 'Tag',
    description: 'Lower-case letters, digits, `_` and `-`; at most 64 characters.',
    pattern: '^[a-z0-9_-]+$',
    maxLength: 64,
    misfit: {
      code: 'invalid-name',
      what: 'not a valid tag',
      hint: 'Use lower-case letters, digits, `_` and `-`; at most 64 characters.',
    },
  },
  day: {
    title: 'Day',
    description: 'A day of the calendar, UTC: `2026-01-15`.',
    pattern: `^(?:${DAY_PATTERN})$`,
    misfit: {
      code: 'invalid-value',
      what: 'not a day',
      hint: 'Write a day such as `2026-01-15`.',
      isNo: 'boolean',
    },
  },
  duration: {
    title: 'Duration',
    description:
      'Seconds, minutes, hours, days, or weeks of 7 days: `900s`, `15m`, `1h`, `7d`, `2w`, or in words, `5 minutes`.',
    pattern: `^${DURATION}$`,
    misfit: {
      code: 'invalid-duration',
      what: 'not a duration',
      hint: 'Use a whole number above 0 and a unit: `900s`, `15m`, `1h`, `7d`, `2w`, or words as in `5 minutes`.',
      calendarHint:
        'Use days, or a condition such as `at >= now() - interval 3 month`: months, quarters and years differ in length.',
      isNo: 'number',
    },
  },
  refresh: {
    title: 'Duration or 0',
    description: 'A duration, or 0 for none.',
    kinds: ['string', 'integer'],
    pattern: `^(0s?|${DURATION})$`,
    minimum: 0,
    maximum: 0,
    misfit: {
      code: 'invalid-duration',
      what: 'not a duration',
      hint: 'Use 0, or a whole number and a unit: `300s`, `5m`, `1h`, or words as in `5 minutes`.',
      isNo: 'number',
    },
  },
  step: {
    title: 'Step of time',
    description:
      '`second`, `minute`, `hour`, `day` or `week`, or a whole number of seconds, minutes or hours that divides a day, such as `5 minutes`. Counted from midnight UTC; a week starts on Monday.',
    pattern: `^(second|minute|hour|day|week|1([dw]| (day|week)s?)|${COUNT}([smh]| (second|minute|hour)s?))$`,
    misfit: {
      code: 'invalid-step',
      what: 'not a step of time',
      meant: unitIn(STEP_UNITS),
      hint: 'Use `second`, `minute`, `hour`, `day`, `week`, or a part of a day such as `5 minutes`.',
      calendarHint:
        'Group by an expression such as `trunc(at, month)`, or use `from` and `to` instead of `last`: months, quarters and years differ in length.',
      isNo: 'number',
    },
  },
  bucketStep: {
    title: 'Step of buckets',
    description:
      '`second`, `minute`, `hour`, `day`, `week`, `month`, `quarter` or `year`; a whole number of seconds, minutes or hours that divides a day, such as `5 minutes`; or whole days or weeks, such as `3 days`, counted from 1970-01-01. A week starts on Monday.',
    pattern: `^((1 )?(month|quarter|year)|second|minute|hour|day|week|${COUNT}([smhdw]| (second|minute|hour|day|week)s?))$`,
    misfit: {
      code: 'invalid-step',
      what: 'not a step of buckets',
      meant: bucketUnit,
      hint: 'Use `second`, `minute`, `hour`, `day`, `week`, `month`, `quarter`, `year`, a part of a day such as `5 minutes`, or whole days such as `3 days`.',
      isNo: 'number',
    },
  },
  order: {
    title: 'Sort key',
    description:
      'The name of an output column, optionally followed by `asc` or `desc` (descending), in any letter case.',
    pattern: `^(?!.* (?:ascending|descending|[Nn][Uu][Ll][Ll][Ss] \\w+)$)${OUTPUT_NAME}$`,
    misfit: {
      code: 'invalid-value',
      what: 'not a sort key',
      hint: 'Use the name of an output column, then `desc` for descending.',
    },
  },
  testName: {
    title: 'Name of a test',
    description: 'The rule that the test shows: one line of at most 128 characters.',
    pattern: '^[^\\t\\n]+$',
    maxLength: 128,
    misfit: {
      code: 'invalid-name',
      what: 'not a valid name of a test',
      hint: 'Use a few words on one line; at most 128 characters.',
    },
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type PartName = keyof typeof PARTS;

/** The hint for a nested field in a list of columns: it needs a name, so `select` must be a mapping. */
function fieldHint(text: string, spot: Spot): string | null {
  const [first, ...rest] = text.split('.');
  const body = spot.above?.above?.node;
  const read = body?.kind === 'mapping' ? entryOf(body, 'from')?.value : undefined;
  if (PATH.test(text) && read?.kind === 'scalar' && read.text === first)
    return `Write \`${rest.join('.')}\`: columns of \`${first}\` have no prefix.`;
  const [, aliased, alias] = ALIASED.exec(text) ?? [];
  const [, called] = CALLED.exec(text) ?? [];
  const name = alias ?? called ?? (PATH.test(text) ? text.split('.').at(-1) : undefined);
  if (name === undefined) return null;
  const path = pathOf(spot);
  const clause = ['group_by', 'filters'].find(one => path.includes(one)) ?? 'select';
  const value = (aliased ?? text).replace(/^count\(\*\)$/i, 'count()');
  return `Write \`${clause}\` as a mapping, with \`${name}: ${shortText(value)}\`.`;
}

function defined(name: PartName): Shape<Located<string>> {
  const { kinds = ['string'], misfit, title, description, ...keywords }: Definition = PARTS[name];
  const about = { ...(title && { title }), ...(description && { description }) };
  const shape = scalar(kinds, keywords, misfit);
  return {
    ...as(shape, located),
    schema: emission => ({ ...about, ...shape.schema(emission) }),
  };
}

/** A value of that definition, with a description of its own if one is given. */
export function part(name: PartName, description?: string): Shape<Located<string>> {
  return reference(name, defined(name), description);
}

/** The definition itself instead of a reference to it. */
export function inlined(name: PartName): Shape<Located<string>> {
  return defined(name);
}

/** The pattern of the keys of a mapping. */
export interface Part {
  readonly schema: (emission: Emission) => JsonSchema;
  readonly matches: (key: string) => boolean;
  readonly misfit: Misfit;
}

export function keysNamed(name: PartName): Part {
  const { misfit, ...keywords }: Definition = PARTS[name];
  return { schema: part(name).schema, matches: matcher(keywords), misfit };
}
