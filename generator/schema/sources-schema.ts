/** The JSON Schema of `endpoints/sources.yaml`, for validation, for completion in editors and for the documentation. */
import { FRACTION_DIGITS, MAX_PRECISION, WHOLE_DIGITS } from '../core/decimal.ts';
import { ITEM_TYPES, SCALARS } from '../core/scalar.ts';
import { BODIES, BODY, EITHER_FROM } from './body-schema.ts';
import { sharedParam } from './endpoint-schema.ts';
import { DIALECT, either, type JsonSchema, mapping, named, PARTS, part, words } from './parts.ts';

export const COLUMN_TITLE = 'Column';

const table = mapping(
  {
    table: words('Name of the table; one with dots is quoted part by part.'),
    records: {
      type: 'string',
      enum: ['nested', 'repeated'],
      default: 'nested',
      description: 'Whether records are stored as they are, or each as an array of one.',
    },
    where: words('A fixed predicate in SQL of that engine.'),
    final: {
      type: 'boolean',
      description: 'Whether only the newest row of each `key` is read, where the engine has FINAL.',
    },
  },
  ['table'],
);

/** The keys that declare the type of a column. */
const TYPED = ['type', 'record', 'list', 'map'] as const;

/** A derived column declares no type: the type follows from `is`. */
const DERIVED: JsonSchema = {
  required: ['is'],
  not: { anyOf: TYPED.map(key => ({ required: [key] })) },
};

/** The result types of measures that engines compute by SQL of their own. */
const MEASURED = SCALARS.filter(scalar => scalar !== 'json' && scalar !== 'decimal');

const COLUMN: JsonSchema = { $ref: '#/$defs/column' };

function column(dialects: readonly string[]): JsonSchema {
  const text = (dialect: string) => words(`SQL of ${dialect} in place of the path.`);
  return {
    ...mapping({
      type: { type: 'string', enum: SCALARS, description: 'The type of a leaf.' },
      precision: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_PRECISION,
        description: `How many digits a \`decimal\` has, at most ${WHOLE_DIGITS} of them before the point.`,
      },
      scale: {
        type: 'integer',
        minimum: 0,
        maximum: FRACTION_DIGITS,
        description: 'How many of the digits of a `decimal` stand after the point.',
      },
      record: { ...named(COLUMN, 'The fields of a record.'), minProperties: 1 },
      list: { type: 'string', enum: ITEM_TYPES, description: 'The type of the items of a list.' },
      map: {
        type: 'string',
        enum: ITEM_TYPES,
        description: 'The type of the values of a map, whose keys are texts.',
      },
      required: { type: 'boolean', description: 'Whether the column is never NULL.' },
      optional: {
        type: 'boolean',
        description: 'Whether files may lack the column, which is NULL then. Tables must have it.',
      },
      description: words('The meaning of the column.'),
      unit: words('The unit of the values, such as `ms`.'),
      is: words('The column that this one is derived from, or an expression over other columns.'),
      ...Object.fromEntries(dialects.map(dialect => [dialect, text(dialect)])),
    }),
    if: { type: 'string' },
    else: { oneOf: [...either(...TYPED).oneOf, DERIVED] },
    title: COLUMN_TITLE,
    type: ['string', 'object'],
    pattern: `^(${SCALARS.join('|')})$`,
    description: 'A type, or a mapping with a type, record, list or map and facts about it.',
  };
}

/** A relation that endpoints read like a data set. */
const RELATION: JsonSchema = {
  ...mapping({
    title: words('A short name for people.'),
    description: words('The meaning of its rows.'),
    ...BODY,
  }),
  ...EITHER_FROM,
};

/** The schema; `open` lists the engines whose SQL a column may contain, and the parameter types, if editors should offer them. */
export function sourcesSchema(open: {
  readonly paramTypes: readonly string[];
  readonly dialects: readonly string[];
}): JsonSchema {
  const { dialects } = open;
  const source = mapping(
    {
      title: words('A short name for people.'),
      description: words('The contents of the data set.'),
      invalid: {
        type: 'string',
        enum: ['error', 'skip'],
        default: 'error',
        description:
          'An entry of a file that differs from its declaration makes statements that read it fail, or is left out and counted.',
      },
      key: {
        type: 'array',
        items: part('name', 'A column of the data set.'),
        minItems: 1,
        description: 'Columns by which no two entries are equal: its author promises it.',
      },
      scope: {
        type: ['array', 'object'],
        items: part('name', 'A column of the data set.'),
        minItems: 1,
        additionalProperties: { type: 'string', enum: ['one', 'many'] },
        minProperties: 1,
        description:
          'Columns that separate tenants: every read holds each to a required parameter, or with `many` to a required list.',
      },
      tables: {
        type: 'object',
        properties: Object.fromEntries(dialects.map(dialect => [dialect, table])),
        additionalProperties: table,
        description: 'Where the data set lies, by engine.',
      },
      columns: { ...named(COLUMN, 'The columns by name.'), minProperties: 1 },
      measures: named(
        {
          ...mapping({
            value: words('An expression of the portable language that aggregates.'),
            type: {
              type: 'string',
              enum: MEASURED,
              description: 'In place of `value`: the type of what SQL of the engines computes.',
            },
            ...Object.fromEntries(
              dialects.map(dialect => [
                dialect,
                words(`Beside \`type\`: SQL of ${dialect} that aggregates.`),
              ]),
            ),
            description: words('The meaning of the measure.'),
            unit: words('The unit of the values, such as `ratio`.'),
          }),
          if: { type: 'string' },
          else: either('value', 'type'),
          type: ['string', 'object'],
          minLength: 1,
          description: 'An aggregate, or a mapping with one and facts about it.',
        },
        'Aggregates by name, which endpoints name like columns.',
      ),
    },
    ['tables', 'columns'],
  );
  return {
    $schema: DIALECT,
    title: 'Data sets',
    description: 'The data sets that endpoints read.',
    ...mapping(
      {
        sources: named(
          {
            if: { type: 'object', anyOf: [{ required: ['from'] }, { required: ['union'] }] },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: { $ref: '#/$defs/relation' },
            else: { $ref: '#/$defs/source' },
          },
          'The data sets by name, and relations of them.',
        ),
        params: named(
          sharedParam(open.paramTypes),
          'Parameters that endpoints share: one names its own by `use`.',
        ),
        functions: named(
          mapping(
            {
              args: named(
                { type: 'string', enum: SCALARS, description: 'The type of the argument.' },
                'The arguments in their order.',
              ),
              is: words('A GoogleSQL expression of the arguments.'),
            },
            ['args', 'is'],
          ),
          'Functions that texts in GoogleSQL call like any other.',
        ),
      },
      ['sources'],
    ),
    $defs: { ...PARTS, ...BODIES, column: column(dialects), source, relation: RELATION },
  };
}
