/** The operations that do not run an endpoint: the list, the document itself, health and metrics. */

import type { OWN_NAMES } from '../facts/names.ts';
import {
  componentReference,
  type Operation,
  type Paths,
  type Schema,
  SECURITY,
} from './document-types.ts';
import { headers } from './headers.ts';
import { problems } from './problems.ts';
import { SERVICE_TAG } from './tags.ts';

interface Words {
  readonly operationId: (typeof OWN_NAMES)[number];
  readonly summary: string;
  readonly description: string;
}
const told = (words: Words) => ({ tags: [SERVICE_TAG], ...words });
const status: Schema = {
  title: 'Status',
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string' } },
};

function answered(description: string, mediaType: string, schema: Schema) {
  return { description, headers: headers(), content: { [mediaType]: { schema } } };
}

const listEndpoints: Operation = {
  ...told({
    operationId: 'listEndpoints',
    summary: 'The endpoints that the key may run',
    description: 'Sorted by name, each with its parameters and columns.',
  }),
  responses: {
    '200': answered('The endpoints.', 'application/json', {
      title: 'Endpoints',
      type: 'object',
      required: ['result', 'service'],
      properties: {
        result: { type: 'array', items: componentReference('schemas', 'SavedQuery') },
        service: {
          title: 'Service',
          type: 'object',
          required: ['engine', 'title', 'clients'],
          properties: {
            engine: { type: 'string' },
            title: { type: 'string' },
            clients: {
              description: 'The names of the generated clients, by language.',
              type: 'object',
              additionalProperties: { type: 'string' },
            },
          },
        },
      },
    }),
    ...problems('Unauthorized', 'RateLimited', 'InternalError'),
  },
  security: SECURITY,
};
const getHealth: Operation = {
  ...told({
    operationId: 'getHealth',
    summary: 'Whether the process is running',
    description: 'Returns 200 while the process runs; `/health` is the same.',
  }),
  responses: {
    '200': answered('The process is running.', 'application/json', status),
    ...problems(),
  },
  security: [],
};
const getReadiness: Operation = {
  ...told({
    operationId: 'getReadiness',
    summary: 'Whether endpoints can run',
    description: 'Whether the engine answers and has the tables.',
  }),
  responses: {
    '200': answered('Endpoints can run.', 'application/json', status),
    ...problems('Unavailable'),
  },
  security: [],
};
/** The service may be configured to require no key here. */
const KEY_OR_NONE = [...SECURITY, {}];
const getMetrics: Operation = {
  ...told({
    operationId: 'getMetrics',
    summary: 'Metrics',
    description: "In Prometheus' text format.",
  }),
  responses: {
    '200': answered('The metrics.', 'text/plain', { type: 'string' }),
    ...problems('Unauthorized'),
  },
  security: KEY_OR_NONE,
};
const getOpenApi: Operation = {
  ...told({
    operationId: 'getOpenApi',
    summary: 'This document',
    description: 'As OpenAPI 3.1.',
  }),
  responses: {
    '200': answered('The document.', 'application/openapi+json', {
      type: 'object',
      additionalProperties: true,
    }),
    ...problems('Unauthorized'),
  },
  security: KEY_OR_NONE,
};

export const SERVICE_PATHS: Paths = {
  '/api/endpoints': { get: listEndpoints },
  '/healthz': { get: getHealth },
  '/readyz': { get: getReadiness },
  '/metrics': { get: getMetrics },
  '/openapi.json': { get: getOpenApi },
};
