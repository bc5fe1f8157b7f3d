/** The valid paths of a Go module. */
import type { ClientSetting } from '../client-language.ts';

/** A host, and the elements below it. The rules are those of `CheckPath` in `golang.org/x/mod/module`. */
const HOST = /^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)+$/;
const ELEMENT = /^(?!\.)[A-Za-z0-9._~-]+(?<!\.)$/;
/** Names that Windows reserves for devices, and the endings of its short names. */
const FORBIDDEN = /^(con|prn|aux|nul|(com|lpt)[0-9])(\.|$)|~[0-9]+(\.|$)/i;
const LENGTH = 214;
/** A last element such as `v2` is a major version. It must not be 0 or 1, or begin with 0. */
const VERSION = /^v[0-9.]+$/;

export const SETTING = {
  key: 'module',
  description: 'The path of the module',
  named: project => `example.com/${project}-client`,
  isName: isModule,
  fault: 'not the path of a Go module',
  hint: 'Use a host and a path below it, joined by `/`, in letters, digits, `.`, `_`, `~` and `-`',
} as const satisfies ClientSetting;

function isModule(text: string): boolean {
  const [host = '', ...elements] = text.split('/');
  const last = elements.at(-1) ?? '';
  return (
    text.length <= LENGTH &&
    HOST.test(host) &&
    elements.every(element => ELEMENT.test(element) && !FORBIDDEN.test(element)) &&
    (!VERSION.test(last) || /^v([2-9]|[1-9][0-9]+)$/.test(last))
  );
}
