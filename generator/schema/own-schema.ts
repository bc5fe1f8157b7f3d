/** The JSON Schema of `query` and `columns`: a statement in GoogleSQL or in engines' own SQL, and the columns of its rows. */

import { SCALARS } from '../core/types/scalar.ts';
import { BODY } from './body-schema.ts';
import { eitherSchema, type JsonSchema, mapping, namedSchema, wordsSchema } from './parts.ts';
import { EITHER_CLAUSES } from './sandbox-schema.ts';

const file = wordsSchema(
  'The file that contains the text, in the folder of this file or below it.',
);
const sql = wordsSchema("A text in the engine's own SQL; `@name` is a parameter.");

const caseText: JsonSchema = {
  ...mapping({ file }, ['file']),
  type: ['string', 'object'],
  minLength: 1,
  description: 'A text, or the file that contains it.',
};

const chosen = { anyOf: [{ required: ['by'] }, { required: ['cases'] }] };
const piece: JsonSchema = {
  ...mapping({
    when: wordsSchema('A parameter; if it is absent, the piece is left out.'),
    sql,
    file,
    by: wordsSchema('An enum parameter that chooses the text.'),
    cases: {
      type: 'object',
      additionalProperties: caseText,
      description: 'The text for each value of the `by` parameter.',
    },
  }),
  type: ['string', 'object'],
  minLength: 1,
  allOf: [
    {
      if: { not: { type: 'object', ...chosen } },
      else: {
        required: ['by', 'cases'],
        properties: { when: false, sql: false, file: false },
      },
    },
    { if: { anyOf: [{ not: { type: 'object' } }, chosen] }, else: eitherSchema('sql', 'file') },
  ],
  description:
    'A piece of a statement: a text, a text with a condition, or a text for each value of an enum.',
};

const statement: JsonSchema = {
  ...mapping({ file }, ['file']),
  type: ['string', 'object', 'array'],
  minLength: 1,
  items: piece,
  minItems: 1,
  description: 'One read-only statement: a text, the file that contains it, or a list of pieces.',
};

const column: JsonSchema = {
  ...mapping(
    {
      type: { type: 'string', enum: SCALARS, description: 'The type of the values.' },
      required: { type: 'boolean', description: 'Whether NULL is an error.' },
      description: wordsSchema('The meaning of the column.'),
      unit: wordsSchema('The unit of the values, such as `ms`.'),
      encode: wordsSchema('How the value is written in JSON, as in `select`.'),
    },
    ['type'],
  ),
  type: ['string', 'object'],
  minLength: 1,
  description: 'A type, or a mapping with a type and properties of the column.',
};

/** The keys of an endpoint in SQL. */
export function ownKeys(engine: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return {
    query: {
      type: ['string', 'object'],
      minLength: 1,
      if: { type: 'object', required: ['file'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { file }, additionalProperties: false },
      else: { propertyNames: engine, additionalProperties: statement, minProperties: 1 },
      description:
        'A statement in GoogleSQL, or the file that contains it, which quern translates for every engine; or a statement for each engine in its own SQL. It replaces the clauses of the language.',
    },
    columns: namedSchema(
      column,
      "The columns of the rows. For engines' own SQL, every column; `quern check --update` writes them. For GoogleSQL, only columns with a description, a unit or an encoding.",
    ),
  };
}

/** The clauses that `query` replaces. */
const CLAUSES = [
  ...Object.keys(BODY).filter(name => name !== 'unscoped'),
  ...['views', 'steps', 'offset', 'pages'],
];

/** An endpoint has either the clauses of the language or `query`. */
export const EITHER_BODY: JsonSchema = {
  allOf: [
    {
      if: { required: ['query'] },
      else: { ...EITHER_CLAUSES, properties: { columns: false } },
    },
    {
      if: { not: { required: ['query'] } },
      else: {
        properties: {
          ...Object.fromEntries(CLAUSES.map(name => [name, false])),
          sandbox: { enum: [false], description: 'Cannot be combined with `query`.' },
        },
      },
    },
  ],
};
