/** The value of a text without quotes, by the core schema of YAML 1.2. */
import type { ScalarNode } from '../../core/spec/document.ts';

const NULL = /^(?:~|[Nn]ull|NULL)?$/;
const BOOLEAN = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const NUMBER =
  /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
/** How every text begins that is not itself. */
const SPECIAL = /^(?:[-+.~0-9TtFfNn]|$)/;

export function plainValue(text: string): ScalarNode['value'] {
  if (!SPECIAL.test(text)) return text;
  if (NUMBER.test(text)) return Number(text);
  if (NULL.test(text)) return null;
  if (BOOLEAN.test(text)) return text[0] === 't' || text[0] === 'T';
  if (INFINITE.test(text)) return text[0] === '-' ? -Infinity : Infinity;
  return NOT_A_NUMBER.test(text) ? Number.NaN : text;
}
