/** Parameters: types looked up, values read by the type's own grammar, options that contradict each other refused. */
import type { Compat } from '../core/compat.ts';
import { counting, type Report } from '../core/diagnostics.ts';
import {
  type Constraints,
  DEFAULT_MAX_ITEMS,
  type ListShape,
  type Param,
} from '../core/endpoint.ts';
import type { ParamValue, Value } from '../core/scalar.ts';
import type { Entry, Located, ParamSpec, Plain, PlainOrList } from '../core/spec.ts';
import { excerpt } from '../language/syntax/token.ts';
import { checkConstraints, UNCONSTRAINED } from '../params/constraints.ts';
import { ANY_TEXT, ENUM } from '../params/index.ts';
import { asSet, countFault } from '../params/list.ts';
import type { ConstraintName, ParamType } from '../params/param-type.ts';
import { wholePatternFault } from '../params/patterns/pattern.ts';
import { enumValues, resolveAliases } from './enum-values.ts';
import { canMove, movingDefault } from './moving.ts';
import { distinct } from './names.ts';
import { typeOf } from './param-types.ts';

/** The declared parameters by name. */
export interface Params {
  readonly byName: ReadonlyMap<string, Param>;
  /** Those whose type is not known: whatever names one of them cannot be judged. */
  readonly untyped: ReadonlySet<string>;
  /** Those with any fault of their own. */
  readonly faulty: ReadonlySet<string>;
  /** Those whose values have to be steps of time; found as expressions are read. */
  readonly steps: Set<string>;
  /** Those of filters, found as bodies are read. No expression names one. */
  readonly filters: Map<string, Param>;
}

/** Reports the faults of all parameters. Each stands in the result all the same, so that its uses are not faults too. */
export function resolveParams(
  specs: readonly Entry<ParamSpec>[],
  report: Report,
  compat: Compat | null = null,
): Params {
  const byName = new Map<string, Param>();
  const untyped = new Set<string>();
  const faulty = new Set<string>();
  distinct(specs, 'parameter', report);
  for (const spec of specs) {
    const faults = counting(atUse(spec.value, report));
    if (spec.name.toLowerCase() === 'now') {
      const message = '`now` is the name of the clock';
      faults.report('reserved-name', spec.place, message, 'Use another name.');
    }
    const type = typeOf(spec, faults.report);
    if (type === null) untyped.add(spec.name);
    byName.set(spec.name, resolveParam(spec, type, compat, faults.report));
    if (faults.count() > 0) faulty.add(spec.name);
  }
  return { byName, untyped, faulty, steps: new Set(), filters: new Map() };
}

/** A fault that only a use causes is reported at the use: the shared parameter itself is sound. */
function atUse({ use }: ParamSpec, report: Report): Report {
  if (use === null) return report;
  return (code, place, message, hint) =>
    report(code, place.source === use.place.source ? place : use.place, message, hint);
}

function resolveParam(
  { name, value: spec }: Entry<ParamSpec>,
  type: ParamType | null,
  compat: Compat | null,
  report: Report,
): Param {
  const values = spec.enum === null ? null : enumValues(spec.enum.value, type ?? ENUM, report);
  const aliases =
    spec.aliases === null ? null : resolveAliases(name, type ?? ENUM, values, spec.aliases, report);
  const reader: Reader = { name, type, values, report };
  const declared = type === null ? UNCONSTRAINED : resolveConstraints(reader, type, spec);
  const constraints = { ...declared, ...lenience(type, compat) };
  const required = spec.required?.value ?? false;
  reportConflicts(reader, spec);
  const list = resolveList(reader, spec);
  const read = (given: Located<PlainOrList> | null, what: string) =>
    given === null ? null : readGiven(reader, { constraints, list }, given, what);
  const known = type ?? ANY_TEXT;
  const moves = spec.moving !== null && type !== null && list === null && values === null;
  const moving =
    moves && canMove(known.scalar)
      ? movingDefault(name, known.scalar, constraints, spec.moving, report)
      : null;
  const byDefault = moves && canMove(known.scalar) ? null : read(spec.default, 'default');
  return {
    name,
    type: known.name,
    scalar: known.scalar,
    list,
    values,
    ...(aliases === null ? {} : { aliases }),
    // Where the default is faulty or forgotten, and reported, the parameter is present all the same.
    required: required || (hasDefault(spec) && byDefault === null && moving === null),
    default: byDefault,
    ...(moving === null ? {} : { moving }),
    otherwise: spec.otherwise?.value ?? 'reject',
    constraints,
    description: spec.description,
    example: read(spec.example, 'example'),
    deprecated: spec.deprecated ?? false,
  };
}

