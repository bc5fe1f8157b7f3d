/** The JSON Schema of a record of the list of endpoints. */
import { COMPATS } from '../../core/compat.ts';
import { FILTER_OPERATORS } from '../../core/filters.ts';
import { ENCODINGS, SCALARS, TYPES } from '../../core/scalar.ts';
import { reference, type Schema } from './document-types.ts';

const means = (description: string, schema: Schema): Schema => ({ ...schema, description });
const text: Schema = { type: 'string' };
const maybeText: Schema = { type: ['string', 'null'] };
const texts: Schema = { type: ['string', 'array', 'null'], items: text };
const flag: Schema = { type: 'boolean' };
const seconds: Schema = { type: ['integer', 'null'], minimum: 0 };
const length: Schema = { type: 'integer', minimum: 0 };
const textOf = (values: readonly string[]): Schema => ({ type: 'string', enum: [...values] });
const listOf = (name: string): Schema => ({ type: 'array', items: reference('schemas', name) });

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
  scalar: means('The values that statements bind.', textOf(SCALARS)),
  values: means('Of an enum.', { type: ['array', 'null'], items: text }),
  required: flag,
  default: means('As text; of a list, a text for each item.', texts),
  otherwise: means('The meaning of any other value of an enum.', textOf(['reject', 'default'])),
  constraints: object(
    {},
    { min: text, max: text, minLength: length, maxLength: length, pattern: text },
  ),
  description: maybeText,
  example: means('As text; of a list, a text for each item.', texts),
  deprecated: flag,
};
const SOME_HAVE = {
  list: means(
    'Only of lists: the rest is about each item.',
    object({ minItems: length, maxItems: length }, { separator: text }),
  ),
  filter: means(
    'Only of a pair of a filter and an operator.',
    object({ name: text, operator: textOf(FILTER_OPERATORS) }, { key: flag, ignoreCase: flag }),
  ),
  aliases: means('Further texts for values of an enum, each with the value that it means.', {
    type: 'object',
    additionalProperties: text,
  }),
};

/** The schemas that make up a record, by the names of their components. */
export const SAVED_QUERY_SCHEMAS: Readonly<Record<string, Schema>> = {
  SavedQuery: means(
    'An endpoint as a saved query.',
    object(
      {
        id: means('Stays when the endpoint is renamed.', { type: 'string', format: 'uuid' }),
        name: text,
        summary: maybeText,
        description: maybeText,
        query: means(
          'The saved query for the engine that the service runs on, complete by itself; or the text of its author, in SQL of an engine or in GoogleSQL, with `@name` where a parameter stands.',
          maybeText,
        ),
        query_engine: means(
          'The engine whose SQL the query is: that of the service, or `bigquery` of a text in GoogleSQL.',
          maybeText,
        ),
        max_rows: { type: 'integer', minimum: 1 },
        caching: means('How long rows are kept, in seconds.', seconds),
        cache_warming: means('How soon kept rows are refreshed, in seconds.', seconds),
        query_sandboxing: flag,
        parameters: means('Without those that the key fixes.', listOf('SavedQueryParameter')),
        fixed: means(
          "Parameters that the caller's own key fixes, with their values.",
          listOf('SavedQueryFixed'),
        ),
        columns: means('Of a row, in order.', listOf('SavedQueryColumn')),
      },
      {
        range: means(
          'The names of the parameters that bound the time of the rows.',
          object({}, { from: text, to: text }),
        ),
        pages: means('Only where the answer comes in pages.', object({ expires: length })),
        views: means('Only of a sandbox: what statements of callers read.', {
          type: 'array',
          items: object({ name: text, columns: listOf('SavedQueryField') }),
        }),
        aliases: means('Further names, where it has any.', { type: 'array', items: text }),
        compat: means('The service that it stands in for.', textOf(COMPATS)),
      },
    ),
  ),
  SavedQueryParameter: object(PARAMETER, SOME_HAVE),
  SavedQueryFixed: object(
    {
      ...PARAMETER,
      value: means('The value that the key fixes: as text; of a list, a text for each item.', {
        anyOf: [text, { type: 'array', items: text }],
      }),
    },
    SOME_HAVE,
  ),
  SavedQueryColumn: column(
    { encode: textOf(ENCODINGS) },
    {
      shows: means(
        'The columns of data sets whose values it shows, where they have other names there.',
        { type: 'array', items: text },
      ),
      bucket: means(
        'Of the column that holds the beginning of each bucket: how long buckets are, in ISO 8601. `by` names the parameter that decides, `steps` what each of its values means.',
        object(
          {},
          { step: text, by: maybeText, steps: { type: 'object', additionalProperties: text } },
        ),
      ),
    },
  ),
  SavedQueryField: column({}),
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
      filter: means('The filter that compares this value, where there is one.', text),
      members: means(
        'The filters that compare one value of a map or one item of a list, by its key or its place.',
        { type: 'object', additionalProperties: text },
      ),
      fields: means('Of a record.', listOf('SavedQueryField')),
      ...optional,
    },
  );
}
