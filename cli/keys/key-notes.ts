/** Notes about what a new key cannot do, which its creator may not expect. */

import { printable, suggestion } from '../../generator/core/report/diagnostics.ts';
import { isMeantFor, isNamed, withinScope } from '../../server/access/access.ts';
import { isClosedBy } from '../../server/access/hidden.ts';
import { expiringKeys } from '../../server/access/keys/key-expiry.ts';
import type { ApiKey, KeyValue } from '../../server/access/keys/key-file.ts';
import type { NewKey } from '../../server/access/keys/keys.ts';
import type { Catalogue, ServedEndpoint } from '../../server/answers/manifest/manifest.ts';
import { wholeEndpoint } from '../whole.ts';

export interface KeyNote {
  readonly fact: string;
  readonly hint: string | null;
}

/** Globs that match nothing, and fixed values that keep the key from endpoints that its globs match. */
export function keyNotes(
  { tags = [], endpoints: globs = tags.length === 0 ? ['*'] : [], params = {}, hide = [] }: NewKey,
  { endpoints }: Catalogue,
): readonly KeyNote[] {
  const named = endpoints.filter(endpoint => isMeantFor({ endpoints: globs, tags }, endpoint));
  return [
    ...globs.flatMap(glob => globNotes(glob, endpoints)),
    ...tags.flatMap(tag => tagNotes(tag, endpoints)),
    ...Object.entries(params).flatMap(([name, value]) =>
      endpoints.some(endpoint => declares(endpoint, name))
        ? valueNotes(name, value, named)
        : [strangerNote(name, endpoints)],
    ),
    ...(hide.length === 0 ? [] : hideNotes(hide, params, named)),
  ];
}

/** Parameters that token claims fix but no endpoint declares. */
export function claimNotes(
  params: readonly string[],
  { endpoints }: Catalogue,
): readonly KeyNote[] {
  const unknown = params.filter(name => !endpoints.some(endpoint => declares(endpoint, name)));
  return unknown.map(name => strangerNote(name, endpoints, 'tokens'));
}

/** Keys that expire soon. */
export function expiryNotes(
  keys: readonly Pick<ApiKey, 'id' | 'name' | 'expires'>[],
  nowMs: number,
): readonly KeyNote[] {
  return expiringKeys(keys, nowMs).map(({ name, expires }) => {
    const hint = `Give it another token in time: \`quern keys rotate ${printable(name)} --overlap 1d --expires 90d\`.`;
    return { fact: `the key \`${printable(name)}\` expires at ${expires}`, hint };
  });
}

function globNotes(glob: string, endpoints: readonly ServedEndpoint[]): readonly KeyNote[] {
  if (endpoints.some(({ name }) => isNamed([glob], name))) return [];
  const names = endpoints.map(({ name }) => name);
  return [{ fact: `no endpoint matches \`${printable(glob)}\``, hint: suggestion(glob, names) }];
}

function tagNotes(tag: string, endpoints: readonly ServedEndpoint[]): readonly KeyNote[] {
  const known = new Set(endpoints.flatMap(({ tags = [] }) => tags));
  if (known.has(tag)) return [];
  return [
    { fact: `no endpoint has the tag \`${printable(tag)}\``, hint: suggestion(tag, [...known]) },
  ];
}

/** Names that hide nothing, and endpoints of which nothing is left. */
function hideNotes(
  hide: readonly string[],
  params: NonNullable<NewKey['params']>,
  named: readonly ServedEndpoint[],
): readonly KeyNote[] {
  const known = new Set(named.flatMap(hidingNames));
  const unknown = hide.filter(name => !known.has(name));
  const closed = named.filter(endpoint => isClosedBy({ params, hide }, endpoint));
  const notes = unknown.map(name => ({
    fact: `\`${printable(name)}\` hides nothing: no endpoint of the key has a column or a tag of that name`,
    hint: suggestion(name, [...known]),
  }));
  if (closed.length === 0) return notes;
  const fact = `the key will not run ${listKeyNames(closed)}: a required parameter or all that they answer is hidden`;
  return [...notes, { fact, hint: null }];
}

/** The names by which a key can hide something of an endpoint. */
function hidingNames(endpoint: ServedEndpoint): readonly string[] {
  const { columns, views = [], origins = {} } = endpoint.shown(null);
  const fields = [...columns, ...views.flatMap(view => view.columns)];
  const known = [origins.columns, origins.params, ...Object.values(origins.views ?? {})];
  return [
    ...fields.map(({ name }) => name),
    ...known.flatMap(names => Object.values(names ?? {}).flat()),
    ...(origins.whole ?? []),
  ];
}

function strangerNote(
  name: string,
  endpoints: readonly ServedEndpoint[],
  holder = 'the key',
): KeyNote {
  const declared = new Set(endpoints.flatMap(endpoint => endpoint.declared));
  const fact = `no endpoint has a parameter \`${printable(name)}\`: ${holder} will run none`;
  return { fact, hint: suggestion(name, [...declared]) };
}

function valueNotes(
  name: string,
  value: KeyValue,
  named: readonly ServedEndpoint[],
): readonly KeyNote[] {
  const declaring = named.filter(endpoint => declares(endpoint, name));
  const lacking = named.filter(endpoint => !declares(endpoint, name));
  const refusing = declaring.filter(endpoint => refuses(endpoint, name, value));
  const notes: KeyNote[] = [];
  if (lacking.length > 0) {
    const fact = `the key will not run ${listKeyNames(lacking)}: there is no parameter \`${name}\``;
    notes.push({ fact, hint: null });
  }
  if (refusing.length > 0) {
    const fact = `the key will not run ${listKeyNames(refusing)}: \`${name}\` does not accept the value`;
    notes.push({ fact, hint: null });
  }
  return notes;
}

export function declares({ declared }: ServedEndpoint, name: string): boolean {
  return declared.includes(name);
}

function refuses(endpoint: ServedEndpoint, name: string, value: KeyValue): boolean {
  const scope = { endpoints: [endpoint.name], params: { [name]: value } };
  const whole = wholeEndpoint(endpoint);
  const isList = whole.params.some(param => param.name === name && param.list !== null);
  // callers choose one of a set; all of it has to be of the type
  const texts = new Map(typeof value === 'string' || isList ? [] : [[name, value.slice(0, 1)]]);
  return withinScope(scope, whole, { texts, faults: [] }) === null;
}

const SHOWN = 3;

/** The names as text: at most three, and how many more there are. */
export function listKeyNames(named: readonly { readonly name: string }[]): string {
  const shown = named.slice(0, SHOWN).map(({ name }) => `\`${printable(name)}\``);
  const more = named.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
