/** Where names occur in a file, and what each of them is. */
import { dirname, join } from 'node:path';
import { DIALECTS } from '../../../engines/index.ts';
import type { MappingEntry, ScalarNode } from '../../../generator/core/spec/document.ts';
import { libraryFunction } from '../../../generator/functions/library.ts';
import { parseExpression } from '../../../generator/language/syntax/parser.ts';
import { operands, type PathPart, type Syntax } from '../../../generator/language/syntax/syntax.ts';
import { splitTokens } from '../../../generator/own/tokens.ts';
import type { TextRange } from '../lines.ts';
import type { EditorProject } from '../project.ts';
import { Dictionary, type DictionaryName, type NameKey, symbolOf } from './dictionary.ts';
import { type Standing, standingOf } from './roles.ts';
import { type NameSpot, spotsIn, type TreePath } from './tree.ts';

export interface Occurrence extends TextRange {
  /** Absolute. */
  readonly file: string;
  readonly symbol: NameKey;
  readonly declares: boolean;
  /** Whether the name is a column and an output at once, as in a list. */
  readonly isShared: boolean;
}

/** All names of a file whose meaning is known, including those in its SQL files. */
export function occurrencesIn(project: EditorProject, path: string): readonly Occurrence[] {
  const root = project.outlineOf(path);
  if (root === null) return [];
  const reader = new Reader(project, new Dictionary(project, path, root));
  for (const spot of spotsIn(root)) reader.read(spot);
  return reader.found;
}

class Reader {
  readonly found: Occurrence[] = [];
  readonly #project: EditorProject;
  readonly #dictionary: Dictionary;

  constructor(project: EditorProject, dictionary: Dictionary) {
    this.#project = project;
    this.#dictionary = dictionary;
  }

  read(spot: NameSpot): void {
    const isKey = spot.kind === 'key';
    const standing = standingOf(spot.path, isKey, this.#dictionary.isSources);
    if (standing === null) this.#readFile(spot);
    else if (isKey) this.#readKey(spot.entry, spot.path, standing);
    else this.#readScalar(spot.node, spot.path, standing);
  }

  #add(symbol: NameKey | undefined, span: TextRange, declares = false, isShared = false): void {
    const file = this.#dictionary.path;
    if (symbol !== undefined) this.found.push({ file, symbol, ...span, declares, isShared });
  }

  // ---- names by themselves ------------------------------------------------------------------------------------------

