/** Endpoints as tools of the Model Context Protocol. */

import type {
  ManifestField,
  ManifestView,
  ManifestWindow,
} from '../../generator/core/output/manifest.ts';
import { LONGEST_DESCRIPTION, SANDBOX_SQL } from '../../generator/core/plan/endpoint.ts';
import { CURSOR } from '../../generator/core/plan/pages.ts';
import type { Param } from '../../generator/core/plan/param.ts';
import { firstSentences, sentences } from '../../generator/core/report/words.ts';
import { mayRun, openParams } from '../access/access.ts';
import { choicesOf } from '../access/fixed-values.ts';
import { partShownTo, showsBuckets } from '../access/hidden.ts';
import type { Caller } from '../access/keys/key-file.ts';
import { readParams, type ServedEndpoint } from '../answers/manifest/manifest.ts';
import { onlyProperties } from '../http/endpoints/document.ts';
import type {
  Descriptions,
  DocumentSchema,
  OperationDescription,
  ParamDescription,
} from './document.ts';
import { plainSchema, plainText, toolText } from './plain.ts';
import { type ParameterChoice, timeWords } from './time-words.ts';

/** A tool as the protocol lists it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: true;
    readonly idempotentHint: true;
    readonly openWorldHint: false;
  };
}
interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: 'object';
  readonly properties: { readonly [name: string]: DocumentSchema };
  readonly required: string[];
}

/** An endpoint and its description in the document. */
export interface ToolEndpoint {
  readonly endpoint: ServedEndpoint;
  readonly params: readonly Param[];
  /** The views of a sandbox. */
  readonly views: readonly ManifestView[];
  readonly windows: readonly ManifestWindow[];
  readonly description: OperationDescription;
  /** Whether its author described it: else the summary stands before the facts of the document. */
  readonly isDescribed: boolean;
}
export interface Tools {
  /** Returns the tools that the key may run, in the order of the endpoints' names. */
  readonly of: (key: Caller | null) => readonly ToolEndpoint[];
  /** Returns a tool by its name or its endpoint's name; `undefined` if it is unknown or the key may not run it. */
  readonly named: (key: Caller | null, name: string) => ToolEndpoint | undefined;
  readonly toolFor: (key: Caller | null, described: ToolEndpoint) => Tool;
}

/** Describes each endpoint once. A key's tools omit the parameters that it fixes. */
export function createTools(
  endpoints: readonly ServedEndpoint[],
  descriptions: Descriptions,
): Tools {
  const all = endpoints.map(endpoint => {
    const shown = endpoint.shown(null);
    const { views = [], windows = [] } = shown;
    const description = descriptions.of(endpoint.name);
    const isDescribed = shown.description !== null;
    return { endpoint, params: readParams(shown), views, windows, description, isDescribed };
  });
  const byName = new Map(all.map(one => [toolName(one), one]));
  const isAllowed = (key: Caller | null) => (one: ToolEndpoint) =>
    key === null || mayRun(key, one.endpoint);
  const whole = new Map<ToolEndpoint, Tool>();
  const toolFor = (key: Caller | null, described: ToolEndpoint): Tool => {
    if (key !== null && narrows(key)) return toolOf(described, key);
    const tool = whole.get(described) ?? toolOf(described, null);
    whole.set(described, tool);
    return tool;
  };
  return {
    of: key => all.filter(isAllowed(key)).map(one => shownTo(key, one)),
    named: (key, name) => {
      const found = byName.get(name);
      return found !== undefined && isAllowed(key)(found) ? shownTo(key, found) : undefined;
    },
    toolFor,
  };
}

function narrows({ params, hide = [] }: Caller): boolean {
  return Object.keys(params).length + hide.length > 0;
}

/** Leaves out the columns that the key hides, of rows and of views. */
function shownTo(key: Caller | null, described: ToolEndpoint): ToolEndpoint {
  const shown = partShownTo(key, described.endpoint);
  if (shown === null) return described;
  const { columns, views = [] } = shown.definition;
  const names = columns.map(({ name }) => name);
  const { row, time } = described.description;
  const description = {
    ...described.description,
    row: onlyProperties(row, names),
    time: showsBuckets(shown, time.buckets) ? time : { ...time, buckets: null },
  };
  return { ...described, views, description };
}

/** The most characters that clients accept. */
const LONGEST_NAME = 64;
/** The most characters of a tool's description that clients accept. */
const LONGEST_WORDS = 1_024;
/** Characters of an identifier that a shortened name ends in. */
const OF_IDENTIFIER = 16;

