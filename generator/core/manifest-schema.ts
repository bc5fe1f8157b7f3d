/** The JSON Schema of `generated/manifest.json`, which mirrors the types of `manifest.ts`. */

import { COMPATS } from './compat.ts';
import { CONSTANT_FUNCTIONS } from './constant.ts';
import { FILTER_OPERATORS } from './filters.ts';
import { MANIFEST_FORMAT } from './manifest.ts';
import { ACCEPTED_FORMS, ENCODINGS, SCALARS, TYPES } from './scalar.ts';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const maybeText: Schema = { type: ['string', 'null'] };
const flag: Schema = { type: 'boolean' };
const whole: Schema = { type: 'integer', minimum: 0 };
const list = (items: Schema): Schema => ({ type: 'array', items });
const byName = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const part = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** A schema with a description, for readers of the manifest without quern. */
const means = (description: string, schema: Schema): Schema => ({ description, ...schema });

/** An object that requires the members `required`, may have the members `optional`, and has no others. */
function object(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

const described = {
  name: text,
  type: { enum: [...TYPES, 'record'] },
  nullable: flag,
};
const absent = means(
  'Whether files may lack it, which makes it NULL; left out where they may not.',
  {
    const: true,
  },
);
const said = {
  precision: means('How many digits a stored `decimal` has.', whole),
  scale: means('How many of them stand after the point.', whole),
  description: text,
  unit: text,
};
const array = means('A record that is answered as an array of one, empty where it is NULL.', {
  const: true,
});
const filter = means(
  'The filter of callers that compares this value; left out where there is none.',
  text,
);
const members = means(
  'The filters of callers that compare one value of a map or one item of a list, by its key or its place; left out where there is none.',
  byName(text),
);
const fields = means('The fields of a record; only records have any.', list(part('field')));

const binding = means(
  'A value that is bound to a placeholder of the statement.',
  object(
    {
      name: means('The name of the placeholder, and of the parameter where it is one.', text),
      from: means(
        '`param`: what the caller gives, else the default; `clock`: the time of the request, of pages that of the first; `arrival`: the time of the request itself; `rows`: `page_size` and one; `after`: a sort key of the last row of the page before.',
        {
          enum: ['param', 'clock', 'arrival', 'rows', 'after'],
        },
      ),
      scalar: means('The type that the value is bound as; of each item where it is a list.', {
        enum: SCALARS,
      }),
    },
    {
      list: means('An array is bound; left out where it is one value.', { const: true }),
      absent: means('The value that is bound where the parameter is absent.', {
        type: ['string', 'null', 'array'],
        maxLength: 0,
        maxItems: 0,
      }),
      when: means(
        'The value is bound only where one of these holds; without `when`, always.',
        list(part('condition')),
      ),
    },
  ),
);

const textOrList: Schema = { type: ['string', 'array', 'null'], items: text };

/** A value that the service computes for a request. */
const constant: Schema = {
  oneOf: [
    object({ now: means('The instant of the request.', { const: true }) }),
    object({ param: means('The value of a parameter.', text) }),
    object({ literal: text, type: { enum: ['string', 'int64', 'timestamp', 'date'] } }),
    object({ fn: { enum: CONSTANT_FUNCTIONS }, args: list(part('constant')) }),
  ],
};

const param = object(
  {
    name: text,
    type: means('The type as the specification names it; `enum` where values are listed.', text),
    scalar: means(
      'The type of the value as clients write it, of each item where it is a list; bindings say how it is bound.',
      {
        enum: SCALARS,
      },
    ),
    values: means('The values of an enum in declared order; null for other types.', {
      type: ['array', 'null'],
      items: text,
    }),
    required: flag,
    default: means(
      'In the text form of the type; of a list, one text for each item; with `moving`, an expression for readers.',
      textOrList,
    ),
    otherwise: means('Whether any other value of an enum is refused or stands for the default.', {
      enum: ['reject', 'default'],
    }),
    constraints: means(
      'Only those that are declared: bounds in the text form of the type, lengths in code points, an RE2 pattern for the whole text.',
      object(
        {},
        {
          min: text,
          max: text,
          minLength: whole,
          maxLength: whole,
          pattern: text,
          step: means('It divides a day or is whole days.', { const: true }),
          accept: means('A second form of its texts.', { enum: ACCEPTED_FORMS }),
          lenient: means('It is read as ISO 8601 and PostgreSQL write it.', { const: true }),
        },
      ),
    ),
    description: maybeText,
    example: means('In the text form of the type; of a list, one text for each item.', textOrList),
    deprecated: flag,
  },
  {
    aliases: means(
      'Further texts that callers may send for values of an enum, each with the value that it means.',
      byName(text),
    ),
    moving: means(
      'Only where the default moves with the clock: how it is computed for a request.',
      part('constant'),
    ),
    list: means(
      'Only of lists: type, values and constraints are then those of each item.',
      object(
        {
          minItems: means('The least number of different items.', whole),
          maxItems: means('The greatest number of different items.', whole),
        },
        { separator: means('A text between items, for callers who do not repeat the name.', text) },
      ),
    ),
    filter: means(
      'Only of a pair of a filter and an operator, which callers may also write `name[operator]`.',
      object(
        { name: text, operator: means('The condition on the filter.', { enum: FILTER_OPERATORS }) },
        {
          loose: means('It may count for nothing beside other parameters: no key can fix it.', {
            const: true,
          }),
          ignoreCase: means('Its patterns find both letter cases.', { const: true }),
          key: means(
            'Each value names a key of a map, `region=eu`; callers may also write `name[region]`.',
            {
              const: true,
            },
          ),
        },
      ),
    ),
  },
);

const engine = object(
  {
    saved: means(
      "The saved query: complete by itself, without guarded pieces; every parameter is bound as text. Of an engine's own SQL the text as it is written, without bindings.",
      part('statement'),
    ),
    choices: means(
      'The enums whose values are written into statements, in the order of a key of `statements`; `{ present }` is whether a parameter is present, `yes` or `no`, and `step` the step that the length of a window chooses.',
      list({ anyOf: [text, object({ present: text })] }),
    ),
    reads: means(
      "By data set, the stored columns and fields that `statements` read, ascending; names on a path are joined by a dot. Of an engine's own SQL the data sets alone are known.",
      byName(list(text)),
    ),
    texts: means('The pieces that statements are joined from; each stands once.', list(text)),
    statements: means(
      'By the values of `choices` joined with `|`; `%` and `|` inside a value stand as `%25` and `%7C`. By the empty text where `choices` is empty.',
      byName(part('statement')),
    ),
  },
  {
    own: means(
      "Only where its statement is the author's own, while those of other engines are compiled.",
      {
        const: true,
      },
    ),
  },
);

const statement = object({
  sql: means(
    'The pieces of the statement, joined in this order with nothing between.',
    list(part('segment')),
  ),
  bind: list(part('binding')),
});

const index = means('A piece that is always there: an index into `texts` of the engine.', whole);
const guarded = means(
  'A piece that is there where `when` holds, and else left out.',
  object({ when: part('condition'), sql: means('An index into `texts` of the engine.', whole) }),
);

const conditions = list(part('condition'));
const condition = means(
  'A condition on the parameters of a request: a parameter that is present, one that has a value, or all, any or none of several conditions.',
  {
    oneOf: [
      text,
      object({ param: text, is: means('In the text form of the type.', text) }),
      object({ all: conditions }),
      object({ any: conditions }),
      object({ none: conditions }),
    ],
  },
);

const window = object(
  {
    from: means('When the window begins: an instant or a day.', part('constant')),
    to: means('When it ends, which is not part of it.', part('constant')),
    steps: means(
      'Its buckets stand at the numbers from 0 to `span`, `every` apart: for the one step, or for each value of the choice.',
      list(object({ span: part('constant'), every: part('constant') }, { value: text })),
    ),
  },
  {
    by: means('The parameter that chooses the step.', text),
    lengths: means(
      'Where the length of the window chooses the step: the first whose `upTo` is not shorter, in microseconds.',
      object({ length: part('constant'), steps: list(object({ value: text }, { upTo: text })) }),
    ),
    most: means('How many buckets an answer may have; only where gaps are filled.', whole),
  },
);

const cache = means('Null where rows are not kept.', {
  ...object({
    ttl: means('How long rows may be kept, in seconds.', whole),
    refresh: means('How soon kept rows are refreshed, in seconds; 0 for never.', whole),
  }),
  type: ['object', 'null'],
});

const pages = object({
  expires: means('After how many seconds a cursor leads nowhere.', { ...whole, minimum: 1 }),
  keys: means(
    'The values that requests order by, never NULL; no two rows have the same place in an order.',
    list(
      object({
        at: means(
          'Where it stands in a row of the statement: after the columns unless it is one of them.',
          whole,
        ),
        scalar: { enum: SCALARS },
        after: means('The binding of its value in the last row of the page before.', text),
      }),
    ),
  ),
});

const relation = object({
  choices: means(
    'As those of an engine of the endpoint.',
    list({ anyOf: [text, object({ present: text })] }),
  ),
  texts: means('The pieces that statements are joined from; each stands once.', list(text)),
  statements: means(
    'A SELECT of all its rows, by the values of `choices`.',
    byName(part('statement')),
  ),
});

const view = object(
  {
    name: means('Its name in statements.', text),
    columns: list(part('field')),
    engines: means('By engine.', byName(relation)),
  },
  {
    leaves: means(
      'The columns of its statements for single values of records, by their paths joined by a dot; left out where there are no records.',
      byName(text),
    ),
    repeated: means('Records are arrays to authors of statements; left out where they are not.', {
      const: true,
    }),
  },
);

const endpoint = object(
  {
    name: text,
    id: means('A UUID that stays when the endpoint is renamed.', text),
    hash: means('SHA-256, in hex, of the JSON of all members below, without spaces.', {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
    }),
    summary: maybeText,
    description: maybeText,
    params: list(part('param')),
    columns: means('The columns of a row in order, without hidden ones.', list(part('column'))),
    limit: means('How many rows the query asks for; null where it asks for all.', {
      type: ['integer', 'null'],
      minimum: 1,
    }),
    maxRows: means(
      'How many rows are answered at most; without `limit`, statements ask for one more.',
      {
        type: 'integer',
        minimum: 1,
      },
    ),
    cache,
    sandbox: flag,
    engines: means('By engine.', byName(part('engine'))),
  },
  {
    compat: means('The service whose clients read the answers; left out of other endpoints.', {
      enum: COMPATS,
    }),
    ignore: means('Unknown parameters that are ignored; left out of other endpoints.', list(text)),
    views: means(
      'Only of a sandbox: the relations that statements of callers read, which `sql` brings.',
      list(view),
    ),
    aliases: means(
      'Further names that the endpoint answers to; left out where it has no others.',
      list(text),
    ),
    pages: means('Only where the answer comes in pages.', pages),
    windows: means(
      'Windows of time whose ends requests give: the service looks at them before a statement runs. Absent in other endpoints.',
      list(part('window')),
    ),
    range: means(
      'The names of the parameters that bound the time of the rows; left out where none do.',
      object({}, { from: text, to: text }),
    ),
    own: means("Whether statements are in the engines' own SQL; left out where they are not.", {
      const: true,
    }),
    text: means('Only of a text in GoogleSQL: as its author wrote it.', text),
  },
);

const source = object(
  {
    title: maybeText,
    description: maybeText,
    columns: list(part('field')),
    tables: means(
      'By engine.',
      byName(
        object({
          table: means('The parts of the name, outermost first.', list(text)),
          records: means('Whether a record is one value or an array of one.', {
            enum: ['nested', 'repeated'],
          }),
        }),
      ),
    ),
  },
  {
    invalid: means(
      'Invalid entries of files are skipped; without it, statements that read them fail.',
      {
        const: 'skip',
      },
    ),
  },
);

const ENCODE = means('How a value is written in JSON; `plain` where its type says it all.', {
  enum: ENCODINGS,
});
const steps = byName(text);
const shows = means(
  'The columns of data sets whose values it shows, each by its own name; left out where that is the name here.',
  list(text),
);
const bucket = means(
  'Only of the column that holds the beginning of each bucket: how long buckets are, in ISO 8601. It is always the same, or what `steps` has for the value of the parameter `by`, or that value; null where the length of the window decides.',
  { oneOf: [object({ step: text }), object({ by: maybeText }, { steps })] },
);
const column = object(
  {
    ...described,
    encode: ENCODE,
  },
  { ...said, array, filter, members, shows, fields, bucket },
);

export const MANIFEST_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The manifest of a quern project',
  ...object({
    format: means('The version of this format.', { const: MANIFEST_FORMAT }),
    sources: means('The data sets, by name.', byName(part('source'))),
    endpoints: means('By name, ascending.', list(part('endpoint'))),
  }),
  $defs: {
    binding,
    param,
    engine,
    endpoint,
    source,
    constant,
    field: object(described, {
      optional: absent,
      ...said,
      array,
      encode: ENCODE,
      filter,
      members,
      fields,
    }),
    column,
    statement,
    segment: { oneOf: [index, guarded] },
    condition,
    window,
  },
};
