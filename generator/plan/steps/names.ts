/**
 * Chooses the printed names of a plan, which differ even without regard to case. A name from the planner is unique, and differs
 * from every column of a table that is read and from every data set of the statement. A name from the author is kept, unless a
 * SELECT would give it to something other than the column of that name: a step's computed column must have a new name among the
 * columns that the step reads.
 */
import type { ColumnExpr, PlanExpr, RecordExpr } from '../../core/expr/expr.ts';
import { mapChoice, mapNode, mapRecord } from '../../core/expr/walk.ts';
import type {
  FillRelation,
  ItemsRelation,
  NamedExpr,
  Plan,
  ReadRelation,
  RecordsRelation,
  Relation,
  TableRelation,
  UnitRelation,
} from '../../core/plan/relation.ts';
import { inputsOf, mapExprs, mapInputs } from '../../core/plan/walk-plan.ts';
import { type Arm, isArm } from '../arms.ts';
import { type FreshNames, freshNames } from './fresh-names.ts';
import { type InnerRelation, isInner } from './fused.ts';

/** Replaces the planner's names by printed names. `plan` is already cut into steps. */
export function renameSteps(plan: Plan): Plan {
  const read = [...plan.steps.map(step => step.relation), plan.answer].flatMap(tablesOf);
  const tables = [...read, ...plan.views.flatMap(view => tablesOf(view.relation))];
  const naming = new Naming(tables, read);
  const steps = plan.steps.map(({ name, relation }) => {
    naming.read(relation);
    naming.give(relation, name);
    return { name: naming.relation(name), relation: naming.renamed(relation) };
  });
  naming.read(plan.answer);
  return {
    views: plan.views.map(({ name, relation }) => ({ name, relation: naming.renamed(relation) })),
    steps,
    answer: naming.renamed(plan.answer),
  };
}

function tablesOf(relation: Relation): readonly TableRelation[] {
  return relation.node === 'table' ? [relation] : inputsOf(relation).flatMap(tablesOf);
}

type Columns = ReadonlyMap<string, string>;

class Naming {
  readonly #fresh: FreshNames;
  readonly #relations = new Map<string, string>();
  /** Printed names of earlier steps. An expression may name one, so no relation next to it has that name. */
  readonly #steps = new Map<string, string>();
  /** Expressions that a SELECT computes inline, and prints without a name, by relation and column. */
  readonly #inner = new Map<string, ReadonlyMap<string, Computed['expr']>>();
  /** Printed names of columns by relation. Columns of tables keep their names. */
  readonly #columns = new Map<string, Columns>();

