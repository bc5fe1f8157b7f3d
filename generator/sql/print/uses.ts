/** Collects, while a statement is printed, the parameters that it uses, in the order of their first use, and its use of the clock. */
import { type Condition, conditionKey } from '../../core/expr/condition.ts';
import type { ParamExpr, SqlExpr } from '../../core/expr/expr.ts';
import type { Binding } from '../../core/output/statement.ts';
import { held, type Type } from '../../core/types/scalar.ts';
import type { Sql } from '../sql.ts';

export interface Uses {
  readonly bindings: Map<string, Bound>;
  /** The name that the statement defines for the clock at its start; `null` if the clock is read in place. */
  readonly clock: Sql | null;
  clockRead: boolean;
  /** The condition of the text that is being printed. */
  guard: Condition | null;
  /** Texts of values of parameters and the clock that are present in every request: conditions on several tables repeat them. */
  readonly values: Map<SqlExpr, Sql>;
}
interface Bound {
  readonly type: Type;
  readonly from: Binding['from'];
  /** The conditions by their keys; `null` for a parameter that is always bound. */
  readonly when: Map<string, Condition> | null;
  readonly position: number;
}

/** The uses of a statement of which nothing is printed yet. */
export function noUses(clock: Sql | null): Uses {
  return { bindings: new Map(), clock, clockRead: false, guard: null, values: new Map() };
}

/** Binds a parameter, and returns its position, from 1, in the order of `bindingsOf`. */
export function bindParam(uses: Uses, of: ParamExpr): number {
  const { name, form, scalar } = of;
  const from = of.from ?? ('param' as const);
  const type = form === 'text' ? 'string' : scalar;
  const known = uses.bindings.get(name);
  const { guard } = uses;
  const position = known?.position ?? uses.bindings.size + 1;
  if (guard === null) uses.bindings.set(name, { type, from, when: null, position });
  else if (known === undefined) {
    const when = new Map([[conditionKey(guard), guard]]);
    uses.bindings.set(name, { type, from, when, position });
  } else known.when?.set(conditionKey(guard), guard);
  return position;
}

/** `print`, whose text is present in the requests for which `guard` is true; `null`: in all that its surroundings are in. */
export function guardedBy(guard: Condition | null, uses: Uses, print: () => Sql): Sql {
  const outer = uses.guard;
  uses.guard = guard ?? outer;
  const printed = print();
  uses.guard = outer;
  return printed;
}

/** The bindings of a finished statement, in the order of their first use. */
export function bindingsOf(uses: Uses): readonly Binding[] {
  return [...uses.bindings].map(([name, { type, from, when }]) => ({
    name,
    from,
    ...boundAs(type),
    ...(when === null ? {} : { when: [...when.values()] }),
  }));
}

function boundAs(type: Type): Pick<Binding, 'scalar' | 'list'> {
  const { as, of } = held(type);
  if (as === 'map') throw new Error('no parameter is a map');
  return as === 'one' ? { scalar: of } : { scalar: of, list: true };
}
