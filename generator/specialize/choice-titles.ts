/** The choices of a statement in words, for its title and for reports. */
import { type Chooser, chooserKey } from '../core/expr/choice.ts';
import type { KnownChoices } from './choices.ts';

/** Such as `interval = 5min`, in the order of `choices`. Values are JSON in ASCII: engines disagree about which characters end a line, and so end a comment. */
export function choiceTitles(choices: readonly Chooser[], known: KnownChoices): readonly string[] {
  return choices.map(by => choiceTitle(by, known.get(chooserKey(by)) ?? ''));
}

function choiceTitle(by: Chooser, value: string): string {
  if (typeof by === 'string') return `${by} = ${asciiText(value)}`;
  return value === 'yes' ? `with ${by.present}` : `without ${by.present}`;
}

function asciiText(value: string): string {
  if (/^[\w .:+-]+$/.test(value)) return value;
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
