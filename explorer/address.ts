/**
 * The state of the page, kept in the part of its address after `#`, which no server sees: `#/logs.all?project=abc&~last=PT1H&~zone=UTC`.
 * The page's own names begin with `~`, which no parameter's name does. The key of a link precedes the state, `#key=…&/logs.all?…`, and is
 * not part of it.
 */
import { type Given, NOTHING_GIVEN } from './service/given.ts';

export const TABS = ['rows', 'code'] as const;
export type Tab = (typeof TABS)[number];

export interface PageAddress {
  /** `null`: the front page. */
  readonly endpoint: string | null;
  readonly given: Given;
  /** In ISO 8601. The bounds of time are this long before a run and the instant of the run. */
  readonly last: string | null;
  /** The zone in which instants are shown; `null`: the browser's zone. */
  readonly zone: string | null;
  readonly tab: Tab;
  /** How rows are shown, such as `table`; `null`: as fits them best. */
  readonly view: string | null;
  /** The number that bars and a heatmap show, by the name of its column; `null`: as fits the view. */
  readonly measure: string | null;
}

export const FRONT: PageAddress = {
  endpoint: null,
  given: NOTHING_GIVEN,
  last: null,
  zone: null,
  tab: 'rows',
  view: null,
  measure: null,
};

export function formatPlace(place: PageAddress): string {
  const { endpoint, given, last, zone, tab, view, measure } = place;
  if (endpoint === null) return '#/';
  const own: readonly (readonly [string, string | null])[] = [
    ['~last', last],
    ['~zone', zone],
    ['~tab', tab === 'rows' ? null : tab],
    ['~view', view],
    ['~number', measure],
  ];
  const pairs = [
    ...[...given].flatMap(([name, texts]) => texts.map(text => [name, text] as const)),
    ...own.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
  ];
  const query = pairs.map(([name, text]) => `${escaped(name)}=${escaped(text)}`).join('&');
  return `#/${escaped(endpoint)}${query === '' ? '' : `?${query}`}`;
}

/** Encodes only what an address requires, because people read it. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/%(2F|3A|2C|40)/g, code => decodeURIComponent(code));
}

/** Never throws: unreadable parts count as absent. */
export function parsePlace(hash: string): PageAddress {
  const [path = '', query = ''] = split(hash.replace(/^#\/?/, ''), '?');
  const endpoint = decoded(path);
  if (endpoint === null || endpoint === '') return FRONT;
  const given = new Map<string, string[]>();
  const own = new Map<string, string>();
  for (const [name, text] of new URLSearchParams(query.replaceAll('+', '%2B'))) {
    if (name.startsWith('~')) own.set(name, text);
    else if (text !== '') given.set(name, [...(given.get(name) ?? []), text]);
  }
  return {
    endpoint,
    given,
    last: own.get('~last') ?? null,
    zone: zoneNamed(own.get('~zone')),
    tab: TABS.find(tab => tab === own.get('~tab')) ?? 'rows',
    view: own.get('~view') ?? null,
    measure: own.get('~number') ?? null,
  };
}

function split(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function zoneNamed(name: string | undefined): string | null {
  if (name === undefined) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The key in a link, and the rest of the text after `#`; `null` if there is no key. */
export function keyOfLink(hash: string): { readonly key: string; readonly rest: string } | null {
  const [first = '', rest = ''] = split(hash.replace(/^#/, ''), '&');
  const key = first.startsWith('key=') ? decoded(first.slice(4)) : null;
  return key === null ? null : { key, rest: rest === '' ? '#/' : `#${rest}` };
}