  #readKey(
    { name, place }: MappingEntry,
    path: TreePath,
    { role, declares, body }: Standing,
  ): void {
    const span = within(place.source.text, place, name);
    const { path: file, isSources } = this.#dictionary;
    const ways = body.map(String);
    if (role === 'output') this.#add(symbolOf('output', file, ...ways, name), span, declares);
    if (role === 'param' || role === 'shared-param') this.#addParam(name, span, declares);
    if (role === 'shared-filter')
      this.#addFilter(this.#dictionary.filtersOf(String(body[1])), name, span, true);
    if (role === 'column') this.#readColumnKey(name, path, span, declares, body);
    if (role !== 'relation') return;
    const isJoin = path.at(-2) === 'join';
    if (isJoin) this.#add(symbolOf('join', file, ...ways, name), span, true);
    else if (!declares) this.#addRelation(name, span);
    else this.#add(isSources ? symbolOf('set', name) : symbolOf('step', file, name), span, true);
  }

  #readColumnKey(
    name: string,
    path: TreePath,
    span: TextRange,
    declares: boolean,
    body: TreePath,
  ): void {
    if (!declares) {
      const column = this.#dictionary.visibleIn(body).columns.find(one => one.name === name);
      this.#add(column?.symbol, span);
      return;
    }
    const [, set, , ...inner] = path.map(String);
    const names = inner.filter((_, i) => i % 2 === 0);
    this.#add(symbolOf('column', set ?? '', ...names), span, true);
  }

  #addParam(name: string, span: TextRange, declares = false): void {
    const param = this.#dictionary.params().find(one => one.name === name);
    if (param !== undefined) this.#add(param.symbol, span, declares);
    const of = param === undefined ? this.#dictionary.filterOfParam(name) : null;
    if (of === null) return;
    const start = span.start + of.before.length;
    this.#add(of.filter.symbol, { start, end: start + of.filter.name.length });
  }

  #addFilter(
    filters: readonly DictionaryName[],
    name: string,
    span: TextRange,
    declares = false,
  ): void {
    this.#add(filters.find(one => one.name === name)?.symbol, span, declares);
  }

  #addRelation(name: string, span: TextRange): void {
    this.#add(this.#dictionary.relation(name)?.symbol, span);
  }

  #readScalar(node: ScalarNode, path: TreePath, { role, declares, body }: Standing): void {
    const { text, at } = node;
    const spanOf = (name: string, from = 0) => ({ start: at(from), end: at(from + name.length) });
    const { columns, outputs } = this.#dictionary.visibleIn(body);
    const named = (all: readonly DictionaryName[], name: string) =>
      all.find(one => one.name === name);
    switch (role) {
      case 'expression':
        this.#readExpression(node, body, path);
        break;
      case 'relation':
        this.#addRelation(text, spanOf(text));
        break;
      case 'param':
        this.#addParam(text, spanOf(text));
        break;
      case 'param-value':
        if (text.startsWith('@')) this.#addParam(text.slice(1), spanOf(text.slice(1), 1));
        break;
      case 'shared-param':
        this.#add(symbolOf('shared', text), spanOf(text));
        break;
      case 'shared-filter':
        if (named(this.#dictionary.filtersIn(body), text) === undefined)
          this.#add(named(columns, text)?.symbol, spanOf(text));
        else this.#addFilter(this.#dictionary.filtersIn(body), text, spanOf(text));
        break;
      case 'sort-key': {
        const name = text.replace(/ (?:asc|desc)$/i, '');
        this.#add(named(outputs, name)?.symbol, spanOf(name));
        break;
      }
      case 'output':
        this.#add(named(outputs, text)?.symbol, spanOf(text), declares);
        break;
      case 'selected-column':
        this.#add(named(columns, text)?.symbol, spanOf(text), false, true);
        this.#add(named(outputs, text)?.symbol, spanOf(text), true, true);
        break;
      case 'column':
        this.#add(named(columns, text)?.symbol, spanOf(text));
        break;
      case 'sql':
        this.#readSql(this.#dictionary.path, text, String(path[1]), at);
        break;
      case 'enum-value':
    }
  }

  // ---- expressions --------------------------------------------------------------------------------------------------

  #readExpression(node: ScalarNode, body: TreePath, path: TreePath): void {
    const { text: value, place, at } = node;
    const syntax = parseExpression({ value, place, at }, () => {});
    if (syntax === null) return;
    const visible = this.#dictionary.visibleIn(body);
    const isHaving = path[body.length] === 'having';
    const isBucket = path.at(-2) === 'buckets' && path.at(-1) === 'of';
    const open: Syntax[] = [syntax];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      open.push(...operands(one));
      if (one.kind === 'param')
        this.#addParam(one.name, { start: at(one.start) + 1, end: at(one.end) });
      if (one.kind === 'call' && libraryFunction(one.name.name) !== null)
        this.#add(symbolOf('function', one.name.name), this.#spanOf(one.name, node));
      if (one.kind === 'path') this.#readPath(one.parts, node, visible, isHaving);
    }
    if (!isBucket || syntax.kind !== 'path') return;
    const output = visible.outputs.find(({ name }) => name === value);
    this.#add(output?.symbol, { start: at(0), end: at(value.length) }, true, true);
  }

  #readPath(
    parts: readonly PathPart[],
    node: ScalarNode,
    { columns, outputs }: ReturnType<Dictionary['visibleIn']>,
    isHaving: boolean,
  ): void {
    const [first] = parts;
    if (first === undefined) return;
    const all = isHaving ? [...outputs, ...columns] : [...columns, ...outputs];
    const found = all.find(({ name }) => name === first.name);
    if (found !== undefined) {
      this.#readFields(found, parts, node);
      return;
    }
    const base = outputs.find(({ name }) => first.name === `${PREVIOUS}${name}`);
    const span = this.#spanOf(first, node);
    if (base !== undefined)
      this.#add(base.symbol, { ...span, start: span.start + PREVIOUS.length });
    const relation = base === undefined ? this.#dictionary.relation(first.name) : null;
    if (relation === null) return;
    this.#readFields({ ...relation, fields: this.#dictionary.columnsOf(first.name) }, parts, node);
  }

  #readFields(
    of: DictionaryName,
    [first, second, ...rest]: readonly PathPart[],
    node: ScalarNode,
  ): void {
    if (first === undefined) return;
    this.#add(of.symbol, this.#spanOf(first, node));
    const field = of.fields.find(({ name }) => name === second?.name);
    if (field !== undefined && second !== undefined)
      this.#readFields(field, [second, ...rest], node);
  }

  #spanOf({ name, start, end }: PathPart, { place, at }: ScalarNode): TextRange {
    return within(place.source.text, { start: at(start), end: at(end) }, name);
  }

  // ---- SQL ----------------------------------------------------------------------------------------------------------

  /** Parameters in an SQL text. `engine` is the key above it; a key that does not name an engine means GoogleSQL. */
  #readSql(file: string, text: string, engine: string, at: (offset: number) => number): void {
    const own = DIALECTS.get(engine)?.own ?? GOOGLE_SQL;
    const declared = new Map(this.#dictionary.params().map(one => [one.name, one.symbol]));
    for (const { kind, start, end } of splitTokens(text, own)) {
      const symbol = kind === 'parameter' ? declared.get(text.slice(start + 1, end)) : undefined;
      if (symbol === undefined) continue;
      const span = { start: at(start) + 1, end: at(end) };
      this.found.push({ file, symbol, ...span, declares: false, isShared: false });
    }
  }

  /** An SQL file that a statement names. */
  #readFile(spot: NameSpot): void {
    if (spot.kind === 'key' || spot.path[0] !== 'query' || spot.path.at(-1) !== 'file') return;
    const file = join(dirname(this.#dictionary.path), spot.node.text);
    const text = this.#project.textOf(file);
    if (text !== null) this.#readSql(file, text, String(spot.path[1]), offset => offset);
  }
}

/** With `compare`, the prefix for an output's value in the previous period. */
const PREVIOUS = 'previous_';

const GOOGLE_SQL = googleSql();

function googleSql() {
  const own = [...DIALECTS.values()].map(dialect => dialect.own);
  const found = own.find(({ tableName }) => tableName !== undefined);
  if (found === undefined) throw new Error('no dialect reads GoogleSQL');
  return found;
}

/** The span of a name within a key or a path, where it may be in quotes. */
function within(text: string, { start, end }: TextRange, name: string): TextRange {
  const inner = text.slice(start, end).indexOf(name);
  return inner <= 0 ? { start, end } : { start: start + inner, end: start + inner + name.length };
}