/** Instants are read in more forms where an endpoint stands in for another service. */
export function lenience(
  type: Pick<ParamType, 'scalar'> | null,
  compat: Compat | null,
): Pick<Constraints, 'lenient'> {
  return compat !== null && type?.scalar === 'timestamp' ? { lenient: true } : {};
}

function hasDefault(spec: ParamSpec): boolean {
  return spec.default !== null || spec.otherwise?.value === 'default';
}

interface Reader {
  readonly name: string;
  readonly type: ParamType | null;
  readonly values: readonly string[] | null;
  readonly report: Report;
}

// ---- options --------------------------------------------------------------------------------------------------------

function reportConflicts({ name, values, report }: Reader, spec: ParamSpec): void {
  const { required, otherwise } = spec;
  if (required?.value === true && spec.default !== null) {
    const message = `\`${name}\` is required, so its default is never used`;
    report('parameter-conflict', spec.default.place, message, 'Remove `default` or `required`.');
  }
  for (const bound of values === null ? [] : [spec.min, spec.max]) {
    if (bound === null) continue;
    const message = `\`${name}\` lists its values, so a bound says nothing`;
    report('parameter-conflict', bound.place, message, 'Remove it.');
  }
  if (otherwise === null || spec.list !== null) return;
  if (values === null) {
    const message = `\`${name}\` is not an enum, and \`otherwise\` is about the other values of an enum`;
    report('parameter-conflict', otherwise.place, message, 'Remove `otherwise`.');
  } else if (otherwise.value === 'default' && spec.default === null) {
    const message = `\`${name}\` has no default that another value could stand for`;
    report('parameter-conflict', otherwise.place, message, 'Add a `default`.');
  }
}

/** The properties of a list; `null` for a single value, which may have none of them. */
function resolveList({ name, type, report }: Reader, spec: ParamSpec): ListShape | null {
  const { list, minItems, maxItems, separator } = spec;
  const options = { min_items: minItems, max_items: maxItems, separator };
  if (list === null) {
    for (const [option, given] of Object.entries(options)) {
      if (given === null) continue;
      const message = `\`${name}\` is no list, and \`${option}\` is about lists`;
      const hint = `Declare \`list\` in place of \`type\`, or remove \`${option}\`.`;
      report('parameter-conflict', given.place, message, hint);
    }
    return null;
  }
  if (spec.otherwise !== null) {
    const message = `\`${name}\` is a list, and \`otherwise\` is about one value of an enum`;
    report('parameter-conflict', spec.otherwise.place, message, 'Remove `otherwise`.');
  }
  if (type?.isPattern === true) {
    const message = `\`${name}\` is a list of patterns, and no function takes one`;
    const hint = `Declare one pattern: \`type: ${type.name}\`.`;
    report('parameter-conflict', list, message, hint);
  }
  reportInverted(report, minItems, maxItems, 'min_items', 'max_items');
  if (maxItems === null && minItems !== null && minItems.value > DEFAULT_MAX_ITEMS) {
    const message = `\`min_items\` is greater than ${DEFAULT_MAX_ITEMS}, which \`max_items\` is by default`;
    report('parameter-conflict', minItems.place, message, 'Add `max_items`.');
  }
  return {
    minItems: minItems?.value ?? 0,
    maxItems: maxItems?.value ?? DEFAULT_MAX_ITEMS,
    separator: separator?.value ?? null,
  };
}

// ---- constraints ----------------------------------------------------------------------------------------------------

function resolveConstraints(reader: Reader, type: ParamType, spec: ParamSpec): Constraints {
  const allowed = <T>(option: ConstraintName, given: Located<T> | null): Located<T> | null => {
    if (given === null || type.constraints.includes(option)) return given;
    const message = `\`${reader.name}\` is of type \`${type.name}\`, which takes no \`${option}\``;
    reader.report('parameter-conflict', given.place, message, `Remove \`${option}\`.`);
    return null;
  };
  const bound = (option: 'min' | 'max') => {
    const given = allowed(option, spec[option]);
    return given === null ? null : { value: readBound(reader, given, option), place: given.place };
  };
  const [min, max] = [bound('min'), bound('max')];
  const minLength = allowed('min_length', spec.minLength);
  const maxLength = allowed('max_length', spec.maxLength);
  const accept = allowed('accept', spec.accept);
  reportInverted(reader.report, min, max, 'min', 'max');
  reportInverted(reader.report, minLength, maxLength, 'min_length', 'max_length');
  return {
    min: min?.value ?? null,
    max: max?.value ?? null,
    minLength: minLength?.value ?? null,
    maxLength: maxLength?.value ?? null,
    pattern: checkedPattern(reader, allowed('pattern', spec.pattern)),
    ...(accept === null ? {} : { accept: accept.value }),
  };
}

