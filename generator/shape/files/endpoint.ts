/** `endpoints/<name>.yaml`. */

import {
  counting,
  type Place,
  type Report,
  type SourceText,
} from '../../core/report/diagnostics.ts';
import { entryOf, type MappingNode } from '../../core/spec/document.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import { COMPATS } from '../../core/types/compat.ts';
import { cache, maxRows, type PagesSpec, pages } from '../clauses/answers.ts';
import { BODY, type BodySpec, bodyOf, steps } from '../clauses/body.ts';
import { checkLife, LIFE, ONLY_DEPRECATED } from '../clauses/life.ts';
import { offset } from '../clauses/order.ts';
import { params } from '../clauses/param.ts';
import {
  columns,
  type OwnColumnSpec,
  type OwnPieceSpec,
  type OwnTextSpec,
  query,
} from '../clauses/sql.ts';
import type { FileShape } from '../emission.ts';
import { idOfName } from '../faults/fresh-id.ts';
import { unlisted } from '../faults/words.ts';
import { oneOrMany, placed } from '../kinds/list.ts';
import { type FieldsOf, needed, object, optional, usually } from '../kinds/object.ts';
import { forbids, has, type KeyRule, not, rules, unless } from '../kinds/rules.ts';
import { oneOf, open, placedProse, proseText, text } from '../kinds/texts.ts';
import { part } from '../parts.ts';
import { ruled } from '../shape.ts';
import {
  CLAUSES_OR_VIEWS,
  inSandbox,
  type SandboxSpec,
  sandbox,
  sandboxOf,
  views,
} from './sandbox.ts';
import { tests } from './tests.ts';

const HEAD = {
  endpoint: needed(part('endpointName', 'The name in the path. The file has the same name.')),
  id: optional(part('id')),
  compat: optional(
    oneOf(
      COMPATS,
      'The service that the endpoint replaces: answers and errors have the format that its clients expect.',
    ),
  ),
  ignore: usually(
    oneOrMany(text('The name of a parameter.'), {
      min: 1,
      description:
        'Undeclared parameters that the endpoint ignores instead of rejecting; `sql` is not allowed.',
    }),
    [],
  ),
  summary: optional(proseText('One sentence.')),
  description: optional(placedProse('Facts that a caller should know, shown as written.')),
  ...LIFE,
  engines: optional(
    placed(
      oneOrMany(open('dialects', 'An engine.'), {
        min: 1,
        description: 'The engines that the endpoint is compiled for; all enabled ones by default.',
      }),
    ),
  ),
};
const CLAUSES = { ...BODY, steps: usually(steps, []) };
const SETTINGS = {
  max_rows: optional(maxRows),
  offset: optional(offset),
  pages: optional(pages),
  rollup: optional(
    text(
      'A rollup that every statement must read on engines that keep rollups; else an error says why.',
    ),
  ),
};
const FIELDS = {
  ...HEAD,
  views: optional(views),
  params: usually(params, []),
  ...CLAUSES,
  ...SETTINGS,
  cache: optional(cache),
  sandbox: optional(sandbox),
  tests: usually(tests, []),
  query: optional(query),
  columns: optional(columns),
};
type Fields = FieldsOf<typeof FIELDS>;

// ---- rules ----------------------------------------------------------------------------------------------------------

/** The clauses that `query` replaces. */
const REPLACED = [
  ...Object.keys(BODY).filter(name => name !== 'unscoped'),
  ...['views', 'steps', 'offset', 'pages', 'rollup'],
];

/** With `query`, `sandbox` may only be `false`. */
const NO_SANDBOX: KeyRule = {
  schema: () => ({
    properties: { sandbox: { enum: [false], description: 'Cannot be combined with `query`.' } },
  }),
  check: (mapping, above, faults) => {
    const entry = entryOf(mapping, 'sandbox');
    if (entry === null || (entry.value.kind === 'scalar' && entry.value.value === false)) return;
    const spot = { node: entry.value, above, entry };
    faults.add(entry.value, unlisted(spot, ['false']));
  },
};

/** An endpoint has either the clauses of the language or `query`. */
const EITHER_BODY = rules(
  unless(
    has('query'),
    CLAUSES_OR_VIEWS,
    forbids(['columns'], (label, mapping) =>
      entryOf(mapping, 'sandbox') === null
        ? { what: 'can only be used with `query`', hint: `Remove ${label}.` }
        : inSandbox(label, mapping),
    ),
  ),
  unless(
    not(has('query')),
    forbids(REPLACED, label => ({
      what: 'cannot be combined with `query`',
      hint: `Remove ${label}, or \`query\`.`,
    })),
    NO_SANDBOX,
  ),
);

const shape = object(FIELDS, { rules: [EITHER_BODY, ONLY_DEPRECATED] });

export const ENDPOINT: FileShape<Fields> = {
  title: 'Endpoint',
  description: 'One endpoint: which rows of which data set it returns.',
  shape,
};

// ---- the specification ----------------------------------------------------------------------------------------------

type HeadFields = Omit<FieldsOf<typeof HEAD>, 'id'> &
  Pick<Fields, 'params' | 'maxRows' | 'cache' | 'tests'>;

