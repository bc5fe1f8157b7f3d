/** Reads the head of a usual request: a GET without a body, on a connection that stays open. */

/** The head of a request without a body. */
export interface Head {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
}

/** Longer heads are unusual. */
export const LONGEST_HEAD = 4_096;

/**
 * A segment does not begin with a dot, so it cannot be `.` or `..`. The query has no fragment, and no character that an
 * address would encode.
 */
const ADDRESS = String.raw`(?:\/[\w~-][\w.~-]*)+(?:\?[!$-;=?-[\]_a-z~]*)?`;
const HOST = String.raw`[a-z0-9._-]+(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}))?`;
const HEADER = String.raw`[A-Za-z0-9-]+: [!-~](?:[ -~]*[!-~])?\r\n`;

export const PLAIN_ADDRESS = new RegExp(`^${ADDRESS}$`);
export const PLAIN_HOST = new RegExp(`^${HOST}$`);
/** One blank after each colon, and values of ASCII without blanks around them. */
const USUAL = new RegExp(String.raw`^GET (${ADDRESS}) HTTP\/1\.1\r\n((?:${HEADER})+)\r\n$`);

/** Headers that change how Node reads a request or ends a connection. `Connection: keep-alive` changes nothing. */
const UNUSUAL = new Set(
  'content-length transfer-encoding expect upgrade connection proxy-connection keep-alive te trailer http2-settings'.split(
    ' ',
  ),
);

/** Returns the head if the text is one usual request and nothing else; else `null`. */
export function usualHead(text: string): Head | null {
  if (text.length > LONGEST_HEAD) return null;
  const [, url, lines] = USUAL.exec(text) ?? [];
  if (url === undefined || lines === undefined) return null;
  const rawHeaders = headersOf(lines);
  return rawHeaders === null ? null : { method: 'GET', url, rawHeaders };
}

/** Returns `null` for unusual headers, and without exactly one plain host. */
function headersOf(lines: string): readonly string[] | null {
  const rawHeaders: string[] = [];
  const names = new Set<string>();
  for (const line of lines.split('\r\n').slice(0, -1)) {
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, at), line.slice(at + 2)];
    const lower = name.toLowerCase();
    const isUsual = !UNUSUAL.has(lower) || (lower === 'connection' && value === 'keep-alive');
    if (names.has(lower) || !isUsual) return null;
    if (lower === 'host' && !PLAIN_HOST.test(value)) return null;
    names.add(lower);
    rawHeaders.push(name, value);
  }
  return names.has('host') ? rawHeaders : null;
}
