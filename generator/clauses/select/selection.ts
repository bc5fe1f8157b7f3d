/** Selected values. Names of other outputs are replaced by their expressions. */

import { type Place, type Report, suggestion } from '../../core/report/diagnostics.ts';
import type { SelectSpec } from '../../core/spec/body-spec.ts';
import type { Entry } from '../../core/spec/located.ts';
import { fieldAt, type Readable } from '../../core/spec/source.ts';
import type { ResolvedName } from '../../language/scope.ts';
import { isTooLarge, MAX_CHAIN } from '../../language/size.ts';
import { checkChoice, textsIn } from '../../resolve/cases.ts';
import { MAX_COMPARED, summarizeNames } from '../../resolve/names/names.ts';
import { type BodyContext, readPath } from '../../resolve/scope.ts';
import { comparedName, previousHint, previousValue } from '../compare/names.ts';
import type { CompareDraft } from '../compare/periods.ts';
import type { Draft } from './draft.ts';

/** A value of `select` that is resolved on first use. */
export type Selected = Entry<SelectSpec> & { readonly role: 'value' };

/** Resolves one `select`. Outputs may name each other, so each is resolved on first use. */
export class Selection {
  readonly #context: BodyContext;
  readonly #compare: CompareDraft | null;
  readonly #source: Readable;
  readonly #outputs: ReadonlyMap<string, Draft | Selected>;
  /** Names for suggestions. */
  readonly #names: readonly string[];
  readonly #done = new Map<string, Draft>();
  /** The outputs that are being resolved; each is named by the previous one. */
  readonly #open: string[] = [];

  constructor(
    context: BodyContext,
    source: Readable,
    outputs: readonly (Draft | Selected)[],
    compare: CompareDraft | null,
  ) {
    this.#context = context;
    this.#compare = compare;
    this.#source = source;
    this.#outputs = new Map(outputs.map(output => [output.name, output]));
    this.#names = [...this.#outputs.keys()].slice(0, MAX_COMPARED);
  }

  resolve(): readonly Draft[] {
    return [...this.#outputs.values()].map(output => this.#draft(output));
  }

  #draft(output: Draft | Selected): Draft {
    if (!('value' in output)) return output;
    const known = this.#done.get(output.name);
    if (known !== undefined) return known;
    this.#open.push(output.name);
    const draft = this.#check(output);
    this.#open.pop();
    this.#done.set(output.name, draft);
    return draft;
  }

  #check({ name, place, role, value: spec }: Selected): Draft {
    const report = this.#tellingColumns(spec.value, name);
    const expr = checkChoice({ ...this.#context, report }, spec.value, {
      from: this.#source,
      expects: 'record-or-any',
      // in a step, a column may be only NULL: other parts of a union determine its type
      nulls: this.#context.owner !== 'endpoint',
      aggregates: true,
      output: (used, at) => this.#find(used, at),
      outputNames: this.#names.filter(other => other !== name),
      previous: used =>
        previousHint(
          this.#context,
          used,
          this.#names.filter(other => other !== name),
        ),
    });
    const tooLarge = expr !== null && isTooLarge(expr);
    if (tooLarge) {
      const message = `\`${name}\` is too large after replacing the names of outputs by their expressions`;
      const hint = 'Use each output fewer times.';
      this.#context.report('expression-too-large', spec.value.place, message, hint);
    }
    return { name, place, role, text: spec.value, spec, expr: tooLarge ? null : expr };
  }

  /** Says with a value of the wrong type that a name in it is the column, where an output has that name as well. */
  #tellingColumns(value: SelectSpec['value'], own: string): Report {
    const { report } = this.#context;
    return (code, place, message, hint = null) => {
      if (code !== 'type-mismatch' || hint !== null) return report(code, place, message, hint);
      const words = new Set(
        textsIn(value).flatMap(one => one.value.match(/[\p{L}\p{Nd}_]+/gu) ?? []),
      );
      const both = this.#names.find(
        name =>
          name !== own && words.has(name) && fieldAt(this.#source.columns, [name]) !== undefined,
      );
      const naming =
        both === undefined
          ? null
          : `\`${both}\` is the column here; give the output of that name another name, if you mean that.`;
      report(code, place, message, naming);
    };
  }

  #find(name: string, place: Place): ResolvedName | null {
    const output = this.#outputs.get(name);
    if (output === undefined || this.#isBare(output)) return this.#previous(name, place);
    // `previous_x: coalesce(previous_x, 0)`: an output's own name may be that of a previous value
    const isOwn = name === this.#open.at(-1);
    if (isOwn && comparedName(this.#context, name) !== null) return this.#previous(name, place);
    if (this.#open.includes(name)) return this.#refuseCircle(name, place);
    if (this.#open.length >= MAX_CHAIN) {
      const message = `Outputs name each other in a chain of more than ${MAX_CHAIN}`;
      const hint = 'Put several steps of the chain into one output.';
      this.#context.report('expression-too-large', place, message, hint);
      return { kind: 'poisoned' };
    }
    const { expr } = this.#draft(output);
    if (expr === null) return { kind: 'poisoned' };
    if (expr.kind !== 'record') return { kind: 'output', expr };
    const field = fieldAt(this.#source.columns, expr.path);
    if (field === undefined) throw new Error(`The record ${expr.path.join('.')} is not a column.`);
    return { kind: 'field', field, path: expr.path };
  }

  #previous(name: string, place: Place): ResolvedName | null {
    const base = comparedName(this.#context, name);
    const found = base === null ? null : this.#find(base, place);
    return base === null || found === null
      ? null
      : previousValue(this.#context, this.#compare, base, place, found);
  }

  /** Whether the output that is being resolved consists of its own name. The name then means the column, so it is no cycle. */
  #isBare(output: Draft | Selected): boolean {
    if (!('value' in output) || output.name !== this.#open.at(-1)) return false;
    return textsIn(output.value.value).some(text => {
      const path = readPath(text);
      return path?.length === 1 && path[0] === output.name;
    });
  }

  #refuseCircle(name: string, place: Place): ResolvedName {
    const circle = this.#open.slice(this.#open.indexOf(name));
    const message =
      circle.length === 1
        ? `\`${name}\` refers to itself`
        : `The outputs ${summarizeNames(circle)} refer to each other in a cycle`;
    const columns = this.#source.columns.map(column => column.name);
    const near = circle.length === 1 ? suggestion(name, columns) : null;
    const hint = near ?? 'Name columns of the data set instead.';
    this.#context.report('cyclic-output', place, message, hint);
    return { kind: 'poisoned' };
  }
}
