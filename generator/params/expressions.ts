/** The few kinds of expressions that decoding uses. */
import { makeCall, maybe } from '../core/expr/calls.ts';
import type { PlainExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';

/** The conjunction of `conditions`, at least one. */
export function all(conditions: readonly PlainExpr[]): PlainExpr {
  const [first, ...rest] = conditions;
  if (first === undefined) throw new Error('a conjunction has at least one condition');
  return rest.length === 0 ? first : makeCall('and', 'bool', conditions);
}

/** A caller's text, or NULL if it is empty: an empty text means an absent one. */
export function present(raw: PlainExpr): PlainExpr {
  return maybe('nullif', 'string', [raw, makeLiteral('string', '')]);
}

/** Whether the whole of `text` matches an RE2 pattern. */
export function matchesWhole(text: PlainExpr, pattern: string): PlainExpr {
  return makeCall('matches', 'bool', [text, makeLiteral('string', wholePattern(pattern))]);
}

/** Whether the whole of `text` matches one of quern's own grammars, which use only syntax that all engines' patterns share. */
export function fitsWhole(text: PlainExpr, pattern: string): PlainExpr {
  return makeCall('fits', 'bool', [text, makeLiteral('string', wholePattern(pattern))]);
}

/** A search pattern that finds only what `pattern` matches as a whole; `$` is the end of the text in RE2. */
export function wholePattern(pattern: string): string {
  return `^(?:${pattern})$`;
}
