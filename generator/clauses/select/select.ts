/** The output columns: the bucket, the groups and the selected values. Names of other outputs are replaced by their expressions. */

import type { Expr, RecordExpr } from '../../core/expr/expr.ts';
import { exprKey, holds } from '../../core/expr/walk.ts';
import type { OutputColumn } from '../../core/plan/query.ts';
import type { Place } from '../../core/report/diagnostics.ts';
import type { BodySpec, SelectSpec } from '../../core/spec/body-spec.ts';
import type { Entry, ValueSpec } from '../../core/spec/located.ts';
import type { Field, Readable } from '../../core/spec/source.ts';
import { type Encoding, isScalar, itemOf, type Type } from '../../core/types/scalar.ts';
import type { ResolvedName } from '../../language/scope.ts';
import { isTooLarge, MAX_CHAIN } from '../../language/size.ts';
import { checkChoice, checkSingle, isCases, sortKeysIn, textsIn } from '../../resolve/cases.ts';
import { resolveEncoding } from '../../resolve/encoding.ts';
import { distinct, firstOfEach, MAX_COMPARED, summarizeNames } from '../../resolve/names.ts';
import { type BodyContext, readPath } from '../../resolve/scope.ts';
import { type CompareDraft, comparedName, previousValue } from '../compare/compare.ts';
import { fieldAt, placeOfColumn, ungrouped } from './grouping.ts';

/** An output column that may have faults. */
export interface Draft {
  readonly name: string;
  readonly place: Place;
  readonly role: OutputColumn['role'];
  /** The text as written; for the bucket, the text of `of`. */
  readonly text: ValueSpec;
  readonly spec: SelectSpec | null;
  /** `null` if the expression has a fault. */
  readonly expr: Expr | RecordExpr | null;
}

/** Whether the body groups rows. */
export function isGrouped({ buckets, groupBy }: BodySpec): boolean {
  return buckets !== null || groupBy.length > 0;
}

/** All outputs in order, and whether the body aggregates rows. Reports the faults of each. */
export function resolveOutputs(
  context: BodyContext,
  source: Readable,
  buckets: { readonly name: string | null; readonly start: Expr | null },
  compare: CompareDraft | null,
): { readonly outputs: readonly Draft[]; readonly aggregates: boolean } {
  const keys = [...bucketOutput(context, buckets), ...groupOutputs(context, source)];
  const selected = context.spec.select.map(entry => ({ ...entry, role: 'value' as const }));
  const named = [...keys, ...selected];
  distinct(named, 'output column', context.report);
  const sortedBy = previousKeys(
    context,
    named.map(({ name }) => name),
  );
  const all = firstOfEach([...named, ...sortedBy]);
  const outputs = new Selection(context, source, all, compare).resolve();
  const aggregates =
    isGrouped(context.spec) ||
    outputs.some(({ expr }) => expr !== null && holds(expr, 'aggregate'));
  if (aggregates) reportUngrouped(context, source, outputs);
  return { outputs, aggregates };
}

/** The previous values that only `order_by` uses. */
function previousKeys(context: BodyContext, names: readonly string[]): readonly Selected[] {
  const keys = sortKeysIn(context.spec).map(({ output }) => output);
  const wanted = keys.filter(({ value }) => {
    const base = comparedName(context, value);
    return base !== null && names.includes(base) && !names.includes(value);
  });
  return wanted.map(({ value, place }) => {
    const text = { value, place, at: (offset: number) => place.start + offset };
    const said = { description: null, unit: null, hidden: true, encode: null };
    return { name: value, place, role: 'value', value: { ...said, value: text } };
  });
}

// ---- group keys -----------------------------------------------------------------------------------------------------

function bucketOutput(
  context: BodyContext,
  { name, start }: Parameters<typeof resolveOutputs>[2],
): readonly Draft[] {
  const { buckets } = context.spec;
  if (buckets === null || name === null) return [];
  const place = buckets.as?.place ?? buckets.of.place;
  return [{ name, place, role: 'bucket', text: buckets.of, spec: null, expr: start }];
}

function isGroupable(type: Type): boolean {
  return isScalar(type) && type !== 'json';
}

/** A hint how to group rows by a part of a value of that type. */
function partHint(type: Type): string {
  if (type === 'json') return "Use a value in it, as in `json_string(document, 'name')`.";
  return itemOf(type) === null
    ? "Group by a value of it, as in `map['key']`."
    : 'Group by an item, as in `list[0]`, or by each item, with `join: { item: { each: list } }`.';
}

function groupOutputs(context: BodyContext, from: Readable): readonly Draft[] {
  return context.spec.groupBy.map(({ name, place, value: spec }) => {
    const text = spec.value;
    const expr = checkSingle(context, text, {
      from,
      expects: 'any',
      aggregates: 'in `group_by`',
    });
    if (expr !== null && !isGroupable(expr.scalar)) {
      const message = `\`${name}\` is \`${expr.scalar}\`, which rows cannot be grouped by`;
      context.report('type-mismatch', text.place, message, partHint(expr.scalar));
    }
    return { name, place, role: 'group', text, spec, expr };
  });
}

