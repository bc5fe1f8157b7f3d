/** The clauses and forms of expressions that a specification uses. */
import { type Document, entryOf, type MappingNode } from '../../generator/core/spec/document.ts';
import { loadDocument } from '../../generator/load/load.ts';

type YamlNode = Document['root'];

/** Clauses of a body, and the keys that change the meaning of a clause. */
const CLAUSES: ReadonlySet<string> = new Set(
  [
    'from views join union where filters retention window buckets compare group_by having order_by',
    'limit offset distinct pages unscoped label each many kind when any absent steps cases gaps zone last list',
  ].flatMap(names => names.split(' ')),
);

/** Forms of expressions that are not functions of the library. */
const FORMS: Readonly<Record<string, RegExp>> = {
  over: /\bover \(/,
  partition: /\bpartition by\b/,
  frame: /\brows between\b/,
  filter: /\bfilter \(/,
  case: /\bcase\b/,
  list: /\bin @/,
  semijoin: /\bin [a-z_]+\.[a-z_]+/,
  clock: /\bnow\(\)/,
  interval: /\binterval\b/,
  zone: /\bat time zone\b/,
};

/** The names of all clauses and forms that `text` uses, in order, without its tests. Throws where it is not YAML. */
export function clausesOf(text: string): readonly string[] {
  const root = rootOf(text);
  const found = new Set<string>();
  for (const { name, value } of root.entries) if (name !== 'tests') collect(name, value, found);
  const select = entryOf(root, 'select')?.value;
  if (select?.kind === 'mapping' && select.entries.length === 0) found.add('no aggregates');
  return [...found].sort();
}

/** The path of every key in `text`; an item of a list is `[]`. */
export function pathsOf(text: string): readonly string[] {
  return pathsIn(rootOf(text), '');
}

function pathsIn(node: YamlNode, path: string): readonly string[] {
  if (node.kind === 'sequence') return node.items.flatMap(item => pathsIn(item, `${path}[].`));
  if (node.kind !== 'mapping') return [];
  return node.entries.flatMap(({ name, value }) => [
    `${path}${name}`,
    ...pathsIn(value, `${path}${name}.`),
  ]);
}

function rootOf(text: string): MappingNode {
  const document = loadDocument('endpoint.yaml', text, (_, __, message) => {
    throw new Error(message);
  });
  const root = document?.root;
  if (root?.kind !== 'mapping') throw new Error('a specification is a mapping');
  return root;
}

function collect(name: string, node: YamlNode, found: Set<string>): void {
  if (CLAUSES.has(name)) found.add(name);
  if (node.kind === 'mapping') eachOf(node, found);
  else if (node.kind === 'sequence') for (const item of node.items) collect('', item, found);
  else
    for (const [form, pattern] of Object.entries(FORMS))
      if (pattern.test(String(node.value))) found.add(form);
}

function eachOf(node: MappingNode, found: Set<string>): void {
  for (const { name, value } of node.entries) collect(name, value, found);
}
