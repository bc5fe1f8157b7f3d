/** Settings from the environment: variables that name a setting, and variables in place of numbers, flags and lists. */
import type { Report } from '../core/report/diagnostics.ts';
import {
  entryOf,
  type MappingEntry,
  type MappingNode,
  type Node,
  type ScalarNode,
} from '../core/spec/document.ts';
import { loadDocument } from '../load/load.ts';
import type { Faults } from '../shape/faults/faults.ts';
import type { JsonSchema } from '../shape/json-schema.ts';
import type { Kind } from '../shape/kind.ts';
import type { Shape } from '../shape/shape.ts';
import type { Environment } from './environment.ts';

/** The parts that a variable may set: not those that decide what is generated, which must depend on files alone. */
const PARTS = ['service', 'engines'] as const;

/** Settings that flags of most commands replace: their variables have the names of the flags. */
const OF_FLAGS: Readonly<Record<string, string>> = {
  'service.engine': 'QUERN_ENGINE',
  'service.keys': 'QUERN_KEYS',
};

/** The variables of all settings below these parts, each with the path of its setting. */
function settingVariables(schema: JsonSchema): ReadonlyMap<string, readonly string[]> {
  const { properties = {} } = schema as Schema;
  return new Map(
    PARTS.flatMap(part => pathsIn(properties[part] ?? {}, [part])).map(path => [
      variableOf(path),
      path,
    ]),
  );
}

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function pathsIn({ type, properties }: Schema, above: readonly string[]): readonly string[][] {
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([key, of]) => pathsIn(of, [...above, key]));
  // a mapping with keys of the author's choice
  return [type].flat().includes('object') ? [] : [[...above]];
}

function variableOf(path: readonly string[]): string {
  return OF_FLAGS[path.join('.')] ?? longName(path);
}

/** `QUERN_` and the keys in capitals. */
function longName(path: readonly string[]): string {
  return `QUERN_${path.join('_').toUpperCase()}`;
}

/**
 * Adds the settings of variables to a configuration; they win over the file. A variable below a part that is no setting becomes an unknown
 * key there, so that a slip is reported.
 */
export function withVariables(
  root: Node,
  environment: Environment,
  schema: JsonSchema,
  report: Report,
): Node {
  const known = settingVariables(schema);
  const given = Object.keys(environment)
    .filter(name => environment[name] !== undefined && environment[name] !== '')
    .sort();
  const paths = given.flatMap(name => {
    const path = known.get(name) ?? slipOf(name);
    return path === null ? [] : [{ name, path }];
  });
  if (paths.length === 0) return root;
  const document = loadDocument('environment', textOf(paths), report);
  if (document === null) return root;
  refuseLongNames(given, document.root, report);
  return merged(root, document.root);
}

/** A setting has one variable, so that one of two never wins. */
function refuseLongNames(given: readonly string[], { place }: Node, report: Report): void {
  for (const [setting, name] of Object.entries(OF_FLAGS)) {
    const long = longName(setting.split('.'));
    const message = `\`${long}\` is not the variable of \`${setting}\``;
    if (given.includes(long)) report('unknown-key', place, message, `Use \`${name}\`.`);
  }
}

function slipOf(name: string): readonly string[] | null {
  const part = PARTS.find(one => name.startsWith(`QUERN_${one.toUpperCase()}_`));
  return part === undefined ? null : [part, name.slice(`QUERN_${part}_`.length).toLowerCase()];
}

/** The settings as YAML, each with a reference to its variable: no message can then contain a value. */
function textOf(paths: readonly { readonly name: string; readonly path: readonly string[] }[]) {
  const tree: Tree = new Map();
  for (const { name, path } of paths) put(tree, path, `\${${name}}`);
  return linesOf(tree, '').join('\n');
}

type Tree = Map<string, Tree | string>;

function put(tree: Tree, [key = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    tree.set(key, text);
    return;
  }
  const known = tree.get(key);
  const inner: Tree = known instanceof Map ? known : new Map();
  tree.set(key, inner);
  put(inner, rest, text);
}

function linesOf(tree: Tree, indent: string): readonly string[] {
  return [...tree].flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${indent}${key}: "${value}"`]
      : [`${indent}${key}:`, ...linesOf(value, `${indent}  `)],
  );
}

function merged(base: Node, over: Node): Node {
  if (over.kind !== 'mapping') return over;
  if (base.kind === 'scalar' && base.value === null) return over;
  if (base.kind !== 'mapping') return base;
  return { ...base, entries: entriesOf(base, over) };
}

function entriesOf(base: MappingNode, over: MappingNode): readonly MappingEntry[] {
  const changed = base.entries.map(entry => {
    const other = entryOf(over, entry.name);
    return other === null ? entry : { ...entry, value: merged(entry.value, other.value) };
  });
  return [...changed, ...over.entries.filter(({ name }) => entryOf(base, name) === null)];
}

// ---- the kind of a variable's value ---------------------------------------------------------------------------------

const WHOLE = /^\$\{[^}]*\}$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Gives each text that is one variable the kind that its key takes: a number, `true` or `false`, or a list with commas between its items.
 * A value that is no such text stays one, and is reported.
 */
export function withKinds(root: Node, { check }: Shape<unknown>): Node {
  const wanted = new Map<Node, readonly Kind[]>();
  const faults: Faults = {
    add: () => {},
    mistyped: ({ node }, kinds) => void wanted.set(node, kinds),
    exchangeable: ({ node }, kinds) => void wanted.set(node, kinds),
    misnamed: () => {},
    finish: () => true,
  };
  check({ node: root, above: null, entry: null }, faults);
  return retyped(root, wanted);
}

function retyped(node: Node, wanted: ReadonlyMap<Node, readonly Kind[]>): Node {
  if (node.kind === 'sequence')
    return { ...node, items: node.items.map(item => retyped(item, wanted)) };
  if (node.kind === 'mapping') {
    const entries = node.entries.map(entry => ({ ...entry, value: retyped(entry.value, wanted) }));
    return { ...node, entries };
  }
  const kinds = wanted.get(node);
  return kinds === undefined || !WHOLE.test(node.text) ? node : ofKind(node, kinds);
}

function ofKind(node: ScalarNode, kinds: readonly Kind[]): Node {
  const { value } = node;
  if (typeof value !== 'string' || value === node.text) return node;
  const isNumeric = kinds.includes('number') || kinds.includes('integer');
  if (isNumeric && NUMBER.test(value)) return { ...node, value: Number(value) };
  if (kinds.includes('boolean') && /^(?:true|false)$/.test(value))
    return { ...node, value: value === 'true' };
  if (!kinds.includes('array')) return node;
  const items = value.split(',').map(item => ({ ...node, value: item.trim() }));
  return { kind: 'sequence', place: node.place, items };
}
