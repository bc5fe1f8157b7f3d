/**
 * `server/routes.ts`: typed routes for a team's own server, with a handler for each endpoint.
 *
 * The file only routes; the package reads requests, runs statements and answers. The file imports only the package and the
 * framework's types, and is compiled with its server.
 */

import { planFile } from '../core/output/content.ts';
import type { Emitter } from './emitter.ts';
import { endpointsIn } from './facts/columns.ts';
import { findNames, operationNames } from './facts/names.ts';
import { routesParts } from './routes/file.ts';
import { FRAMEWORKS } from './routes/frameworks.ts';

const PATH = 'server/routes.ts';

export default {
  name: 'routes',
  emit: ({ description, settings }) => {
    if (settings.framework === null || description.endpoints.length === 0) return [];
    const endpoints = description.endpoints.map(({ known }) => known);
    const operations = operationNames(endpointsIn(description));
    const routes = endpoints.map(endpoint => {
      return { endpoint, operation: findNames(operations, endpoint.name) };
    });
    return [planFile(PATH, ...routesParts(routes, FRAMEWORKS[settings.framework]))];
  },
} satisfies Emitter;
