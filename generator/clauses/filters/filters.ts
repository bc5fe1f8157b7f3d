/**
 * Filters that callers combine: each pair of a filter and an operator becomes a parameter, and a predicate that is guarded by that
 * parameter.
 */

import type { Condition } from '../../core/expr/condition.ts';
import type { Expr, Guarded, ParamExpr, Predicate } from '../../core/expr/expr.ts';
import { type FilterOperator, NAMED_OPERATORS, pairName } from '../../core/plan/filters.ts';
import { DEFAULT_MAX_ITEMS, type Param } from '../../core/plan/param.ts';
import type { Query } from '../../core/plan/query.ts';
import type { FilterSpec } from '../../core/spec/body-spec.ts';
import type { Entry } from '../../core/spec/located.ts';
import type { Readable } from '../../core/spec/source.ts';
import {
  isScalar,
  itemOf,
  listOf,
  mapValueOf,
  type Scalar,
  scalarOf,
  type Type,
} from '../../core/types/scalar.ts';
import { UNCONSTRAINED } from '../../params/constraints.ts';
import { PARAM_TYPES, paramType } from '../../params/index.ts';
import { guardOf } from '../../resolve/guards.ts';
import { summarizeNames } from '../../resolve/names/names.ts';
import { lenience } from '../../resolve/params/constraints.ts';
import { type BodyContext, checkValue } from '../../resolve/scope.ts';
import { type Clause, NO_PARTS, oncePerBody, placedAt } from '../clause.ts';
import { joinsOf } from '../join/join.ts';
import {
  bareOperator,
  type ChosenOperators,
  chosenCondition,
  chosenFilter,
  chosenOperators,
  chosenWords,
} from './chosen.ts';
import { itemPattern, MOST_KEYS, mapCondition, operatorsOfMap } from './keyed.ts';
import {
  isPatternOperator,
  MEANINGS,
  OF_NULLABLE,
  type OperatorMeaning,
  operatorsOf,
} from './operators.ts';

/** A filter that may have faults: `of` is `null` if it has one. */
interface FilterDraft {
  readonly entry: Entry<FilterSpec>;
  /** The name with the body's prefix. */
  readonly name: string;
  readonly of: Expr | null;
  readonly pairs: readonly (Guarded & { readonly when: Condition })[];
}

/** The filters of a body. Their parameters become parameters of the endpoint. */
const filtersOf = oncePerBody(body => {
  const { reach } = joinsOf(body);
  return body.context.spec.filters.map(entry => resolveFilter(body.context, entry, reach));
});

export const filters: Clause = {
  ...NO_PARTS,
  values: spec => spec.filters.map(({ value }) => ({ value: value.of, when: null })),
  choosers: spec =>
    spec.filters.flatMap(({ value: { by } }) => (by === null ? [] : [{ param: by }])),
  readAlone: context => {
    for (const { value } of context.spec.filters) guardOf(context, value.except);
  },
  resolve: filtersOf,
  placed: body =>
    filtersOf(body).flatMap(({ entry, pairs }) =>
      pairs.flatMap(({ expr }) => placedAt(entry.value.of, expr)),
    ),
  finish: (query, body) => {
    const drafts = filtersOf(body);
    const predicates = filterPredicates(body.context, drafts);
    return { ...query, where: [...query.where, ...predicates], filters: filteredValues(drafts) };
  },
  changesRows: query => query.filters.length > 0,
};

/** The value that each filter compares by equality; for a map with `key`, the values of its keys. */
function filteredValues(drafts: readonly FilterDraft[]): Query['filters'] {
  return drafts.flatMap(({ entry, name, of }) =>
    of === null || entry.value.by !== null ? [] : [{ name, of }],
  );
}

/** The predicates of the filters without faults. */
function filterPredicates(
  { spec }: BodyContext,
  drafts: readonly FilterDraft[],
): readonly Predicate[] {
  const pairs = drafts.flatMap(draft => draft.pairs);
  return spec.match?.value === 'any' && pairs.length > 0 ? [{ any: pairs }] : pairs;
}

