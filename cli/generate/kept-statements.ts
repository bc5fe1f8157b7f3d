/**
 * The statements of endpoints, kept in `.quern/` from one run of `generate` to the next, so that a run prints those of changed
 * endpoints alone. An entry is named after all that its statements are made of: the resolved endpoint, the dialects, and the
 * build of quern. It is sealed with a digest; one that is damaged, or lies under another name, is compiled again.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { StatementsOf } from '../../generator/compile.ts';
import { compileEndpoint } from '../../generator/compile-endpoint.ts';
import { canonicalText } from '../../generator/core/canonical-text.ts';
import { always } from '../../generator/core/recall.ts';
import type { CompiledEndpoint } from '../../generator/emitters/emitter.ts';
import type { Before } from '../project/workspace.ts';
import { buildOfQuern, unlessUnreadable } from './stamp.ts';

export interface KeptStatements extends Before {
  readonly statementsOf: StatementsOf;
  /** Removes the entries that nothing asked for. */
  readonly forgetUnused: () => void;
}

/** The entries of a project; `file` is its configuration. Those that cannot be written are compiled in the next run. */
export function keptStatements(
  file: string,
  compile: StatementsOf = compileEndpoint,
): KeptStatements {
  const folder = join(dirname(file), '.quern', `statements-of-${basename(file)}`);
  const build = buildOfQuern();
  const used = new Set<string>();
  const statementsOf: StatementsOf = (endpoint, dialects) => {
    const name = digest(build, dialects.join(), canonicalText(endpoint));
    used.add(name);
    const known = unlessUnreadable(() => opened(readFileSync(join(folder, name)), name));
    if (known !== null) return { endpoint, ...known };
    const { endpoint: _, ...made } = compile(endpoint, dialects);
    unlessUnreadable(() => keep(folder, name, serialize(made)));
    return { endpoint, ...made };
  };
  const forgetUnused = () => {
    unlessUnreadable(() => {
      for (const name of readdirSync(folder))
        if (!used.has(name)) rmSync(join(folder, name), { recursive: true });
      return null;
    });
  };
  return { recall: always, answers: new Map(), statementsOf, forgetUnused };
}

type Statements = Omit<CompiledEndpoint, 'endpoint'>;

const SEAL = 64;

/** The statements of an entry; `null` where its seal does not fit. */
function opened(entry: Buffer, name: string): Statements | null {
  const body = entry.subarray(SEAL);
  return entry.toString('latin1', 0, SEAL) === digest(name, body) ? deserialize(body) : null;
}

function keep(folder: string, name: string, body: Buffer): null {
  mkdirSync(folder, { recursive: true });
  const entry = Buffer.concat([Buffer.from(digest(name, body), 'latin1'), body]);
  writeFileSync(join(folder, name), entry, { mode: 0o600 });
  return null;
}

/** Of the digests of the parts: none of them runs into the next. */
function digest(...parts: readonly (string | Buffer)[]): string {
  return hash('sha256', parts.map(part => hash('sha256', part)).join());
}
