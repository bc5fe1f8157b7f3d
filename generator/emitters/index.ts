/** The registered emitters. Adding one is one file and one line here. */
import type { Emitter } from './emitter.ts';
import go from './go.ts';
import manifest from './manifest.ts';
import openapi from './openapi.ts';
import schema from './schema.ts';
import sql from './sql.ts';

export const EMITTERS: readonly Emitter[] = [manifest, openapi, schema, sql, go];