function resolveFilter(
  context: BodyContext,
  entry: Entry<FilterSpec>,
  from: Readable,
): FilterDraft {
  const { except, of: text } = entry.value;
  const name = `${context.spec.prefix?.value ?? ''}${entry.name}`;
  const guard = except === null ? null : guardOf(context, except);
  const position = { from, expects: 'any', aggregates: 'in `filters`' } as const;
  const of = checkValue(context, text, position);
  if (of === null) return { entry, name, of, pairs: [] };
  const isKeyed = entry.value.key?.value === true;
  const has = isKeyed ? operatorsOfMap(of) : operatorsOf(of);
  if (has.length === 0) refuseType(context, entry, of);
  else checkOptions(context, entry, of);
  const isChosen = entry.value.by !== null;
  const chosen = isChosen ? chosenOperators(context, entry, has) : null;
  const asked = isChosen ? [] : operatorsAsked(context, entry, of, has);
  const declared =
    chosen === null
      ? asked.map(operator => paramOf(context, entry, { name, operator, of }))
      : [chosenParam(context, entry, { name, of, chosen })];
  declare(context, entry, { name, all: declared });
  const none = guard?.when ?? null;
  const ignoreCase = entry.value.ignoreCase?.value === true;
  const pairs = declared.map((param, i) => ({
    when: none === null ? param.name : { all: [param.name, { none: [none] }] },
    expr:
      chosen === null
        ? (isKeyed ? mapCondition : valued)(asked[i] ?? 'eq', of, givenAs(param), ignoreCase)
        : chosenCondition(chosen, of, givenAs(param), ignoreCase),
  }));
  return { entry, name, of, pairs };
}

function valued(
  operator: FilterOperator,
  ...given: Parameters<OperatorMeaning['condition']>
): Expr {
  return MEANINGS[operator].condition(...given);
}

function operatorsAsked(
  { report }: BodyContext,
  { name, value: { operators } }: Entry<FilterSpec>,
  of: Expr,
  has: readonly FilterOperator[],
): readonly FilterOperator[] {
  if (operators === null || has.length === 0)
    return has.filter(operator => !NAMED_OPERATORS.includes(operator));
  const asked = new Set<FilterOperator>();
  for (const { value, place } of operators) {
    if (asked.has(value)) {
      const message = `\`operators\` of \`${name}\` names \`${value}\` twice`;
      report('duplicate-name', place, message, 'Remove one of them.');
    } else if (!has.includes(value)) {
      const why =
        OF_NULLABLE.includes(value) && isScalar(of.scalar)
          ? 'is never NULL'
          : `is \`${of.scalar}\`, which has no \`${value}\``;
      report(
        'type-mismatch',
        place,
        `The filter \`${name}\` ${why}`,
        `Use ${summarizeNames(has)}.`,
      );
    }
    asked.add(value);
  }
  return has.filter(operator => asked.has(operator));
}

function refuseType({ report }: BodyContext, { name, value }: Entry<FilterSpec>, { scalar }: Expr) {
  const message = `The filter \`${name}\` is of type \`${scalar}\`, which callers cannot compare`;
  report('type-mismatch', value.of.place, message, instead(scalar, value.key?.value === true));
}

function instead(type: Type, isKeyed: boolean): string {
  const value = mapValueOf(type);
  if (isKeyed && value === null) return 'Remove `key`, which only applies to maps.';
  if (value !== null && !isKeyed)
    return "Add `key: true`, or filter the value of a key, as in `labels['region']`.";
  if (type === 'json') return "Filter a value of it, as in `json_string(payload, 'user.id')`.";
  return "Filter the value of a key, as in `labels['region']`.";
}

/** Reports options that only apply to texts. */
function checkOptions(
  { report }: BodyContext,
  { name, value }: Entry<FilterSpec>,
  { scalar }: Expr,
) {
  if ((itemOf(scalar) ?? mapValueOf(scalar) ?? scalar) === 'string') return;
  const options = { max_length: value.maxLength, ignore_case: value.ignoreCase };
  for (const [option, given] of Object.entries(options)) {
    if (given === null) continue;
    const message = `The filter \`${name}\` is of type \`${scalar}\`, and \`${option}\` only applies to texts`;
    report('parameter-conflict', given.place, message, 'Remove it.');
  }
}

// ---- parameters -----------------------------------------------------------------------------------------------------

interface Pair {
  readonly name: string;
  readonly operator: FilterOperator;
  readonly of: Expr;
}

const PATTERN = [...PARAM_TYPES.values()].find(({ isPattern }) => isPattern === true);
const TYPE_OF = new Map<Scalar, string>(
  ['string', 'int64', 'float64', 'decimal', 'bool', 'timestamp', 'date'].map(name => [
    paramType(name).scalar,
    name,
  ]),
);

