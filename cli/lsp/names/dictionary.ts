/** The names that one file can use, with their facts: data sets, steps, columns, outputs and parameters. */

import { isSourcesFile } from '../../../generator/compile-specs.ts';
import type { OutputColumn } from '../../../generator/core/plan/query.ts';
import { entryOf, type MappingNode, type Node } from '../../../generator/core/spec/document.ts';
import type { Field } from '../../../generator/core/spec/source.ts';
import { type ItemField, itemFieldsOf, typeWords } from '../../../generator/core/types/scalar.ts';
import type { EditorProject } from '../project.ts';
import { mappingAt, nodeAt, type TreePath, textAt } from './tree.ts';

/** Identical for all uses of one name. */
export type NameKey = string;

export interface DictionaryName {
  readonly name: string;
  readonly symbol: NameKey;
  /** A type, or the kind of the name. */
  readonly detail: string;
  readonly description: string | null;
  readonly unit: string | null;
  /** The fields of a record or of a joined relation. */
  readonly fields: readonly DictionaryName[];
}
export interface ParamNamed extends DictionaryName {
  /** The values of an enum. */
  readonly values: readonly string[] | null;
}

/** The columns that the expressions of a body may name, and its outputs. */
export interface Visible {
  readonly columns: readonly DictionaryName[];
  readonly outputs: readonly DictionaryName[];
}

export const symbolOf = (...parts: readonly string[]): NameKey => parts.join('|');

/** Serves one request. It keeps its results, because every name of a file needs the same ones. */
export class Dictionary {
  readonly path: string;
  readonly root: Node;
  readonly isSources: boolean;
  readonly #project: EditorProject;
  readonly #kept = new Map<string, unknown>();

  /** `root` is the current tree of the file at `path`. */
  constructor(project: EditorProject, path: string, root: Node) {
    this.#project = project;
    this.path = path;
    this.root = root;
    this.isSources = isSourcesFile(path);
  }

  #once<T>(key: readonly (string | number)[], find: () => T): T {
    const text = JSON.stringify(key);
    if (!this.#kept.has(text)) this.#kept.set(text, find());
    return this.#kept.get(text) as T;
  }

  // ---- relations ----------------------------------------------------------------------------------------------------

  /** Data sets, relations and the steps of the file. */
  relations(): readonly DictionaryName[] {
    return this.#once(['relations'], () => this.#relations());
  }

