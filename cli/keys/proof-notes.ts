/** Notes about endpoints that keys and tokens do not run because they leave open which tenant is read. */

import { isMeantFor, nameOneOf, unprovenBy } from '../../server/access/access.ts';
import type { ApiKey } from '../../server/access/keys/key-file.ts';
import type { Catalogue, ServedEndpoint } from '../../server/answers/manifest/manifest.ts';
import { declares, type KeyNote, listKeyNames } from './key-notes.ts';

/** A key, or the tokens of an identity service. */
interface Holder {
  /** The key's name; `null` for tokens. */
  readonly key: string | null;
  readonly endpoints: readonly string[];
  readonly tags?: readonly string[];
  /** The names of the parameters that it fixes. */
  readonly fixes: readonly string[];
}

type Known = Pick<ApiKey, 'name' | 'endpoints' | 'tags' | 'params'>;

export function keyHolder({ name, endpoints, tags = [], params }: Known): Holder {
  return { key: name, endpoints, tags, fixes: Object.keys(params).sort() };
}

/** A token names its endpoints itself, so any may be meant. */
export function tokenHolder(claims: Readonly<Record<string, string>>): Holder {
  return { key: null, endpoints: ['*'], fixes: Object.keys(claims).sort() };
}

/** Returns one note for all holders that fix the same parameters and lack the same one. */
export function proofNotes(
  holders: readonly Holder[],
  { endpoints }: Catalogue,
): readonly KeyNote[] {
  const groups = new Map<string, Group>();
  const refusing = new Map<string, Refusing>();
  for (const holder of holders) {
    const { key, fixes } = holder;
    const id = JSON.stringify(fixes);
    const known = refusing.get(id) ?? refusingOf(fixes, endpoints);
    refusing.set(id, known);
    for (const [lacking, all] of known) {
      const named = all.filter(endpoint => isMeantFor(holder, endpoint));
      if (named.length === 0) continue;
      const group = groups.get(`${id} ${lacking}`) ?? newGroup(fixes, lacking);
      groups.set(`${id} ${lacking}`, group);
      group.holders.add(key);
      for (const endpoint of named) group.named.add(endpoint);
    }
  }
  return [...groups.values()].map(noteOf);
}

/** By what the parameters do not prove, as text: the endpoints. */
type Refusing = ReadonlyMap<string, readonly ServedEndpoint[]>;

function refusingOf(fixes: readonly string[], endpoints: readonly ServedEndpoint[]): Refusing {
  const refusing = new Map<string, ServedEndpoint[]>();
  for (const endpoint of endpoints) {
    const unproven = unprovenBy(fixes, endpoint.scopedBy);
    if (unproven === null || !fixes.every(name => declares(endpoint, name))) continue;
    const lacking = unproven.params === null ? UNNAMED : nameOneOf(unproven.params);
    const same = refusing.get(lacking) ?? [];
    refusing.set(lacking, same);
    same.push(endpoint);
  }
  return refusing;
}

/** In place of the parameters if the manifest does not name them. */
const UNNAMED = '';

interface Group {
  readonly fixes: readonly string[];
  readonly lacking: string;
  readonly holders: Set<string | null>;
  readonly named: Set<ServedEndpoint>;
}

function newGroup(fixes: readonly string[], lacking: string): Group {
  return { fixes, lacking, holders: new Set(), named: new Set() };
}

function noteOf({ fixes, lacking, holders, named }: Group): KeyNote {
  const keys = [...holders].flatMap(name => (name === null ? [] : { name }));
  const who = [
    ...(keys.length === 0
      ? []
      : [`${keys.length === 1 ? 'the key' : 'the keys'} ${listKeyNames(keys)}`]),
    ...(holders.has(null) ? ['tokens'] : []),
  ].join(' and ');
  const others = `${who} will not run ${listKeyNames([...named])}`;
  if (lacking === UNNAMED) {
    const fact = `${others}: the generated files do not name the parameters that separate tenants`;
    return { fact, hint: 'Run `quern generate`.' };
  }
  const fact = `${others}: ${lacking} separates tenants there, and only ${fixedWords(fixes)} fixed`;
  return { fact, hint: `Fix ${lacking} too, or make keys for other endpoints.` };
}

function fixedWords(fixes: readonly string[]): string {
  return `${listKeyNames(fixes.map(name => ({ name })))} ${fixes.length === 1 ? 'is' : 'are'}`;
}
