/** The columns of a data set. */

import { type Report, suggestion } from '../../core/report/diagnostics.ts';
import { entryOf, type MappingNode } from '../../core/spec/document.ts';
import type { Entry, ExpressionText, Located } from '../../core/spec/located.ts';
import { FRACTION_DIGITS, MAX_PRECISION, WHOLE_DIGITS } from '../../core/types/decimal.ts';
import { foreignList, foreignType } from '../../core/types/foreign-types.ts';
import { ITEM_TYPES, SCALARS } from '../../core/types/scalar.ts';
import { recursive } from '../emission.ts';
import { quotedList as quoted } from '../faults/words.ts';
import { asMapping, map, oneOrMany } from '../kinds/list.ts';
import { each, needed, object, optional, usually } from '../kinds/object.ts';
import { either, hasAny, unlessText, type Way, way } from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import {
  expression,
  flag,
  located,
  oneOf,
  proseText,
  text,
  textWithCommas,
  whole,
} from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed, part } from '../parts.ts';
import { as, type Shape } from '../shape.ts';

export interface FieldSpec {
  readonly type: Located<string> | null;
  readonly record: readonly Entry<FieldSpec>[] | null;
  readonly list: ListSpec | null;
  /** The field by which a record of a list is found. */
  readonly by: Located<string> | null;
  /** The type of the values of a map. */
  readonly map: Located<string> | null;
  /** Digits of a `decimal`: in total, and after the point. */
  readonly precision: Located<number> | null;
  readonly scale: Located<number> | null;
  readonly required: boolean;
  readonly optional: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  readonly tags: readonly Located<string>[];
  /** The path of another column, or an expression over others. */
  readonly is: ExpressionText | null;
  /** SQL text by dialect name. */
  readonly text: readonly Entry<Located<string>>[];
  /** The stored type by dialect name. */
  readonly stored: readonly Entry<Located<string>>[];
  readonly column: StoredNameSpec | null;
  readonly invalid: Located<'error' | 'absent'> | null;
}
/** The type of the items of a list, or their fields. */
export type ListSpec =
  | { readonly of: 'values'; readonly type: Located<string> }
  | { readonly of: 'records'; readonly fields: readonly Entry<FieldSpec>[] };
/** The stored name, on all engines or by dialect name. */
export type StoredNameSpec =
  | { readonly on: 'all'; readonly name: Located<string> }
  | { readonly on: 'some'; readonly names: readonly Entry<Located<string>>[] };

const NOTHING_SAID: FieldSpec = {
  type: null,
  record: null,
  list: null,
  by: null,
  map: null,
  precision: null,
  scale: null,
  required: false,
  optional: false,
  description: null,
  unit: null,
  tags: [],
  is: null,
  text: [],
  stored: [],
  column: null,
  invalid: null,
};

const type = as(
  scalar(
    ['string'],
    { title: 'Column', pattern: `^(${SCALARS.join('|')})$` },
    {
      code: 'invalid-value',
      what: 'not a column type',
      hint: `Use one of ${quoted(SCALARS)}.`,
      meant: typeMeant,
    },
  ),
  located,
);

/** A hint with the nearest column type. */
function typeMeant(text: string): string | null {
  const item = foreignList(text);
  if (item !== null)
    return `Write \`{ list: ${foreignType(item, SCALARS) ?? item} }\` instead of a type.`;
  const meant = foreignType(text, SCALARS);
  return meant === null ? suggestion(text, SCALARS) : `Use \`${meant}\`.`;
}

/** The keys that declare the type of a column. A derived column declares none: the type follows from `is`. */
const TYPED = ['type', 'record', 'list', 'map'];
const WAYS: readonly Way[] = [...TYPED.map(key => way(key)), way('is', hasAny(...TYPED))];

/** A text for each engine. */
function storedOf(
  description: string,
  dialects: readonly string[],
  words: (dialect: string) => string,
): Shape<readonly Entry<Located<string>>[]> {
  const engines = object({ engines: each(dialects, name => text(words(name))) }, { description });
  return as(engines, of => of.engines);
}

function storedName(dialects: readonly string[]): Shape<StoredNameSpec> {
  const words = (name: string) => `The name in \`${name}\`.`;
  return union<StoredNameSpec, StoredNameSpec>(
    'The name of the stored column or field, if it has another one; by engine, if the names differ.',
    as(text('The stored name.'), name => ({ on: 'all', name })),
    as(storedOf('The stored names.', dialects, words), names => ({ on: 'some', names })),
  );
}

