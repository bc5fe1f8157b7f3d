/** How each language of clients is read. */
import type { LanguageName } from '../../../../../generator/emitters/clients/index.ts';
import { go } from './go.ts';
import { python } from './python.ts';
import type { Tokenizer } from './tokens.ts';
import { typescript } from './typescript.ts';

export const TOKENIZERS: Readonly<Record<LanguageName, Tokenizer>> = { typescript, python, go };
