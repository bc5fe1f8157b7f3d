/** The registered emitters. Adding one is one file and one line here; languages of clients have a list of their own. */

import { CLIENT_LANGUAGES } from './clients/index.ts';
import { CLIENT_EMITTERS } from './clients.ts';
import { type Emitter, NO_CODE, type OutputSettings } from './emitter.ts';
import googlesql from './googlesql.ts';
import manifest from './manifest.ts';
import openapi from './openapi.ts';
import routes from './routes.ts';
import schema from './schema.ts';
import sql from './sql.ts';

export const EMITTERS: readonly Emitter[] = [
  manifest,
  openapi,
  schema,
  sql,
  googlesql,
  ...CLIENT_EMITTERS,
  routes,
];

/** All outputs, their clients named after the project. */
export function outputsNamed(project: string) {
  return {
    ...NO_CODE,
    clients: new Map(
      [...CLIENT_LANGUAGES].map(([name, { setting }]) => [name, setting.named(project)]),
    ),
    framework: 'hono',
  } as const satisfies OutputSettings;
}

/** The same of a project without a name. */
export const DEFAULT_OUTPUT = outputsNamed('endpoints');
