/** Choices: values and clauses that depend on the parameters of the request. */

/** The name of an enum parameter, whose value chooses; or whether a parameter is present, as `yes` or `no`. */
export type Chooser = string | { readonly present: string };

/** One option for each value of the chooser. */
export interface Chosen<T> {
  readonly by: Chooser;
  readonly cases: readonly { readonly value: string; readonly result: T }[];
}

/** The most combinations of choices of an endpoint on one engine that are folded into statements. */
export const MAX_STATEMENTS = 64;

export const PRESENCE: readonly string[] = ['yes', 'no'];

/** A text that is equal exactly for equal choosers: names of parameters contain no space. */
export function chooserKey(by: Chooser): string {
  return typeof by === 'string' ? by : `present ${by.present}`;
}

/** The result for a value. Throws if no case has that value. */
export function findCase<T>({ by, cases }: Chosen<T>, value: string): T {
  const found = cases.find(each => each.value === value);
  if (found === undefined) throw new Error(`\`${chooserKey(by)}\` has no case for ${value}`);
  return found.result;
}

/** `chosen` with `change` applied to each case. */
export function mapCases<A, B>({ by, cases }: Chosen<A>, change: (of: A) => B): Chosen<B> {
  return { by, cases: cases.map(({ value, result }) => ({ value, result: change(result) })) };
}
