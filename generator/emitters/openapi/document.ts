/** Builds the OpenAPI document of a project. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Parts, Text } from '../../core/output/content.ts';
import type { EmitterInput } from '../emitter.ts';
import { endpointsIn } from '../facts/columns.ts';
import { findNames, operationNames } from '../facts/names.ts';
import { piece } from '../pieces.ts';
import type { Operation, Paths, Reference, Response } from './document-types.ts';
import { type Member, member, membersOf, membersText, objectParts } from './entries.ts';
import { enumNames } from './enums.ts';
import { headerComponents } from './headers.ts';
import {
  type EndpointParts,
  type EndpointPlace,
  endpointParts,
  FORMAT_PARAMETERS,
  FORMAT_SCHEMAS,
  notModified,
} from './operations.ts';
import { problemResponses, problemSchemas } from './problems.ts';
import { SAVED_QUERY_SCHEMAS } from './saved-query.ts';
import { SERVICE_PATHS } from './service.ts';
import { groups, tags } from './tags.ts';
import { sampling } from './texts/samples.ts';

/** Returns the parts of the document: endpoints by name, then the service's own operations. */
export function documentParts(output: EmitterInput): Parts {
  const { description, settings } = output;
  const { title, version, server } = settings.openapi;
  const pieces = piecesIn(output);
  const { endpoints } = description;
  const paths = [...textsIn(pieces, 'paths'), ...membersOf(SERVICE_PATHS, 2)];
  const used = groups(endpoints.map(({ known }) => known.name)).values();
  const contract = [
    ...membersOf({ servers: [{ url: server }], tags: tags(used) }, 1),
    member('paths', objectParts(paths, 2), 1),
    member('components', componentsParts(pieces, problemResponses()), 1),
  ];
  const info = { title, version, description: DESCRIPTION };
  const head = membersOf({ openapi: '3.1.0', info }, 1);
  return [...objectParts([...head, ...contract], 1), '\n'];
}

/** The parts of an endpoint. Each is the text of an object's members; empty objects are left out. */
interface Piece {
  readonly facts: Referred;
  readonly texts: Readonly<Partial<Record<keyof EndpointParts, Text>>>;
}

interface Referred {
  /** Names of the responses that the operations refer to. */
  readonly referred: readonly string[];
  /** Names of the headers of the endpoint's own responses. */
  readonly used: readonly string[];
}

function piecesIn(output: EmitterInput): readonly Piece[] {
  const { endpoints, freshness } = output.description;
  const operations = operationNames(endpointsIn(output.description));
  const enumsOf = enumNames(endpointsIn(output.description), SHARED_SCHEMAS);
  const groupOf = groups(endpoints.map(({ known }) => known.name));
  const { of, samples } = sampling(output);
  return endpoints.map(described => {
    const { known } = described;
    const place: EndpointPlace = {
      operationId: findNames(operations, known.name),
      tag: findNames(groupOf, known.name),
      enums: findNames(enumsOf, known.name),
      canBeStale: described.sources.some(source => freshness.has(source)),
    };
    const { operationId, tag, enums, canBeStale } = place;
    const from = [operationId, tag, String(canBeStale), ...of(known), ...[...enums].flat()];
    return piece(known, 'openapi', from, () => {
      const parts = endpointParts(described, place, samples(described));
      const texts = KINDS.flatMap(kind => {
        const text = membersText(parts[kind], kind === 'paths' ? 2 : 3);
        return text === null ? [] : [[kind, text] as const];
      });
      const facts = referredIn(parts.paths, Object.values(parts.responses));
      return { facts, texts: Object.fromEntries(texts) };
    });
  });
}

const KINDS = ['paths', 'schemas', 'responses', 'bodies'] as const;

function textsIn(pieces: readonly Piece[], kind: keyof EndpointParts): readonly Member[] {
  return pieces.flatMap(({ texts }) => {
    const text = texts[kind];
    return text === undefined ? [] : [[text]];
  });
}

/** Lists the responses that paths refer to, and the headers of inline responses and of `own`. */
function referredIn(paths: Paths, own: readonly Response[]): Referred {
  const operations: readonly Operation[] = Object.values(paths).flatMap(Object.values);
  // both paths of an endpoint share them
  const shared = new Set(operations.map(({ responses = {} }) => responses));
  const answers = [...shared].flatMap(responses => Object.values(responses));
  const inline = answers.flatMap(answer => (isReference(answer) ? [] : [answer]));
  return {
    referred: distinct(answers.filter(isReference).map(nameOf)),
    used: distinct(headersIn([...own, ...inline])),
  };
}

/** Facts are kept for every endpoint, and its operations repeat names. */
function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

function headersIn(responses: readonly Response[]): readonly string[] {
  return responses.flatMap(({ headers = {} }) => Object.keys(headers));
}

/** Returns only the components that something refers to: without a cached endpoint, a project has no 304. */
function componentsParts(pieces: readonly Piece[], problems: Record<string, Response>): Parts {
  const service = referredIn(SERVICE_PATHS, []);
  const all = [...pieces.map(({ facts }) => facts), service];
  const referred = new Set(all.flatMap(facts => facts.referred));
  const shared = Object.fromEntries(
    Object.entries({ NotModified: notModified(), ...problems }).filter(([name]) =>
      referred.has(name),
    ),
  );
  const headers = new Set([
    ...all.flatMap(facts => facts.used),
    ...headersIn(Object.values(shared)),
  ]);
  const formats = pieces.length === 0 ? {} : FORMAT_SCHEMAS;
  const schemas = { ...formats, ...SAVED_QUERY_SCHEMAS, ...problemSchemas(referred) };
  const object = (name: string, kind: keyof EndpointParts, more: object = {}) =>
    member(name, objectParts([...textsIn(pieces, kind), ...membersOf(more, 3)], 3), 2);
  return objectParts(
    [
      ...membersOf({ securitySchemes: SECURITY_SCHEMES }, 2),
      ...membersOf({ parameters: pieces.length === 0 ? {} : FORMAT_PARAMETERS }, 2),
      object('requestBodies', 'bodies'),
      ...membersOf({ headers: headerComponents(headers) }, 2),
      object('responses', 'responses', shared),
      object('schemas', 'schemas', schemas),
    ],
    2,
  );
}

const SHARED_SCHEMAS = Object.keys({
  ...FORMAT_SCHEMAS,
  ...SAVED_QUERY_SCHEMAS,
  ...problemSchemas(new Set(Object.keys(problemResponses()))),
});

function isReference(answer: Response | Reference): answer is Reference {
  return '$ref' in answer;
}

function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

const SECURITY_SCHEMES: Record<string, OpenAPIV3_1.SecuritySchemeObject> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description: 'A key of the service, `qk_…`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The same key, for clients that support only this header; or a token (JWT) of an identity service that the service accepts.',
  },
};

const DESCRIPTION = `Endpoints that return rows.

* Send the key in the header \`X-API-KEY\` or in \`Authorization: Bearer\`, never in the URL.
* A parameter with an empty value counts as absent. An unknown or repeated parameter is an error.
* Every row has every key; a missing value is \`null\`.
* Rows are JSON; the header \`Accept\` or the parameter \`format\` selects NDJSON, CSV, Arrow or Parquet instead. Problems are always JSON.
* \`HEAD\` works where \`GET\` does. To run an endpoint, \`POST\` accepts the parameters as a JSON object in its body, for parameters
  that are too long for a URL: \`{ "project": "abc", "status": [200, 404] }\`. Any other method is a 405.
* Errors are \`application/problem+json\` (RFC 9457); \`code\` identifies the error.
* Identifiers in a path are case-insensitive.
`;
