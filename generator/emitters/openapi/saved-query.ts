/** The JSON Schema of a record of the list of endpoints. */
import { GOOGLE_SQL_ENGINE } from '../../../engines/index.ts';
import { OVERALL } from '../../core/output/manifest-fields.ts';
import { FILTER_OPERATORS } from '../../core/plan/filters.ts';
import { COMPATS } from '../../core/types/compat.ts';
import { ENCODINGS, SCALARS, TYPES } from '../../core/types/scalar.ts';
import { componentReference, type Schema } from './document-types.ts';

const means = (description: string, schema: Schema): Schema => ({ ...schema, description });
const text: Schema = { type: 'string' };
const maybeText: Schema = { type: ['string', 'null'] };
/** A text or a list of texts. Neither spelling works: oapi-codegen stops at lists of types, openapi-generator for Java at `anyOf` with a list. */
const textOrTexts: Schema = {};
/** A whole number or an object. */
const placeOrPlaces: Schema = {};
const flag: Schema = { type: 'boolean' };
const seconds: Schema = { type: ['integer', 'null'], minimum: 0 };
const length: Schema = { type: 'integer', minimum: 0 };
const textOf = (values: readonly string[]): Schema => ({ type: 'string', enum: [...values] });
const listOf = (name: string): Schema => ({
  type: 'array',
  items: componentReference('schemas', name),
});

function object(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

const PARAMETER = {
  name: text,
  type: means('As the specification names it.', text),
  scalar: means('The type of the values that statements bind.', textOf(SCALARS)),
  values: means('The values of an enum; null for other types.', {
    anyOf: [{ type: 'array', items: text }, { type: 'null' }],
  }),
  required: flag,
  default: means('As text; for a list, a text for each item.', textOrTexts),
  otherwise: means('The meaning of any other value of an enum.', textOf(['reject', 'default'])),
  constraints: object(
    {},
    { min: text, max: text, minLength: length, maxLength: length, pattern: text },
  ),
  description: maybeText,
  example: means('As text; for a list, a text for each item.', textOrTexts),
  deprecated: flag,
};
const SOME_HAVE = {
  allowed: means(
    'Only for keys that allow several values: those among which their callers choose.',
    { type: 'array', items: text },
  ),
  list: means(
    'Only for lists: the other members describe each item.',
    object({ minItems: length, maxItems: length }, { separator: text }),
  ),
  filter: means(
    'Only for a pair of a filter and an operator.',
    object(
      { name: text, operator: textOf(FILTER_OPERATORS) },
      {
        key: flag,
        ignoreCase: flag,
        chosen: object({
          by: text,
          operators: { type: 'object', additionalProperties: textOf(FILTER_OPERATORS) },
        }),
      },
    ),
  ),
  aliases: means('Other texts for values of an enum, each with the value that it means.', {
    type: 'object',
    additionalProperties: text,
  }),
};

/** How an endpoint's names end; each member is there only if the endpoint says so. */
const LIFE = {
  aliases: means('Old names of the endpoint.', { type: 'array', items: text }),
  renamed: means('The days since which callers should use the new name, by old name.', {
    type: 'object',
    additionalProperties: text,
  }),
  owner: means('The owner of the endpoint, such as a team.', text),
  tags: means('The groups that the endpoint belongs to.', { type: 'array', items: text }),
  deprecated: means('The day since which callers should no longer use the endpoint.', text),
  replaced_by: means('The endpoint that callers should use instead.', text),
  sunset: means('The day from which the endpoint may be gone.', text),
};

/** The schemas that make up a record, by the names of their components. */
export const SAVED_QUERY_SCHEMAS: Readonly<Record<string, Schema>> = {
  SavedQuery: means(
    'An endpoint: its parameters, its columns and its saved query.',
    object(
      {
        id: means('Stays the same when the endpoint is renamed.', {
          type: 'string',
          format: 'uuid',
        }),
        name: text,
        summary: maybeText,
        description: maybeText,
        query: means(
          'The saved query for the engine of the service, a complete statement; or the text of its author, in SQL of an engine or in GoogleSQL, with a parameter as `@name`.',
          maybeText,
        ),
        query_engine: means(
          `The engine whose SQL the query is: the engine of the service, or \`${GOOGLE_SQL_ENGINE}\` for a text in GoogleSQL.`,
          maybeText,
        ),
        max_rows: { type: 'integer', minimum: 1 },
        caching: means('How long rows are cached, in seconds.', seconds),
        cache_warming: means('After how many seconds cached rows are refreshed.', seconds),
        query_sandboxing: flag,
        parameters: means(
          'The parameters, except those that the key fixes.',
          listOf('SavedQueryParameter'),
        ),
        fixed: means(
          'The parameters that the key of the caller fixes, with their values.',
          listOf('SavedQueryFixed'),
        ),
        columns: means('The columns of a row, in order.', listOf('SavedQueryColumn')),
      },
      {
        range: means(
          'The names of the parameters that bound the time of the rows.',
          object({}, { from: text, to: text }),
        ),
        pages: means('Only if the answer has pages.', object({ expires: length })),
        views: means(
          'Only for a sandbox: the relations that statements of callers can read.',
          listOf('SavedQueryView'),
        ),
        ...LIFE,
        compat: means('The service that the endpoint replaces.', textOf(COMPATS)),
      },
    ),
  ),
  SavedQueryParameter: object(PARAMETER, SOME_HAVE),
  SavedQueryFixed: object(
    {
      ...PARAMETER,
      value: means(
        'The value that the key fixes: as text; for a list, a text for each item.',
        textOrTexts,
      ),
    },
    SOME_HAVE,
  ),
  SavedQueryColumn: column(
    { encode: textOf(ENCODINGS) },
    {
      shows: means(
        'The columns of data sets whose values it shows, if their names differ from the name of this column.',
        { type: 'array', items: text },
      ),
      group: means('Whether rows are grouped by the column.', { type: 'boolean' }),
      order: means(
        'Only for a column by which rows are ordered: its place among these, from 0; or `by`, the parameter that decides, and `places`, its place for each value.',
        placeOrPlaces,
      ),
      overall: means(
        'Only for an aggregate: the value that stands for its values in several groups.',
        textOf(OVERALL),
      ),
      previous: means('Only for a value of the period before: the column whose value it is.', text),
      bucket: means(
        'Only for the column that contains the start of each bucket: how long buckets are, in ISO 8601. `by` is the parameter that decides, `steps` has the length for each of its values.',
        object(
          {},
          { step: text, by: maybeText, steps: { type: 'object', additionalProperties: text } },
        ),
      ),
    },
  ),
  SavedQueryField: column({}),
  SavedQueryView: object({ name: text, columns: listOf('SavedQueryField') }),
};

function column(
  own: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return object(
    { name: text, type: textOf([...TYPES, 'record']), nullable: flag, ...own },
    {
      description: text,
      unit: text,
      filter: means('The filter that compares this value, if there is one.', text),
      members: means(
        'The filters that compare one value of a map or one item of a list, by its key or its index.',
        { type: 'object', additionalProperties: text },
      ),
      fields: means('The fields of a record.', listOf('SavedQueryField')),
      ...optional,
    },
  );
}
