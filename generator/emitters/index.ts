/** The registered emitters. To add one, write one file and one line here. Client languages have their own list. */

import { CLIENT_LANGUAGES } from './clients/index.ts';
import { CLIENT_EMITTERS } from './clients.ts';
import { type Emitter, NO_CODE, type OutputSettings } from './emitter.ts';
import kept from './kept.ts';
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
  kept,
  ...CLIENT_EMITTERS,
  routes,
];

/** Enables all outputs, with clients named after the project. */
export function outputsNamed(project: string) {
  return {
    ...NO_CODE,
    clients: new Map(
      [...CLIENT_LANGUAGES].map(([name, { setting }]) => [name, setting.named(project)]),
    ),
    framework: 'hono',
  } as const satisfies OutputSettings;
}

/** The same settings for a project without a name. */
export const DEFAULT_OUTPUT = outputsNamed('endpoints');
