/** Reads the definition of a generated endpoint for a command. */
import { DefinitionReplaced } from '../server/answers/manifest/definitions.ts';
import type { ServedEndpoint, WholeEndpoint } from '../server/answers/manifest/manifest.ts';
import { EXIT, Failure } from './terminal/exit.ts';

/** Throws `Failure` if the file of the definition is not the one that the index names. */
export function wholeEndpoint(endpoint: ServedEndpoint): WholeEndpoint {
  try {
    return endpoint.whole();
  } catch (cause) {
    if (!(cause instanceof DefinitionReplaced)) throw cause;
    const message = cause.message.charAt(0).toUpperCase() + cause.message.slice(1);
    throw new Failure(EXIT.environment, message, { hint: 'Run `quern generate`.', cause });
  }
}