function mappedOf(dialects: readonly string[], column: Shape<FieldSpec>): Shape<FieldSpec> {
  return object(
    {
      type: optional(oneOf(SCALARS, 'The type of a single value.')),
      precision: optional(
        whole({
          minimum: 1,
          maximum: MAX_PRECISION,
          description: `How many digits a \`decimal\` has, at most ${WHOLE_DIGITS} of them before the point.`,
        }),
      ),
      scale: optional(
        whole({
          minimum: 0,
          maximum: FRACTION_DIGITS,
          description: 'How many of the digits of a `decimal` are after the point.',
        }),
      ),
      record: optional(
        map(column, {
          names: keysNamed('name'),
          min: 1,
          description: 'The fields of a record.',
        }),
      ),
      list: optional(listSpec(column)),
      by: optional(
        text(
          "The field by which `column['key']` finds a record of a list, with dots between names.",
        ),
      ),
      map: optional(oneOf(ITEM_TYPES, 'The type of the values of a map, whose keys are texts.')),
      required: usually(flag('Whether the column is never NULL.'), false),
      optional: usually(
        flag('Whether the column may be missing in files; it is NULL then. Tables must have it.'),
        false,
      ),
      description: optional(proseText('The meaning of the column.')),
      unit: optional(proseText('The unit of the values, such as `ms`.')),
      tags: usually(
        oneOrMany(part('tag'), {
          min: 1,
          unique: true,
          description: 'Groups that the column belongs to. A key may hide the columns of a tag.',
        }),
        [],
      ),
      is: optional(
        expression(
          'The column that this one is derived from, or an expression over other columns.',
        ),
      ),
      stored: usually(
        storedOf(
          'The type that the table stores, by engine, if it is not that of `schema.sql`.',
          dialects,
          name => `The type in \`${name}\`, as the engine writes it.`,
        ),
        [],
      ),
      column: optional(storedName(dialects)),
      invalid: optional(
        oneOf(
          ['error', 'absent'],
          'For a stored value that the type lacks: `error` makes the statement fail, `absent` makes it NULL.',
          'error',
        ),
      ),
      text: each(dialects, name => textWithCommas(`SQL of \`${name}\` that computes the column.`)),
    },
    { rules: [unlessText(either(...WAYS))] },
  );
}

function listSpec(column: Shape<FieldSpec>): Shape<ListSpec> {
  const fields = map(column, {
    names: keysNamed('name'),
    min: 1,
    description: 'The fields of each record.',
  });
  return union<ListSpec, ListSpec>(
    'The type of the items of a list; `record` and their fields if they are records.',
    as(oneOf(ITEM_TYPES, 'The type of the items.'), type => ({ of: 'values', type })),
    as(object({ record: needed(fields) }, { description: 'Records.' }), ({ record }) => ({
      of: 'records',
      fields: record,
    })),
  );
}

export function columnsShape(dialects: readonly string[]): Shape<readonly Entry<FieldSpec>[]> {
  const column: Shape<FieldSpec> = recursive('column', () => typeOrMapping);
  const typeOrMapping = union<FieldSpec, FieldSpec>(
    'A type, or a mapping with `type`, `record`, `list`, `map` or `is`, and properties of the column.',
    as(type, (written, _node, _key, report) => {
      if (written.value === 'decimal') reportMissing(written, ['precision', 'scale'], report);
      return { ...NOTHING_SAID, type: written };
    }),
    as(mappedOf(dialects, column), (field, node, _key, report) => {
      checkField(field, asMapping(node), dialects, report);
      checkDigits(field, asMapping(node), report);
      return field;
    }),
  );
  return map(column, { names: keysNamed('name'), min: 1, description: 'The columns by name.' });
}

/**
 * Reports options that exclude each other: a column is either a leaf, with at most one way to compute it, or a record, which has fields and
 * at most SQL of its own.
 */
function checkField(
  field: FieldSpec,
  mapping: MappingNode,
  dialects: readonly string[],
  report: Report,
): void {
  const absent = entryOf(mapping, 'optional');
  if (absent !== null && field.optional && field.required) {
    const message = '`optional` cannot be combined with `required`';
    report('clause-conflict', absent.place, message, 'Remove one of them.');
  }
  const owner = field.record === null ? 'is' : 'record';
  const rivals = field.record === null ? dialects : ['is', 'unit'];
  if (entryOf(mapping, owner) === null) return;
  for (const rival of mapping.entries.filter(entry => rivals.includes(entry.name))) {
    const message = `\`${rival.name}\` cannot be combined with \`${owner}\``;
    report('clause-conflict', rival.place, message, 'Remove one of them.');
  }
}

const DIGITS = ['precision', 'scale'] as const;

/** Reports digits of other types than `decimal`, and a `decimal` without digits or with impossible ones. */
function checkDigits(field: FieldSpec, mapping: MappingNode, report: Report): void {
  const { type, precision, scale } = field;
  if (type?.value !== 'decimal') {
    const written = mapping.entries.filter(({ name }) => DIGITS.some(digits => digits === name));
    for (const { name, place } of written) {
      const message = `\`${name}\` can only be used with \`type: decimal\``;
      report('clause-conflict', place, message, 'Remove it.');
    }
    return;
  }
  const missing = DIGITS.filter(digits => field[digits] === null);
  if (precision !== null && scale !== null) checkWidth(precision, scale, report);
  else reportMissing(type, missing, report);
}

function reportMissing(type: Located<string>, missing: readonly string[], report: Report): void {
  const names = missing.map(name => `\`${name}\``).join(' and ');
  const message = `A \`decimal\` has no ${names}`;
  const hint =
    'Write the digits of the stored type, as in `{ type: decimal, precision: 18, scale: 2 }`.';
  report('missing-key', type.place, message, hint);
}

function checkWidth(precision: Located<number>, scale: Located<number>, report: Report): void {
  const before = precision.value - scale.value;
  if (before < 0) {
    const message = `\`scale\` is ${scale.value}, more than the ${precision.value} of \`precision\``;
    const hint = 'Increase `precision`: it also counts the digits after the point.';
    report('invalid-value', scale.place, message, hint);
  }
  if (before > WHOLE_DIGITS) {
    const message = `The column has ${before} digits before the point, and a decimal has at most ${WHOLE_DIGITS}`;
    report('invalid-value', precision.place, message, 'Declare as many digits as its values have.');
  }
}
