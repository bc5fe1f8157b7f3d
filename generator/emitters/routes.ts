/**
 * `server/routes.ts`: the endpoints in a team's own server, typed, with a handler for each.
 *
 * It routes and says what is what; reading, running and answering are the package's. It imports nothing but the package and
 * types of the framework, and is compiled with the server that it is for.
 */

import type { Emitter } from './emitter.ts';
import { gate } from './javascript/gate.ts';
import { named, operationNames } from './names.ts';
import { routesFile } from './routes/file.ts';
import { FRAMEWORKS } from './routes/frameworks.ts';

const PATH = 'server/routes.ts';

export default {
  name: 'routes',
  emit: ({ description, settings }) => {
    if (settings.framework === null || description.endpoints.length === 0) return [];
    const endpoints = description.endpoints.map(({ known }) => known);
    const operations = operationNames(endpoints);
    const routes = endpoints.map(endpoint => {
      return { endpoint, operation: named(operations, endpoint.name) };
    });
    const text = routesFile(routes, FRAMEWORKS[settings.framework]);
    return [{ path: PATH, text }];
  },
  // The syntax alone: nobody but a team's own server imports them.
  inspect: files => gate(files, new Map([[PATH, null]])),
} satisfies Emitter;
