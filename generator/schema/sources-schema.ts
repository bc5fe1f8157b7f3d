/** The JSON Schema of `endpoints/sources.yaml`, for validation, for completion in editors and for the documentation. */
import { FRACTION_DIGITS, MAX_PRECISION, WHOLE_DIGITS } from '../core/types/decimal.ts';
import { ITEM_TYPES, SCALARS } from '../core/types/scalar.ts';
import { BODIES, BODY, EITHER_FROM } from './body-schema.ts';
import { sharedParam } from './endpoint-schema.ts';
import {
  DIALECT,
  eitherSchema,
  type JsonSchema,
  mapping,
  namedSchema,
  PARTS,
  part,
  wordsSchema,
} from './parts.ts';

export const COLUMN_TITLE = 'Column';

const table = mapping(
  {
    table: wordsSchema('The name of the table; its parts, joined by dots, are quoted one by one.'),
    records: {
      type: 'string',
      enum: ['nested', 'repeated'],
      default: 'nested',
      description: 'Whether a record is stored as a record, or as an array with one record.',
    },
    where: wordsSchema('A fixed predicate, in SQL of that engine.'),
    final: {
      type: 'boolean',
      description: 'Whether only the newest row of each `key` is read, on engines that have FINAL.',
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
  const text = (dialect: string) => wordsSchema(`SQL of \`${dialect}\` that computes the column.`);
  return {
    ...mapping({
      type: { type: 'string', enum: SCALARS, description: 'The type of a single value.' },
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
        description: 'How many of the digits of a `decimal` are after the point.',
      },
      record: { ...namedSchema(COLUMN, 'The fields of a record.'), minProperties: 1 },
      list: { type: 'string', enum: ITEM_TYPES, description: 'The type of the items of a list.' },
      map: {
        type: 'string',
        enum: ITEM_TYPES,
        description: 'The type of the values of a map, whose keys are texts.',
      },
      required: { type: 'boolean', description: 'Whether the column is never NULL.' },
      optional: {
        type: 'boolean',
        description:
          'Whether the column may be missing in files; it is NULL then. Tables must have it.',
      },
      description: wordsSchema('The meaning of the column.'),
      unit: wordsSchema('The unit of the values, such as `ms`.'),
      is: wordsSchema(
        'The column that this one is derived from, or an expression over other columns.',
      ),
      ...Object.fromEntries(dialects.map(dialect => [dialect, text(dialect)])),
    }),
    if: { type: 'string' },
    else: { oneOf: [...eitherSchema(...TYPED).oneOf, DERIVED] },
    title: COLUMN_TITLE,
    type: ['string', 'object'],
    pattern: `^(${SCALARS.join('|')})$`,
    description:
      'A type, or a mapping with `type`, `record`, `list`, `map` or `is`, and properties of the column.',
  };
}

/** A relation that endpoints read like a data set. */
const RELATION: JsonSchema = {
  ...mapping({
    title: wordsSchema('A short name for people.'),
    description: wordsSchema('The meaning of its rows.'),
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
      title: wordsSchema('A short name for people.'),
      description: wordsSchema('The contents of the data set.'),
      invalid: {
        type: 'string',
        enum: ['error', 'skip'],
        default: 'error',
        description:
          'For an entry of a file that does not match the declaration: `error` makes statements that read it fail, `skip` leaves it out and counts it.',
      },
      key: {
        type: 'array',
        items: part('name', 'A column of the data set.'),
        minItems: 1,
        description:
          'Columns that together identify an entry. quern relies on this and does not check it.',
      },
      scope: {
        type: ['array', 'object'],
        items: part('name', 'A column of the data set.'),
        minItems: 1,
        additionalProperties: { type: 'string', enum: ['one', 'many'] },
        minProperties: 1,
        description:
          'Columns that separate tenants: every read must compare each of them with a required parameter or, with `many`, with a required list.',
      },
      tables: {
        type: 'object',
        properties: Object.fromEntries(dialects.map(dialect => [dialect, table])),
        additionalProperties: table,
        description: 'The table of the data set, by engine.',
      },
      columns: { ...namedSchema(COLUMN, 'The columns by name.'), minProperties: 1 },
      measures: namedSchema(
        {
          ...mapping({
            value: wordsSchema('An expression of the portable language that aggregates.'),
            type: {
              type: 'string',
              enum: MEASURED,
              description:
                'Instead of `value`: the type of the measure, which SQL of the engines computes.',
            },
            ...Object.fromEntries(
              dialects.map(dialect => [
                dialect,
                wordsSchema(`With \`type\`: SQL of \`${dialect}\` that aggregates.`),
              ]),
            ),
            description: wordsSchema('The meaning of the measure.'),
            unit: wordsSchema('The unit of the values, such as `ratio`.'),
          }),
          if: { type: 'string' },
          else: eitherSchema('value', 'type'),
          type: ['string', 'object'],
          minLength: 1,
          description:
            'An aggregate, or a mapping with an aggregate and properties of the measure.',
        },
        'Aggregates by name, which endpoints use like columns.',
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
        sources: namedSchema(
          {
            if: { type: 'object', anyOf: [{ required: ['from'] }, { required: ['union'] }] },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: { $ref: '#/$defs/relation' },
            else: { $ref: '#/$defs/source' },
          },
          'Data sets, and relations that read them, by name.',
        ),
        params: namedSchema(
          sharedParam(open.paramTypes),
          'Parameters that endpoints share. An endpoint copies one with `use`.',
        ),
        functions: namedSchema(
          mapping(
            {
              args: namedSchema(
                { type: 'string', enum: SCALARS, description: 'The type of the argument.' },
                'The arguments in their order.',
              ),
              is: wordsSchema('A GoogleSQL expression of the arguments.'),
            },
            ['args', 'is'],
          ),
          'Functions that statements in GoogleSQL can call.',
        ),
      },
      ['sources'],
    ),
    $defs: { ...PARTS, ...BODIES, column: column(dialects), source, relation: RELATION },
  };
}
