/** An expression as written: syntax nodes with their range in the expression's text, before names and types are resolved. */
import type { StepUnit, TimeUnit } from '../../core/types/scalar.ts';

/** A range of an expression's text, in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** One part of a path: a bare word, or any name between backticks. */
export interface PathPart extends Span {
  readonly name: string;
}

export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const ARITHMETIC = ['+', '-', '*', '/'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

/** A branch of `case`: a condition or, if `case` has a subject, a value to compare it with. */
export interface CaseBranch {
  readonly when: Syntax;
  readonly result: Syntax;
}
/** The parts that a call may have other than its arguments. */
export interface Modifiers {
  readonly distinct: Span | null;
  readonly ignoreNulls: Span | null;
  readonly orderBy: readonly SortSyntax[];
  readonly limit: Syntax | null;
  /** The condition of `filter (where …)`. */
  readonly filter: Syntax | null;
  readonly over: OverSyntax | null;
}
/** The window of a call. */
export interface OverSyntax extends Span {
  readonly partitionBy: readonly Syntax[];
  readonly orderBy: readonly SortSyntax[];
  readonly frame: FrameSyntax | null;
}
/** A range of rows: 0 is the row itself, -1 the row before it; `null` is unbounded. By `range`, these are distances of keys. */
export interface FrameSyntax extends Span {
  readonly unit: 'rows' | 'range';
  readonly from: bigint | null;
  readonly to: bigint | null;
}
export interface SortSyntax {
  readonly of: Syntax;
  readonly descending: boolean;
}

/** A syntax node without its place. */
export type SyntaxNode =
  | { readonly kind: 'null' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int64'; readonly value: bigint }
  | { readonly kind: 'float64'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'interval'; readonly count: bigint; readonly unit: TimeUnit }
  /** `interval @n day`. */
  | {
      readonly kind: 'span';
      readonly count: Extract<Syntax, { kind: 'param' }>;
      readonly unit: StepUnit;
    }
  | { readonly kind: 'path'; readonly parts: readonly PathPart[] }
  | { readonly kind: 'param'; readonly name: string }
  | {
      readonly kind: 'call';
      readonly name: PathPart;
      readonly args: readonly Syntax[];
      readonly modifiers: Modifiers;
    }
  | {
      readonly kind: 'extract';
      readonly part: PathPart;
      readonly of: Syntax;
      readonly zone: Syntax | null;
    }
  | { readonly kind: 'negate'; readonly of: Syntax }
  | { readonly kind: 'not'; readonly of: Syntax }
  | { readonly kind: 'logic'; readonly op: 'and' | 'or'; readonly args: readonly Syntax[] }
  | {
      readonly kind: 'arithmetic';
      readonly op: Arithmetic;
      readonly left: Syntax;
      readonly right: Syntax;
    }
  | {
      readonly kind: 'comparison';
      readonly op: Comparison;
      readonly left: Syntax;
      readonly right: Syntax;
    }
  | { readonly kind: 'is_null'; readonly of: Syntax; readonly negated: boolean }
  | {
      readonly kind: 'between';
      readonly of: Syntax;
      readonly low: Syntax;
      readonly high: Syntax;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'in';
      readonly of: Syntax;
      readonly items: readonly Syntax[];
      readonly negated: boolean;
    }
  | {
      readonly kind: 'case';
      /** `null` if each branch has its own condition. */
      readonly subject: Syntax | null;
      readonly branches: readonly CaseBranch[];
      /** `null` without `else`. */
      readonly otherwise: Syntax | null;
    }
  /** `x in list` */
  | {
      readonly kind: 'in_list';
      readonly of: Syntax;
      readonly list: Syntax;
      readonly negated: boolean;
    }
  /** `list[0]` */
  | { readonly kind: 'item'; readonly of: Syntax; readonly index: Syntax }
  /** `.name`, of the current item. */
  | { readonly kind: 'own'; readonly parts: readonly PathPart[] }
  /** `item(…).name` and `list['key'].name` */
  | { readonly kind: 'member'; readonly of: Syntax; readonly parts: readonly PathPart[] };
export type Syntax = SyntaxNode & Span;

/** The operands of a node, from left to right. */
export function operands(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'null':
    case 'bool':
    case 'int64':
    case 'float64':
    case 'string':
    case 'interval':
    case 'path':
    case 'own':
    case 'param':
      return [];
    case 'call': {
      const more = modifying(syntax.modifiers);
      return more.length === 0 ? syntax.args : [...syntax.args, ...more];
    }
    case 'logic':
      return syntax.args;
    case 'span':
      return [syntax.count];
    case 'extract':
      return syntax.zone === null ? [syntax.of] : [syntax.of, syntax.zone];
    case 'negate':
    case 'not':
    case 'is_null':
    case 'member':
      return [syntax.of];
    case 'arithmetic':
    case 'comparison':
      return [syntax.left, syntax.right];
    case 'between':
      return [syntax.of, syntax.low, syntax.high];
    case 'in':
      return [syntax.of, ...syntax.items];
    case 'case': {
      const branches = syntax.branches.flatMap(({ when, result }) => [when, result]);
      return [syntax.subject, ...branches, syntax.otherwise].filter(part => part !== null);
    }
    case 'in_list':
      return [syntax.of, syntax.list];
    case 'item':
      return [syntax.of, syntax.index];
  }
}

function modifying({ orderBy, filter, over }: Modifiers): readonly Syntax[] {
  if (orderBy.length === 0 && over === null) return filter === null ? [] : [filter];
  const keys = [...orderBy, ...(over?.orderBy ?? [])].map(({ of }) => of);
  return [...keys, ...(over?.partitionBy ?? []), ...(filter === null ? [] : [filter])];
}

/** The number of nodes on the longest path down, including this one. */
export function height(syntax: Syntax): number {
  return 1 + operands(syntax).reduce((tallest, operand) => Math.max(tallest, height(operand)), 0);
}
