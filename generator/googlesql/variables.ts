/** The variables of a script: each is replaced by its value. */
import type { PlanExpr } from '../core/expr/expr.ts';
import { nullLiteral } from '../core/expr/literals.ts';
import type { Type } from '../core/types/scalar.ts';
import { columnId, NOTHING, type TranslationContext } from './context.ts';
import { exprOf } from './expr.ts';
import { type Bytes, type Tree, Unreadable } from './tree/tree.ts';

export type KnownVariable = { readonly name: string } & (
  | { readonly kind: 'null'; readonly type: Type }
  /** `param`: the parameter that sets it. */
  | { readonly kind: 'param'; readonly param: string }
  /** `tree`: the resolved tree of a SELECT of its value. `place`: of the value in the statement. */
  | { readonly kind: 'value'; readonly tree: unknown; readonly place: Bytes }
);

/** Reads the values in order: a value may read the variables before it. */
export function readVariables(
  variables: readonly KnownVariable[],
  tree: Tree,
  context: TranslationContext,
): void {
  for (const variable of variables)
    context.variables.set(variable.name.toLowerCase(), replacementOf(variable, tree, context));
}

function replacementOf(variable: KnownVariable, tree: Tree, context: TranslationContext): PlanExpr {
  if (variable.kind === 'null') return nullLiteral(variable.type);
  if (variable.kind === 'param') {
    const param = context.params.get(variable.param.toLowerCase());
    if (param === undefined) throw new Error(`there is no parameter ${variable.param}`);
    const { name, type: scalar, nullable } = param;
    return { kind: 'param', name, form: 'value', scalar, nullable };
  }
  return selectedOf(variable, tree, context);
}

/** The value of `SELECT (value)`. */
function selectedOf(
  { tree: message, place }: Extract<KnownVariable, { kind: 'value' }>,
  tree: Tree,
  context: TranslationContext,
): PlanExpr {
  try {
    const statement = tree.open(message, { place, depth: 0, isForeign: true });
    statement.pass();
    const scan = statement.node('query');
    scan.pass();
    const [column] = scan.parts('expr_list');
    if (column === undefined) throw new Error('a variable is selected without a value');
    columnId(column.part('column'));
    return exprOf(column.node('expr'), new Map(), context);
  } catch (error) {
    // `translate` refuses a tree that is nested too deeply
    if (error instanceof Unreadable) return NOTHING;
    throw error;
  }
}
