/** Joined relations: binds their conditions. Each relation must provably match at most one row, or be declared with `many`. */

import type { Expr } from '../../core/expr/expr.ts';
import { someExpr } from '../../core/expr/walk.ts';
import type { Input, Join } from '../../core/plan/query.ts';
import type { JoinSpec } from '../../core/spec/body-spec.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import { type Field, plainField, type Readable } from '../../core/spec/source.ts';
import { identityOf, withIdentities } from '../../resolve/bodies/keys.ts';
import { distinctNames, summarizeNames } from '../../resolve/names/names.ts';
import { type BodyContext, checkValue } from '../../resolve/scope.ts';
import type { Find } from '../clause.ts';
import { placeName, resolveItems, withItems } from './items.ts';
import { both, retainedIn } from './retained.ts';

/** The joined relations of a body, which may have faults. */
export interface Joined {
  /** Everything that the body's expressions may name. */
  readonly reach: Readable;
  /** The joins in order; `null` for each join with a fault. */
  readonly joins: readonly (Join | null)[];
  readonly sound: boolean;
}

export function resolveJoins(context: BodyContext, from: Input, find: Find): Joined {
  const { join } = context.spec;
  checkNames(context, from);
  let reach: Readable = from;
  let sound = true;
  const joins = join.map(entry => {
    const { of, each } = entry.value;
    if (of === null || each !== null) return itemsOf(entry);
    const found = find(of);
    sound &&= found?.sound === true;
    if (found === null) {
      reach = { ...reach, broken: new Set([...(reach.broken ?? []), entry.name]) };
      return null;
    }
    const input = { ...found.input, name: entry.name };
    const before = reach;
    // its own faults are reported, and its keys are unknown
    const isOpen = !found.sound && entry.value.on === null;
    reach = withRelation(reach, input, entry.value.kind === 'left');
    if (isOpen) return null;
    return resolveJoin(context, { ...entry, value: { ...entry.value, of } }, input, before, reach);
  });
  return { reach, joins, sound };

  function itemsOf(entry: Entry<JoinSpec>): Join | null {
    const { each } = entry.value;
    const made = each === null ? null : resolveItems(context, entry, each, reach);
    reach = withItems(reach, entry.name, made);
    return made;
  }
}

type RelationSpec = JoinSpec & { readonly of: Located<string> };

function checkNames({ spec, report }: BodyContext, from: Input): void {
  distinctNames(spec.join, 'relation of `join`', report);
  const taken = new Map(
    from.columns.map(({ name }) => [name.toLowerCase(), `a column of \`${from.name}\``]),
  );
  taken.set(from.name.toLowerCase(), 'what `from` reads');
  const joined = new Map(
    spec.join.map(({ name }) => [name.toLowerCase(), `a relation of \`join\``] as const),
  );
  for (const { name, place, value } of spec.join) {
    const index = value.each === null ? null : placeName(name);
    const found = [
      { called: name, other: taken.get(name.toLowerCase()) },
      {
        called: index,
        other: taken.get(index?.toLowerCase() ?? '') ?? joined.get(index?.toLowerCase() ?? ''),
      },
    ];
    for (const { called, other } of found) {
      if (called === null || other === undefined) continue;
      report('duplicate-name', place, `\`${called}\` has the same name as ${other}`, 'Rename it.');
    }
  }
}

/** `reach`, extended by the columns of `input` under its name. The columns of a left join may be NULL. */
function withRelation(reach: Readable, input: Input, nullable: boolean): Readable {
  const { name, columns, broken = [] } = input;
  const relation: Field = {
    ...plainField(name, 'record', nullable),
    fields: columns.map(column => behind(name, column)),
  };
  return {
    ...reach,
    columns: [...reach.columns.filter(column => column.name !== name), relation],
    broken: new Set([...(reach.broken ?? []), ...[...broken].map(path => `${name}.${path}`)]),
    joined: new Set([...(reach.joined ?? []), name]),
  };
}

function behind(relation: string, field: Field): Field {
  return {
    ...field,
    is: field.is === null ? null : [relation, ...field.is],
    fields: field.fields.map(part => behind(relation, part)),
  };
}

// ---- conditions -----------------------------------------------------------------------------------------------------

