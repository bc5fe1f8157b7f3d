/** Whose requests the suite sends. */
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import { madeKey } from '../server-fixture.ts';

const CALLERS = {
  all: {},
  expired: { expires: '2026-01-15T10:07:33Z' },
  expiring: { expires: '2026-01-15T10:08:00Z' },
  logs: { endpoints: ['logs.*'] },
  ending: { endpoints: ['*.api-counts', 'values.w*m'] },
  nothing: { endpoints: [] },
  tenantA: { params: { project: 'tenant-a' } },
  tenantB: { params: { project: 'tenant-b' } },
  dotted: { params: { project: 'dot.ted' } },
  typed: { params: { at: '2026-01-15T10:00:00+02:00' } },
  mistyped: { params: { at: 'yesterday' } },
  counted: { params: { number: '7' } },
  two: { endpoints: ['values.typed', 'logs.all'], params: { id: 'typed', kind: 'b' } },
} as const satisfies Record<string, Partial<ApiKey>>;
export type KeyName = keyof typeof CALLERS;

const made = Object.entries(CALLERS).map(([name, rest]) => ({
  name: name as KeyName,
  ...madeKey({ id: `key_${name}`, name, ...rest }),
}));

export const KEYS: readonly ApiKey[] = made.map(({ key }) => key);
export const TOKENS = Object.fromEntries(made.map(({ name, token }) => [name, token])) as Readonly<
  Record<KeyName, string>
>;
/** A token that is shaped like one and belongs to nobody. */
export const STRANGER: string = madeKey().token;
