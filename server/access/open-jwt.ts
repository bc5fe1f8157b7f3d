/** The reader of an identity service's tokens, loaded only where one is configured: most services only have keys. */
import type { JwtReader, JwtSettings } from './jwt.ts';

/**
 * Makes the reader. Keys of a key server are fetched in the background; until then, tokens are refused. `tell` is
 * called once with each fault of the key server, and with `null` when it has recovered.
 */
export async function openJwtReader(
  settings: JwtSettings,
  tell: (fault: string | null) => void,
): Promise<JwtReader> {
  const { createJwtReader } = await import('./jwt.ts');
  return createJwtReader(settings, tell);
}
