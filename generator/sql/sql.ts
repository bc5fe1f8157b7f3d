/**
 * Pieces of SQL, each with its binding strength.
 *
 * The type `Sql` separates SQL from plain text. A template of `sql` is quern's own source text with pieces in its
 * holes. Only this file makes pieces of other text: quoted text, names, numbers, plain words, and SQL from
 * `sources.yaml`. Nothing parses a piece again, so text inside it can never be mistaken for a hole.
 */
import type { EngineSql } from '../core/spec/engine-sql.ts';

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

/** Not exported: only the functions below turn a string into a piece. */
function piece(text: string, strength: Strength = 'primary'): Sql {
  return { text, strength } as Sql;
}

/** A piece from a template: `` sql`COUNT(${of})` ``, or `` sql('unary')`-${of}` `` if it binds weaker than an atom. */
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
  // a plain loop, because a statement consists of some thousand templates
  for (let i = 0; i < holes.length; i += 1) text += (holes[i]?.text ?? '') + (strings[i + 1] ?? '');
  return piece(text, strength);
}

export function joined(pieces: readonly Sql[], separator: Sql, strength?: Strength): Sql {
  let text = pieces[0]?.text ?? '';
  for (let i = 1; i < pieces.length; i += 1) text += separator.text + (pieces[i]?.text ?? '');
  return piece(text, strength);
}

const RANK = Object.fromEntries(STRENGTHS.map((s, i) => [s, i])) as Readonly<
  Record<Strength, number>
>;

/** `of`, in parentheses if it binds weaker than `least`. */
export function operand(of: Sql, least: Strength): Sql {
  return RANK[of.strength] >= RANK[least] ? of : sql`(${of})`;
}

export function tighter(strength: Strength): Strength {
  return STRENGTHS[RANK[strength] + 1] ?? 'primary';
}

// ---- what makes a piece of other text -------------------------------------------------------------------------------

/** How text is quoted: the quote character, and how it and other special characters are escaped. */
export interface Quoting {
  readonly quote: '`' | '"' | "'";
  /** `double`: a quote is doubled, and nothing else is special. `backslash`: escapes as in C. */
  readonly escape: 'double' | 'backslash';
}
export interface Naming {
  readonly identifier: Quoting;
  /** Names that the engine reads as written without quotes; some engines change their letter case. */
  readonly bare: RegExp;
  /** Words, in lower case, that must be quoted as the name of a column, alias or table. */
  readonly reserved: ReadonlySet<string>;
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `text` in quotes, so that the engine reads back exactly `text`. Throws on NUL, which earlier phases reject. */
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

/** The two ways in which engines write texts. PostgreSQL reads the first with `standard_conforming_strings`. */
export const DOUBLED: Quoting = { quote: "'", escape: 'double' };
export const BACKSLASHED: Quoting = { quote: "'", escape: 'backslash' };

export function quoteDoubled(text: string): Sql {
  return quoted(text, DOUBLED);
}

export function quoteBackslashed(text: string): Sql {
  return quoted(text, BACKSLASHED);
}

/** A name, without quotes if that is safe in this dialect. */
export function identifier(name: string, naming: Naming): Sql {
  const known = names.get(naming) ?? new Map<string, Sql>();
  const found = known.get(name);
  if (found !== undefined) return found;
  const bare = naming.bare.test(name) && !naming.reserved.has(name.toLowerCase());
  const printed = bare ? piece(name) : quoted(name, naming.identifier);
  names.set(naming, known.set(name, printed));
  return printed;
}

/** A name of several parts, outermost first. */
export function dottedName(parts: readonly string[], naming: Naming): Sql {
  return joined(
    parts.map(part => identifier(part, naming)),
    sql`.`,
  );
}

/** Caches names, because a statement contains its columns' names many times. */
const names = new WeakMap<Naming, Map<string, Sql>>();

/** Letters, digits and underscores: a parameter's name, a unit, digits after a point. Throws on anything else. */
export function word(text: string): Sql {
  if (!/^\w+$/.test(text)) throw new Error(`${JSON.stringify(text)} is not a plain word`);
  return piece(text);
}

/** A finite number as JavaScript writes it. */
export function numeral(value: bigint | number): Sql {
  const text = Object.is(value, -0) ? '-0' : String(value);
  if (!/^-?\d/.test(text)) throw new Error(`${text} is not a finite number`);
  return piece(text, text.startsWith('-') ? 'unary' : 'primary');
}

/** SQL that an author wrote for the engine; its binding strength is unknown. */
export function engineSql(text: EngineSql): Sql {
  return piece(text, 'or');
}

/** The same without `word`, which the engine does not know. */
export function engineSqlWithout(word: RegExp, text: EngineSql): Sql {
  return piece(text.replace(word, ''), 'or');
}

/** A comment up to the end of its line. Throws if `text` contains a line break. */
export function comment(text: string): Sql {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) throw new Error('a comment has one line');
  return piece(`-- ${text}`);
}

// ---- line breaks ----------------------------------------------------------------------------------------------------

/** While printing, a line break is NUL, which no text can contain. Re-indenting never changes a literal. */
export const BREAK = piece('\0');

export function hasBreak({ text }: Sql): boolean {
  return text.includes('\0');
}

export function indented(of: Sql): Sql {
  if (!hasBreak(of)) return of;
  return piece(of.text.replaceAll('\0', '\0  '), of.strength);
}

/** The text of a statement, with real line breaks, and its lines after `margin`. */
export function statementText({ text }: Sql, margin = ''): string {
  return text.replaceAll('\0', `\n${margin}`);
}
