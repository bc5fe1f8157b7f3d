/** The valid import names of a Python package. */
import type { ClientSetting } from '../client-language.ts';
import { isKeyword } from './text.ts';

/** The name is also that of the distribution, which neither begins nor ends with `_` (PEP 508). */
const NAME = /^[A-Za-z]([A-Za-z0-9_]{0,126}[A-Za-z0-9])?$/;

export const SETTING = {
  key: 'package',
  description: 'The name that programs import',
  named: project => `${project.replaceAll('-', '_')}_client`,
  isName: text => NAME.test(text) && !isKeyword(text),
  fault: 'not the name of a Python package',
  hint: 'Use letters, digits and `_`, beginning with a letter and ending with a letter or digit, and no keyword',
} as const satisfies ClientSetting;
