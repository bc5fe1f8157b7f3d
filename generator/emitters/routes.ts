/**
 * `server/routes.ts`: the endpoints in a team's own server, typed, with a handler for each.
 *
 * It routes; the package reads, runs and answers. It imports only the package and types of the framework, and is compiled with its
 * server.
 */

import { planned } from '../core/content.ts';
import { endpointsIn } from './columns.ts';
import type { Emitter } from './emitter.ts';
import { gate } from './javascript/gate.ts';
import { named, operationNames } from './names.ts';
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
      return { endpoint, operation: named(operations, endpoint.name) };
    });
    return [planned(PATH, ...routesParts(routes, FRAMEWORKS[settings.framework]))];
  },
  // Only the syntax is checked: the team's own server imports them.
  inspect: files => gate(files, new Map([[PATH, null]])),
} satisfies Emitter;
