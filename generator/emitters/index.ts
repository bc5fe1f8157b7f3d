/** The registered emitters. Adding one is one file and one line here. */
import type { Emitter } from './emitter.ts';
import go from './go.ts';
import manifest from './manifest.ts';
import openapi from './openapi.ts';
import python from './python.ts';
import routes from './routes.ts';
import schema from './schema.ts';
import sql from './sql.ts';
import typescript from './typescript.ts';

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
