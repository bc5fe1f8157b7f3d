/** Secrets that seal page cursors. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SECRET } from '../../generator/config/environment.ts';
import { systemCode } from '../../generator/system/errors.ts';
import { makeFolder } from '../../generator/system/folders.ts';
import { createFile } from '../../generator/system/whole-file.ts';
import type { ServedEndpoint } from '../../server/answers/manifest/manifest.ts';
import type { Workspace } from '../project/workspace.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

/** The configured secrets. Throws `Failure` if an endpoint needs a secret and none is configured. */
export function configuredSecrets(
  served: readonly ServedEndpoint[],
  { config }: Workspace,
): readonly string[] {
  const paged = served.find(({ pages }) => pages !== undefined);
  if (paged === undefined || config.service.secrets.length > 0) return config.service.secrets;
  const message = `\`${paged.name}\` has pages, whose cursors need a secret`;
  const [unset] = config.unset.get(SECRET) ?? [];
  const hint =
    unset?.hint ??
    `Write \`secret: "\${QUERN_SECRET}"\` under \`service\` in \`quern.yaml\`, and set it to 32 random characters or more.`;
  throw new Failure(EXIT.usage, message, { hint });
}

const SECRET_BYTES = 32;

/** The secret in a file, which is created if it is missing, so that cursors survive a restart. Rejects with `Failure` if that fails. */
export async function ownSecret(file: string, shown: string): Promise<string> {
  try {
    makeFolder(dirname(file));
    const made = randomBytes(SECRET_BYTES).toString('base64url');
    createOnce(file, `${made}\n`);
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw systemFailure(cause, `\`${shown}\` cannot be written`);
  }
}

/** Another process may have made it. */
function createOnce(file: string, text: string): void {
  try {
    createFile(file, text, 0o600);
  } catch (cause) {
    if (systemCode(cause) !== 'EEXIST') throw cause;
  }
}
