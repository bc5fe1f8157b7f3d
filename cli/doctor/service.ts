/** Checks that the service has keys, and a secret for pages. Its engine is checked in `engines.ts`. */
import { existsSync, statSync } from 'node:fs';
import { counted } from '../../generator/core/report/words.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import { listKeys } from '../../server/access/keys/keys.ts';
import { asKeyFailure, MAKE_KEY } from '../keys/key-failure.ts';
import { expiryNotes } from '../keys/key-notes.ts';
import { keyHolder, proofNotes, tokenHolder } from '../keys/proof-notes.ts';
import { configuredSecrets } from '../keys/secret.ts';
import { catalogueOf } from '../project/compiled.ts';
import type { Workspace } from '../project/workspace.ts';
import { type Finding, fault, findFailure, note, ok } from './finding.ts';

export async function checkKeys({ config, pathOf, shown }: Workspace): Promise<readonly Finding[]> {
  const file = pathOf(config.service.keys);
  const name = `\`${shown(file)}\``;
  if (!existsSync(file)) return [note('keys', `there is no key file ${name}`, MAKE_KEY)];
  try {
    const all = await listKeys(file).catch(asKeyFailure);
    const open = all.filter(({ expires }) => expires === null || Date.parse(expires) > Date.now());
    const count = `${name} contains ${counted(open.length, 'valid key')}`;
    return [
      open.length === 0 ? note('keys', count, MAKE_KEY) : ok('keys', count),
      ...expiryNotes(all, Date.now()).map(({ fact, hint }) => note('keys', fact, hint)),
      ...readers(file, name),
    ];
  } catch (error) {
    return [findFailure('keys', error)];
  }
}

/** Names endpoints that keys or tokens fail to run because they leave open which tenant is read. */
export async function proofs(
  { config, pathOf }: Workspace,
  compilation: Compilation,
): Promise<readonly Finding[]> {
  const file = pathOf(config.service.keys);
  // a file that cannot be read is a finding of `checkKeys`
  const known = existsSync(file) ? await listKeys(file).catch(() => []) : [];
  const holders = [...known.map(keyHolder), tokenHolder(config.service.jwt?.claims ?? {})];
  return proofNotes(holders, catalogueOf(compilation)).map(({ fact, hint }) =>
    note('keys', fact, hint),
  );
}

/** Other users of this machine cannot get a token from the file, but they can read names and rights. */
function readers(file: string, name: string): readonly Finding[] {
  const isShared = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  return isShared
    ? [fault('keys', `other users of this machine can read ${name}`, `Run \`chmod 600\` on it.`)]
    : [];
}

export function checkSecret(workspace: Workspace, compilation: Compilation): readonly Finding[] {
  const { endpoints } = catalogueOf(compilation);
  try {
    const secrets = configuredSecrets(endpoints, workspace);
    const paged = endpoints.filter(({ pages }) => pages !== undefined).length;
    if (paged === 0) return [];
    return [ok('secret', `${counted(secrets.length, 'secret')} for the cursors of pages`)];
  } catch (error) {
    return [findFailure('secret', error)];
  }
}
