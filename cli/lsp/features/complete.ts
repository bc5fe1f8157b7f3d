/** Completion: all names, keys and values that are allowed at the cursor. */
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver/node';
import { DIALECTS } from '../../../engines/index.ts';
import { isSqlFile } from '../../../generator/compile-specs.ts';
import { SCALARS } from '../../../generator/core/types/scalar.ts';
import { LIBRARY } from '../../../generator/functions/library.ts';
import { tokenize } from '../../../generator/language/syntax/lexer.ts';
import type { Token } from '../../../generator/language/syntax/token.ts';
import { outlineOf } from '../../../generator/load/library.ts';
import { writeStoredType } from '../../../server/observe/findings.ts';
import {
  Dictionary,
  type DictionaryName,
  findField,
  type ParamNamed,
} from '../names/dictionary.ts';
import { type Standing, standingOf } from '../names/roles.ts';
import { keysAt, valuesAt } from '../names/schemas.ts';
import { mappingAt, type NameSpot, nodeAt, spotAt, type TreePath, textAt } from '../names/tree.ts';
import type { EditorProject } from '../project.ts';

/** Inserted at the cursor, so a name exists even if nothing is typed yet. */
const MARK = 'qUeRnCuRsOr';

/** Items for an offset of a file, and the beginning of the name that they replace. */
export interface Completions {
  readonly start: number;
  readonly items: readonly CompletionItem[];
}

export function complete(project: EditorProject, path: string, offset: number): Completions {
  const text = project.textOf(path) ?? '';
  const start = wordStart(text, offset);
  const none = { start, items: [] };
  if (isSqlFile(path)) return none;
  const spot = markedSpot(path, text, offset);
  if (spot === null) return none;
  const dictionary = new Dictionary(project, path, spot.root);
  return { start, items: itemsAt(dictionary, spot.at, isAlone(text, start)) };
}

