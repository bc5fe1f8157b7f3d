/** The reference page and its script. They only load from this service. */
import { createHash } from 'node:crypto';
import { textBody } from '../http/body.ts';
import type { Answer } from '../http/context.ts';
import { once } from './once.ts';
import { readTemplate } from './templates.ts';

export interface DocsPage {
  /** At `/docs`. */
  readonly page: () => Answer;
  /** At `/docs/scalar.js`. */
  readonly script: () => Answer;
}

/** Creates the two answers. The script is large, so it is read when first needed, and then kept. */
export function createDocsPage(): DocsPage {
  const script = once(scriptAnswer);
  const page = once(() => pageAnswer(script()));
  return { page: () => ownHeaders(page()), script: () => ownHeaders(script()) };
}

function ownHeaders(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers } };
}

function scriptAnswer(): Answer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      // The page asks for it by its hash, so another script has another address.
      'Cache-Control': 'private, max-age=31536000, immutable',
    },
    body: textBody(readTemplate('vendor/scalar/standalone.js')),
  };
}

function pageAnswer(script: Answer): Answer {
  const html = readTemplate('docs.html');
  const version = script.body?.identity.etag().replaceAll('"', '') ?? '';
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy(html),
      'Referrer-Policy': 'no-referrer',
    },
    body: textBody(html.replace('{{version}}', version)),
  };
}

function policy(html: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashOfScript(html)}`,
    // The script adds style sheets and style attributes at run time, so hashes or nonces cannot list them all.
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOfScript(html: string): string {
  const content = html.split('<script>')[1]?.split('</script>')[0];
  if (content === undefined) throw new Error('the page has no script of its own');
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
