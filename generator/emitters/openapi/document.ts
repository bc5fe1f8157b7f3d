/** The OpenAPI document of a project. */
import { createHash } from 'node:crypto';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Output } from '../emitter.ts';
import { named, operationNames } from '../names.ts';
import type {
  Components,
  Document,
  Operation,
  Paths,
  Reference,
  Response,
} from './document-types.ts';
import { headerComponents } from './headers.ts';
import { endpointParts, FORMAT_SCHEMAS, notModified } from './operations.ts';
import { problemDetails } from './problem-details.ts';
import { type ErrorForms, problemResponses, problemSchema } from './problems.ts';
import { sampling } from './samples.ts';
import { SAVED_QUERY_SCHEMAS } from './saved-query.ts';
import { SERVICE_PATHS } from './service.ts';
import { groups, tags } from './tags.ts';

/** The document as data: endpoints by name, then what the service answers besides. */
export function documentOf(output: Output): Document {
  const { description, settings } = output;
  const { title, server } = settings.openapi;
  const parts = partsOf(output);
  const paths: Paths = merged([...parts.map(part => part.paths), SERVICE_PATHS]);
  const { endpoints } = description;
  const details = problemDetails(endpoints);
  const standsIn = endpoints.some(({ known }) => known.compat !== undefined);
  const errors = standsIn ? 'object or text' : 'object';
  const components = componentsOf(parts, paths, problemResponses(details), errors);
  const used = groups(endpoints.map(({ known }) => known.name)).values();
  const contract = { servers: [{ url: server }], tags: tags(used), paths, components };
  return { openapi: '3.1.0', info: infoOf(title, contract), ...contract };
}

type Parts = readonly ReturnType<typeof endpointParts>[];

function partsOf(output: Output): Parts {
  const { endpoints } = output.description;
  const operations = operationNames(endpoints.map(({ known }) => known));
  const groupOf = groups(endpoints.map(({ known }) => known.name));
  const samplesOf = sampling(output);
  return endpoints.map(described => {
    const { name } = described.known;
    const operation = named(operations, name);
    return endpointParts(described, operation, named(groupOf, name), samplesOf(described));
  });
}

/** Only those that something refers to: without a cached endpoint, a project has no 304. */
function componentsOf(
  parts: Parts,
  paths: Paths,
  problems: Record<string, Response>,
  errors: ErrorForms,
): Components {
  const operations: readonly Operation[] = Object.values(paths).flatMap(Object.values);
  const answers = operations.flatMap(({ responses = {} }) => Object.values(responses));
  const referred = new Set(answers.filter(isReference).map(nameOf));
  const known = merged([
    ...parts.map(part => part.responses),
    { NotModified: notModified() },
    problems,
  ]);
  const responses = Object.fromEntries(
    Object.entries(known).filter(([name]) => referred.has(name)),
  );
  const inline = answers.flatMap(answer => (isReference(answer) ? [] : [answer]));
  const withHeaders = [...Object.values(responses), ...inline];
  const headers = new Set(withHeaders.flatMap(({ headers = {} }) => Object.keys(headers)));
  return {
    securitySchemes: SECURITY_SCHEMES,
    parameters: merged(parts.map(part => part.parameters)),
    requestBodies: merged(parts.map(part => part.bodies)),
    headers: headerComponents(headers),
    responses,
    schemas: merged([
      ...parts.map(part => part.schemas),
      parts.length === 0 ? {} : FORMAT_SCHEMAS,
      SAVED_QUERY_SCHEMAS,
      { Problem: problemSchema(errors) },
    ]),
  };
}

/** No two have a name in common. */
function merged<T>(records: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  return Object.fromEntries(records.flatMap(record => Object.entries(record)));
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
function infoOf(title: string, contract: object): OpenAPIV3_1.InfoObject {
  const digest = createHash('sha256').update(JSON.stringify(contract)).digest('hex');
  return { title, version: digest.slice(0, 12), description: DESCRIPTION };
}
