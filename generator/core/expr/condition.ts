/**
 * A condition on the parameters of a request, under which a part of a statement is included. Plain JSON: the manifest contains
 * conditions in this form. A text names a parameter that must be present; one with a default always is. `is` is a value in the text
 * form of the parameter's type.
 */
export type Condition =
  | string
  | { readonly param: string; readonly is: string }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly none: readonly Condition[] };

/** The part of a request that conditions read: which parameters are present, and the texts of their values. */
export interface RequestTexts {
  readonly has: (param: string) => boolean;
  readonly textOf: (param: string) => string;
}

/** Whether the condition is true for a request. */
export function holdsFor(condition: Condition, asked: RequestTexts): boolean {
  if (typeof condition === 'string') return asked.has(condition);
  if ('param' in condition) {
    const { param, is } = condition;
    return asked.has(param) && asked.textOf(param) === is;
  }
  if ('all' in condition) return condition.all.every(part => holdsFor(part, asked));
  if ('any' in condition) return condition.any.some(part => holdsFor(part, asked));
  return !condition.none.some(part => holdsFor(part, asked));
}

/** The condition that all of them are true; `null` for none. */
export function allOf([first, ...rest]: readonly Condition[]): Condition | null {
  if (first === undefined) return null;
  return rest.length === 0 ? first : { all: [first, ...rest] };
}

/** A text that is equal exactly for equal conditions. */
export function conditionKey(condition: Condition): string {
  return typeof condition === 'string' ? condition : JSON.stringify(condition);
}

/** The parameters that are present whenever the condition is true. */
export function presentWhere(condition: Condition): readonly string[] {
  if (typeof condition === 'string') return [condition];
  if ('param' in condition) return [condition.param];
  return 'all' in condition ? condition.all.flatMap(presentWhere) : [];
}

/** The condition in words, for people who read statements and plans. */
export function conditionWords(condition: Condition): string {
  if (typeof condition === 'string') return condition;
  if ('param' in condition) return `${condition.param} is ${condition.is}`;
  if ('none' in condition) return `no ${condition.none.map(partWords).join(', no ')}`;
  if ('all' in condition) return condition.all.map(partWords).join(' and ');
  return condition.any.map(partWords).join(' or ');
}

function partWords(part: Condition): string {
  const isGroup = typeof part !== 'string' && !('param' in part);
  return isGroup ? `(${conditionWords(part)})` : conditionWords(part);
}