  /** `read`: the tables that steps and the answer read, without those of views. */
  constructor(tables: readonly TableRelation[], read: readonly TableRelation[]) {
    this.#fresh = freshNames([
      ...tables.flatMap(({ source }) => [
        source.name,
        ...Object.values(source.tables).flatMap(table => table.name),
      ]),
      ...read.flatMap(columnNames),
    ]);
    for (const table of tables)
      this.#relations.set(table.name, aliasOf(lastPart(table.name), columnNames(table)));
  }

  relation(name: string): string {
    const printed = this.#relations.get(name);
    if (printed === undefined) throw new Error(`the plan reads the unknown relation ${name}`);
    return printed;
  }

  /** Returns the printed name of a step, which may be read under another name. */
  #step(name: string): string {
    return this.#steps.get(name) ?? this.relation(name);
  }

  /** Names the relations that `select`, a single SELECT, reads under other names than their own. */
  read(select: Relation): void {
    if (select.node === 'union') {
      for (const input of inputsOf(select)) {
        if (isArm(input)) this.#keep(input);
        this.read(input);
      }
      return;
    }
    for (const inner of inputsOf(select).flatMap(innerIn)) this.#keep(inner);
    const leaves = leavesOf(select);
    for (const leaf of leaves) {
      if (leaf.node !== 'read') continue;
      this.#columns.set(leaf.name, this.#columns.get(leaf.step) ?? new Map());
      if (!isOfAuthor(leaf.name) && !this.#relations.has(leaf.name)) this.#name(leaf.name);
    }
    // in ORDER BY, an output takes precedence over a relation with the same name
    const outputs = select.node === 'project' ? select.columns.map(({ name }) => name) : [];
    const steps = [...this.#steps].filter(([step]) => leaves.every(leaf => stepOf(leaf) !== step));
    const names = steps.map(([, printed]) => printed);
    const taken = [...this.#read(select), ...outputs, ...names].map(name => name.toLowerCase());
    for (const { name, node } of leaves) {
      if (node === 'read' && !isOfAuthor(name)) continue;
      const alias = aliasOf(lastPart(name), taken);
      if (leaves.length > 1) taken.push(alias.toLowerCase());
      this.#relations.set(name, alias);
    }
    for (const leaf of leaves) {
      if (leaf.node === 'items') this.#nameItems(leaf);
      if (leaf.node === 'records')
        this.#columns.set(leaf.name, new Map([[leaf.index, `${this.relation(leaf.name)}_index`]]));
    }
  }

  #keep(inner: InnerRelation | Arm): void {
    this.#relations.set(inner.name, inner.name);
    this.#inner.set(inner.name, new Map(computed(inner).map(({ name, expr }) => [name, expr])));
  }

  /** Names an item after its relation, and its index after the item. */
  #nameItems({ name, item, index }: ItemsRelation): void {
    const alias = this.relation(name);
    this.#columns.set(
      name,
      new Map([
        [item, alias],
        [index, `${alias}_index`],
      ]),
    );
  }

  /** Names a step and the columns that it computes. */
  give(step: Relation, name: string): void {
    if (!('name' in step)) throw new Error(`a ${step.node} is not a step`);
    const columns = new Map(this.#passed(step));
    // a part of a union only selects, so its columns may have the names of columns that it reads
    const isPlanned = name.includes('/') && step.node !== 'union';
    const taken =
      step.node === 'union'
        ? inputsOf(step).flatMap(input => (computesGroups(input) ? this.#read(input) : []))
        : this.#read(step);
    const fresh = isPlanned ? this.#fresh : freshNames(taken);
    for (const column of computed(step)) {
      const { name } = column;
      columns.set(name, !isPlanned && this.#keepsName(column) ? name : fresh(name));
    }
    if (!isPlanned) this.#fresh.take(columns.values());
    this.#name(step.name);
    this.#steps.set(step.name, this.relation(step.name));
    this.#columns.set(step.name, columns);
    if (step.node !== 'fill') return;
    const { groups, calendar, start } = step.names;
    for (const own of [groups, calendar, start, ...Object.values(step.carried ?? {})])
      this.#name(own);
  }

  #name(name: string): void {
    this.#relations.set(name, this.#fresh(lastPart(name)));
  }

  /** Returns the columns that a step passes on unchanged. */
  #passed(step: Relation): Columns {
    const passes = step.node === 'fill' || step.node === 'named';
    if (passes || (step.node === 'window' && step.kept === null)) return this.#inReach(step.input);
    return new Map();
  }

  #inReach(relation: Relation): Columns {
    if ('name' in relation) return this.#columns.get(relation.name) ?? new Map();
    const [input, second] = inputsOf(relation);
    if (input === undefined || second !== undefined)
      throw new Error(`columns of a ${relation.node} pass through no step`);
    return this.#inReach(input);
  }

  /** Returns the printed names of all columns that a step may name. */
  #read(relation: Relation): readonly string[] {
    if (relation.node === 'table') return columnNames(relation);
    const own =
      relation.node === 'read' || relation.node === 'items' || relation.node === 'records'
        ? [...(this.#columns.get(relation.name)?.values() ?? [])]
        : [];
    return [...own, ...inputsOf(relation).flatMap(input => this.#read(input))];
  }

  /** Whether a computed column is only a column that the step reads under the same name. */
  #keepsName({ name, expr }: Computed): boolean {
    if (expr?.kind !== 'column' || !('path' in expr)) return false;
    const [column = '', ...fields] = expr.path;
    const inner = this.#inner.get(expr.relation);
    if (inner !== undefined) return this.#keepsName({ name, expr: inner.get(column) ?? null });
    return fields.length === 0 && this.#column(expr.relation, column) === name;
  }

  #column(relation: string, name: string): string {
    return this.#columns.get(relation)?.get(name) ?? name;
  }

  renamed(relation: Relation): Relation {
    return this.#own(mapExprs(relation, this.#below));
  }

  /** Renames the relations and columns that `relation` defines. Its expressions already have printed names. */
  #own(relation: Relation): Relation {
    const of = mapInputs(relation, input => this.#own(input));
    const list = <C extends { readonly name: string }>(columns: readonly C[]): readonly C[] =>
      'name' in of
        ? columns.map(column => ({ ...column, name: this.#column(of.name, column.name) }))
        : columns;
    switch (of.node) {
      case 'table':
      case 'unit':
      case 'named':
        return { ...of, name: this.relation(of.name) };
      case 'read':
        return { ...of, name: this.relation(of.name), step: this.#step(of.step) };
      case 'records':
        return {
          ...of,
          name: this.relation(of.name),
          of: this.relation(of.of),
          index: this.#column(of.name, of.index),
        };
      case 'items':
        return {
          ...of,
          name: this.relation(of.name),
          item: this.#column(of.name, of.item),
          index: this.#column(of.name, of.index),
        };
      case 'aggregate':
        return {
          ...of,
          name: this.relation(of.name),
          keys: list(of.keys),
          measures: list(of.measures),
        };
      case 'window':
        return {
          ...of,
          name: this.relation(of.name),
          kept: of.kept && list(of.kept),
          columns: list(of.columns),
        };
      case 'project':
        return {
          ...of,
          name: this.#relations.get(of.name) ?? of.name,
          columns: list(of.columns).map(column => this.#record(column)),
        };
      case 'fill':
        return this.#fill(of, list(of.measures));
      case 'union':
        return {
          ...of,
          name: this.relation(of.name),
          columns: of.columns.map(column => this.#column(of.name, column)),
        };
      default:
        return of;
    }
  }

  #fill(of: FillRelation, measures: FillRelation['measures']): FillRelation {
    const { groups, calendar, start } = of.names;
    const { carried } = of;
    return {
      ...of,
      name: this.relation(of.name),
      bucket: this.#column(of.name, of.bucket),
      groups: of.groups.map(group => this.#column(of.name, group)),
      measures,
      names: {
        groups: this.relation(groups),
        calendar: this.relation(calendar),
        start: this.relation(start),
      },
      carried: carried && {
        step: this.relation(carried.step),
        bucket: this.relation(carried.bucket),
      },
    };
  }

  #record(column: NamedExpr<PlanExpr | RecordExpr>): NamedExpr<PlanExpr | RecordExpr> {
    const { name, expr } = column;
    if (expr.kind !== 'record') return column;
    const of = mapRecord(
      expr,
      leaf => this.#columnExpr(leaf),
      relation => this.relation(relation),
    );
    return { name, expr: of };
  }

  readonly #below = (part: PlanExpr): PlanExpr => this.#expr(part);

  #expr(expr: PlanExpr): PlanExpr {
    if (expr.kind === 'column') return this.#columnExpr(expr);
    if (expr.kind === 'within')
      return { ...expr, of: this.#expr(expr.of), column: this.#columnExpr(expr.column) };
    return expr.kind === 'choice' ? mapChoice(expr, this.#below) : mapNode(expr, this.#below);
  }

  #columnExpr(expr: ColumnExpr): ColumnExpr {
    const column = expr.path[0] ?? '';
    const name = this.#column(expr.relation, column);
    const relation = this.relation(expr.relation);
    if (relation === expr.relation && name === column) return expr;
    const path = name === column ? expr.path : [name, ...expr.path.slice(1)];
    return { ...expr, relation, path };
  }
}

/** Lists the groups and windows that one SELECT computes without showing them. */
function innerIn(relation: Relation): readonly InnerRelation[] {
  if (isInner(relation)) return [relation];
  return 'name' in relation ? [] : inputsOf(relation).flatMap(innerIn);
}

function computesGroups(relation: Relation): boolean {
  return relation.node === 'aggregate' || inputsOf(relation).some(computesGroups);
}

/** Lists the columns that a step computes itself. */
function computed(step: Relation): readonly Computed[] {
  switch (step.node) {
    case 'aggregate':
      return [...step.keys, ...step.measures];
    case 'window':
      return [...(step.kept ?? []), ...step.columns];
    case 'project':
      return step.columns;
    case 'union':
      return step.columns.map(name => ({ name, expr: null }));
    default:
      return [];
  }
}
interface Computed {
  readonly name: string;
  readonly expr: { readonly kind: string } | ColumnExpr | null;
}

/**
 * Lists the names that a table's columns occupy. Computed columns are not columns of the table. A measure's SQL may name
 * columns that are not declared.
 */
function columnNames({ source }: TableRelation): readonly string[] {
  const stored = source.columns.flatMap(({ name, computed }) =>
    computed === undefined ? name : [],
  );
  const measures = [...(source.measures?.values() ?? [])].flatMap(({ words }) => words ?? []);
  return [...stored, ...measures];
}

/** Returns an alias that is not a column's name: if both are in scope, BigQuery interprets the alias as the whole row. */
function aliasOf(name: string, columns: readonly string[]): string {
  const taken = new Set(columns.map(column => column.toLowerCase()));
  let alias = name;
  while (taken.has(alias.toLowerCase())) alias += '_';
  return alias;
}

/** Whether a name is that of an input of an author's body; see `scoped.ts`. */
function isOfAuthor(name: string): boolean {
  return name.includes('//');
}

/** The tables, steps, items and records that one SELECT reads. */
type Leaf = TableRelation | ReadRelation | UnitRelation | ItemsRelation | RecordsRelation;

const LEAVES = ['table', 'read', 'unit', 'items', 'records'] as const;

function isLeaf(relation: Relation): relation is Leaf {
  return LEAVES.some(node => node === relation.node);
}

function leavesOf(relation: Relation): readonly Leaf[] {
  return isLeaf(relation) ? [relation] : inputsOf(relation).flatMap(leavesOf);
}

function stepOf(leaf: Leaf): string | null {
  return leaf.node === 'read' ? leaf.step : null;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
