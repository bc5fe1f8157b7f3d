/** The reference page at `/docs` and the script that it loads. Both ask nobody but this service. */
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readTemplate } from './templates.ts';

export interface DocsPage {
  readonly page: () => Response;
  /** The script, in the encoding of the request's `Accept-Encoding`; 304 where the caller's `If-None-Match` names it. */
  readonly script: (
    acceptEncoding: string | undefined,
    ifNoneMatch?: string | undefined,
  ) => Promise<Response>;
}

const SCRIPT = 'vendor/scalar/standalone.js';

/** Makes the two answers. The script is read and compressed when it is first asked for. */
export function createDocsPage(): DocsPage {
  const html = readTemplate('docs.html');
  const inline = hashOf(html);
  const script = once(() => createScript(Buffer.from(readTemplate(SCRIPT))));
  return {
    page: () => pageOf(html, inline, script().version),
    script: async (acceptEncoding, ifNoneMatch) => script().answer(acceptEncoding, ifNoneMatch),
  };
}

/** The style sheets that the script makes are let in by a nonce, so each answer needs one of its own. */
function pageOf(html: string, inline: string, version: string): Response {
  const nonce = randomBytes(16).toString('base64');
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self' ${inline}`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
  };
  const body = html.replaceAll('{{nonce}}', nonce).replaceAll('{{version}}', version);
  return new Response(body, { headers });
}

function hashOf(html: string): string {
  const content = html.split('<script>')[1]?.split('</script>')[0];
  if (content === undefined) throw new Error('the page has no script of its own');
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

const ENCODERS = {
  // The middle of the scale: a second time as slow saves a twentieth.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
} as const;
type Encoding = keyof typeof ENCODERS;

function createScript(bytes: Buffer) {
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const encoded = {
    br: once(() => ENCODERS.br(bytes)),
    gzip: once(() => ENCODERS.gzip(bytes)),
    identity: once(() => ENCODERS.identity(bytes)),
  };
  const answer = async (acceptEncoding = '', ifNoneMatch = '') => {
    const encoding = accepted(acceptEncoding);
    const headers = scriptHeaders(version, encoding);
    if (ifNoneMatch.includes(headers.get('ETag') ?? '')) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(await encoded[encoding](), { headers });
  };
  return { version, answer };
}

function scriptHeaders(version: string, encoding: Encoding): Headers {
  const headers = new Headers({
    'Content-Type': 'text/javascript; charset=utf-8',
    // The page asks by the version: another script has another address.
    'Cache-Control': 'private, max-age=31536000, immutable',
    ETag: `"${version}-${encoding}"`,
  });
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return headers;
}

function accepted(acceptEncoding: string): Encoding {
  const offered = acceptEncoding.split(',').map(part => part.trim().toLowerCase());
  const takes = (name: string) =>
    offered.some(
      part => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(part)),
    );
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
