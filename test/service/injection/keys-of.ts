/** Key files that are written by hand, for what no command would make. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import { KEY_FILE_FORMAT } from '../../../server/access/keys/key-file.ts';
import { type KeyRing, openKeyRing } from '../../../server/access/keys/key-ring.ts';
import { createToken, digest } from '../../../server/access/tokens.ts';

export interface Held {
  readonly text: string;
  readonly token: string;
}

/** A key for each text, made of it by `make`, in a file of that name. */
export async function keysOf(
  folder: string,
  name: string,
  texts: readonly string[],
  make: (text: string) => Partial<ApiKey>,
): Promise<{ readonly ring: KeyRing; readonly held: readonly Held[] }> {
  const held = texts.map(text => ({ text, token: createToken() }));
  const keys = held.map(({ text, token }, index) => ({
    id: `key_${index}`,
    name: `${name}-${index}`,
    sha256: digest(token).toString('hex'),
    created: '2026-01-01T00:00:00Z',
    expires: null,
    endpoints: ['*'],
    params: {},
    ...make(text),
  }));
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify({ format: KEY_FILE_FORMAT, keys }));
  return { ring: await openKeyRing(path, () => {}), held };
}
