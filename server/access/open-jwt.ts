/** The reader of tokens of an identity service, loaded where one is configured: most services have keys alone. */
import type { JwtReader, JwtSettings } from './jwt.ts';

/**
 * Makes the reader. Keys of a key server are fetched in the background: until they are there, tokens are refused. `tell` hears of faults
 * of the key server, each once, and `null` when it has recovered.
 */
export async function openJwtReader(
  settings: JwtSettings,
  tell: (fault: string | null) => void,
): Promise<JwtReader> {
  const { createJwtReader } = await import('./jwt.ts');
  return createJwtReader(settings, tell);
}
