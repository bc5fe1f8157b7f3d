/** Words in calls of time functions that are not columns: units, and parts of a date or a time. */
import { unitMeant } from '../../core/types/scalar.ts';
import type { CheckContext } from '../context.ts';
import type { Syntax } from '../syntax/syntax.ts';

/** Units of `timestamp_diff`, the shortest first. */
export const TIMESTAMP_UNITS = [
  'microsecond',
  'millisecond',
  'second',
  'minute',
  'hour',
  'day',
] as const;
/** Units of `date_diff`, and the units to which a date can be truncated. */
export const DATE_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
/** Parts of a date. */
export const DATE_PARTS = ['year', 'quarter', 'month', 'week', 'day', 'dayofweek'] as const;
/** Parts of a timestamp. */
export const TIMESTAMP_PARTS = [...DATE_PARTS, 'hour', 'minute', 'second'] as const;

/** The single word of `syntax`, in lower case. Returns `null` for anything else. */
export function bareWord(syntax: Syntax): string | null {
  const [part, ...rest] = syntax.kind === 'path' ? syntax.parts : [];
  return part === undefined || rest.length > 0 ? null : part.name.toLowerCase();
}

/** The hint for a unit in quotes, in the plural or as an adverb. */
export function unitHint(syntax: Syntax, units: readonly string[]): string | null {
  const word = syntax.kind === 'string' ? syntax.value.toLowerCase() : bareWord(syntax);
  const unit = unitMeant(word, units);
  return unit === undefined ? null : `Write \`${unit}\`.`;
}

/** The unit that `syntax` names. Reports any other word, naming `what`; `other`: the hint for a word that is no unit. */
export function readUnit<Unit extends string>(
  context: CheckContext,
  what: string,
  units: readonly Unit[],
  syntax: Syntax,
  other: string | null = null,
): Unit | null {
  const word = bareWord(syntax);
  const unit = units.find(known => known === word);
  if (unit !== undefined) return unit;
  const names = units.map(name => `\`${name}\``).join(', ');
  const hint =
    unitHint(syntax, units) ?? (word === null ? 'Write it last, as a word without quotes.' : other);
  return context.refuse('wrong-arguments', syntax, `${what} is one of ${names}`, hint);
}
