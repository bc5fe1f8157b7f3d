// Chance as arithmetic. Every draw is a function of the row's number, the seed and the name of the draw, so threads, the order of rows and
// the engine's version cannot change it. DuckDB's own hash() would be four times as fast (2 instead of 8 ns a draw), but it is only
// guaranteed to stay the same within a version.

/** A text of DuckDB SQL. */
export type SqlText = string;

/** A choice is a scalar, or a record of scalars. */
type Value = Scalar | { readonly [name: string]: Scalar };

type Scalar = string | number | null;

/** Defines the temporary macro `mix(x)`, which scatters 32 bits over 32 bits, one to one. */
export const defineMix: readonly SqlText[] = [
  // Each step uses its argument twice, so there are two macros: a single one would repeat the text eight times.
  'CREATE TEMP MACRO mix_first(x) AS xor(x, x >> 16) * 2146121005 & 4294967295',
  'CREATE TEMP MACRO mix_second(x) AS xor(x, x >> 15) * 2221713035 & 4294967295',
  'CREATE TEMP MACRO mix(x) AS mix_second(mix_first(x))',
];

export const dropMix: readonly SqlText[] = [
  'DROP MACRO IF EXISTS mix',
  'DROP MACRO IF EXISTS mix_second',
  'DROP MACRO IF EXISTS mix_first',
];

/** 32 random bits (UBIGINT) for `name`, in a row whose column `h` contains the row's own 32 bits. */
const draw = (name: string, h: SqlText = 'h'): SqlText => `mix(xor(${h}, ${fnv1a(name)}))`;

/** A whole number (BIGINT) from 0 to `limit` - 1; `limit` is at most 2^32. */
export const drawBelow = (limit: number | SqlText, name: string): SqlText =>
  // Uses the high bits, because they are mixed best.
  `(${draw(name)} * ${limit} >> 32)::BIGINT`;

/** A number greater than 0 and at most 1 (DOUBLE). */
export const unit = (name: string): SqlText => `((${draw(name)} + 1) / 4294967296)`;

/** True in `share` (0 to 1) of the rows. */
export const chance = (share: number, name: string): SqlText =>
  `(${draw(name)} < ${Math.round(share * 2 ** 32)})`;

/** A log-normal number (DOUBLE); with `sigma` 0.7 the 99th percentile is five times the median. */
export const logNormal = (median: SqlText, sigma: number, name: string): SqlText =>
  `(${median} * exp(${sigma} * ${normal(name)}))`;

const normal = (name: string): SqlText =>
  `sqrt(-2 * ln(${unit(name)})) * cos(2 * pi() * ${unit(`${name}, angle`)})`;

/** One of the choices, all equally likely. */
export const drawOneOf = (choices: readonly Value[], name: string): SqlText =>
  `[${choices.map(literal).join(', ')}][1 + ${drawBelow(choices.length, name)}]`;

/** One of the choices, the first far more likely than the last. */
export const mostlyFirst = (choices: readonly Value[], name: string): SqlText =>
  `[${choices.map(literal).join(', ')}][1 + ${lowBelow(choices.length, name)}]`;

/** Like `drawBelow`, but draws small numbers more often than large ones. */
export const lowBelow = (limit: number, name: string): SqlText =>
  `((${draw(name)} * ${draw(name)} >> 32) * ${limit} >> 32)::BIGINT`;

/** Repeats a choice, to give it more weight. */
export const often = <T extends Value>(times: number, choice: T): readonly T[] =>
  Array.from({ length: times }, () => choice);

/** One of the texts, chosen by weight. */
export const weightedText = (weights: Readonly<Record<string, number>>, name: string): SqlText =>
  drawOneOf(
    Object.entries(weights).flatMap(([text, weight]) => often(weight, text)),
    name,
  );

/** One of the whole numbers, chosen by weight. */
export const weightedNumber = (weights: Readonly<Record<number, number>>, name: string): SqlText =>
  drawOneOf(
    Object.entries(weights).flatMap(([digits, weight]) => often(weight, Number(digits))),
    name,
  );

/** A text in the form of a version 4 UUID. */
export const uuid = (name: string, h: SqlText = 'h'): SqlText => {
  const [a, b, c] = ['a', 'b', 'c'].map(part => draw(`${name}, ${part}`, h));
  // Begins with the row's own bits, scattered one to one, so that no two rows share an identifier.
  return `format('{:08x}-{:04x}-4{:03x}-a{:03x}-{:08x}{:04x}',
    ${draw(name, h)}, ${a} >> 16, ${a} & 4095, ${b} & 4095, ${c}, ${b} >> 16)`;
};

/** Sixteen hexadecimal digits. */
export const ray = (name: string): SqlText =>
  `format('{:08x}{:08x}', ${draw(name)}, ${draw(`${name}, low`)})`;

/** A value as a literal; records become STRUCTs. */
function literal(value: Value): SqlText {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quote(value);
  const fields = Object.entries(value).map(([name, field]) => `${quote(name)}: ${literal(field)}`);
  return `{${fields.join(', ')}}`;
}

/** A text as a literal. */
export const quote = (text: string): SqlText => `'${text.replaceAll("'", "''")}'`;

/** A 32-bit hash of a text: FNV-1a over its UTF-16 units. */
function fnv1a(text: string): number {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  }
  return bits >>> 0;
}
