/** Pages of an endpoint: where each page begins, and the cursor of the next page. */
import { createHash } from 'node:crypto';
import type { Cell, Row } from '../../engines/engine.ts';
import { CURSOR, PAGE_SIZE } from '../../generator/core/plan/pages.ts';
import type { Scalar, Value } from '../../generator/core/types/scalar.ts';
import type { Texts } from '../http/context.ts';
import type { RequestFault } from '../http/reading/read-request.ts';
import type { Begin, Values } from './bind.ts';
import {
  decimal,
  encodeDate,
  expectBool,
  expectText,
  readInstant,
  readInteger,
} from './cells/cells.ts';
import type { Cursors, Position } from './cursor.ts';
import type { ServedEndpoint, WholeEndpoint } from './manifest/manifest.ts';

/** The page that a request asks for. */
export interface Page {
  /** The number of rows. */
  readonly size: number;
  /** `null`: the first page. */
  readonly begin: Begin | null;
  /** Returns the cursor of the page after `last`; `null` if the sort keys are too long for a cursor. */
  readonly cursor: (last: Position, nowMs: number) => string | null;
}
/** Reads the requested page from valid parameters, or returns the cursor's fault; `fixed`: the values that the key fixes. */
export type PageReader = (values: Values, texts: Texts, fixed: string) => Page | RequestFault;

const FORGED =
  'not a cursor of this service. Take it from the `X-Next-Cursor` of an answer, unchanged.';
const FOREIGN =
  'a cursor of the same request: endpoint, key and all parameters except `page_size` must stay the same.';

/** Creates the reader of an endpoint's pages; `null` if the endpoint has no pages. */
export function pageReader(
  endpoint: WholeEndpoint,
  cursors: Cursors | null,
  nowMs: () => number,
): PageReader | null {
  const { name, pages, definition } = endpoint;
  requireCursors(endpoint, cursors);
  if (pages === undefined || cursors === null) return null;
  const { expires, keys } = pages;
  return (values, texts, fixed) => {
    const { [CURSOR]: text } = texts;
    const asked = without(texts, [CURSOR, PAGE_SIZE]);
    const said = JSON.stringify([name, definition.hash, fixed, asked]);
    const question = createHash('sha256').update(said).digest('base64url');
    const cursor: Page['cursor'] = (last, nowMs) =>
      cursors.seal({ ...last, question, expires: Math.floor(nowMs / 1_000) + expires });
    const page = { size: Number(values.get(PAGE_SIZE)), cursor };
    if (typeof text !== 'string') return { ...page, begin: null };
    const opened = cursors.open(text);
    if (opened === null) return fault(`\`${CURSOR}\` is ${FORGED}`);
    if (opened.question !== question || opened.after.length !== keys.length)
      return fault(`\`${CURSOR}\` must be ${FOREIGN}`);
    if (opened.expires <= nowMs() / 1_000)
      return fault(`\`${CURSOR}\` has expired: begin again without a cursor.`);
    const after = keys.map(({ after, scalar }, i) => {
      return [after, keyValue(scalar, opened.after[i] ?? '')] as const;
    });
    return { ...page, begin: { instant: opened.instant, after: new Map(after) } };
  };
}

/** Throws if an endpoint has pages and there is no secret for cursors. */
export function requireCursors({ name, pages }: ServedEndpoint, cursors: Cursors | null): void {
  if (pages === undefined || cursors !== null) return;
  throw new Error(`\`${name}\` has pages, whose cursors need a secret`);
}

/** Copies `texts` without some of them; a rest pattern would cost six times as much. */
export function without(texts: Texts, names: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));
}

function fault(message: string): RequestFault {
  return { code: 'invalid_parameter', name: CURSOR, message };
}

/** Returns a part of the name under which rows are kept: equal for the same page of the same request. */
export function pageKey({ begin }: Page): string {
  if (begin === null) return '';
  return ` ${begin.instant} ${JSON.stringify([...begin.after.values()].map(String))}`;
}

/** Creates the reader of a row's sort keys, as texts. It throws `DecodeFailure` if a key is not a value of its scalar. */
export function keysReader({ keys }: NonNullable<ServedEndpoint['pages']>) {
  return (row: Row): readonly string[] =>
    keys.map(({ at, scalar, after }) => keyText(scalar, row[at] ?? null, after));
}

function keyText(scalar: Scalar, cell: Cell, name: string): string {
  switch (scalar) {
    case 'int64':
      return String(readInteger(name, cell));
    case 'timestamp':
    case 'datetime':
      return String(readInstant(name, cell));
    case 'bool':
      return String(expectBool(name, cell));
    case 'decimal':
      return decimal(name, cell);
    case 'date':
      return encodeDate(name, cell);
    default:
      return expectText(name, cell);
  }
}

/** Returns the value to bind. */
function keyValue(scalar: Scalar, text: string): Value {
  if (scalar === 'int64' || scalar === 'timestamp' || scalar === 'datetime') return BigInt(text);
  return scalar === 'bool' ? text === 'true' : text;
}

/** Returns the most rows of an answer: the page's size, or the endpoint's maximum. */
export function mostRows({ pages, maxRows }: WholeEndpoint, values: Values): number {
  return pages === undefined ? maxRows : Number(values.get(PAGE_SIZE));
}

/** Returns the address of a request's path: `address` is that of the service for callers, `url` a path or a whole address. */
export function addressOf(address: string, url: string): string {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?]*/i, '').split('?', 1);
  return `${address.replace(/\/$/, '')}${path}`;
}

/** Returns the link to the next page: the same query with another cursor. `place` is empty for a relative one, which also works behind a proxy. */
export function nextLink(place: string, search: string, cursor: string): string {
  const others = search.split('&').filter(pair => pair !== '' && !isCursor(pair));
  const query = [...others, `${CURSOR}=${cursor}`].join('&');
  const safe = `${place}?${query}`.replaceAll(/[^!-~]|[<>]/g, one =>
    encodeURIComponent(one.toWellFormed()),
  );
  return `<${safe}>; rel="next"`;
}

function isCursor(pair: string): boolean {
  const name = pair.split('=', 1)[0]?.replaceAll('+', ' ') ?? '';
  try {
    return decodeURIComponent(name) === CURSOR;
  } catch {
    return false;
  }
}
