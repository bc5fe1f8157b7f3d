/** Compares two manifests: the changes that callers of the endpoints see. */
import type {
  Manifest,
  ManifestEndpoint,
  ManifestWindow,
} from '../../generator/core/output/manifest.ts';
import { describeEnd } from '../../generator/core/plan/life.ts';
import { operationNames } from '../../generator/emitters/facts/names.ts';
import { nameOneOf } from '../../server/access/access.ts';
import type { Change, Tell } from './changes.ts';
import { compareColumns } from './columns.ts';
import { compareParams } from './params.ts';
import { compareStatements } from './statements.ts';
import { compareViews } from './views.ts';

/** In the order of the endpoints' names; for one endpoint, in the order of what changed. */
export function changesBetween(before: Manifest, now: Manifest): readonly Change[] {
  const pairs = matched(before, now);
  const operations = [operationNames(before.endpoints), operationNames(now.endpoints)] as const;
  const changes: Change[] = [];
  const tellOf =
    (endpoint: string): Tell =>
    (code, of, message, patch) => {
      changes.push({ code, endpoint, of, message, ...(patch === undefined ? {} : { patch }) });
    };
  for (const pair of pairs) {
    const tell = tellOf(latest(pair).name);
    const [old, fresh] = pair;
    if (fresh === null) tell('endpoint-removed', null, 'The endpoint was removed');
    else if (old === null) tell('endpoint-added', null, 'The endpoint was added');
    else {
      compareNames(old, fresh, tell);
      compareEnds(old, fresh, tell);
      const [was, is] = [operations[0].get(old.name), operations[1].get(fresh.name)];
      if (was !== is)
        tell(
          'operation-renamed',
          null,
          `The method of the generated clients was renamed from \`${was}\` to \`${is}\``,
        );
      compareEndpoint(old, fresh, tell);
    }
  }
  return changes;
}

type Pair =
  | readonly [before: ManifestEndpoint, now: ManifestEndpoint | null]
  | readonly [before: null, now: ManifestEndpoint];

function latest([old, fresh]: Pair): ManifestEndpoint {
  return old === null ? fresh : (fresh ?? old);
}

/** Matches endpoints by identifier, which stays the same when an endpoint is renamed; else by name. */
function matched(before: Manifest, now: Manifest): readonly Pair[] {
  const left = new Set(now.endpoints);
  const found = new Map<ManifestEndpoint, ManifestEndpoint>();
  const keys = [({ id }: ManifestEndpoint) => id, ({ name }: ManifestEndpoint) => name];
  for (const keyOf of keys) {
    const byKey = new Map([...left].map(one => [keyOf(one), one]));
    for (const old of before.endpoints.filter(one => !found.has(one))) {
      const fresh = byKey.get(keyOf(old));
      if (fresh === undefined) continue;
      found.set(old, fresh);
      left.delete(fresh);
    }
  }
  const pairs: readonly Pair[] = [
    ...before.endpoints.map((old): Pair => [old, found.get(old) ?? null]),
    ...[...left].map((fresh): Pair => [null, fresh]),
  ];
  return [...pairs].sort((a, b) => (latest(a).name < latest(b).name ? -1 : 1));
}

function compareNames(before: ManifestEndpoint, now: ManifestEndpoint, tell: Tell): void {
  const answered = new Set([now.name, ...(now.aliases ?? [])]);
  const known = new Set([before.name, ...(before.aliases ?? [])]);
  if (!answered.has(before.name))
    tell(
      'endpoint-renamed',
      null,
      `The endpoint was renamed, and its old name \`${before.name}\` no longer works`,
    );
  for (const alias of (before.aliases ?? []).filter(one => !answered.has(one)))
    tell('alias-removed', alias, `The endpoint no longer has the alias \`${alias}\``);
  for (const name of [...answered].filter(one => !known.has(one)))
    tell('alias-added', name, `The endpoint also has the name \`${name}\``);
  if (before.id !== now.id)
    tell('identifier-changed', null, `The identifier changed from ${before.id} to ${now.id}`);
}

