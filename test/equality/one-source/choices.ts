/** Choices by parameter in random endpoints: by an enum, by presence, and by an enum of more values than are folded. */

/** Two cases for a chooser of `CHOOSERS`; all values but the first share the second. */
export function choice(by: string, a: string, b: string): string {
  const [value = '', ...others] = CHOOSERS.get(by) ?? [];
  const cases = [`${value}: ${a}`, ...others.map(other => `${other}: ${b}`)];
  return `{ by: ${by}, cases: { ${cases.join(', ')} } }`;
}

/** Never folded: more values than an endpoint has statements. */
const MANY = Array.from({ length: 65 }, (_, i) => `w${i}`);
/** The values of each chooser. */
export const CHOOSERS = new Map([
  ['pick', ['left', 'right']],
  ['wide', MANY],
  ['{ present: extra }', ['yes', 'no']],
]);
/** Parameters that choose, and where each is named. */
const CHOOSING: readonly (readonly [declared: string, named: RegExp])[] = [
  ['pick: { enum: [left, right], default: right, otherwise: default }', /by: pick|@pick/],
  [`wide: { enum: [${MANY.join(', ')}], default: w0 }`, /by: wide/],
  ['extra: { type: string }', /present: extra/],
];

/** Declarations of the parameters by which something is chosen in `text`. */
export function declaredFor(text: string): readonly string[] {
  return CHOOSING.filter(([, named]) => named.test(text)).map(([declared]) => declared);
}
