/** The role of each key and each scalar of a specification, by its path. */
import type { TreePath } from './tree.ts';

export type Role =
  | 'expression'
  /** A data set or a step. */
  | 'relation'
  /** A parameter of the endpoint. */
  | 'param'
  /** After an `@`. */
  | 'param-value'
  /** A parameter of `sources.yaml`. */
  | 'shared-param'
  /** A filter of a data set. */
  | 'shared-filter'
  /** An output with its direction. */
  | 'sort-key'
  /** A column that is an output of the same name. */
  | 'selected-column'
  | 'output'
  /** A column of a relation that the body reads. */
  | 'column'
  /** A value of an enum parameter: of the one that the neighbouring `by` names, or of the one that the last key but one names. */
  | 'enum-value'
  | 'sql';

/** A role, and the path of the body that it belongs to. */
export interface Standing {
  readonly role: Role;
  /** Whether the name is declared here. */
  readonly declares: boolean;
  readonly body: TreePath;
}

/** `*` matches any key or index, `#` only an index. Patterns are tried in order. */
const EXPRESSIONS = [
  ...['where', 'having'].flatMap(clause => [
    `${clause}.*`,
    ...[`${clause}.*`, `${clause}.*.filter`, `${clause}.*.any.*.filter`].map(at => `${at}.cases.*`),
    `${clause}.*.filter`,
    `${clause}.*.any.#`,
    `${clause}.*.any.*.filter`,
  ]),
  ...['select', 'group_by'].flatMap(clause => [
    `${clause}.*`,
    `${clause}.*.value`,
    `${clause}.*.cases.*`,
    `${clause}.*.value.cases.*`,
  ]),
  ...['filters.*', 'filters.*.of', 'join.*.on', 'join.*.each', 'join.*.retention.of'],
  ...['buckets.of', 'buckets.from', 'buckets.to', 'retention.of'],
  ...['window.of', 'window.from', 'window.to', 'from.series.from', 'from.series.to'],
];

const SCALARS: readonly (readonly [Role, readonly string[]])[] = [
  ['shared-filter', ['filters.#', 'filters.*.use']],
  ['expression', EXPRESSIONS],
  ['relation', ['from', 'from.cases.*', 'union.*', 'join.*.of', 'views.*']],
  ['param-value', ['limit', 'limit.cases.*', 'offset', 'buckets.step', 'buckets.zone']],
  ['sort-key', ['order_by.*', 'order_by.cases.*', 'order_by.cases.*.*']],
  ['sort-key', ['order_by.*.cases.*', 'order_by.*.cases.*.*']],
];

/** Lists that one text may replace. */
const LISTS = [
  ...['where', 'having', 'filters', 'group_by', 'select', 'order_by', 'views', 'key', 'scope'],
  ...['where.*.any', 'having.*.any', 'rollups.*.group_by', 'rollups.*.measures'],
];

const KEYS: readonly (readonly [Role, readonly string[], boolean])[] = [
  ['output', ['select.*', 'group_by.*'], true],
  ['relation', ['join.*'], true],
  ['enum-value', ['retention.windows.*', 'buckets.intervals.*', 'buckets.step.cases.*'], false],
];

/** Only in endpoints. */
const HEAD_SCALARS: readonly (readonly [Role, readonly string[]])[] = [
  ['shared-param', ['params.*.use']],
  ['enum-value', ['tests.*.params.*', 'tests.*.params.*.*']],
  ['sql', ['query', 'query.*', 'query.*.*', 'query.*.*.sql', 'query.*.*.cases.*']],
];
const HEAD_KEYS: readonly (readonly [Role, readonly string[], boolean])[] = [
  ['param', ['params.*'], true],
  ['relation', ['steps.*'], true],
  ['param', ['tests.*.params.*'], false],
  ['output', ['tests.*.expect.*.*'], false],
  ['column', ['tests.*.given.#.*'], false],
  ['relation', ['tests.*.given.*'], false],
];

/** Only in files of data sets. */
const SET_SCALARS: readonly (readonly [Role, readonly string[]])[] = [
  ['column', ['key.*', 'scope.*']],
  [
    'expression',
    [
      'measures.*',
      'measures.*.value',
      'rollups.*.of',
      'rollups.*.group_by.#',
      'rollups.*.measures.#',
    ],
  ],
];

