/** The JSON Schema of the files of `generated/manifest/`, which mirrors the types of `manifest.ts`. */

import { CONSTANT_FUNCTIONS } from '../expr/constant.ts';
import { FILTER_OPERATORS } from '../plan/filters.ts';
import { COMPATS } from '../types/compat.ts';
import { ACCEPTED_FORMS, ENCODINGS, SCALARS, TYPES } from '../types/scalar.ts';
import { MANIFEST_FORMAT, OLD_FORMAT, UNMARKED_FORMAT } from './manifest.ts';
import { MARKER_KEY } from './manifest-index.ts';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const maybeText: Schema = { type: ['string', 'null'] };
const flag: Schema = { type: 'boolean' };
const digest: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const whole: Schema = { type: 'integer', minimum: 0 };
const list = (items: Schema): Schema => ({ type: 'array', items });
const byName = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const names = byName(list(text));
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
  'Whether the column may be missing in files; it is NULL then. Left out if it must be there.',
  {
    const: true,
  },
);
const stored = means(
  'By engine, how the table stores the column, if not as `schema.sql` declares it.',
  byName(
    object(
      {},
      {
        name: means('Its name there; left out if that is its own.', text),
        type: means('Its type there; left out if that is the declared one.', text),
        kind: means('The group of types that statements read alike.', text),
      },
    ),
  ),
);
const said = {
  precision: means('How many digits a stored `decimal` has.', whole),
  scale: means('How many of them are after the point.', whole),
  description: text,
  unit: text,
};
const array = means(
  'A record that answers contain as an array: a single one as an array with one item, or as an empty array if it is NULL.',
  {
    const: true,
  },
);
const listed = means('The array is a list of records, of any length.', { const: true });
const filter = means(
  'The filter of callers that compares this value; left out if there is none.',
  text,
);
const members = means(
  'The filters of callers that compare one value of a map or one item of a list, by its key or its index; left out if there are none.',
  byName(text),
);
const fields = means('The fields of a record; only records have any.', list(part('field')));

const binding = means(
  'A value that is bound to a placeholder of the statement.',
  object(
    {
      name: means('The name of the placeholder, and of the parameter if `from` is `param`.', text),
      from: means(
        '`param`: the value of the caller, or the default; `clock`: the time of the request, for a later page the time of the first page; `arrival`: the time of this request; `rows`: `page_size` + 1; `after`: a sort key of the last row of the previous page.',
        {
          enum: ['param', 'clock', 'arrival', 'rows', 'after'],
        },
      ),
      scalar: means('The type that the value is bound as; for a list, the type of each item.', {
        enum: SCALARS,
      }),
    },
    {
      list: means('An array is bound; left out for a single value.', { const: true }),
      absent: means('The value that is bound if the parameter is absent.', {
        type: ['string', 'null', 'array'],
        maxLength: 0,
        maxItems: 0,
      }),
      when: means(
        'The value is bound only if one of these is true; without `when`, always.',
        list(part('condition')),
      ),
    },
  ),
);

const textOrList: Schema = { type: ['string', 'array', 'null'], items: text };

/** A value that the service computes for a request. */
const constant: Schema = {
  oneOf: [
    object({ now: means('The time of the request.', { const: true }) }),
    object({ param: means('The value of a parameter.', text) }),
    object({ literal: text, type: { enum: ['string', 'int64', 'timestamp', 'date'] } }),
    object({ fn: { enum: CONSTANT_FUNCTIONS }, args: list(part('constant')) }),
  ],
};

