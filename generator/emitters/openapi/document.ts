/** The OpenAPI document of a project. */
import { createHash } from 'node:crypto';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Output } from '../emitter.ts';
import { named, operationNames } from '../names.ts';
import { piece } from '../pieces.ts';
import type { Operation, Paths, Reference, Response } from './document-types.ts';
import { type Entries, entriesOf, objectText } from './entries.ts';
import { headerComponents } from './headers.ts';
import { type EndpointParts, endpointParts, FORMAT_SCHEMAS, notModified } from './operations.ts';
import { problemDetails } from './problem-details.ts';
import { type ErrorForms, problemResponses, problemSchema } from './problems.ts';
import { sampling } from './samples.ts';
import { SAVED_QUERY_SCHEMAS } from './saved-query.ts';
import { SERVICE_PATHS } from './service.ts';
import { groups, tags } from './tags.ts';

/** The text of the document: endpoints by name, then what the service answers besides. */
export function documentText(output: Output): string {
  const { description, settings } = output;
  const { title, server } = settings.openapi;
  const pieces = piecesIn(output);
  const { endpoints } = description;
  const details = problemDetails(endpoints);
  const standsIn = endpoints.some(({ known }) => known.compat !== undefined);
  const errors = standsIn ? 'object or text' : 'object';
  const paths = [...pieces.flatMap(piece => piece.paths), ...entriesOf(SERVICE_PATHS, 2)];
  const used = groups(endpoints.map(({ known }) => known.name)).values();
  const contract: Entries = [
    ...entriesOf({ servers: [{ url: server }], tags: tags(used) }, 1),
    ['paths', objectText(paths, 1)],
    ['components', componentsText(pieces, problemResponses(details), errors)],
  ];
  const head = entriesOf({ openapi: '3.1.0', info: infoOf(title, contract) }, 1);
  return `${objectText([...head, ...contract], 0)}\n`;
}

/** The texts of the parts of an endpoint, and what they refer to. */
type Piece = Readonly<Record<keyof EndpointParts, Entries>> & Referred;

interface Referred {
  /** Names of the responses that its operations refer to. */
  readonly referred: readonly string[];
  /** Names of the headers of its own responses. */
  readonly used: readonly string[];
}

function piecesIn(output: Output): readonly Piece[] {
  const { endpoints } = output.description;
  const operations = operationNames(endpoints.map(({ known }) => known));
  const groupOf = groups(endpoints.map(({ known }) => known.name));
  const samplesOf = sampling(output);
  return endpoints.map(described => {
    const { name } = described.known;
    const operation = named(operations, name);
    const group = named(groupOf, name);
    const samples = samplesOf(described);
    const of = [operation, group, JSON.stringify(samples)];
    return piece(described.known, 'openapi', of, () => {
      const parts = endpointParts(described, operation, group, samples);
      return {
        paths: entriesOf(parts.paths, 2),
        schemas: entriesOf(parts.schemas, 3),
        responses: entriesOf(parts.responses, 3),
        parameters: entriesOf(parts.parameters, 3),
        bodies: entriesOf(parts.bodies, 3),
        ...referredIn(parts.paths, Object.values(parts.responses)),
      };
    });
  });
}

/** The responses that paths refer to, and the headers of those that stand in them and of `own`. */
function referredIn(paths: Paths, own: readonly Response[]): Referred {
  const operations: readonly Operation[] = Object.values(paths).flatMap(Object.values);
  const answers = operations.flatMap(({ responses = {} }) => Object.values(responses));
  const inline = answers.flatMap(answer => (isReference(answer) ? [] : [answer]));
  return {
    referred: answers.filter(isReference).map(nameOf),
    used: headersIn([...own, ...inline]),
  };
}

function headersIn(responses: readonly Response[]): readonly string[] {
  return responses.flatMap(({ headers = {} }) => Object.keys(headers));
}

/** Only those that something refers to: without a cached endpoint, a project has no 304. */
function componentsText(
  pieces: readonly Piece[],
  problems: Record<string, Response>,
  errors: ErrorForms,
): string {
  const service = referredIn(SERVICE_PATHS, []);
  const all = [...pieces, service];
  const referred = new Set(all.flatMap(piece => piece.referred));
  const shared = Object.fromEntries(
    Object.entries({ NotModified: notModified(), ...problems }).filter(([name]) =>
      referred.has(name),
    ),
  );
  const headers = new Set([
    ...all.flatMap(piece => piece.used),
    ...headersIn(Object.values(shared)),
  ]);
  const formats = pieces.length === 0 ? {} : FORMAT_SCHEMAS;
  const schemas = { ...formats, ...SAVED_QUERY_SCHEMAS, Problem: problemSchema(errors) };
  const entriesIn = (kind: keyof EndpointParts) => pieces.flatMap(piece => piece[kind]);
  return objectText(
    [
      ...entriesOf({ securitySchemes: SECURITY_SCHEMES }, 2),
      ['parameters', objectText(entriesIn('parameters'), 2)],
      ['requestBodies', objectText(entriesIn('bodies'), 2)],
      ...entriesOf({ headers: headerComponents(headers) }, 2),
      ['responses', objectText([...entriesIn('responses'), ...entriesOf(shared, 3)], 2)],
      ['schemas', objectText([...entriesIn('schemas'), ...entriesOf(schemas, 3)], 2)],
    ],
    1,
  );
}

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
    description: 'The same key, for clients that know only this header.',
  },
};

const DESCRIPTION = `Endpoints that answer rows of saved queries.

* A key stands in the header \`X-API-KEY\`, or in \`Authorization: Bearer\`; never in the address.
* An empty value of a parameter is an absent one. A parameter that is unknown or repeated is an error.
* In an answer every key of a row is there; what has no value is \`null\`.
* Rows are JSON, or by \`Accept\` NDJSON, CSV or an Arrow stream; problems are JSON.
* \`HEAD\` works where \`GET\` does. Where an endpoint is run, \`POST\` takes the parameters as a JSON object in its body, for those
  that are too long for an address: \`{ "project": "abc", "status": [200, 404] }\`. Any other method is a 405.
* Errors are \`application/problem+json\` (RFC 9457); \`code\` says which error it is.
* Where a path holds an identifier, its letters may be of either case.
`;

/**
 * The version is a digest of what is answered, and where: it changes with that contract and with nothing else, neither the title
 * nor a clock nor a release of quern.
 */
function infoOf(title: string, contract: Entries): OpenAPIV3_1.InfoObject {
  const digest = createHash('sha256').update(objectText(contract, 0)).digest('hex');
  return { title, version: digest.slice(0, 12), description: DESCRIPTION };
}
