/** The parameters of a query that was written before its endpoint: their names, and the types that its text shows. */
import type { Source } from '../../generator/core/spec/source.ts';
import { isScalar, SCALARS, type Scalar } from '../../generator/core/types/scalar.ts';
import { findSources, tablesIn } from '../../generator/own/tables.ts';
import { type OwnToken, splitTokens } from '../../generator/own/tokens.ts';
import { PARAM_TYPES } from '../../generator/params/index.ts';
import type { Dialect } from '../../generator/sql/dialect.ts';

export interface WrittenParam {
  readonly name: string;
  /** `null` if neither its placeholder nor a column beside it shows one. */
  readonly type: Scalar | null;
  readonly isList: boolean;
}
export interface WrittenQuery {
  /** The text with `@name` in place of named placeholders of other forms. */
  readonly text: string;
  /** In the order of their first use, without the clock. */
  readonly params: readonly WrittenParam[];
}

/** The clock of the service, which every statement may name. */
const CLOCK = 'now';

/** Reads the parameters of a query by the rules of its dialect. `sources`: the data sets of the project. */
export function writtenQuery(
  text: string,
  dialect: Dialect,
  sources: readonly Source[],
): WrittenQuery {
  const tokens = splitTokens(text, dialect.own);
  const typeOf = columnTypes({ text, tokens }, dialect, sources);
  const solid = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const words = solid.map(({ start, end }) => text.slice(start, end));
  const params = new Map<string, WrittenParam>();
  solid.forEach((token, at) => {
    const named = namedBy(words[at] ?? '', token);
    if (named === null || named.name === CLOCK) return;
    const { isList, type } = shownBy(words, at, typeOf);
    const known = params.get(named.name);
    params.set(named.name, {
      name: named.name,
      type: known?.type ?? paramType(placeholderType(named, dialect) ?? type),
      isList: known?.isList === true || isList,
    });
  });
  const written = tokens.map(token => {
    const own = text.slice(token.start, token.end);
    const named = namedBy(own, token);
    return named === null ? own : `@${named.name}`;
  });
  return { text: written.join(''), params: [...params.values()] };
}

/** The scalar, if a type of parameters has its name. */
function paramType(type: Scalar | null): Scalar | null {
  return type !== null && PARAM_TYPES.has(type) ? type : null;
}

interface Named {
  readonly name: string;
  /** The engine's type that the placeholder states. */
  readonly stated: string | null;
}

/** The forms with a name: `{{String(name, …)}}`, `{{name}}`, `{name:Type}` and `$name`. A `?` or `$1` names nothing. */
const FORMS: readonly RegExp[] = [
  /^\{\{\s*(?<type>\w+)\(\s*(?<name>[A-Za-z_]\w*)(?:[^{}\w][^{}]*)?\}\}$/,
  /^\{\{\s*(?<name>[A-Za-z_]\w*)\s*\}\}$/,
  /^\{\s*(?<name>[A-Za-z_]\w*)\s*:(?<type>[^{}]*)\}$/,
  /^\$(?<name>[A-Za-z_]\w*)$/,
];

function namedBy(text: string, { kind }: OwnToken): Named | null {
  if (kind === 'parameter') return { name: text.slice(1), stated: null };
  if (kind !== 'foreign') return null;
  for (const form of FORMS) {
    const { name, type } = form.exec(text)?.groups ?? {};
    if (name !== undefined) return { name, stated: type?.trim() ?? null };
  }
  return null;
}

/** The type that the engine's own name for it means. */
function placeholderType({ stated }: Named, { own, stored }: Dialect): Scalar | null {
  if (stated === null) return null;
  const written = (scalar: Scalar) => own.placeholder('x', scalar, false, 1);
  const exact = SCALARS.find(scalar => written(scalar).includes(`:${stated}}`));
  if (exact !== undefined) return exact;
  const kind = stored.kind(stated);
  const readings = kind === null ? {} : (stored.readings[kind] ?? {});
  const [best] = Object.keys(readings);
  return SCALARS.find(scalar => scalar === best) ?? null;
}

/** The type that the columns of this name have in the tables that a statement names; `null` if there are none, or several. */
type TypeOf = (column: string) => Scalar | null;

function columnTypes(
  statement: { readonly text: string; readonly tokens: readonly OwnToken[] },
  { name: engine, own }: Dialect,
  sources: readonly Source[],
): TypeOf {
  const named = tablesIn([statement]).flatMap(({ parts }) => [
    ...findSources(parts, sources, engine, own),
    ...sources.filter(({ name }) => parts.length === 1 && name === parts[0]),
  ]);
  const columns = named.flatMap(source => source.columns);
  return column => {
    const types = columns
      .filter(({ name }) => name.toLowerCase() === column.toLowerCase())
      .map(({ type }) => type);
    const [first] = types;
    const isOne = first !== undefined && types.every(type => type === first);
    return isOne && first !== 'record' && isScalar(first) ? first : null;
  };
}

const COMPARES: ReadonlySet<string> = new Set('= < > ! like ilike between in not'.split(' '));
const COUNTED: ReadonlySet<string> = new Set(['limit', 'offset']);
/** Words before a parenthesis that holds a list. */
const OF_LISTS: ReadonlySet<string> = new Set(
  'unnest any all has list_contains list_has array_contains'.split(' '),
);

/** The type that the words around the placeholder at `at` show: `country = @x`, `@x <= day`, `id IN UNNEST(@x)`, `LIMIT @x`. */
function shownBy(words: readonly string[], at: number, typeOf: TypeOf) {
  const word = (index: number) => words[index]?.toLowerCase() ?? '';
  const isList = word(at - 1) === '(' && OF_LISTS.has(word(at - 2));
  if (COUNTED.has(word(at - 1))) return { isList, type: 'int64' as const };
  return { isList, type: typeBefore(word, at, typeOf) ?? typeAfter(word, at, isList, typeOf) };
}

type WordAt = (index: number) => string;

/** Of the column before a comparison, as in `x = @a`, `x IN (@a, @b)` and `x BETWEEN @a AND @b`. */
function typeBefore(word: WordAt, at: number, typeOf: TypeOf): Scalar | null {
  let column = at - 1;
  let isCompared = false;
  for (;;) {
    const one = word(column);
    const isSecond = one === 'and' && word(column - 2) === 'between';
    isCompared ||= isSecond || COMPARES.has(one);
    const isPassed = COMPARES.has(one) || OF_LISTS.has(one) || /^([(,]|select|@.*)$/.test(one);
    if (isSecond) column -= 2;
    else if (isPassed) column -= 1;
    else break;
  }
  return isCompared ? typeOf(bare(word(column))) : null;
}

/** Of the column after a comparison, as in `@a <= t.x`, or after a list, as in `has(@a, x)`. */
function typeAfter(word: WordAt, at: number, isList: boolean, typeOf: TypeOf): Scalar | null {
  let column = at + 1;
  while (COMPARES.has(word(column)) || (isList && word(column) === ',')) column += 1;
  if (column === at + 1) return null;
  while (word(column + 1) === '.') column += 2;
  return typeOf(bare(word(column)));
}

function bare(word: string): string {
  return word.replace(/^["`](.*)["`]$/, '$1');
}
