/** The page at `/`, its script and its style sheet. They only load from this service. */
import { textBody } from '../http/body.ts';
import type { Answer } from '../http/context.ts';
import { once } from './once.ts';
import { listTemplates, readTemplate } from './templates.ts';

export interface ExplorerOptions {
  /** Whether callers need a key; the page then asks for it. */
  readonly asksKey: boolean;
  /** Whether the endpoints may change while the page is open. */
  readonly followsNews: boolean;
}
export interface Explorer {
  /** At `/`. */
  readonly page: () => Answer;
  /** At `/explorer.js`. */
  readonly script: () => Answer;
  /** At `/explorer.css`. */
  readonly style: () => Answer;
  /** At `/explorer/<name>`: a part of the script. `null` if there is none of that name. */
  readonly part: (name: string) => Answer | null;
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
};

/** Creates the answers. Their files are read when first needed, and then kept. */
export function createExplorer({ asksKey, followsNews }: ExplorerOptions): Explorer {
  const script = once(() => fileAnswer('explorer.js', SCRIPT));
  const style = once(() => fileAnswer('explorer.css', 'text/css; charset=utf-8'));
  const page = once(() => {
    const html = readTemplate('explorer/index.html')
      .replace('{{key}}', asksKey ? ' data-key' : '')
      .replace('{{news}}', followsNews ? ' data-news' : '')
      .replace('{{script}}', versionOf(script()))
      .replace('{{style}}', versionOf(style()));
    return { status: 200, headers: HEADERS, body: textBody(html) };
  });
  const parts = once(partAnswers);
  return {
    page: own(page),
    script: own(script),
    style: own(style),
    part: name => parts().get(name)?.() ?? null,
  };
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** By the names of their files, which contain their hashes. */
function partAnswers(): ReadonlyMap<string, () => Answer> {
  const answerOf = (name: string) => own(once(() => fileAnswer(`explorer/${name}`, SCRIPT)));
  return new Map(listTemplates('explorer/explorer').map(name => [name, answerOf(name)]));
}

/** Copies the headers of each answer, because the service adds to them. */
function own(answer: () => Answer): () => Answer {
  return () => {
    const { headers, ...rest } = answer();
    return { ...rest, headers: { ...headers } };
  };
}

function fileAnswer(name: string, type: string): Answer {
  return {
    status: 200,
    // The page asks for it by its hash, so other content has another address.
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
    body: textBody(readTemplate(`explorer/${name}`)),
  };
}

function versionOf({ body }: Answer): string {
  return body?.identity.etag().replaceAll('"', '') ?? '';
}