interface SpecHead extends HeadFields {
  readonly source: SourceText;
  readonly id: Located<string>;
  /** False if an error in it was reported already: it is resolved to find its other errors, but is never accepted. */
  readonly sound: boolean;
}
/** An endpoint in the clauses of the portable language. */
export interface PortableSpec extends SpecHead, BodySpec {
  readonly body: 'portable';
  readonly pages: PagesSpec | null;
  /** The parameter that sets how many rows are skipped. */
  readonly offset: Located<string> | null;
  /** The rollup that every statement must read. */
  readonly rollup: Located<string> | null;
  readonly views: readonly Located<string>[];
  readonly steps: readonly Entry<BodySpec>[];
  /** `null`: callers cannot send statements of their own. */
  readonly sandbox: SandboxSpec | null;
}
interface InSql extends SpecHead {
  /** The place of `query`. */
  readonly place: Place;
  /** Whether the statements read the rows of all tenants, although a data set has a scope. */
  readonly unscoped: Located<boolean> | null;
  /** With the place of the key; `null` if the author has not declared them yet. */
  readonly columns: Located<readonly Entry<OwnColumnSpec>[]> | null;
}
/** An endpoint in engines' own SQL. */
export interface OwnSpec extends InSql {
  readonly body: 'own';
  /** By engine. */
  readonly query: readonly Entry<readonly OwnPieceSpec[]>[];
}
/** An endpoint in GoogleSQL, from which the statements of all engines are built. */
export interface GoogleSqlSpec extends InSql {
  readonly body: 'googlesql';
  readonly text: OwnTextSpec;
}
export type EndpointSpec = PortableSpec | OwnSpec | GoogleSqlSpec;

/** Also reports what the schema cannot express: the file's name, and options that contradict each other. */
export function readEndpoint(root: MappingNode, source: SourceText, told: Report): EndpointSpec {
  const { report, count } = counting(told);
  const fields = shape.read(root, root.place, report);
  checkFileName(source.file, fields.endpoint, report);
  checkLife(fields, report);
  const id = fields.id ?? idByName(fields.endpoint, report);
  const head = headOf(fields, id);
  const body = fields.query === null ? clausesOf(fields, root, report) : sqlOf(fields, root);
  return { source, ...head, ...body, sound: count() === 0 };
}

/** Without one of its own, an endpoint has the identifier of its name. */
function idByName({ value: name, place }: Located<string>, report: Report): Located<string> {
  const id = idOfName(name);
  const message = 'Without an `id`, the identifier is made from the name, and changes with it';
  report('missing-id', place, message, `Write \`id: ${id}\`.`);
  return { value: id, place };
}

function headOf(fields: Fields, id: Located<string>) {
  const { endpoint, compat, ignore, summary, description, engines } = fields;
  const { aliases, owner, tags, deprecated, replacedBy, sunset } = fields;
  const { params, maxRows, cache, tests } = fields;
  return {
    endpoint,
    id,
    aliases,
    owner,
    tags,
    deprecated,
    replacedBy,
    sunset,
    compat,
    ignore,
    summary,
    description,
    engines,
    params,
    maxRows,
    cache,
    tests,
  };
}

type ClausesOf = Omit<PortableSpec, keyof SpecHead>;

function clausesOf(fields: Fields, root: MappingNode, report: Report): ClausesOf {
  const body = bodyOf(bodyFields(fields), root, report);
  const { views, pages, offset, rollup, steps, sandbox } = fields;
  const isSandboxed = sandbox?.isSandboxed === true;
  return {
    body: 'portable',
    pages,
    offset,
    rollup,
    steps,
    ...body,
    views: !isSandboxed && views !== null && 'listed' in views ? views.listed : [],
    sandbox: isSandboxed ? sandboxOf(sandbox.place, ruled(views), body) : null,
  };
}

function bodyFields(fields: Fields): FieldsOf<typeof BODY> {
  const { from, union, label, join, where, filters, match, prefix, having, buckets } = fields;
  const { groupBy, retention, window, compare, select, orderBy, limit, distinct, unscoped } =
    fields;
  return {
    from,
    union,
    label,
    join,
    where,
    filters,
    match,
    prefix,
    having,
    buckets,
    groupBy,
    retention,
    window,
    compare,
    select,
    orderBy,
    limit,
    distinct,
    unscoped,
  };
}

function sqlOf(
  { query, unscoped, columns }: Fields,
  root: MappingNode,
): Omit<OwnSpec, keyof SpecHead> | Omit<GoogleSqlSpec, keyof SpecHead> {
  const place = entryOf(root, 'query')?.place ?? root.place;
  const shared = { unscoped, place, columns };
  const of = ruled(query);
  return of.body === 'own'
    ? { body: of.body, ...shared, query: of.query }
    : { body: of.body, ...shared, text: of.text };
}

function checkFileName(file: string, endpoint: Located<string>, report: Report): void {
  const expected = `${endpoint.value}.yaml`;
  const actual = file.split(/[\\/]/).at(-1);
  if (actual === expected) return;
  const message = `The endpoint \`${endpoint.value}\` must be in a file with the name \`${expected}\``;
  report(
    'invalid-name',
    endpoint.place,
    message,
    `Rename the file to \`${expected}\`, or the endpoint.`,
  );
}
