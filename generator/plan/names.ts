/**
 * Printed names of a plan: none like a column of a table that is read or like a data set of the statement, without regard to
 * case, and each given once, so that no name in a statement means two things.
 */
import type { ColumnExpr, PlanExpr, RecordExpr } from '../core/expr.ts';
import type {
  FillRelation,
  NamedExpr,
  Plan,
  Relation,
  TableRelation,
  UnionInput,
} from '../core/relation.ts';
import { mapChoice, mapNode, mapRecord } from '../core/walk.ts';
import { inputsOf, mapExprs, mapInputs } from '../core/walk-plan.ts';
import { freshNames } from './fresh-names.ts';

/** `plan`, cut into steps, with printed names in the place of those that its planner gave. */
export function named(plan: Plan): Plan {
  const read = [...plan.steps.map(step => step.relation), plan.answer].flatMap(tablesOf);
  const tables = [...read, ...plan.views.flatMap(view => tablesOf(view.relation))];
  const naming = new Naming(tables, read);
  const steps = plan.steps.map(({ name, relation }) => {
    naming.read(relation);
    naming.give(relation);
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
  readonly #fresh: (name: string) => string;
  readonly #relations = new Map<string, string>();
  /** Printed names of columns by relation; columns of tables keep theirs. */
  readonly #columns = new Map<string, Columns>();

  /** `read`: the tables whose columns the answer is made of. */
  constructor(tables: readonly TableRelation[], read: readonly TableRelation[]) {
    this.#fresh = freshNames([
      ...tables.flatMap(({ source }) => [
        source.name,
        ...Object.values(source.tables).flatMap(table => table.name),
      ]),
      ...read.flatMap(({ source }) => source.columns.map(column => column.name)),
    ]);
    for (const table of tables) this.#relations.set(table.name, aliasOf(table));
  }

  relation(name: string): string {
    const printed = this.#relations.get(name);
    if (printed === undefined) throw new Error(`the plan reads the unknown relation ${name}`);
    return printed;
  }

  /** Names what `relation` reads under another name than its own. */
  read(relation: Relation): void {
    if (relation.node === 'read') {
      if (!this.#relations.has(relation.name)) this.#name(relation.name);
      this.#columns.set(relation.name, this.#columns.get(relation.step) ?? new Map());
    }
    for (const input of inputsOf(relation)) this.read(input);
  }

  /** Names a step and the columns that it computes. */
  give(step: Relation): void {
    if (!('name' in step)) throw new Error(`a ${step.node} is no step`);
    const columns = new Map(this.#passed(step));
    for (const column of computed(step)) columns.set(column, this.#fresh(column));
    this.#name(step.name);
    this.#columns.set(step.name, columns);
    if (step.node !== 'fill') return;
    const { groups, calendar, start } = step.names;
    this.#name(groups);
    this.#name(calendar);
    this.#name(start);
  }

  #name(name: string): void {
    this.#relations.set(name, this.#fresh(name.slice(name.lastIndexOf('/') + 1)));
  }

  /** Columns that a step has from what it reads, as they are. */
  #passed(step: Relation): Columns {
    if (step.node === 'fill' || step.node === 'named' || step.node === 'window')
      return this.#inReach(step.input);
    return new Map();
  }

  #inReach(relation: Relation): Columns {
    if ('name' in relation) return this.#columns.get(relation.name) ?? new Map();
    const [input, second] = inputsOf(relation);
    if (input === undefined || second !== undefined)
      throw new Error(`columns of a ${relation.node} pass through no step`);
    return this.#inReach(input);
  }

  #column(relation: string, name: string): string {
    return this.#columns.get(relation)?.get(name) ?? name;
  }

  renamed(relation: Relation): Relation {
    return this.#own(mapExprs(relation, expr => this.#expr(expr)));
  }

  /** `relation`, whose expressions have printed names, with those of relations and columns that it gives itself. */
  #own(relation: Relation): Relation {
    const of = mapInputs(relation, input => this.#own(input));
    const list = <C extends { readonly name: string }>(columns: readonly C[]): readonly C[] =>
      'name' in of
        ? columns.map(column => ({ ...column, name: this.#column(of.name, column.name) }))
        : columns;
    switch (of.node) {
      case 'table':
      case 'named':
        return { ...of, name: this.relation(of.name) };
      case 'read':
        return { ...of, name: this.relation(of.name), step: this.relation(of.step) };
      case 'aggregate':
        return {
          ...of,
          name: this.relation(of.name),
          keys: list(of.keys),
          measures: list(of.measures),
        };
      case 'window':
        return { ...of, name: this.relation(of.name), columns: list(of.columns) };
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
          inputs: this.#unionInputs(relation, of.inputs),
        };
      default:
        return of;
    }
  }

  #fill(of: FillRelation, measures: FillRelation['measures']): FillRelation {
    const { groups, calendar, start } = of.names;
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
    };
  }

  /** The columns of an input have the names that its step gave them. */
  #unionInputs(before: Relation, inputs: readonly UnionInput[]): readonly UnionInput[] {
    const names = inputsOf(before).map(input => ('name' in input ? input.name : ''));
    return inputs.map(({ relation, columns }, i) => ({
      relation,
      columns: columns.map(column => this.#column(names[i] ?? '', column)),
    }));
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

  #expr(expr: PlanExpr): PlanExpr {
    if (expr.kind === 'column') return this.#columnExpr(expr);
    const below = (part: PlanExpr) => this.#expr(part);
    return expr.kind === 'choice' ? mapChoice(expr, below) : mapNode(expr, below);
  }

  #columnExpr(expr: ColumnExpr): ColumnExpr {
    const [column = '', ...fields] = expr.path;
    const path = [this.#column(expr.relation, column), ...fields];
    return { ...expr, relation: this.relation(expr.relation), path };
  }
}

/** The columns that a step computes itself. */
function computed(step: Relation): readonly string[] {
  switch (step.node) {
    case 'aggregate':
      return [...step.keys, ...step.measures].map(column => column.name);
    case 'window':
    case 'project':
      return step.columns.map(column => column.name);
    case 'union':
      return step.columns;
    default:
      return [];
  }
}

/** Where both are in reach, BigQuery takes a table's alias for the row, so it must be no column's name. */
function aliasOf({ name, source }: TableRelation): string {
  const columns = new Set(source.columns.map(column => column.name.toLowerCase()));
  let alias = name;
  while (columns.has(alias.toLowerCase())) alias += '_';
  return alias;
}
