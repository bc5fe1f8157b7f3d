/** The flags and the file that all commands about keys share. */
import type { FlagParametersForType } from '@stricli/core';
import { parseDuration } from '../../generator/shape/time.ts';
import { GLOBAL_FLAGS, type GlobalFlags } from '../flags.ts';
import { openWorkspace } from '../project/workspace.ts';
import { KEYS_FLAG } from '../service/service-flags.ts';
import type { Session } from '../session.ts';

export interface KeyFlags extends GlobalFlags {
  readonly keys?: string;
}
export const KEY_FLAGS: FlagParametersForType<KeyFlags> = {
  keys: KEYS_FLAG,
  ...GLOBAL_FLAGS,
};

/** In milliseconds. */
export function lifetime(input: string): number {
  const micros = parseDuration(input);
  if (micros !== null && micros > 0n && micros <= LONGEST) return Number(micros / 1_000n);
  throw new Error('must be a duration such as `12h` or `90d`, of at most 3650 days');
}

const LONGEST = 3_650n * 86_400_000_000n;

export function nowOf({ host }: Session): Date {
  return new Date(Number(host.clock() / 1_000n));
}

export function keyFile(session: Session, { keys }: KeyFlags) {
  const { config, pathOf, typed, shown } = openWorkspace(session);
  const file = keys === undefined ? pathOf(config.service.keys) : typed(keys);
  return { file, shown: shown(file) };
}
