/** The rules for functions that read parts of a URL. They use patterns, which all engines read alike; the engines' own functions differ. */
import type { Expr } from '../../core/expr/expr.ts';
import type { CheckContext } from '../context.ts';
import type { Syntax } from '../syntax/syntax.ts';
import { type CheckArgument, checkText, extractMatch, replaced } from './patterns.ts';

const ORIGIN = '^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//';
/** The host without user and password, if only a port follows it. */
const HOST = `${ORIGIN}(?:[^/?#]*@)?(\\[[^\\]/?#@]*\\]|[^/?#:@\\[\\]]+)(?::[0-9]*)?(?:[/?#]|$)`;

export function checkUrlCall(
  context: CheckContext,
  part: 'host' | 'path' | 'param',
  [url, name]: readonly Syntax[],
  check: CheckArgument,
): Expr | null {
  if (url === undefined) throw new Error('a URL is the first argument');
  const searched = checkText(context, url, check);
  const known = name === undefined ? '' : checkName(context, name, check);
  if (searched === null || known === null) return null;
  switch (part) {
    case 'host':
      return extractMatch(searched, HOST);
    case 'path':
      return extractMatch(replaced(searched, `${ORIGIN}[^/?#]*`, ''), '^/[^?#]*');
    case 'param':
      return extractMatch(
        searched,
        `^[^?#]*?\\?(?:[^#]*?&)??${verbatim(known)}=([^&#]*)(?:[&#]|$)`,
      );
  }
}

function checkName(context: CheckContext, syntax: Syntax, check: CheckArgument): string | null {
  const expr = check(syntax);
  if (expr === null) return null;
  if (expr.kind === 'literal' && typeof expr.value === 'string' && expr.value !== '')
    return expr.value;
  const message = 'The second argument of `url_param` must be a literal text';
  return context.refuse('wrong-arguments', syntax, message, "Write a name such as `'page'`.");
}

/** A pattern that matches exactly the text. */
function verbatim(of: string): string {
  return of.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}
