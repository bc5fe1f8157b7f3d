/** Writes sentences about how far back an endpoint reads, and about its buckets of time. */
import { formatSpan, listed } from '../../generator/core/report/words.ts';
import type { BucketCase, TimeFacts } from './document.ts';

/** Whether the caller may choose a parameter. If the key fixes it, `value` is the fixed value; a fixed list matches no case. */
export type ParameterChoice =
  | { readonly isOpen: true }
  | { readonly isOpen: false; readonly value: unknown };

/** Returns the sentences, without names of parameters that the key fixes. */
export function timeWords(
  { retention, buckets }: TimeFacts,
  choiceOf: (param: string) => ParameterChoice,
): readonly string[] {
  const words: string[] = [];
  if (retention !== null) {
    const { by, cases } = retention;
    const only = chosen(by, cases, choiceOf);
    if (only !== undefined) words.push(`It reads nothing older than ${formatSpan(only.seconds)}.`);
    else if (by !== null && choiceOf(by).isOpen)
      words.push(`How far back it reads depends on \`${by}\`.`);
  }
  if (buckets !== null) {
    const { by, cases, column, gaps } = buckets;
    words.push(`${bucketWords(column, by, cases, choiceOf)}.`);
    if (gaps === 'omit') words.push('A bucket without entries has no row.');
  }
  return words;
}

function bucketWords(
  column: string,
  by: string | null,
  cases: readonly (BucketCase & { readonly value: string | null })[],
  choiceOf: (param: string) => ParameterChoice,
): string {
  const said = `Rows are buckets of time that begin at \`${column}\``;
  if (cases.some(one => one.up_to_seconds !== undefined)) {
    const steps = cases.map(({ step }) => stepWords(step, choiceOf));
    return `${said}; they are ${listed(steps, 'or')} long, depending on the length of the window`;
  }
  const only = chosen(by, cases, choiceOf);
  if (only === undefined)
    return by !== null && choiceOf(by).isOpen ? `${said}; \`${by}\` chooses their length` : said;
  const back = only.last === undefined ? '' : `, from ${formatSpan(only.last)} ago until now`;
  return `${said}, each ${stepWords(only.step, choiceOf)} long${back}`;
}

/** Returns `1 hour` unchanged, `month` as `1 month`, and `@step` as the parameter or, if the key fixes it, its value. */
function stepWords(step: string | number, choiceOf: (param: string) => ParameterChoice): string {
  if (typeof step === 'number') return formatSpan(step);
  if (!step.startsWith('@')) return /^\d/.test(step) ? step : `1 ${step}`;
  const name = step.slice(1);
  const choice = choiceOf(name);
  return choice.isOpen ? `\`${name}\`` : String(choice.value);
}

/** Returns the only case that the caller can get; `undefined` if the caller chooses. */
function chosen<Case extends { readonly value: string | null }>(
  by: string | null,
  cases: readonly Case[],
  choiceOf: (param: string) => ParameterChoice,
): Case | undefined {
  if (by === null) return cases[0];
  const choice = choiceOf(by);
  return choice.isOpen ? undefined : cases.find(({ value }) => value === choice.value);
}