const param = object(
  {
    name: text,
    type: means('The type as the specification names it; `enum` if values are listed.', text),
    scalar: means(
      'The type of the value as clients write it, for a list the type of each item; bindings state how it is bound.',
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
      'In the text form of the type; for a list, one text for each item; with `moving`, an expression, for readers.',
      textOrList,
    ),
    otherwise: means('Whether any other value of an enum is rejected or means the default.', {
      enum: ['reject', 'default'],
    }),
    constraints: means(
      'Only declared ones: bounds in the text form of the type, lengths in code points, an RE2 pattern for the whole text.',
      object(
        {},
        {
          min: text,
          max: text,
          minLength: whole,
          maxLength: whole,
          pattern: text,
          step: means('The step must divide a day or be a number of whole days.', { const: true }),
          accept: means('Another form that its texts may have.', { enum: ACCEPTED_FORMS }),
          lenient: means('Texts may have any form of ISO 8601 or PostgreSQL.', { const: true }),
        },
      ),
    ),
    description: maybeText,
    example: means('In the text form of the type; for a list, one text for each item.', textOrList),
    deprecated: flag,
  },
  {
    aliases: means(
      'Other texts that callers may send for values of an enum, each with the value that it means.',
      byName(text),
    ),
    moving: means(
      'Only if the default depends on the time of the request: how it is computed.',
      part('constant'),
    ),
    list: means(
      'Only for lists: type, values and constraints are those of each item.',
      object(
        {
          minItems: means('The minimum number of different items.', whole),
          maxItems: means('The maximum number of different items.', whole),
        },
        {
          separator: means(
            'A text that separates items, for callers who do not repeat the parameter.',
            text,
          ),
        },
      ),
    ),
    filter: means(
      'Only for a pair of a filter and an operator, which callers may also write `name[operator]`.',
      object(
        { name: text, operator: means('The condition on the filter.', { enum: FILTER_OPERATORS }) },
        {
          loose: means(
            'Other parameters can make the filter ineffective, so a key cannot fix it.',
            {
              const: true,
            },
          ),
          chosen: means(
            'The enum parameter that chooses the operator, and the operator for each of its values; `operator` is then that of the name alone.',
            object({ by: text, operators: byName({ enum: FILTER_OPERATORS }) }),
          ),
          ignoreCase: means('Its patterns ignore letter case.', { const: true }),
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
      "The saved query: a complete statement without guarded pieces, with every parameter bound as text. For an engine's own SQL: the text of its author, without bindings.",
      part('statement'),
    ),
    choices: means(
      'The enums that select a statement, in the order of the keys of `statements`. `{ present }` means whether a parameter is present, `yes` or `no`; `step` means the step that the length of a window selects.',
      list({ anyOf: [text, object({ present: text })] }),
    ),
    reads: means(
      "By data set, the stored columns and fields that `statements` read, ascending; names on a path are joined by a dot. For an engine's own SQL, only the data sets are known.",
      byName(list(text)),
    ),
    texts: means('The pieces that statements are joined from, each of them once.', list(text)),
    statements: means(
      'By the values of `choices`, joined with `|`; `%` and `|` inside a value are written `%25` and `%7C`. If `choices` is empty, the only key is the empty text.',
      byName(part('statement')),
    ),
  },
  {
    copies: means(
      'Only if statements read copies of rollups that quern keeps: their tables, by name.',
      byName(part('copy')),
    ),
    own: means(
      "Only if its statement is the author's own text, while those of other engines are compiled.",
      {
        const: true,
      },
    ),
  },
);

const copy = object(
  { empty: means('A SELECT of its columns without rows, for a service without the table.', text) },
  {
    rollup: means(
      'Only for a copy, and not for the table that says how far copies reach.',
      object({
        name: text,
        isRead: means('A SELECT of whether statements read the copy, and not the entries.', text),
      }),
    ),
  },
);

const statement = object({
  sql: means(
    'The pieces of the statement, joined in this order without a separator.',
    list(part('segment')),
  ),
  bind: list(part('binding')),
});

const always = means(
  'A piece that is always part of the statement: an index into `texts` of the engine.',
  whole,
);
const guarded = means(
  'A piece that is part of the statement only if `when` is true.',
  object({ when: part('condition'), sql: means('An index into `texts` of the engine.', whole) }),
);

const conditions = list(part('condition'));
const condition = means(
  'A condition on the parameters of a request: a parameter that is present, a parameter that has a certain value, or all, any or none of several conditions.',
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
    from: means('The start of the window: an instant or a day.', part('constant')),
    to: means('The end of the window, which is excluded.', part('constant')),
    steps: means(
      'Its buckets are at the numbers from 0 to `span`, in steps of `every`: for the only step, or for each value of the choice.',
      list(object({ span: part('constant'), every: part('constant') }, { value: text })),
    ),
  },
  {
    by: means('The parameter that selects the step.', text),
    lengths: means(
      'If the length of the window selects the step: the first step whose `upTo`, in microseconds, is not shorter than the window.',
      object({ length: part('constant'), steps: list(object({ value: text }, { upTo: text })) }),
    ),
    most: means('How many buckets an answer may have; only if gaps are filled.', whole),
  },
);

const cache = means('Null if rows are not cached.', {
  ...object({
    ttl: means('How long rows may be cached, in seconds.', whole),
    refresh: means('After how many seconds cached rows are refreshed; 0 for never.', whole),
  }),
  type: ['object', 'null'],
});

const pages = object({
  expires: means('How long a cursor is valid, in seconds.', { ...whole, minimum: 1 }),
  keys: means(
    'The values that requests sort by. They are never NULL, and no two rows are equal in them.',
    list(
      object({
        at: means(
          'Its index in a row of the statement: after the columns, unless it is one of them.',
          whole,
        ),
        scalar: { enum: SCALARS },
        after: means('The binding of its value in the last row of the previous page.', text),
      }),
    ),
  ),
});

const relation = object({
  choices: means(
    'Like `choices` of an engine of the endpoint.',
    list({ anyOf: [text, object({ present: text })] }),
  ),
  texts: means('The pieces that statements are joined from, each of them once.', list(text)),
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
      'The columns of its statements for single values of records, by their paths joined by a dot; left out if there are no records.',
      byName(text),
    ),
    repeated: means('Whether statements see records as arrays; left out if they do not.', {
      const: true,
    }),
  },
);