function fits(pattern: string, path: TreePath): boolean {
  const parts = pattern.split('.');
  if (parts.length !== path.length) return false;
  return parts.every((part, i) => {
    const at = path[i];
    if (part === '#') return typeof at === 'number';
    if (part === '*') return at !== undefined;
    return part === at;
  });
}

function find<T extends readonly [Role, readonly string[], ...unknown[]]>(
  table: readonly T[],
  path: TreePath,
): T | null {
  return table.find(([, patterns]) => patterns.some(pattern => fits(pattern, path))) ?? null;
}

/** The role at the end of a path; `null` for a plain value. */
export function standingOf(path: TreePath, isKey: boolean, isSources: boolean): Standing | null {
  const body = bodyOf(path, isSources);
  const below = path.slice(body.length);
  const isItem = !isKey && LISTS.some(pattern => fits(pattern, below));
  const rest = isItem ? [...below, 0] : below;
  const standing = (role: Role, declares = false): Standing => ({ role, declares, body });
  if (isSources) {
    const special = inSources(path, rest, isKey, standing);
    if (special !== undefined) return special;
  } else if (body.length === 0) {
    const key = isKey ? find(HEAD_KEYS, rest) : null;
    if (key !== null) return standing(key[0], key[2]);
    const scalar = isKey || rest.at(-1) === 'file' ? null : find(HEAD_SCALARS, rest);
    if (scalar !== null) return standing(scalar[0]);
    if (['params', 'tests'].includes(String(rest[0]))) return null;
  }
  return inBody(rest, isKey, standing);
}

type Make = (role: Role, declares?: boolean) => Standing;

function inBody(rest: TreePath, isKey: boolean, standing: Make): Standing | null {
  const when = conditionAt(rest, isKey);
  if (when !== null) return standing(when);
  if (isKey) {
    if (rest.at(-2) === 'cases') return standing('enum-value');
    const key = find(KEYS, rest);
    return key === null ? null : standing(key[0], key[2]);
  }
  if (fits('select.#', rest)) return standing('selected-column', true);
  const scalar = find(SCALARS, rest);
  if (scalar !== null) return standing(scalar[0]);
  if (fits('buckets.as', rest) || fits('label', rest)) return standing('output', true);
  const isChooser = rest.at(-1) === 'by' || (rest.at(-1) === 'present' && rest.at(-2) === 'by');
  return isChooser ? standing('param') : null;
}

/** Within a `when`: a parameter, or one of its values. */
function conditionAt(rest: TreePath, isKey: boolean): Role | null {
  const at = rest.lastIndexOf('when');
  if (at < 1) return null;
  const [first, second, ...more] = rest.slice(at + 1).filter(part => typeof part === 'string');
  if (second !== undefined || more.length > 0) return null;
  if (isKey) return first === undefined || ['any', 'absent'].includes(first) ? null : 'param';
  return first === undefined || ['any', 'absent'].includes(first) ? 'param' : 'enum-value';
}

function inSources(
  path: TreePath,
  rest: TreePath,
  isKey: boolean,
  standing: Make,
): Standing | null | undefined {
  if (path[0] === 'params') {
    return isKey && path.length === 2 ? standing('shared-param', true) : null;
  }
  if (path[0] !== 'sources') return null;
  if (isKey && path.length === 2) return standing('relation', true);
  if (rest[0] === 'columns') {
    if (isKey) return isColumn(rest) ? standing('column', true) : null;
    return rest.at(-1) === 'is' ? standing('expression') : null;
  }
  if (isKey && fits('measures.*', rest)) return standing('column', true);
  if (isKey && fits('filters.*', rest)) return standing('shared-filter', true);
  const scalar = isKey ? null : find(SET_SCALARS, rest);
  return scalar === null ? undefined : standing(scalar[0]);
}

/** `columns.a`, `columns.a.record.b` and so on. */
function isColumn(rest: TreePath): boolean {
  return (
    rest.length % 2 === 0 && rest.every((part, i) => i % 2 === 1 || i === 0 || part === 'record')
  );
}

/** The path of the surrounding body: of the endpoint, a step, a view or a data set. */
function bodyOf([first, second, ...more]: TreePath, isSources: boolean): TreePath {
  if (first === undefined || second === undefined || more.length === 0) return [];
  if (isSources) return first === 'sources' ? [first, second] : [];
  const isInner = first === 'steps' || (first === 'views' && typeof second === 'string');
  return isInner ? [first, second] : [];
}