function resolveJoin(
  context: BodyContext,
  { name, place, value: spec }: Entry<RelationSpec>,
  input: Input,
  before: Readable,
  reach: Readable,
): Join | null {
  const { kind, on: text, many } = spec;
  const retained =
    spec.retention === null ? null : retainedIn(context, name, spec.retention, reach);
  const isOneRow = input.keys.some(key => key.length === 0);
  if (text === null) {
    if (isOneRow) return joined(null, true);
    const message = `\`${name}\` needs the key \`on\`: \`${spec.of.value}\` may have several rows`;
    const hint = 'Add `on`, with an equality between a column of it and one of the other side.';
    context.report('missing-key', place, message, hint);
    return null;
  }
  const on = checkValue(context, text, {
    from: reach,
    expects: 'bool',
    aggregates: 'in `on`',
    steps: false,
  });
  if (on === null) return null;
  const equalities = equalitiesOf(on, name);
  if (!equalities.some(({ left }) => readsOthers(left, name))) {
    const message = `\`on\` has no equality between \`${name}\` and a column of the other side`;
    context.report('missing-equality', text.place, message, equalityHint(name, input, before));
    return null;
  }
  const missing = isOneRow ? [] : missingOf(input, equalities);
  if (missing === null || missing.length > 0) {
    if (!many) reportMany(context, name, spec, missing);
    return joined(on, false);
  }
  return joined(on, true);

  function joined(condition: Expr | null, toOne: boolean): Join | null {
    if (spec.retention !== null && retained === null) return null;
    return { kind, input, on: both(condition, retained), toOne };
  }
}

/** Proposes two columns of one type, with one name if possible. */
function equalityHint(name: string, { columns }: Input, before: Readable): string {
  for (const column of columns) {
    const alike = before.columns.filter(({ type }) => type === column.type && type !== 'record');
    const other = alike.find(each => each.name === column.name) ?? alike[0];
    if (other !== undefined)
      return `Write an equality, as in \`${other.name} = ${name}.${column.name}\`.`;
  }
  return 'Select columns of one type on both sides, and write an equality between them.';
}

/** An equality in which `right` uses only the joined relation, and `left` only the others. */
interface Equality {
  readonly left: Expr;
  readonly right: Expr;
}

/** The equalities between the relation and its partners, including constants. */
function equalitiesOf(on: Expr, relation: string): readonly Equality[] {
  if (on.kind !== 'call') return [];
  if (on.fn === 'and') return on.args.flatMap(arg => equalitiesOf(arg, relation));
  const [a, b] = on.args;
  if (on.fn !== 'eq' || a === undefined || b === undefined) return [];
  return [
    { left: a, right: b },
    { left: b, right: a },
  ].filter(
    ({ left, right }) =>
      reads(right, relation) && !readsOthers(right, relation) && !reads(left, relation),
  );
}

function reads(expr: Expr, relation: string): boolean {
  return someExpr<Expr>(expr, part => part.kind === 'column' && part.relation === relation);
}

function readsOthers(expr: Expr, relation: string): boolean {
  return someExpr<Expr>(expr, part => part.kind === 'column' && part.relation !== relation);
}

/** The columns of a key that no equality names, for the key that lacks the fewest. Returns `null` if the relation has no key. */
function missingOf(input: Input, equalities: readonly Equality[]): readonly string[] | null {
  const equated = new Set(equalities.map(({ right }) => identityOf(right)));
  const missing = withIdentities(input).map(key =>
    key.filter(({ identity }) => !equated.has(identity)).map(({ name }) => name),
  );
  return missing.sort((a, b) => a.length - b.length)[0] ?? null;
}

function reportMany(
  { report }: BodyContext,
  name: string,
  { of, on }: RelationSpec,
  missing: readonly string[] | null,
): void {
  const why =
    missing === null
      ? `\`${of.value}\` has no key`
      : `\`on\` has no equality for ${summarizeNames(missing.map(column => `${name}.${column}`))} of its key`;
  const hint =
    missing === null
      ? 'Write `many: true`, give the data set a `key`, or group the rows of the step.'
      : 'Add the missing equality, or write `many: true`.';
  const message = `A row may match several rows of \`${name}\`: ${why}`;
  report('join-multiplies', on?.place ?? of.place, message, hint);
}
