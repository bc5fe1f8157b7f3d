/** The shape of all entries of the library, and the entries of functions with one signature. */
import type { Type } from '../core/types/scalar.ts';

/** One way to call a function: the types of its arguments and of its result. */
export interface Overload<Name> {
  readonly takes: readonly Type[];
  readonly gives: Type;
  /** `null` if the result is the argument itself. */
  readonly fn: Name;
  /** `operands`: NULL if an argument is NULL. */
  readonly nullable: 'operands' | 'always' | 'never';
  /** Domains of arguments, which restrict their types. */
  readonly domains?: readonly Domain[];
  /** Texts to append as the last arguments. */
  readonly adds?: readonly string[];
  /** Whether decimals are passed as floats. */
  readonly inFloats?: boolean;
}

/** The domain of an argument. A literal outside it is an error; any other value outside it makes the result NULL. */
export interface Domain {
  readonly argument: number;
  readonly isWritten?: boolean;
  /** Must be a literal or a parameter: some engines need the value before they read rows. */
  readonly isConstant?: boolean;
  readonly within?: readonly [least: bigint, most: bigint];
  /** Must not contain this text. */
  readonly lacks?: string;
  /** Must not be the empty text. */
  readonly isFilled?: boolean;
  /** The rule itself checks values that are not literals. */
  readonly isOwn?: boolean;
}
export const GROUPS = [
  'aggregates',
  'windows',
  'texts',
  'conditions',
  'time',
  'numbers',
  'casts',
  'collections',
  'documents',
] as const;
/** The words about a function, which documentation and editors show. */
export interface FunctionWords {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly signature: string;
  /** One line. */
  readonly meaning: string;
  /** An expression that calls it. */
  readonly example: string;
  /** A hint for a type that the function does not accept, but that authors may try. */
  readonly refuses?: Partial<Record<Type, string>>;
}

/** A function with one signature, which has the same name in the core. No list of names has it as well. */
export interface LibraryEntry<Name extends string> extends FunctionWords {
  readonly name: Name;
  readonly takes: readonly Type[];
  readonly gives: Type;
  readonly domains: readonly Domain[];
  /** GoogleSQL's names, as the analyser writes them, if it means the same there for all values. */
  readonly googlesql: readonly string[];
  readonly rule: { readonly kind: 'scalar'; readonly overloads: readonly Overload<Name>[] };
}

interface Signature extends Omit<FunctionWords, 'name'>, Pick<Overload<string>, 'takes' | 'gives'> {
  /** `operands` by default. */
  readonly nullable?: Overload<string>['nullable'];
  readonly domains?: readonly Domain[];
  readonly googlesql?: readonly string[];
}

export function entry<const Name extends string>(
  name: Name,
  { takes, gives, nullable = 'operands', domains = [], googlesql = [], ...words }: Signature,
): LibraryEntry<Name> {
  const overloads = [{ takes, gives, fn: name, nullable, domains }];
  return { name, ...words, takes, gives, domains, googlesql, rule: { kind: 'scalar', overloads } };
}
