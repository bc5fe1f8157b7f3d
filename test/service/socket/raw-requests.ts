/** Requests as bytes on a socket. */

/** Its head lacks only its end. */
export const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';

/** Bytes that are no request: a name, the bytes, and the status of the answer. */
export const NO_REQUESTS: readonly (readonly [name: string, text: string, status: number])[] = [
  ['noise', 'this is not HTTP\r\n\r\n', 400],
  ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['a request line of one word', 'GET\r\n\r\n', 400],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['another version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400],
  ['a blank in the address', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n', 400],
  ['a host with a path', 'GET /healthz HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n', 400],
  ['a header without a colon', `${HEALTH}nonsense\r\n\r\n`, 400],
  ['a header with NUL', `${HEALTH}X-A: a\0b\r\n\r\n`, 400],
  ['two lengths', `${HEALTH}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  [
    'a length beside chunks',
    `${HEALTH}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['headers of 20 KiB', `${HEALTH}X-A: ${'a'.repeat(20_480)}\r\n\r\n`, 431],
  ['an address of 20 KiB', `GET /?${'a'.repeat(20_480)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['5,000 headers', `${HEALTH}${'X-Header: value\r\n'.repeat(5_000)}\r\n`, 431],
  ['an expectation', `${HEALTH}Expect: miracles\r\nConnection: close\r\n\r\n`, 417],
];

/** Answers without what differs between any two; the request id `one` stays. */
export function alike(text: string): string {
  return text
    .replaceAll(/\r\nDate: [^\r]*/gi, '')
    .replaceAll(/\r\nX-Request-Id: (?!one\r)[^\r]*/gi, '')
    .replaceAll(/\r\n(?:Age|RateLimit|Server-Timing): [^\r]*/gi, '');
}