function reportUngrouped(context: BodyContext, from: Readable, outputs: readonly Draft[]): void {
  const { columns } = from;
  const grouping = outputs.filter(({ role }) => role !== 'value').map(({ expr }) => expr);
  // the columns of a faulty key are unknown
  if (grouping.includes(null)) return;
  const keys = new Set(grouping.flatMap(expr => (expr === null ? [] : [exprKey(expr)])));
  const values = outputs.filter(({ role }) => role === 'value');
  const faults = values.flatMap(({ name, expr, text }) =>
    (expr === null ? [] : ungrouped(expr, keys, from)).map(path => {
      const places = textsIn(text).map(each => placeOfColumn(each, columns, path));
      return { name, path, text, place: places.find(place => place !== null) ?? null };
    }),
  );
  // a column that comes from another output is reported only there
  const named = faults.filter(({ place }) => place !== null);
  for (const { name: own, path, text, place } of named.length > 0 ? named : faults) {
    const message = `\`${path}\` is neither grouped by nor inside an aggregate`;
    const isHidden = outputs.some(({ name }) => name === path && name !== own);
    const hint = isHidden ? hiddenHint(path) : ungroupedHint(columns, path);
    context.report('not-grouped', place ?? text.place, message, hint);
  }
}

/** A hint that the name means the column, although an output has the same name. */
function hiddenHint(path: string): string {
  return `\`${path}\` is the column here, which hides the output of that name: rename the output, and name that.`;
}

/** A hint for an ungrouped column. Records can be neither aggregated nor grouped by, and `json` cannot be grouped by. */
function ungroupedHint(columns: readonly Field[], path: string): string {
  const field = fieldAt(columns, path.split('.'));
  if (field?.type === 'record') {
    const leaf = firstLeaf(field, path);
    return `Name its fields one by one, as in \`any_value(${leaf})\`, or add them to \`group_by\`.`;
  }
  const aggregate = `Aggregate it, as in \`any_value(${path})\``;
  return field?.type === 'json' ? `${aggregate}.` : `${aggregate}, or add it to \`group_by\`.`;
}

function firstLeaf({ fields }: Field, path: string): string {
  const [first] = fields;
  return first === undefined ? path : firstLeaf(first, `${path}.${first.name}`);
}

// ---- selected values ------------------------------------------------------------------------------------------------

type Selected = Entry<SelectSpec> & { readonly role: 'value' };

/** Resolves one `select`. Outputs may name each other, so each is resolved on first use. */
class Selection {
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
    const expr = checkChoice(this.#context, spec.value, {
      from: this.#source,
      expects: 'record-or-any',
      // in a step, a column may be only NULL: other parts of a union determine its type
      nulls: this.#context.owner !== 'endpoint',
      aggregates: true,
      output: (used, at) => this.#find(used, at),
      outputNames: this.#names.filter(other => other !== name),
    });
    const tooLarge = expr !== null && isTooLarge(expr);
    if (tooLarge) {
      const message = `\`${name}\` is too large after replacing the names of outputs by their expressions`;
      const hint = 'Use each output fewer times.';
      this.#context.report('expression-too-large', spec.value.place, message, hint);
    }
    return { name, place, role, text: spec.value, spec, expr: tooLarge ? null : expr };
  }

  #find(name: string, place: Place): ResolvedName | null {
    const output = this.#outputs.get(name);
    if (output === undefined || this.#isBare(output)) return this.#previous(name, place);
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
    if (field === null) throw new Error(`The record ${expr.path.join('.')} is not a column.`);
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
    this.#context.report('cyclic-output', place, message, 'Name columns of the data set instead.');
    return { kind: 'poisoned' };
  }
}

// ---- properties of an output ----------------------------------------------------------------------------------------

const BUCKET = 'When the bucket begins.';

/** The finished output. Returns `null` if its expression has a fault. Properties that the output does not declare come from its column. */
export function outputOf(
  context: BodyContext,
  { columns, measures }: Readable,
  draft: Draft,
): OutputColumn | null {
  const { name, role, spec, expr, text } = draft;
  const encode = encodingFor(context, draft);
  if (expr === null || encode === null) return null;
  const path = role === 'bucket' || isCases(text) ? null : readPath(text);
  const isColumn = expr.kind === 'column' || expr.kind === 'record';
  const measure = path?.length === 1 ? (measures?.get(path[0] ?? '') ?? null) : null;
  const field = path !== null && isColumn ? fieldAt(columns, path) : measure;
  return {
    name,
    role,
    expr,
    hidden: spec?.hidden ?? false,
    description: spec?.description ?? field?.description ?? (role === 'bucket' ? BUCKET : null),
    unit: spec?.unit ?? field?.unit ?? null,
    encode,
  };
}

function encodingFor(context: BodyContext, { name, spec, expr }: Draft): Encoding | null {
  if (expr === null) return null;
  const type = expr.kind === 'record' ? 'record' : expr.scalar;
  return resolveEncoding(name, type, spec?.encode ?? null, context);
}
