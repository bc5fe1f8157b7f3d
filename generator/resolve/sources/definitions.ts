/** Definitions that may name each other in any order, such as computed columns and measures. Each is resolved on first use. */

import type { Expr, RecordExpr } from '../../core/expr/expr.ts';
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import { checkExpression } from '../../language/checker.ts';
import { NO_NAMES, type ResolvedName, type Scope } from '../../language/scope.ts';
import { isTooLarge, MAX_CHAIN } from '../../language/size.ts';
import { summarizeNames } from '../names/names.ts';

export interface Definition {
  readonly name: string;
  readonly text: ExpressionText;
}

/** The words and rules of one kind of definition. `R` is the resolved form. */
export interface DefinitionKind<D extends Definition, R> {
  /** The kind's name in messages. */
  readonly plural: string;
  /** The hint for a cycle. */
  readonly circleHint: string;
  /** Finishes a definition. Reports further faults and returns `null` for them. */
  readonly finish: (definition: D, expr: Expr | RecordExpr) => R | null;
  /** The meaning of the definition's name in another definition. */
  readonly meaning: (definition: D, made: R) => ResolvedName;
  /** The meaning of any other name. */
  readonly others?: (name: string) => ResolvedName | null;
}

export class DefinitionResolver<D extends Definition, R> {
  readonly #kind: DefinitionKind<D, R>;
  readonly #scope: Scope;
  readonly #written: ReadonlyMap<string, D>;
  readonly #report: Report;
  readonly #done = new Map<string, R | null>();
  /** The definitions that are being resolved; each is named by the previous one. */
  readonly #open: string[] = [];

  constructor(
    written: readonly D[],
    kind: DefinitionKind<D, R>,
    scope: Pick<Scope, 'from' | 'aggregates' | 'expects'>,
    report: Report,
  ) {
    this.#written = new Map(written.map(definition => [definition.name, definition]));
    this.#kind = kind;
    this.#report = report;
    this.#scope = {
      ...scope,
      ...NO_NAMES,
      output: (name, place) => this.#find(name, place),
      shared: 'columns',
    };
  }

  /** Returns `null` if the definition has a fault, which is reported. */
  resolve(definition: D): R | null {
    const known = this.#done.get(definition.name);
    if (known !== undefined) return known;
    this.#open.push(definition.name);
    const made = this.#make(definition);
    this.#open.pop();
    this.#done.set(definition.name, made);
    return made;
  }

  #make(definition: D): R | null {
    const expr = checkExpression(definition.text, this.#scope, this.#report);
    if (expr === null) return null;
    if (!isTooLarge(expr)) return this.#kind.finish(definition, expr);
    const message = `\`${definition.name}\` is too large after replacing the ${this.#kind.plural} that it names by their expressions`;
    const hint = 'Use each of them fewer times.';
    this.#report('expression-too-large', definition.text.place, message, hint);
    return null;
  }

  #find(name: string, place: Place): ResolvedName | null {
    const definition = this.#written.get(name);
    if (definition === undefined) return this.#kind.others?.(name) ?? null;
    if (this.#open.includes(name)) return this.#refuseCircle(name, place);
    if (this.#open.length >= MAX_CHAIN) {
      const { plural } = this.#kind;
      const message = `The ${plural} name each other in a chain of more than ${MAX_CHAIN}`;
      const hint = 'Put several steps of the chain into one.';
      this.#report('expression-too-large', place, message, hint);
      return { kind: 'poisoned' };
    }
    const made = this.resolve(definition);
    return made === null ? { kind: 'poisoned' } : this.#kind.meaning(definition, made);
  }

  #refuseCircle(name: string, place: Place): ResolvedName {
    const { plural, circleHint } = this.#kind;
    const circle = this.#open.slice(this.#open.indexOf(name));
    const message =
      circle.length === 1
        ? `\`${name}\` is derived from itself`
        : `The ${plural} ${summarizeNames(circle)} are derived from each other`;
    this.#report('cyclic-output', place, message, circleHint);
    return { kind: 'poisoned' };
  }
}