/**
 * The operation's name, as in the clients. A longer one ends in the beginning of the identifier, so that other endpoints
 * do not change it. No operation has a `_` elsewhere.
 */
export function toolName({
  endpoint,
  description,
}: Pick<ToolEndpoint, 'endpoint' | 'description'>) {
  const { operation } = description;
  if (operation.length <= LONGEST_NAME) return operation;
  const mark = endpoint.id.replaceAll('-', '').slice(0, OF_IDENTIFIER);
  return `${operation.slice(0, LONGEST_NAME - OF_IDENTIFIER - 1)}_${mark}`;
}

const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

function toolOf(described: ToolEndpoint, key: Caller | null): Tool {
  const { params, description } = described;
  const open = openParams(key, described.endpoint, params);
  return {
    name: toolName(described),
    title: description.summary,
    description: toolWords(described, key),
    inputSchema: inputSchema(open, described, key),
    outputSchema: outputSchema(described),
    annotations: ANNOTATIONS,
  };
}

/** Describes the tool's purpose, its time range and limits. */
function toolWords(described: ToolEndpoint, key: Caller | null): string {
  const { params, description: said, isDescribed } = described;
  const open = new Set(openParams(key, described.endpoint, params).map(({ name }) => name));
  const choiceOf = (name: string): ParameterChoice =>
    open.has(name) ? { isOpen: true } : { isOpen: false, value: key?.params[name] };
  const purpose = sentences(
    isDescribed ? null : said.summary,
    said.description === null ? null : plainText(said.description),
  );
  const words = sentences(
    firstSentences(purpose, LONGEST_DESCRIPTION),
    ...timeWords(said.time, choiceOf),
    plainText(said.rows),
  );
  return firstSentences(words, LONGEST_WORDS);
}

function viewWords({ name, columns }: ManifestView): string {
  return `A statement may read the view \`${name}\` with the columns ${columns.map(columnWords).join(', ')}.`;
}

function columnWords({ name, type, fields, description }: ManifestField): string {
  const within = fields === undefined ? type : `record of ${fields.map(columnWords).join(', ')}`;
  const meaning = description === undefined ? '' : `: ${description.trim().replace(/\.$/, '')}`;
  return `\`${name}\` (${within}${meaning})`;
}

function inputSchema(
  open: readonly Param[],
  { description: { params }, views }: ToolEndpoint,
  key: Caller | null,
): ObjectSchema {
  const described = open.map(declared => {
    const { name } = declared;
    const param = params.get(name);
    if (param === undefined) throw new Error(`the OpenAPI document lacks \`${name}\``);
    return [name, param, key === null ? null : choicesOf(key, declared)] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(
      described.map(([name, param, choices]) => {
        const one = property(param, name === SANDBOX_SQL ? views : []);
        return [name, choices === null ? one : { ...one, enum: choices }];
      }),
    ),
    required: described.flatMap(([name, { required }]) => (required ? [name] : [])),
    additionalProperties: false,
  };
}

/** Clients bound the descriptions of tools, but not those of parameters, so that of a statement lists its `views`. */
function property(
  { description, deprecated, schema, example }: ParamDescription,
  views: readonly ManifestView[],
): DocumentSchema {
  const meanings = Object(schema['x-enumDescriptions']) as Readonly<Record<string, string>>;
  const words = sentences(
    description === null ? null : toolText(plainText(description)),
    ...Object.entries(meanings).map(([value, meaning]) => `${value}: ${plainText(meaning)}`),
    ...views.map(viewWords),
  );
  return {
    ...plainSchema(schema),
    ...(words === '' ? {} : { description: words }),
    ...(deprecated ? { deprecated } : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

function outputSchema({ endpoint, windows, description }: ToolEndpoint): ObjectSchema {
  const { pages } = endpoint;
  const { row } = description;
  const isChosen = windows.some(({ lengths }) => lengths !== undefined);
  return {
    type: 'object',
    properties: {
      result: { type: 'array', description: 'The first rows.', items: plainSchema(row) },
      omitted: {
        type: 'integer',
        description: 'How many more rows the answer has, which are left out.',
      },
      truncated: {
        type: 'boolean',
        description:
          'Whether rows are missing because the answer reached its maximum number of rows.',
      },
      ...(pages === undefined ? {} : { next_cursor: NEXT_CURSOR }),
      ...(isChosen ? { step: STEP } : {}),
    },
    required: ['result'],
  };
}

const NEXT_CURSOR = {
  type: 'string',
  description: `The \`${CURSOR}\` of the next page; absent on the last one.`,
};
const STEP = { type: 'string', description: 'The length of a bucket.' };
