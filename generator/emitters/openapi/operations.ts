/** The operations that run endpoints, each by name and by identifier. */

import type { ManifestEndpoint } from '../../core/output/manifest.ts';
import { describeEnd, type Life } from '../../core/plan/life.ts';
import { sentences } from '../../core/report/words.ts';
import { FORMATS, MEDIA_TYPES } from '../../core/types/formats.ts';
import type { DescribedEndpoint, ShownTest } from '../emitter.ts';
import { describeBounds, maximumRows } from '../facts/bounds.ts';
import { hasOpenRows } from '../facts/columns.ts';
import { byId, capitalized } from '../facts/names.ts';
import { besideBody, postOf, requestBody, responsesByPost } from './by-post.ts';
import {
  componentReference,
  type Operation,
  type OperationParameter,
  type Paths,
  type RequestBody,
  type Response,
  type Schema,
  SECURITY,
} from './document-types.ts';
import type { EnumNames } from './enums.ts';
import { type HeaderName, headers } from './headers.ts';
import { type DescribedParameter, parameterOf } from './parameters.ts';
import { problems } from './problems.ts';
import { rowSchema } from './rows.ts';
import { BY_ID_TAG } from './tags.ts';
import { describeExample } from './texts/examples.ts';
import { markdown } from './texts/markdown.ts';
import type { EndpointSamples } from './texts/samples.ts';

/**
 * Everything that a document contains for one endpoint. Both forms of its path share the components. Parameters are no components:
 * the last one of an endpoint and the first one of the next would be neighbours, and branches that change both would conflict.
 */
export interface EndpointParts {
  readonly paths: Paths;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly bodies: Readonly<Record<string, RequestBody>>;
}

/** An endpoint in the document, beside the others. */
export interface EndpointPlace {
  /** The name of the operation that runs it by name. */
  readonly operationId: string;
  /** Its group. */
  readonly tag: string;
  readonly enums: EnumNames;
  /** Whether it reads a data set with `freshness`. */
  readonly canBeStale: boolean;
}

export function endpointParts(
  described: DescribedEndpoint,
  { operationId, tag, enums, canBeStale }: EndpointPlace,
  samples: EndpointSamples,
): EndpointParts {
  const { known, definition, shown } = described;
  const { name, id } = known;
  const all = parametersOf(described, enums);
  const parameters = all.map(({ parameter }) => parameter);
  const rows = `${capitalized(operationId)}Rows`;
  const row = `${capitalized(operationId)}Row`;
  const format = choosesFormat(known) ? [componentReference('parameters', FORMAT_PARAMETER)] : [];
  const responses = responsesOf(known, rows);
  const shared = { parameters: [...parameters, ...format], responses, security: SECURITY };
  const byName = { ...spokenOf(known, operationId, tag), ...shared, 'x-quern': definition };
  // the service finds the endpoint of either path by its name; all other facts stand at the first path alone
  const sameById = { ...spokenById(known, operationId), ...shared, 'x-quern': { name } };
  const body = `${capitalized(operationId)}Body`;
  const isWhole = known.compat === undefined;
  const posted = {
    body,
    beside: isWhole ? [] : besideBody(parameters),
    format,
    responses: responsesByPost(responses),
  };
  return {
    paths: {
      [`/api/endpoints/${name}`]: {
        get: { ...byName, 'x-codeSamples': samples.byName },
        post: postOf(byName, operationId, posted),
      },
      [`/api/endpoints/query/${id}`]: {
        get: { ...sameById, 'x-codeSamples': samples.byId },
        post: postOf(sameById, byId(operationId), posted),
      },
    },
    schemas: {
      ...Object.assign({}, ...all.map(({ named }) => named)),
      [row]: rowSchema(known),
      [rows]: rowsSchema(known, row),
    },
    responses: { [rows]: rowsResponse(known, rows, { shown, canBeStale }) },
    bodies: { [body]: requestBody(parameters, isWhole) },
  };
}

