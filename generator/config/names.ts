/** Names that generated code goes by in the world of its language. What the environment holds is never quoted. */
import type { Parse } from './values.ts';

interface Grammar {
  /** As the end of "`package` is …". */
  readonly what: string;
  readonly hint: string;
  readonly isName: (text: string) => boolean;
}

function named({ what, hint, isName }: Grammar): Parse<string> {
  return (text, { name, node, report }) => {
    if (!isName(text)) report('invalid-name', node.place, `\`${name}\` is ${what}`, hint);
    return text;
  };
}

/** As the registry takes new ones: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name. */
const NPM_NAME = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const NPM_LENGTH = 214;
const NPM_TAKEN: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico']);

/** The name of a package in npm's registry, with or without a scope. */
export const npmPackage = named({
  what: 'no name of an npm package',
  hint: 'Use small letters, digits, `.`, `_` and `-`, beginning with a letter or digit, and a scope where there is one, such as `@example/log-endpoints`.',
  isName: text => NPM_NAME.test(text) && text.length <= NPM_LENGTH && !NPM_TAKEN.has(text),
});

/** It names the distribution too, which neither begins nor ends with `_` (PEP 508). */
const PYTHON_NAME = /^[A-Za-z]([A-Za-z0-9_]{0,126}[A-Za-z0-9])?$/;
const PYTHON_KEYWORDS: ReadonlySet<string> = new Set(
  [
    'False None True and as assert async await break class continue def del elif else except finally for from global if',
    'import in is lambda nonlocal not or pass raise return try while with yield',
  ].flatMap(line => line.split(' ')),
);

/** The name that a Python package is imported by. */
export const pythonPackage = named({
  what: 'no name of a Python package',
  hint: 'Use letters, digits and `_`, beginning with a letter and ending with a letter or digit, and no keyword, such as `log_endpoints`.',
  isName: text => PYTHON_NAME.test(text) && !PYTHON_KEYWORDS.has(text),
});

/** A host, and what stands below it. Rules of `golang.org/x/mod/module`, `CheckPath`. */
const GO_HOST = /^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)+$/;
const GO_ELEMENT = /^(?!\.)[A-Za-z0-9._~-]+(?<!\.)$/;
/** Names that Windows keeps for devices, and the endings of its short names. */
const GO_FORBIDDEN = /^(con|prn|aux|nul|(com|lpt)[0-9])(\.|$)|~[0-9]+(\.|$)/i;
const GO_LENGTH = 214;
/** A last element such as `v2` says a major version, which is neither 0 nor 1 nor begins with 0. */
const GO_VERSION = /^v[0-9.]+$/;

/** The path of a Go module. */
export const goModule = named({
  what: 'no path of a Go module',
  hint: 'Use a host and what stands below it, joined by `/`, in letters, digits, `.`, `_`, `~` and `-`, such as `example.com/log-endpoints`.',
  isName: text => {
    const [host = '', ...elements] = text.split('/');
    const last = elements.at(-1) ?? '';
    return (
      text.length <= GO_LENGTH &&
      GO_HOST.test(host) &&
      elements.every(element => GO_ELEMENT.test(element) && !GO_FORBIDDEN.test(element)) &&
      (!GO_VERSION.test(last) || /^v([2-9]|[1-9][0-9]+)$/.test(last))
    );
  },
});