const identity = {
  name: text,
  id: means('A UUID that stays the same when the endpoint is renamed.', text),
};
const marker = {
  [MARKER_KEY]: means('The marker of a generated file.', text),
};

const routing = {
  compat: means('The service whose clients read the answers; left out in other endpoints.', {
    enum: COMPATS,
  }),
  aliases: means('Old names of the endpoint; left out if it has none.', list(text)),
  renamed: means(
    'The days since which callers should use the new name, by alias; left out if none is known.',
    byName(text),
  ),
  owner: means('The owner of the endpoint, such as a team; left out if it has none.', text),
  tags: means('The groups that the endpoint belongs to; left out if there are none.', list(text)),
  deprecated: means(
    'The day since which callers should no longer use the endpoint; left out in other endpoints.',
    text,
  ),
  replacedBy: means('The endpoint that replaces a deprecated one; left out if none does.', text),
  sunset: means(
    'The day from which a deprecated endpoint may be gone; left out if it is not known.',
    text,
  ),
  scopedBy: means(
    'The names of the parameters that separate tenants: a key that fixes parameters has to fix one of each list. Empty if the data sets that are read have no scope. Manifests of older builds lack it.',
    list(list(text)),
  ),
  pages: means('Only if the answer has pages.', pages),
};

const endpoint = object(
  {
    ...identity,
    hash: means('SHA-256, in hex, of the JSON of all members below, without spaces.', digest),
    summary: maybeText,
    description: maybeText,
    params: list(part('param')),
    columns: means('The columns of a row in order, without hidden ones.', list(part('column'))),
    limit: means('How many rows the query asks for; null if it asks for all.', {
      type: ['integer', 'null'],
      minimum: 1,
    }),
    maxRows: means(
      'The maximum number of rows in an answer; without `limit`, statements ask for one more.',
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
    ignore: means('Unknown parameters that are ignored; left out in other endpoints.', list(text)),
    views: means(
      'Only for a sandbox: the relations that statements of callers, sent in `sql`, can read.',
      list(view),
    ),
    ...routing,
    windows: means(
      'Windows of time whose ends depend on the request: the service checks them before a statement runs. Left out in other endpoints.',
      list(part('window')),
    ),
    range: means(
      'The names of the parameters that bound the time of the rows; left out if none do.',
      object({}, { from: text, to: text }),
    ),
    own: means("Whether statements are in the engines' own SQL; left out if they are not.", {
      const: true,
    }),
    text: means('Only for a statement in GoogleSQL: the text of its author.', text),
    origins: means(
      'The names of columns and tags (`tag:pii`) by which a key hides columns, parameters, columns of views, or the whole endpoint; own names are left out. Manifests of older builds lack it.',
      object({}, { columns: names, params: names, views: byName(names), whole: list(text) }),
    ),
    ...marker,
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
          records: means('Whether a record is stored as a record or as an array with one record.', {
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
    freshness: means(
      'How new the data set must be; left out if that is not declared.',
      object({
        within: means('How old the newest entry may be, in seconds.', whole),
        engines: means(
          'By engine: a statement with one row, the instant of the newest entry, or NULL if none is new enough; `now` names its placeholders for the time.',
          byName(object({ sql: text, now: list(text) })),
        ),
      }),
    ),
  },
);

const ENCODE = means('How a value is written in JSON; `plain` for the usual form of its type.', {
  enum: ENCODINGS,
});
const steps = byName(text);
const shows = means(
  'The columns of data sets whose values it shows, by their own names; left out if they have the name of this column.',
  list(text),
);
const group = means('Whether rows are grouped by the column; left out if they are not.', {
  const: true,
});
const bucket = means(
  'Only for the column that contains the start of each bucket: how long buckets are, in ISO 8601. It is always the same, or what `steps` has for the value of the parameter `by`, or that value itself; null if the length of the window decides.',
  { oneOf: [object({ step: text }), object({ by: maybeText }, { steps })] },
);
const column = object(
  {
    ...described,
    encode: ENCODE,
  },
  { ...said, array, list: listed, filter, members, shows, fields, group, bucket },
);

const entry = object(
  {
    ...identity,
    file: means('The file with its definition, beside this one.', {
      type: 'string',
      pattern: '^_?[a-z0-9._-]+$',
    }),
    digest: means('SHA-256, in hex, of the bytes of that file.', digest),
    params: means('The names of its parameters.', list(text)),
    sandbox: flag,
    reads: means(
      'The columns that statements read, as in the definition: once for all engines that read the same.',
      list(object({ engines: list(text), columns: byName(list(text)) })),
    ),
  },
  routing,
);

const sources = means('The data sets, by name.', byName(part('source')));
const index = object(
  {
    format: means('The version of this format.', { enum: [UNMARKED_FORMAT, MANIFEST_FORMAT] }),
    sources,
    endpoints: means('By name, ascending.', list(part('entry'))),
  },
  marker,
);

const $defs = {
  index,
  entry,
  binding,
  param,
  engine,
  endpoint,
  source,
  constant,
  field: object(described, {
    optional: absent,
    stored,
    ...said,
    array,
    list: listed,
    encode: ENCODE,
    filter,
    members,
    fields,
  }),
  column,
  copy,
  statement,
  segment: { oneOf: [always, guarded] },
  condition,
  window,
};

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** A file of `generated/manifest/`: the index, or the definition of one endpoint. */
export const MANIFEST_SCHEMA = {
  $schema: DRAFT,
  title: 'A file of the manifest of a quern project',
  description: '`index.json`, or the definition of an endpoint.',
  anyOf: [part('index'), part('endpoint')],
  $defs,
};

/** A manifest of format 2: one file with all definitions. */
export const OLD_MANIFEST_SCHEMA = {
  $schema: DRAFT,
  ...object({
    format: { const: OLD_FORMAT },
    sources,
    endpoints: list(part('endpoint')),
  }),
  $defs,
};