function parametersOf(
  { known, params, definition }: DescribedEndpoint,
  enums: EnumNames,
): readonly DescribedParameter[] {
  return params.map((param, i) => {
    const inManifest = known.params[i];
    if (inManifest === undefined) throw new Error('the manifest has every parameter');
    return parameterOf(param, inManifest, definition, enums.get(param.name));
  });
}

type Spoken = Pick<Operation, 'tags' | 'summary' | 'description' | 'operationId' | 'deprecated'>;

function spokenOf({ name, ...said }: ManifestEndpoint, operationId: string, tag: string): Spoken {
  const { ignore = [], aliases = [] } = said;
  const words = sentences(
    said.description === null ? null : markdown(said.description),
    ignore.length === 0 ? null : `Ignored parameters: ${named(ignore)}.`,
    aliases.length === 0 ? null : `Old names of the endpoint: ${named(aliases)}.`,
    endOf(said),
  );
  const description = words === '' ? {} : { description: words };
  const summary = said.summary ?? name;
  return { tags: [tag], summary, ...description, operationId, ...deprecation(said) };
}

function endOf(endpoint: Life): string | null {
  const end = describeEnd(endpoint);
  return end === null ? null : `Deprecated ${end}`;
}

function deprecation({ deprecated }: Life): Pick<Operation, 'deprecated'> {
  return deprecated === undefined ? {} : { deprecated: true };
}

function named(names: readonly string[]): string {
  return names.map(name => `\`${name}\``).join(', ');
}

function spokenById(endpoint: ManifestEndpoint, operationId: string): Spoken {
  const { name, summary } = endpoint;
  return {
    tags: [BY_ID_TAG],
    summary: `By identifier: ${summary ?? name}`,
    description: sentences(
      `The same as \`${name}\`, by the identifier, which stays the same when the endpoint is renamed.`,
      endOf(endpoint),
    ),
    operationId: byId(operationId),
    ...deprecation(endpoint),
  };
}

/** Returns the responses of an endpoint. Only cached rows have an ETag, so other endpoints never return 304. */
function responsesOf({ cache, sandbox }: ManifestEndpoint, rows: string) {
  return {
    '200': componentReference('responses', rows),
    ...(cache === null ? {} : { '304': componentReference('responses', 'NotModified') }),
    ...(sandbox ? SANDBOX_PROBLEMS : PROBLEMS),
  };
}

const PROBLEMS = problems(
  'BadRequest',
  'Unauthorized',
  'Forbidden',
  'UnknownEndpoint',
  'NotAcceptable',
  'RateLimited',
  'InternalError',
  'EngineError',
  'Unavailable',
  'EngineTimeout',
);
const SANDBOX_PROBLEMS = { ...PROBLEMS, ...problems('BadSandboxRequest') };

const OF_PAGES: readonly HeaderName[] = ['X-Next-Cursor', 'Link'];
const OF_KEPT_ROWS: readonly HeaderName[] = ['X-Cache', 'Age', 'ETag'];

interface RowsFacts {
  readonly shown: ShownTest | null;
  readonly canBeStale: boolean;
}

function rowsResponse(
  endpoint: ManifestEndpoint,
  rows: string,
  { shown, canBeStale }: RowsFacts,
): Response {
  const { name, cache, pages, windows = [] } = endpoint;
  const ofPages = pages === undefined ? [] : OF_PAGES;
  const isChosen = windows.some(({ lengths }) => lengths !== undefined);
  const ofStep: readonly HeaderName[] = isChosen ? ['X-Step'] : [];
  const ofColumns: readonly HeaderName[] = hasOpenRows(endpoint) ? ['X-Columns'] : [];
  const ofCache: readonly HeaderName[] = cache === null ? ['X-Cache'] : OF_KEPT_ROWS;
  const schema = componentReference('schemas', rows);
  return {
    description: sentences(`The rows of \`${name}\`.`, describeBounds(endpoint)),
    headers: headers(
      'X-Row-Limit',
      'X-Truncated',
      ...ofStep,
      ...ofColumns,
      ...ofPages,
      ...ofCache,
      ...headersOfEnd(endpoint),
      ...(canBeStale ? (['X-Stale'] as const) : []),
      'Server-Timing',
    ),
    content: { [MEDIA_TYPES.json]: { schema, ...describeExample(shown) }, ...OTHER_FORMATS },
  };
}