  #relations(): readonly DictionaryName[] {
    const { sources } = this.#project.ground.surroundings;
    const sets = [...sources.values()].map(({ source }) => ({
      ...named(source.name, symbolOf('set', source.name), 'data set'),
      description: source.description ?? source.title,
    }));
    const shared = [...this.#project.sourceTrees()].flatMap(([, root]) =>
      relationsIn(root).map(name => named(name, symbolOf('set', name), 'relation')),
    );
    const steps = this.#stepNames().map(name => named(name, this.#stepSymbol(name), 'step'));
    const known = new Map([...sets, ...shared, ...steps].map(one => [one.name, one]));
    return [...known.values()];
  }

  relation(name: string): DictionaryName | null {
    return this.relations().find(one => one.name === name) ?? null;
  }

  /** The columns of a relation by its name. */
  columnsOf(name: string): readonly DictionaryName[] {
    return this.#once(['columns', name], () => this.#columnsOf(name));
  }

  #columnsOf(name: string): readonly DictionaryName[] {
    if (this.#stepNames().includes(name)) return this.outputsOf(['steps', name]);
    for (const [path, root] of this.#project.sourceTrees()) {
      if (!relationsIn(root).includes(name)) continue;
      return new Dictionary(this.#project, path, root).outputsOf(['sources', name]);
    }
    const known = this.#project.ground.surroundings.sources.get(name)?.source;
    if (known === undefined) return [];
    const measures = [...(known.measures ?? [])].map(([measure, { description, unit }]) => ({
      ...named(measure, symbolOf('column', name, measure), 'measure'),
      description,
      unit,
    }));
    return [
      ...known.columns.map(field => fieldNamed(field, symbolOf('column', name))),
      ...measures,
    ];
  }

  /** The filters of the data set that a body reads. */
  filtersIn(body: TreePath): readonly DictionaryName[] {
    const [set, ...others] = this.#readBy(body);
    return set === undefined || others.length > 0 || this.#stepNames().includes(set)
      ? []
      : this.filtersOf(set);
  }

  /** The filters that a data set declares. */
  filtersOf(set: string): readonly DictionaryName[] {
    return this.#project.sourceTrees().flatMap(([, root]) => {
      if (mappingAt(root, ['sources', set, 'columns']) === null) return [];
      const declared = mappingAt(root, ['sources', set, 'filters'])?.entries ?? [];
      return declared.map(({ name, value }) => ({
        ...named(name, symbolOf('filter', set, name), filterWords(value)),
        description: value.kind === 'mapping' ? textAt(value, ['description']) : null,
      }));
    });
  }

  /** The filter in a list of `filters` that has this parameter, and the prefix of the parameter's name. */
  filterOfParam(
    param: string,
  ): { readonly filter: DictionaryName; readonly before: string } | null {
    const bodies: readonly TreePath[] = [[], ...this.#stepNames().map(name => ['steps', name])];
    const found = bodies.flatMap(body => {
      const before = textAt(this.root, [...body, 'prefix']) ?? '';
      const list = nodeAt(this.root, [...body, 'filters']);
      if (list === null || list.kind === 'mapping' || !param.startsWith(before)) return [];
      const [name = ''] = param.slice(before.length).split('__');
      if (!textsIn(list).includes(name)) return [];
      return this.filtersIn(body)
        .filter(one => one.name === name)
        .map(filter => ({ filter, before }));
    });
    return found[0] ?? null;
  }

  #stepNames(): readonly string[] {
    return this.isSources ? [] : keysOf(mappingAt(this.root, ['steps']));
  }

  #stepSymbol(name: string): NameKey {
    return symbolOf('step', this.path, name);
  }

  // ---- bodies -------------------------------------------------------------------------------------------------------

  /** The names that expressions of a body may use. */
  visibleIn(body: TreePath): Visible {
    return this.#once(['visible', ...body], () => this.#visibleIn(body));
  }

  #visibleIn(body: TreePath): Visible {
    const isSet = this.isSources && mappingAt(this.root, [...body, 'columns']) !== null;
    if (isSet) return { columns: this.columnsOf(String(body[1])), outputs: [] };
    const joined = Object.entries(this.#joins(body)).map(([alias, of]) => ({
      ...named(alias, symbolOf('join', this.path, ...body.map(String), alias), of),
      fields: this.columnsOf(of),
    }));
    const read = this.#readBy(body).flatMap(name => this.columnsOf(name));
    const unique = new Map([...read].reverse().map(column => [column.name, column]));
    return {
      columns: [...[...unique.values()].reverse(), ...joined],
      outputs: this.outputsOf(body),
    };
  }

  /** The names in `from` or `union`. */
  #readBy(body: TreePath): readonly string[] {
    const from = textAt(this.root, [...body, 'from']);
    if (from !== null) return [from];
    const several = [...body, 'union'];
    const cases = [...body, 'from', 'cases'];
    return [...textsIn(nodeAt(this.root, several)), ...textsIn(nodeAt(this.root, cases))];
  }

  #joins(body: TreePath): Readonly<Record<string, string>> {
    const joins = mappingAt(this.root, [...body, 'join']);
    const entries = (joins?.entries ?? []).map(({ name }) => {
      return [name, textAt(this.root, [...body, 'join', name, 'of']) ?? ''] as const;
    });
    return Object.fromEntries(entries);
  }

  /** The outputs of a body, in the order of the file. */
  outputsOf(body: TreePath): readonly DictionaryName[] {
    const known = new Map(this.#resolvedOutputs(body).map(output => [output.name, output]));
    const symbol = (name: string) => symbolOf('output', this.path, ...body.map(String), name);
    const make = (name: string): DictionaryName => ({
      ...named(name, symbol(name), outputWords(known.get(name)) ?? 'output'),
      description: known.get(name)?.description ?? null,
      unit: known.get(name)?.unit ?? null,
      fields: this.#fieldsBehind(body, name),
    });
    return [...new Set(this.#outputNames(body))].map(make);
  }

  #outputNames(body: TreePath): readonly string[] {
    const of = (...way: readonly string[]) => nodeAt(this.root, [...body, ...way]);
    const bucket =
      textAt(this.root, [...body, 'buckets', 'as']) ??
      textAt(this.root, [...body, 'buckets', 'of']);
    const label = textAt(this.root, [...body, 'label']);
    return [
      ...(bucket === null ? [] : [bucket]),
      ...(label === null ? [] : [label]),
      ...[of('group_by'), of('select')].flatMap(columns =>
        columns?.kind === 'mapping' ? keysOf(columns) : textsIn(columns),
      ),
    ];
  }

  #resolvedOutputs([kind, name]: TreePath): readonly OutputColumn[] {
    const endpoint = this.isSources ? null : this.#project.endpointIn(this.path);
    if (endpoint?.body !== 'portable') return [];
    if (kind === undefined) return endpoint.outputs;
    return endpoint.steps.find(step => step.name === name)?.query.outputs ?? [];
  }

  /** A column that is selected unchanged keeps its fields. */
  #fieldsBehind(body: TreePath, name: string): readonly DictionaryName[] {
    const select = nodeAt(this.root, [...body, 'select']);
    const isPlain = select?.kind !== 'mapping';
    const written = isPlain ? name : textAt(this.root, [...body, 'select', name]);
    if (written === null || (!isPlain && written === name && body.length === 0)) return [];
    const sets = this.#readBy(body).filter(read => !this.#stepNames().includes(read));
    const columns = sets.flatMap(read => this.columnsOf(read));
    return findField(columns, written.split('.'))?.fields ?? [];
  }

  // ---- parameters ---------------------------------------------------------------------------------------------------

  /** The parameters of an endpoint; in the file of the data sets, the shared ones. */
  params(): readonly ParamNamed[] {
    const declared = mappingAt(this.root, ['params']);
    return (declared?.entries ?? []).map(({ name, value }) => this.#param(name, value));
  }

  sharedParams(): readonly ParamNamed[] {
    return this.#project
      .sourceTrees()
      .flatMap(([path, root]) => new Dictionary(this.#project, path, root).params());
  }

  #param(name: string, own: Node): ParamNamed {
    const use = own.kind === 'mapping' ? textAt(own, ['use']) : null;
    const base =
      use === null || this.isSources ? null : this.sharedParams().find(one => one.name === use);
    const values = own.kind === 'mapping' ? nodeAt(own, ['enum']) : null;
    const list = nodeAt(own, ['list']);
    const type = textAt(own, ['type']) ?? (list?.kind === 'scalar' ? `list of ${list.text}` : null);
    const symbol = this.isSources ? symbolOf('shared', name) : symbolOf('param', this.path, name);
    return {
      ...named(name, symbol, type ?? base?.detail ?? (values === null ? 'parameter' : 'enum')),
      description: textAt(own, ['description']) ?? base?.description ?? null,
      values: values === null ? (base?.values ?? null) : textsIn(values),
    };
  }
}

function named(name: string, symbol: NameKey, detail: string): DictionaryName {
  return { name, symbol, detail, description: null, unit: null, fields: [] };
}

/** The expression of a filter. */
function filterWords(value: Node): string {
  return (value.kind === 'scalar' ? value.text : textAt(value, ['of'])) ?? 'filter';
}

function fieldNamed(field: Field, owner: NameKey): DictionaryName {
  const symbol = symbolOf(owner, field.name);
  const type = typeWords(field.type);
  const items = field.type === 'record' ? [] : (itemFieldsOf(field.type) ?? []);
  const inner = field.fields.map(one => fieldNamed(one, symbol));
  return {
    name: field.name,
    symbol,
    detail: field.nullable || field.type === 'record' ? type : `${type}, never NULL`,
    description: field.description,
    unit: field.unit,
    fields: [...inner, ...items.map(one => itemNamed(one, symbol))],
  };
}

/** A field of the records of a list. */
function itemNamed({ name, type }: ItemField, owner: NameKey): DictionaryName {
  const symbol = symbolOf(owner, name);
  const within = typeof type === 'string' ? (itemFieldsOf(type) ?? []) : type;
  const words = typeof type === 'string' ? typeWords(type) : 'record';
  return { ...named(name, symbol, words), fields: within.map(one => itemNamed(one, symbol)) };
}

function outputWords(output: OutputColumn | undefined): string | null {
  if (output === undefined) return null;
  if (output.expr.kind === 'record') return 'record';
  return output.expr.nullable ? output.expr.scalar : `${output.expr.scalar}, never NULL`;
}

/** The column or field at a path. */
export function findField(
  columns: readonly DictionaryName[],
  [first, ...rest]: readonly string[],
): DictionaryName | null {
  const found = columns.find(({ name }) => name === first) ?? null;
  return rest.length === 0 || found === null ? found : findField(found.fields, rest);
}

/** Names of data sets that are relations over other data sets. */
function relationsIn(root: Node): readonly string[] {
  const sets = mappingAt(root, ['sources']);
  const isRelation = (node: Node) =>
    node.kind === 'mapping' && (entryOf(node, 'from') !== null || entryOf(node, 'union') !== null);
  return (sets?.entries ?? []).filter(({ value }) => isRelation(value)).map(({ name }) => name);
}

function keysOf(mapping: MappingNode | null): readonly string[] {
  return mapping?.entries.map(({ name }) => name) ?? [];
}

/** The texts of a list, or of the values of a mapping; one text stands for a list. */
function textsIn(node: Node | null): readonly string[] {
  if (node === null) return [];
  const items =
    node.kind === 'sequence'
      ? node.items
      : node.kind === 'mapping'
        ? node.entries.map(({ value }) => value)
        : [node];
  return items.flatMap(item => (item.kind === 'scalar' && item.text !== '' ? [item.text] : []));
}
