/** Draws of a statement in the making: a seed gives the same ones always. */

export type Kind = 'int' | 'text' | 'bool' | 'instant' | 'decimal' | 'document';

export interface Column {
  readonly sql: string;
  readonly kind: Kind;
}

export interface Query {
  readonly sql: string;
  readonly columns: readonly Column[];
}

const TABLES: Readonly<Record<string, readonly Column[]>> = {
  t: [
    { sql: 'id', kind: 'int' },
    { sql: 'a', kind: 'int' },
    { sql: 'b', kind: 'text' },
    { sql: 'ok', kind: 'bool' },
    { sql: 'ts', kind: 'instant' },
    { sql: 'n', kind: 'decimal' },
  ],
  u: [
    { sql: 'k', kind: 'int' },
    { sql: 'tid', kind: 'int' },
    { sql: 'b', kind: 'text' },
    { sql: 'v', kind: 'int' },
  ],
  docs: [
    { sql: 'id', kind: 'int' },
    { sql: 'payload', kind: 'document' },
  ],
};

/** Whether two columns have values of one kind. */
export function isCompared(one: Column, two: Column): boolean {
  return one.kind === two.kind && one.kind !== 'document';
}

export class Draw {
  readonly holds = new Set<string>();
  readonly #query: (draw: Draw, depth: number) => Query;
  #state: number;
  #names = 0;
  #relations = 0;

  constructor(seed: number, query: (draw: Draw, depth: number) => Query) {
    this.#state = (seed * 2_654_435_761 + 12_345) >>> 0;
    this.#query = query;
  }

  /** A query of that depth. */
  query(depth: number): Query {
    return this.#query(this, depth);
  }

  /** How many tables and subqueries are read. */
  get relations(): number {
    return this.#relations;
  }

  /** A whole number from 0 on, below `end`. */
  below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }

  one<T>(of: readonly T[]): T {
    const found = of[this.below(of.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  /** One that has a value. */
  column(of: readonly Column[]): Column {
    return this.one(of.filter(({ kind }) => kind !== 'document'));
  }

  /** One whose values lists may hold. */
  item(of: readonly Column[]): Column {
    const known = of.filter(({ kind }) => kind !== 'document' && kind !== 'decimal');
    return this.one(known.length === 0 ? [{ sql: '1', kind: 'int' }] : known);
  }

  /** Documents have no literals, no order and no equality. */
  kind(): Exclude<Kind, 'document'> {
    return this.one(['int', 'text', 'bool', 'instant', 'decimal'] as const);
  }

  /** The statement has such a construct. */
  named(construct: string): void {
    this.holds.add(construct);
  }

  fresh(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  /** The statement reads another relation. */
  reads(): void {
    this.#relations += 1;
  }

  table(): Query {
    this.reads();
    const [name, columns] = this.one(Object.entries(TABLES));
    return { sql: name, columns };
  }
}
