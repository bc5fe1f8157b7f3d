/** The valid names of an npm package. */
import type { ClientSetting } from '../client-language.ts';

/** The registry's rules for new names: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name. */
const NAME = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const LENGTH = 214;
const TAKEN: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico']);

/** The name of the package, with or without a scope. */
export const SETTING = {
  key: 'package',
  description: 'The name of the npm package',
  named: project => `${project}-client`,
  isName: text => NAME.test(text) && text.length <= LENGTH && !TAKEN.has(text),
  fault: 'not the name of an npm package',
  hint: 'Use lower-case letters, digits, `.`, `_` and `-`, beginning with a letter or digit, optionally after a scope',
} as const satisfies ClientSetting;
