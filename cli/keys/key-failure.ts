/** The words about a key file that cannot be used. */
import { KeyFileError } from '../../server/access/keys/key-file.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

/** The hint for a file without keys. */
export const MAKE_KEY = 'Make one with `quern keys create --name …`.';

/** Turns a fault of the key file into a failure; rethrows any other error. */
export function asKeyFailure(cause: unknown): never {
  if (!(cause instanceof KeyFileError)) throw cause;
  const message = cause.message.charAt(0).toUpperCase() + cause.message.slice(1);
  const exit = cause.fault === 'system' ? EXIT.environment : EXIT.usage;
  const hint = cause.fault === 'content' ? 'Restore it, or remove it and make new keys.' : null;
  throw new Failure(exit, message, { hint, cause });
}
