/** The registered emitters. Adding one is one file and one line here. */

import go from './clients/go.ts';
import python from './clients/python.ts';
import typescript from './clients/typescript.ts';
import type { Emitter } from './emitter.ts';
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
  go,
  python,
  routes,
  typescript,
];
