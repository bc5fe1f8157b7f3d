/**
 * Pieces of SQL, which know how strongly they bind.
 *
 * The type `Sql` keeps texts apart from SQL: a template of `sql` is source text of ours with pieces in its holes, and what
 * makes a piece of any other text stands here: quoting, names, numbers, plain words, and the SQL that `sources.yaml` gives.
 * Nothing reads a piece again, so no text that it holds can be taken for a hole.
 */
import type { EngineSql } from '../core/engine-sql.ts';

/** From the weakest to the strongest. */
export const STRENGTHS = [
  'or',
  'and',
  'not',
  'comparison',
  'additive',
  'multiplicative',
  'unary',
  'primary',
] as const;
export type Strength = (typeof STRENGTHS)[number];

declare const made: unique symbol;
export interface Sql {
  readonly text: string;
  readonly strength: Strength;
  readonly [made]: true;
}
export type SqlTemplate = (strings: TemplateStringsArray, ...holes: readonly Sql[]) => Sql;

/** Not exported: a string becomes a piece by one of the functions below, or not at all. */
function piece(text: string, strength: Strength = 'primary'): Sql {
  return { text, strength } as Sql;
}

/** A piece from a template: `` sql`COUNT(${of})` ``, or `` sql('unary')`-${of}` `` where it binds weaker than a name. */
export function sql(strings: TemplateStringsArray, ...holes: readonly Sql[]): Sql;
export function sql(strength: Strength): SqlTemplate;
export function sql(
  first: TemplateStringsArray | Strength,
  ...holes: readonly Sql[]
): Sql | SqlTemplate {
  if (typeof first !== 'string') return filled(first, holes, 'primary');
  return (strings, ...parts) => filled(strings, parts, first);
}

function filled(strings: TemplateStringsArray, holes: readonly Sql[], strength: Strength): Sql {
  let text = strings[0] ?? '';
  // a loop of numbers: statements are made of some thousand templates
  for (let i = 0; i < holes.length; i += 1) text += (holes[i]?.text ?? '') + (strings[i + 1] ?? '');
  return piece(text, strength);
}

export function joined(pieces: readonly Sql[], separator: Sql): Sql {
  let text = '';
  for (const [i, { text: own }] of pieces.entries()) text += i === 0 ? own : separator.text + own;
  return piece(text);
}

const RANK = Object.fromEntries(STRENGTHS.map((s, i) => [s, i])) as Readonly<
  Record<Strength, number>
>;

/** `of`, in parentheses where it binds weaker than `least`. */
export function operand(of: Sql, least: Strength): Sql {
  return RANK[of.strength] >= RANK[least] ? of : sql`(${of})`;
}

export function tighter(strength: Strength): Strength {
  return STRENGTHS[RANK[strength] + 1] ?? 'primary';
}

// ---- what makes a piece of other text -------------------------------------------------------------------------------

/** How text is quoted: the quote character, and how it and other characters stand inside. */
export interface Quoting {
  readonly quote: '`' | '"' | "'";
  /** `double`: a quote is written twice and nothing else is special. `backslash`: C-like escapes. */
  readonly escape: 'double' | 'backslash';
}
export interface Naming {
  readonly identifier: Quoting;
  /** Names that the engine reads as written where they are not quoted; some fold letters. */
  readonly bare: RegExp;
  /** Words, in lower case, that must be quoted as the name of a column, alias or table. */
  readonly reserved: ReadonlySet<string>;
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `text` between the quotes of `quoting`, so that the engine reads back exactly `text`. Throws on NUL: no phase lets it by. */
export function quoted(text: string, quoting: Quoting): Sql {
  if (text.includes('\0')) throw new Error('NUL cannot be quoted');
  const { quote } = quoting;
  if (quoting.escape === 'double')
    return piece(`${quote}${text.replaceAll(quote, quote + quote)}${quote}`);
  const body = text.replace(/[\\`"'\p{Cc}\u2028\u2029]/gu, c => {
    if (c === '\\' || c === quote) return `\\${c}`;
    if (c > '\u007f' || /[`"']/.test(c)) return c;
    return NAMED[c] ?? `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return piece(`${quote}${body}${quote}`);
}

/** A name, bare where that is safe in this dialect. */
export function identifier(name: string, naming: Naming): Sql {
  const known = names.get(naming) ?? new Map<string, Sql>();
  const found = known.get(name);
  if (found !== undefined) return found;
  const bare = naming.bare.test(name) && !naming.reserved.has(name.toLowerCase());
  const printed = bare ? piece(name) : quoted(name, naming.identifier);
  names.set(naming, known.set(name, printed));
  return printed;
}

/** A statement names its columns many times. */
const names = new WeakMap<Naming, Map<string, Sql>>();

/** Letters, digits and underscores: a parameter's name, a unit, digits behind a point. Throws on anything else. */
export function word(text: string): Sql {
  if (!/^\w+$/.test(text)) throw new Error(`${JSON.stringify(text)} is not a plain word`);
  return piece(text);
}

/** A finite number as JavaScript writes it. */
export function numeral(value: bigint | number): Sql {
  const text = String(value);
  if (!/^-?\d/.test(text)) throw new Error(`${text} is not a finite number`);
  return piece(text, text.startsWith('-') ? 'unary' : 'primary');
}

/** SQL that an author wrote for the engine; it may bind in any way. */
export function engineSql(text: EngineSql): Sql {
  return piece(text, 'or');
}

/** A comment up to the end of its line. Throws where `text` would end the line itself. */
export function comment(text: string): Sql {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) throw new Error('a comment has one line');
  return piece(`-- ${text}`);
}

// ---- line breaks ----------------------------------------------------------------------------------------------------

/** A line break is NUL until the end, which no text can hold, so re-indenting never touches a literal. */
export const BREAK = piece('\0');

export function indented(of: Sql): Sql {
  if (!of.text.includes('\0')) return of;
  return piece(of.text.replaceAll('\0', '\0  '), of.strength);
}

/** The text of a statement, with its line breaks. */
export function finished({ text }: Sql): string {
  return text.replaceAll('\0', '\n');
}
