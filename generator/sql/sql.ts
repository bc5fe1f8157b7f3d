/**
 * Pieces of SQL that know how strongly they bind, and the few ways in which a dialect says how a function is spelled.
 *
 * A dialect's table of functions is data made with `call`, `infix`, `prefix` and `form`; parentheses come from the binding
 * strength, never from the table.
 */

import type { FunctionName } from '../core/functions.ts';

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

export interface Sql {
  readonly text: string;
  readonly strength: Strength;
}
export type Spelling = (args: readonly Sql[]) => Sql;

const RANK = Object.fromEntries(STRENGTHS.map((s, i) => [s, i])) as Readonly<
  Record<Strength, number>
>;

export function sql(text: string, strength: Strength = 'primary'): Sql {
  return { text, strength };
}

/** The text of `piece`, in parentheses where it binds weaker than `least`. */
export function operand(piece: Sql, least: Strength): string {
  return RANK[piece.strength] >= RANK[least] ? piece.text : `(${piece.text})`;
}

function tighter(strength: Strength): Strength {
  return STRENGTHS[RANK[strength] + 1] ?? 'primary';
}

/** `NAME(a, b, …)`. */
export function call(name: string): Spelling {
  return args => sql(`${name}(${args.map(a => a.text).join(', ')})`);
}

/** `a OP b OP …`, left to right. `or`, `and`, `+` and `*` of three operands need no inner parentheses. */
export function infix(operator: string, strength: Strength): Spelling {
  const right = tighter(strength);
  const left = strength === 'comparison' ? right : strength;
  return args =>
    sql(args.map((a, i) => operand(a, i === 0 ? left : right)).join(` ${operator} `), strength);
}

/** `OP a`; a space where the operator is a word or where two signs would touch (`--` begins a comment). */
export function prefix(operator: string, strength: Strength): Spelling {
  return args => {
    const text = operand(args[0] ?? missing(operator, 0), strength);
    const gap = /\w$/.test(operator) || text.startsWith(operator) ? ' ' : '';
    return sql(`${operator}${gap}${text}`, strength);
  };
}

/**
 * A fixed shape: `$0` is an argument where anything may stand (between parentheses or commas), `#0` one that must bind as
 * strongly as a name. `strength` is that of the whole.
 */
export function form(template: string, strength: Strength = 'primary'): Spelling {
  const parts = template.split(/([$#]\d)/);
  return args =>
    sql(
      parts
        .map((part, i) => {
          if (i % 2 === 0) return part;
          const arg = args[Number(part[1])] ?? missing(template, Number(part[1]));
          return part[0] === '#' ? operand(arg, 'primary') : arg.text;
        })
        .join(''),
      strength,
    );
}

/** `a IN (b, c, …)`. */
export function membership(args: readonly Sql[]): Sql {
  const [of, ...items] = args;
  const list = items.map(item => item.text).join(', ');
  return sql(`${operand(of ?? missing('IN', 0), 'additive')} IN (${list})`, 'comparison');
}

function missing(template: string, index: number): never {
  throw new Error(`the spelling \`${template}\` has no argument ${index}`);
}

/** The operators of standard SQL; an engine that wants one of them otherwise overrides it. */
export const STANDARD_OPERATORS = {
  or: infix('OR', 'or'),
  and: infix('AND', 'and'),
  not: prefix('NOT', 'not'),
  eq: infix('=', 'comparison'),
  ne: infix('!=', 'comparison'),
  lt: infix('<', 'comparison'),
  le: infix('<=', 'comparison'),
  gt: infix('>', 'comparison'),
  ge: infix('>=', 'comparison'),
  between: form('#0 BETWEEN #1 AND #2', 'comparison'),
  in: membership,
  is_null: form('#0 IS NULL', 'comparison'),
  is_not_null: form('#0 IS NOT NULL', 'comparison'),
  add: infix('+', 'additive'),
  subtract: infix('-', 'additive'),
  multiply: infix('*', 'multiplicative'),
  negate: prefix('-', 'unary'),
} as const satisfies Partial<Record<FunctionName, Spelling>>;