function compareEnds(before: ManifestEndpoint, now: ManifestEndpoint, tell: Tell): void {
  const end = describeEnd(now);
  if (end === null || end === describeEnd(before)) return;
  tell('endpoint-deprecated', null, `The endpoint is deprecated ${end.replace(/\.$/, '')}`);
}

function compareEndpoint(before: ManifestEndpoint, now: ManifestEndpoint, tell: Tell): void {
  if (before.compat !== now.compat)
    tell(
      'compat-changed',
      null,
      now.compat === undefined
        ? 'The endpoint no longer replaces another service'
        : `The endpoint replaces \`${now.compat}\`: answers and errors have its format`,
    );
  if (before.sandbox !== now.sandbox)
    tell(
      'sandbox-changed',
      null,
      `Callers can ${now.sandbox ? '' : 'no longer '}send their own SQL`,
    );
  compareKeys(before, now, tell);
  compareParams(before, now, tell);
  compareColumns(before.columns, now.columns, tell);
  if (before.views !== undefined && now.views !== undefined)
    compareViews(before.views, now.views, tell);
  compareRows(before, now, tell);
  compareWindows(before.windows ?? [], now.windows ?? [], tell);
  compareCache(before, now, tell);
  compareStatements(before, now, tell);
}

/** A manifest of an older build does not say which keys may run the endpoint. */
function compareKeys(before: ManifestEndpoint, now: ManifestEndpoint, tell: Tell): void {
  const { scopedBy: old } = before;
  if (old === undefined) return;
  const isImplied = (list: readonly string[]) =>
    old.some(names => names.every(name => list.includes(name)));
  for (const list of (now.scopedBy ?? []).filter(one => !isImplied(one)))
    tell('keys-refused', null, `Keys that fix parameters must fix ${nameOneOf(list)}`);
}

// ---- how many rows --------------------------------------------------------------------------------------------------

function compareRows(before: ManifestEndpoint, now: ManifestEndpoint, tell: Tell): void {
  const [old, fresh] = [mostOf(before), mostOf(now)];
  if (fresh < old)
    tell('limit-lowered', null, `The maximum number of rows changed from ${old} to ${fresh}`);
  if (fresh > old)
    tell('limit-raised', null, `The maximum number of rows changed from ${old} to ${fresh}`);
  if (before.pages === undefined && now.pages !== undefined)
    tell('pages-changed', null, 'The endpoint answers in pages');
  if (before.pages !== undefined && now.pages === undefined)
    tell('pages-changed', null, 'The endpoint no longer answers in pages');
  if (before.pages === undefined || now.pages === undefined) return;
  const [then, later] = [before.pages.expires, now.pages.expires];
  if (later < then)
    tell('pages-changed', null, `A cursor is valid for ${later} s instead of ${then} s`);
}

function mostOf({ limit, maxRows }: ManifestEndpoint): number {
  return Math.min(limit ?? maxRows, maxRows);
}

/** A window with too many buckets is refused. */
function compareWindows(
  before: readonly ManifestWindow[],
  now: readonly ManifestWindow[],
  tell: Tell,
): void {
  const mostIn = (windows: readonly ManifestWindow[]) =>
    Math.min(...windows.map(({ most = Number.POSITIVE_INFINITY }) => most));
  const [old, fresh] = [mostIn(before), mostIn(now)];
  if (fresh < old)
    tell('window-bounded', null, `A window of a request has at most ${fresh} buckets`);
}

function compareCache(
  { cache: before }: ManifestEndpoint,
  { cache: now }: ManifestEndpoint,
  tell: Tell,
): void {
  if (before?.ttl === now?.ttl && before?.refresh === now?.refresh) return;
  const shown = (cache: ManifestEndpoint['cache']) =>
    cache === null
      ? 'not cached'
      : `cached for ${cache.ttl} s and refreshed after ${cache.refresh} s`;
  tell('cache-changed', null, `Answers are ${shown(now)}; before, they were ${shown(before)}`);
}
