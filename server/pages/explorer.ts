/** The page at `/`: endpoints as forms, answers as tables. It asks nobody but this service. */
import { createHash } from 'node:crypto';
import { textBody } from '../http/body.ts';
import type { Answer } from '../http/context.ts';
import { readTemplate } from './templates.ts';

export interface Explorer {
  /** Whether callers need a key, which the page then asks for. */
  readonly asksKey: boolean;
  /** Whether the endpoints may change while the page is open. */
  readonly followsNews: boolean;
}

/** Makes the page's answer; its policy allows the page's own script and style, and requests to this origin alone. */
export function createExplorer({ asksKey, followsNews }: Explorer): () => Answer {
  const html = readTemplate('explorer.html')
    .replace('{{hidden}}', asksKey ? '' : ' hidden')
    .replace('{{news}}', followsNews ? ' data-news' : '');
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${hashOf(html, 'script')}`,
      `style-src ${hashOf(html, 'style')}`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
  };
  const body = textBody(html);
  return () => ({ status: 200, headers: { ...headers }, body });
}

function hashOf(html: string, element: 'script' | 'style'): string {
  const content = html.split(`<${element}>`)[1]?.split(`</${element}>`)[0];
  if (content === undefined) throw new Error(`the page has no ${element}`);
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