function paramOf(
  { spec, compat = null }: BodyContext,
  { value }: Entry<FilterSpec>,
  { name, operator, of }: Pair,
): Param {
  const isKeyed = value.key?.value === true;
  const { words, ...meaning } = MEANINGS[operator];
  const takes = isKeyed ? 'several' : meaning.takes;
  const held = isKeyed ? 'string' : (itemOf(of.scalar) ?? scalarOf(of.scalar));
  const type = typeOf(takes === 'flag' ? 'bool' : held);
  const isText = held === 'string' && takes !== 'flag';
  const isLoose = value.except !== null || spec.match?.value === 'any';
  const rows = isKeyed
    ? `Rows whose value of each key in \`${name}\` ${words}; an item is \`key=value\`.`
    : `Rows whose \`${name}\` ${words}.`;
  const { maxLength, ignoreCase, description } = value;
  const pattern = isKeyed ? itemPattern(of) : (meaning.form?.pattern ?? null);
  const longest = Math.min(maxLength?.value ?? Infinity, meaning.form?.maxLength ?? Infinity);
  return {
    name: pairName(name, operator),
    type: takes === 'patterns' ? patternType() : type,
    scalar: paramType(type).scalar,
    list:
      takes === 'several' || takes === 'patterns'
        ? { minItems: 0, maxItems: isKeyed ? MOST_KEYS : DEFAULT_MAX_ITEMS, separator: null }
        : null,
    values: null,
    required: false,
    default: null,
    otherwise: 'reject',
    constraints: {
      ...UNCONSTRAINED,
      ...(isText ? { maxLength: longest === Infinity ? null : longest, pattern } : {}),
      ...lenience(paramType(type), compat),
    },
    description: description === null ? rows : `${rows} ${description}`,
    example: null,
    deprecated: false,
    filter: {
      name,
      operator,
      ...(isLoose ? { loose: true as const } : {}),
      ...(isKeyed ? { key: true as const } : {}),
      ...(takes === 'patterns' && ignoreCase?.value === true ? { ignoreCase: true as const } : {}),
    },
  };
}

/** The parameter of a filter whose operator a request chooses: it takes what the first operator takes, patterns as texts. */
function chosenParam(
  context: BodyContext,
  entry: Entry<FilterSpec>,
  { name, of, chosen }: { name: string; of: Expr; chosen: ChosenOperators },
): Param {
  const [first] = chosen.cases;
  if (first === undefined) throw new Error('An enum has a value.');
  const hasPatterns = chosen.cases.some(({ operator }) => isPatternOperator(operator));
  const plain = isPatternOperator(first.operator) ? 'contains' : first.operator;
  const param = paramOf(context, entry, { name, operator: plain, of });
  const operator = bareOperator(of);
  const { ignoreCase: asked, description } = entry.value;
  const ignoreCase = hasPatterns && asked?.value === true ? ({ ignoreCase: true } as const) : {};
  const rows =
    entry.value.key?.value === true
      ? `Rows whose value of each key in \`${name}\` ${chosenWords(chosen)}; an item is \`key=value\`.`
      : `Rows whose \`${name}\` ${chosenWords(chosen)}.`;
  return {
    ...param,
    name: pairName(name, operator),
    description: description === null ? rows : `${rows} ${description}`,
    filter: {
      ...param.filter,
      ...{ name, operator },
      ...ignoreCase,
      ...chosenFilter(chosen),
    },
  };
}

function typeOf(scalar: Scalar): string {
  const type = TYPE_OF.get(scalar);
  if (type === undefined) throw new Error(`callers cannot write a ${scalar}`);
  return type;
}

function patternType(): string {
  if (PATTERN === undefined) throw new Error('no type of parameters is a pattern');
  return PATTERN.name;
}

function givenAs({ name, scalar, list }: Param): ParamExpr {
  const type = list === null ? scalar : listOf(scalar);
  return { kind: 'param', name, form: 'value', scalar: type, nullable: false };
}

/**
 * Adds the parameters of a filter. Parameter names must differ by more than letter case. The bare name of a filter is taken even if no
 * parameter has it, because clients write the filter's operators under it. Reports the first name that is already taken.
 */
function declare(
  { params, report }: BodyContext,
  { name: written, place }: Entry<FilterSpec>,
  { name: whole, all }: { readonly name: string; readonly all: readonly Param[] },
): void {
  const taken = new Map(
    [...params.byName.keys()].map(name => [name.toLowerCase(), `the parameter \`${name}\``]),
  );
  for (const { filter } of params.filters.values()) {
    if (filter === undefined) continue;
    const of = `that of the filter \`${filter.name}\``;
    taken.set(filter.name.toLowerCase(), of);
    taken.set(pairName(filter.name, filter.operator).toLowerCase(), of);
  }
  const names = [whole, ...all.map(({ name }) => name)];
  const clash = names.find(name => taken.has(name.toLowerCase()));
  if (whole.toLowerCase() === 'now') {
    report('reserved-name', place, '`now` is the name of the clock', 'Use another name.');
  } else if (clash !== undefined) {
    const other = taken.get(clash.toLowerCase()) ?? '';
    const message = `\`${clash}\` of the filter \`${written}\` has the same name as ${other}`;
    report('duplicate-name', place, message, 'Rename one of them, or add a `prefix`.');
  } else for (const param of all) params.filters.set(param.name, param);
}