/** The schema of an answer: generators that copy a response into each operation would make a type of it each time. */
function rowsSchema(endpoint: ManifestEndpoint, row: string): Schema {
  const result: Schema = {
    type: 'array',
    maxItems: maximumRows(endpoint),
    items: componentReference('schemas', row),
  };
  return { type: 'object', required: ['result'], properties: { result } };
}

/** The headers of a deprecated endpoint, or of old names. A page may lead to the next one with the same `Link`. */
function headersOfEnd({ aliases, deprecated, replacedBy, sunset, pages }: ManifestEndpoint) {
  const ends = deprecated !== undefined || aliases !== undefined;
  const leads = deprecated === undefined ? aliases : replacedBy;
  return [
    ...(ends ? (['Deprecation'] as const) : []),
    ...(sunset === undefined ? [] : (['Sunset'] as const)),
    ...(leads === undefined || pages !== undefined ? [] : (['Link'] as const)),
  ];
}

/** Other formats of the same rows, with schemas for any columns. */
const OTHER_FORMATS = {
  [MEDIA_TYPES.ndjson]: { schema: componentReference('schemas', 'RowsAsNdjson') },
  [MEDIA_TYPES.csv]: { schema: componentReference('schemas', 'RowsAsCsv') },
  [MEDIA_TYPES.arrow]: { schema: componentReference('schemas', 'RowsAsArrow') },
  [MEDIA_TYPES.parquet]: { schema: componentReference('schemas', 'RowsAsParquet') },
};

const FORMAT_SCHEMA = 'RowsFormat';

export const FORMAT_SCHEMAS: Readonly<Record<string, Schema>> = {
  // a component, because tools write a type for each enum that stands in a parameter, once for each operation
  [FORMAT_SCHEMA]: {
    type: 'string',
    enum: [...FORMATS],
    description: 'The format of the rows.',
  },
  RowsAsNdjson: {
    type: 'string',
    description: 'The objects of `result`, one on each line.',
  },
  RowsAsCsv: {
    type: 'string',
    description:
      'CSV with a header line (RFC 4180). NULL is an empty cell, or `""` in a line of one column, and the empty text is `""`; lists, maps, records and JSON are JSON text.',
  },
  RowsAsArrow: {
    type: 'string',
    format: 'binary',
    description: 'An Arrow IPC stream whose schema has the types of the columns.',
  },
  RowsAsParquet: {
    type: 'string',
    format: 'binary',
    description: 'A Parquet file whose schema has the types of the columns.',
  },
};

const FORMAT_PARAMETER = 'AnswerFormat';

/** The parameter of each operation that returns rows, unless the endpoint has one of its name. */
export const FORMAT_PARAMETERS: Readonly<Record<string, OperationParameter>> = {
  [FORMAT_PARAMETER]: {
    name: 'format',
    in: 'query',
    description: 'The format of the rows, for callers that cannot set `Accept`.',
    required: false,
    schema: componentReference('schemas', FORMAT_SCHEMA),
  },
};

function choosesFormat({ params, ignore = [] }: ManifestEndpoint): boolean {
  const names = params.flatMap(({ name, filter }) => [name, filter?.name]);
  return ![...names, ...ignore].includes('format');
}

/** The answer to a caller that already has the rows. */
export function notModified(): Response {
  return {
    description:
      'The rows are unchanged since the `ETag` in `If-None-Match`. The answer has no body.',
    headers: headers(...OF_KEPT_ROWS),
  };
}
