/** Descriptions of an endpoint in the manifest: its definition, and its entry in the index. */
import type { Life } from '../plan/life.ts';
import { COMPATS } from '../types/compat.ts';
import { SCALARS } from '../types/scalar.ts';
import {
  byName,
  choice,
  type Described,
  flag,
  list,
  maybeText,
  means,
  type Of,
  object,
  orNull,
  part,
  set,
  text,
  whole,
} from './described.ts';
import type { ManifestColumn } from './manifest-fields.ts';
import type { ManifestParam } from './manifest-params.ts';
import { type ManifestEngine, type ManifestWindow, view } from './manifest-statements.ts';

/** The key of the marker in these files. */
export const MARKER_KEY = '//';

const digest: Described<string> = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const atLeastOne: Described<number> = { type: 'integer', minimum: 1 };
const names = byName(list(text));

const cacheTimes = object({
  ttl: means('How long rows may be cached, in seconds.', whole),
  refresh: means('After how many seconds cached rows are refreshed; 0 for never.', whole),
});

const pages = object({
  expires: means('How long a cursor is valid, in seconds.', atLeastOne),
  keys: means(
    'The values that requests sort by. They are never NULL, and no two rows are equal in them.',
    list(
      object({
        at: means(
          'Its index in a row of the statement: after the columns, unless it is one of them.',
          whole,
        ),
        scalar: choice(SCALARS),
        after: means('The binding of its value in the last row of the previous page.', text),
      }),
    ),
  ),
});
export interface ManifestPages extends Of<typeof pages> {}

/** The names of the parameters that bound the time of the rows. */
const range = object({}, { from: text, to: text });
export interface ManifestRange extends Of<typeof range> {}

const origins = object(
  {},
  { columns: names, params: names, views: byName(names), whole: list(text) },
);
export interface ManifestOrigins extends Of<typeof origins> {}

const reads = object({ engines: list(text), columns: names });
export interface IndexedReads extends Of<typeof reads> {}

const identity = {
  name: text,
  id: means('A UUID that stays the same when the endpoint is renamed.', text),
};
export const marker = {
  [MARKER_KEY]: means('The marker of a generated file.', text),
};

const life: { readonly [K in keyof Life]-?: Described<NonNullable<Life[K]>> } = {
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
};

const routing = {
  compat: means(
    'The service whose clients read the answers; left out in other endpoints.',
    choice(COMPATS),
  ),
  ...life,
  scopedBy: means(
    'The names of the parameters that separate tenants: a key that fixes parameters has to fix one of each list. Empty if the data sets that are read have no scope. Manifests of older builds lack it.',
    list(list(text)),
  ),
  pages: means('Only if the answer has pages.', pages),
};

export const endpoint = object(
  {
    ...identity,
    hash: means('SHA-256, in hex, of the JSON of all members below, without spaces.', digest),
    summary: maybeText,
    description: maybeText,
    params: list(part<ManifestParam>('param')),
    columns: means(
      'The columns of a row in order, without hidden ones.',
      list(part<ManifestColumn>('column')),
    ),
    limit: means('How many rows the query asks for; null if it asks for all.', orNull(atLeastOne)),
    maxRows: means(
      'The maximum number of rows in an answer; without `limit`, statements ask for one more.',
      atLeastOne,
    ),
    cache: means('Null if rows are not cached.', orNull(cacheTimes)),
    sandbox: flag,
    engines: means('By engine.', byName(part<ManifestEngine>('engine'))),
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
      list(part<ManifestWindow>('window')),
    ),
    range: means(
      'The names of the parameters that bound the time of the rows; left out if none do.',
      range,
    ),
    own: means("Whether statements are in the engines' own SQL; left out if they are not.", set),
    text: means('Only for a statement in GoogleSQL: the text of its author.', text),
    origins: means(
      'The names of columns and tags (`tag:pii`) by which a key hides columns, parameters, columns of views, or the whole endpoint; own names are left out. Manifests of older builds lack it.',
      origins,
    ),
    ...marker,
  },
);
export interface ManifestEndpoint extends Of<typeof endpoint> {}

export const indexEntry = object(
  {
    ...identity,
    file: means<string>('The file with its definition, beside this one.', {
      type: 'string',
      pattern: '^_?[a-z0-9._-]+$',
    }),
    digest: means('SHA-256, in hex, of the bytes of that file.', digest),
    params: means('The names of its parameters.', list(text)),
    sandbox: flag,
    reads: means(
      'The columns that statements read, as in the definition: once for all engines that read the same.',
      list(reads),
    ),
  },
  routing,
);
/** The part of an endpoint that a start of the service reads: to find it, to check rights and to look for its tables. */
export interface IndexedEndpoint extends Of<typeof indexEntry> {}