function wordStart(text: string, offset: number): number {
  let start = offset;
  while (/\w/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** Whether a key may begin at `start`: its line has only dashes before it, or ends there with `{` or `,`. */
function isAlone(text: string, start: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return line.replaceAll('-', ' ').trim() === '' || ['{', ','].includes(line.trimEnd().slice(-1));
}

function markedSpot(path: string, text: string, offset: number) {
  const marked = `${text.slice(0, offset)}${MARK}${text.slice(offset)}`;
  const root = outlineOf({ file: path, text: marked })?.root;
  if (root === undefined) return null;
  const at = spotAt(root, offset + 1);
  return at === null ? null : { root, at };
}

function itemsAt(
  dictionary: Dictionary,
  spot: NameSpot,
  isAlone: boolean,
): readonly CompletionItem[] {
  const { path: file, isSources } = dictionary;
  if (spot.kind === 'key') return keyItems(dictionary, spot.path);
  const standing = standingOf(spot.path, false, isSources);
  const keys = isAlone ? keyItems(dictionary, [...spot.path, MARK]) : [];
  const values = valuesAt(file, spot.path).map(value => ({
    label: value,
    kind: CompletionItemKind.EnumMember,
  }));
  const named = standing === null ? [] : roleItems(dictionary, standing, spot.path, spot.node.text);
  return [...named, ...storedItems(dictionary, spot.path), ...values, ...keys];
}

/** The types of an engine that statements read as the declared type of the column. */
function storedItems({ root, isSources }: Dictionary, path: TreePath): readonly CompletionItem[] {
  const [key, engine] = path.slice(-2);
  const types = DIALECTS.get(String(engine))?.stored;
  if (!isSources || key !== 'stored' || types === undefined) return [];
  const { entries = [] } = mappingAt(root, path.slice(0, -2)) ?? {};
  const written = entries.find(({ name }) => name === 'type')?.value;
  const declared = SCALARS.find(scalar => written?.kind === 'scalar' && scalar === written.text);
  if (declared === undefined) return [];
  return types.common
    .filter(type => types.readings[types.kind(type) ?? '']?.[declared] !== undefined)
    .map(type => ({
      label: type,
      kind: CompletionItemKind.TypeParameter,
      insertText: writeStoredType(type),
    }));
}

/** The keys that the surrounding mapping still lacks. */
function keyItems(dictionary: Dictionary, path: TreePath): readonly CompletionItem[] {
  const { path: file, root, isSources } = dictionary;
  const around = path.slice(0, -1);
  const present = new Set(mappingAt(root, around)?.entries.map(({ name }) => name));
  const keys = keysAt(file, around).map(({ name, description, holdsMore }) => ({
    label: name,
    kind: CompletionItemKind.Property,
    insertText: holdsMore ? `${name}:` : `${name}: `,
    ...documented(description),
  }));
  const standing = standingOf(path, true, isSources);
  const names =
    standing === null || standing.declares
      ? []
      : roleItems(dictionary, standing, path, '').map(item => ({
          ...item,
          insertText: `${item.label}: `,
        }));
  return [...names, ...keys].filter(({ label }) => !present.has(label));
}

// ---- names ----------------------------------------------------------------------------------------------------------

function roleItems(
  dictionary: Dictionary,
  { role, body }: Standing,
  path: TreePath,
  text: string,
): readonly CompletionItem[] {
  const { columns, outputs } = dictionary.visibleIn(body);
  switch (role) {
    case 'expression':
      return expressionItems(dictionary, { columns, outputs }, text);
    case 'relation':
      return dictionary.relations().map(one => item(one, CompletionItemKind.Class));
    case 'param':
      return params(dictionary);
    case 'param-value':
      return params(dictionary, text.startsWith('@') ? '' : '@');
    case 'shared-param':
      return dictionary.sharedParams().map(one => item(one, CompletionItemKind.Variable));
    case 'shared-filter': {
      const filters = dictionary.filtersIn(body);
      const others = columns.filter(column => !filters.some(({ name }) => name === column.name));
      const names = path.at(-1) === 'use' ? filters : [...filters, ...others];
      return names.map(one => item(one, CompletionItemKind.Field));
    }
    case 'sort-key':
    case 'output':
      return outputs.map(one => item(one, CompletionItemKind.Field));
    case 'selected-column':
    case 'column':
      return columns.map(one => item(one, CompletionItemKind.Field));
    case 'enum-value':
      return enumValues(dictionary, path).map(value => ({
        label: value,
        kind: CompletionItemKind.EnumMember,
      }));
    case 'sql':
      return isBehindAt(text) ? params(dictionary) : [];
  }
}

function isBehindAt(text: string): boolean {
  let at = text.indexOf(MARK);
  while (/\w/.test(text.charAt(at - 1))) at -= 1;
  return text.charAt(at - 1) === '@';
}

function expressionItems(
  dictionary: Dictionary,
  { columns, outputs }: ReturnType<Dictionary['visibleIn']>,
  text: string,
): readonly CompletionItem[] {
  const tokens = tokenize(text.slice(0, text.indexOf(MARK) + MARK.length));
  const last = tokens.findLastIndex(({ kind }) => kind !== 'end');
  const token = tokens[last];
  if (token?.kind === 'param') return params(dictionary);
  if (token?.kind !== 'word' && token?.kind !== 'backticked') return [];
  const way: string[] = [];
  let at = last - 1;
  for (; at > 0 && isSign(tokens[at], '.'); at -= 2) {
    const part = tokens[at - 1];
    const isName = part?.kind === 'word' || part?.kind === 'backticked';
    // a dot behind a space begins the name of a field of an item
    if (!isName || part.end !== tokens[at]?.start) break;
    way.unshift(part.text);
  }
  if (isSign(tokens[at], '.')) {
    const fields = itemFields(columns, tokens.slice(0, at));
    const found = way.length === 0 ? fields : (findField(fields, way)?.fields ?? []);
    return found.map(one => item(one, CompletionItemKind.Field));
  }
  if (way.length > 0) {
    const fields = findField(columns, way)?.fields ?? findField(outputs, way)?.fields;
    const found = fields ?? (way.length === 1 ? dictionary.columnsOf(way[0] ?? '') : []);
    return found.map(one => item(one, CompletionItemKind.Field));
  }
  return [
    ...columns.map(one => item(one, CompletionItemKind.Field)),
    ...outputs.filter(isNew(columns)).map(one => item(one, CompletionItemKind.Variable)),
    ...params(dictionary, '@'),
    ...FUNCTIONS,
  ];
}

/** The fields of the records of a list, in a condition behind it: the list is the first argument of an open call. */
function itemFields(
  columns: readonly DictionaryName[],
  tokens: readonly Token[],
): readonly DictionaryName[] {
  let closed = 0;
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    if (isSign(tokens[at], ')')) closed += 1;
    if (!isSign(tokens[at], '(')) continue;
    const fields = closed > 0 ? [] : (findField(columns, pathAt(tokens, at + 1))?.fields ?? []);
    if (fields.length > 0) return fields;
    closed = Math.max(0, closed - 1);
  }
  return [];
}

function pathAt(tokens: readonly Token[], start: number): readonly string[] {
  const path: string[] = [];
  for (let at = start; ; at += 2) {
    const token = tokens[at];
    if (token?.kind !== 'word' && token?.kind !== 'backticked') return path;
    path.push(token.text);
    if (!isSign(tokens[at + 1], '.')) return path;
  }
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign;
}

function isNew(columns: readonly DictionaryName[]): (one: DictionaryName) => boolean {
  const names = new Set(columns.map(({ name }) => name));
  return ({ name }) => !names.has(name) && name !== MARK;
}

const FUNCTIONS: readonly CompletionItem[] = LIBRARY.map(
  ({ name, signature, meaning, example }) => ({
    label: name,
    kind: CompletionItemKind.Function,
    detail: signature,
    documentation: { kind: 'markdown', value: `${meaning}\n\n\`${example}\`` },
  }),
);

function params(dictionary: Dictionary, before = ''): readonly CompletionItem[] {
  return dictionary.params().map(one => {
    return { ...item(one, CompletionItemKind.Variable), label: `${before}${one.name}` };
  });
}

/** The values of the parameter that a key belongs to: the one that the neighbouring `by` names, or the one that the path names. */
function enumValues(dictionary: Dictionary, path: TreePath): readonly string[] {
  const { root } = dictionary;
  const ways = [1, 2, 3].map(up => [...path.slice(0, -up), 'by']);
  const by = ways.map(way => nodeAt(root, way)).find(node => node !== null);
  const names = [by?.kind === 'scalar' ? by.text : null, ...path.slice(-2).map(String)];
  const all: readonly ParamNamed[] = dictionary.params();
  if (by?.kind === 'mapping' && textAt(by, ['present']) !== null) return ['yes', 'no'];
  const param = names.flatMap(name => all.filter(one => one.name === name))[0];
  if (param?.detail === 'bool') return ['true', 'false'];
  return param?.values ?? [];
}

function item(
  { name, detail, description, unit }: DictionaryName,
  kind: CompletionItemKind,
): CompletionItem {
  const shown = unit === null ? detail : `${detail}, ${unit}`;
  return { label: name, kind, detail: shown, ...documented(description) };
}

function documented(description: string | null) {
  return description === null
    ? {}
    : { documentation: { kind: 'markdown' as const, value: description } };
}