function reportInverted(
  report: Report,
  least: Located<Value | null> | null,
  greatest: Located<Value | null> | null,
  low: string,
  high: string,
): void {
  const [from, to] = [least?.value ?? null, greatest?.value ?? null];
  if (from === null || to === null || greatest === null || from <= to) return;
  const message = `\`${low}\` is greater than \`${high}\`, so no value is accepted`;
  report('parameter-conflict', greatest.place, message, 'Swap them.');
}

function checkedPattern({ name, report }: Reader, given: Located<string> | null): string | null {
  if (given === null) return null;
  const fault = wholePatternFault(given.value);
  if (fault === null) return given.value;
  report('invalid-pattern', given.place, `The pattern of \`${name}\` is not valid RE2: ${fault}`);
  return null;
}

// ---- literals -------------------------------------------------------------------------------------------------------

function readBound(reader: Reader, { value, place }: Located<Plain>, option: string): Value | null {
  return parse(reader, UNCONSTRAINED, value.text, expected =>
    reader.report(
      'invalid-value',
      place,
      `\`${option}\` must be ${expected}, not \`${excerpt(value.text, 0, value.text.length)}\``,
    ),
  );
}

/** A default or an example: one value, or the list that it must be. */
function readGiven(
  reader: Reader,
  { constraints, list }: Pick<Param, 'constraints' | 'list'>,
  { value, place }: Located<PlainOrList>,
  what: string,
): ParamValue | null {
  const { name, report } = reader;
  const isList = Array.isArray(value);
  if (isList !== (list !== null)) {
    const message = isList
      ? `The ${what} of \`${name}\` is a list, and \`${name}\` takes a single value`
      : `The ${what} of \`${name}\` is no list`;
    const hint = isList
      ? `Write one value, or declare \`list\` in place of \`type\`.`
      : `Write a list: \`${what}: [ … ]\`.`;
    report('invalid-default', place, message, hint);
    return null;
  }
  if (!isList) return readLiteral(reader, constraints, { value: value as Plain, place }, what);
  const items = (value as readonly Located<Plain>[]).map(item =>
    isParted(item, list, what, reader) ? null : readLiteral(reader, constraints, item, what),
  );
  const good = items.filter(item => item !== null);
  if (list === null || reader.type === null || good.length < items.length) return null;
  const set = asSet(good, reader.type.name);
  const fault = countFault(set.length, list);
  if (fault === null) return set;
  report('invalid-default', place, `The ${what} of \`${name}\` must be ${fault}`);
  return null;
}

/** No caller could give such an item. */
function isParted(
  { value: { text }, place }: Located<Plain>,
  list: ListShape | null,
  what: string,
  { name, report }: Reader,
): boolean {
  const separator = list?.separator ?? null;
  if (separator === null || !text.includes(separator)) return false;
  const message = `An item of the ${what} of \`${name}\` holds its separator \`${separator}\``;
  report('invalid-default', place, message, 'Write it as several items, or use another separator.');
  return true;
}

function readLiteral(
  reader: Reader,
  constraints: Constraints,
  { value, place }: Located<Plain>,
  what: string,
): Value | null {
  const { name, report } = reader;
  if (value.text === '') {
    const message = `The ${what} of \`${name}\` is empty, and an empty value is an absent one`;
    report('invalid-default', place, message, `Remove the ${what}.`);
    return null;
  }
  return parse(reader, constraints, value.text, expected => {
    const shown = excerpt(value.text, 0, value.text.length);
    const message = `The ${what} \`${shown}\` of \`${name}\` must be ${expected}`;
    report('invalid-default', place, message);
  });
}

/** A value as a caller would have to write it; `null` where it is none, and then `refuse` is told what it must be. */
function parse(
  { type, values }: Reader,
  constraints: Constraints,
  text: string,
  refuse: (expected: string) => void,
): Value | null {
  if (type === null) return null;
  const parsed = type.parse(text, { values, constraints });
  const expected = parsed.ok
    ? checkConstraints(parsed.value, type.format, constraints)
    : parsed.expected;
  if (expected !== null) refuse(expected);
  return parsed.ok && expected === null ? parsed.value : null;
}
