/** Loads the reader of an identity service's tokens only if one is configured, because most services only have keys. */
import type { KeptIssuerKeys } from './issuer-keys.ts';
import type { JwtReader, JwtSettings } from './jwt.ts';

/**
 * Creates the reader. It fetches the keys of a key server in the background; until then, it rejects tokens. It calls `tell`
 * once with each fault of the key server, and with `null` when the server has recovered.
 */
export async function openJwtReader(
  settings: JwtSettings,
  tell: (fault: string | null) => void,
  kept?: KeptIssuerKeys,
): Promise<JwtReader> {
  const { createJwtReader } = await import('./jwt.ts');
  return createJwtReader(settings, tell, kept);
}
