/**
 * The headers that the service reads and writes. The types of `Incoming` and `Answer` know no others, so that pages of other origins may
 * send and read each of them that is for scripts.
 */

/** Read of a request; `true`: scripts of another origin may send it, which a preflight has to allow. */
const READ = {
  'X-API-KEY': true,
  Authorization: true,
  'Content-Type': true,
  'If-Match': true,
  'If-None-Match': true,
  'X-Request-Id': true,
  'MCP-Protocol-Version': true,
  // read by an SDK of OpenTelemetry
  traceparent: true,
  tracestate: true,
  baggage: true,
  // scripts need no leave for it
  Accept: false,
  // browsers write these themselves
  'Accept-Encoding': false,
  'Access-Control-Request-Method': false,
  'Content-Encoding': false,
  'Content-Length': false,
  Host: false,
  Origin: false,
  'Transfer-Encoding': false,
  // requests with these are refused
  'LF-Endpoint-Redact-PII': false,
  'X-HTTP-Method': false,
  'X-HTTP-Method-Override': false,
  'X-Method-Override': false,
} as const;
/** In lower case. */
export type RequestHeader = Lowercase<keyof typeof READ>;

/** Written into answers; `true`: scripts of another origin may read it, which the answer has to allow. */
const WRITTEN = {
  Age: true,
  Allow: true,
  'Content-Disposition': true,
  Deprecation: true,
  ETag: true,
  Link: true,
  RateLimit: true,
  'RateLimit-Policy': true,
  'Retry-After': true,
  'Server-Timing': true,
  Sunset: true,
  'WWW-Authenticate': true,
  'X-Budget-Reset': true,
  'X-Cache': true,
  'X-Columns': true,
  'X-Next-Cursor': true,
  'X-Request-Id': true,
  'X-Row-Limit': true,
  'X-Stale': true,
  'X-Step': true,
  'X-Truncated': true,
  // scripts need no leave for these
  'Cache-Control': false,
  'Content-Length': false,
  'Content-Type': false,
  // for browsers and servers along the way
  'Access-Control-Allow-Headers': false,
  'Access-Control-Allow-Methods': false,
  'Access-Control-Allow-Origin': false,
  'Access-Control-Expose-Headers': false,
  'Access-Control-Max-Age': false,
  Connection: false,
  'Content-Encoding': false,
  'Content-Security-Policy': false,
  'Referrer-Policy': false,
  Vary: false,
  'X-Content-Type-Options': false,
} as const;
export type AnswerHeaders = { -readonly [name in keyof typeof WRITTEN]?: string };

/** The headers that pages of other origins may send. */
export const ALLOWED_HEADERS = scripted(READ);
/** The headers that pages of other origins may read. */
export const EXPOSED_HEADERS = scripted(WRITTEN);

function scripted(headers: Readonly<Record<string, boolean>>): string {
  return Object.keys(headers)
    .filter(name => headers[name])
    .join(', ');
}
