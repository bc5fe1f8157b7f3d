/** Loads the client, which is an optional dependency. */
import type * as Pg from 'pg';
import type Cursor from 'pg-cursor';
import { EngineFailure } from '../../engine.ts';

export interface PgLibrary {
  readonly Client: typeof Pg.Client;
  readonly Cursor: typeof Cursor;
}

export async function loadPg(): Promise<PgLibrary> {
  try {
    const [{ default: pg }, { default: cursor }] = await Promise.all([
      import('pg'),
      import('pg-cursor'),
    ]);
    return { Client: pg.Client, Cursor: cursor };
  } catch (cause) {
    const hint = '`npm install pg@8 pg-cursor@2` installs them';
    throw new EngineFailure('unavailable', `\`pg\` or \`pg-cursor\` cannot be loaded: ${hint}`, {
      cause,
    });
  }
}
