/** Random statements of GoogleSQL over the tables of the corpus, and the constructs that each holds. A seed gives one statement. */

export interface Random {
  readonly sql: string;
  readonly holds: ReadonlySet<string>;
  /** How many tables and subqueries it reads. */
  readonly relations: number;
}

type Kind = 'int' | 'text' | 'bool' | 'instant';
interface Column {
  readonly sql: string;
  readonly kind: Kind;
}
interface Query {
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
  ],
  u: [
    { sql: 'k', kind: 'int' },
    { sql: 'tid', kind: 'int' },
    { sql: 'b', kind: 'text' },
    { sql: 'v', kind: 'int' },
  ],
};

const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  int: ['0', '1', '2', '10', '@p', 'CAST(NULL AS INT64)'],
  text: ["'a'", "'b'", "''", '@s', 'CAST(NULL AS STRING)'],
  bool: ['TRUE', 'FALSE', 'CAST(NULL AS BOOL)'],
  instant: ['@since', "TIMESTAMP '2026-01-01 00:00:00+00'", 'CURRENT_TIMESTAMP()'],
};

const SETS = ['UNION ALL', 'UNION DISTINCT', 'INTERSECT DISTINCT', 'EXCEPT DISTINCT'] as const;

/** How many constructs there are. */
export const CONSTRUCTS = 57;

/** A statement for each seed, always the same. */
export function randomStatement(seed: number): Random {
  return new Maker(seed).statement();
}

class Maker {
  #state: number;
  readonly #holds = new Set<string>();
  #names = 0;
  #relations = 0;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 12_345) >>> 0;
  }

  statement(): Random {
    const query = this.#query(3);
    return { sql: query.sql, holds: this.#holds, relations: this.#relations };
  }

  /** A whole number from 0 on, below `end`. */
  #below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }

  #one<T>(of: readonly T[]): T {
    const found = of[this.#below(of.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  #named(construct: string): void {
    this.#holds.add(construct);
  }

  #fresh(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  #table(): Query {
    this.#relations += 1;
    const [name, columns] = this.#one(Object.entries(TABLES));
    return { sql: name, columns };
  }

  #query(depth: number): Query {
    const makers = [
      () => this.#select(depth),
      () => this.#select(depth),
      () => this.#join(depth),
      () => this.#join(depth),
      () => this.#group(depth),
      () => this.#union(depth),
      () => this.#unnest(depth),
      () => this.#window(depth),
      () => this.#distinct(depth),
      () => this.#withQuery(depth),
    ];
    return depth <= 0 ? this.#select(0) : this.#one(makers)();
  }

  /** A relation that may stand behind FROM, under an alias, and its columns by it. */
  #from(depth: number): Query {
    const alias = this.#fresh('r');
    const inner = depth <= 0 || this.#below(3) === 0 ? this.#table() : this.#inner(depth - 1);
    const columns = inner.columns.map(({ sql, kind }) => ({ sql: `${alias}.${sql}`, kind }));
    return { sql: `${inner.sql} AS ${alias}`, columns };
  }

  #inner(depth: number): Query {
    const query = this.#query(depth);
    return { ...query, sql: `(${query.sql})` };
  }

  #select(depth: number): Query {
    const from = this.#from(depth);
    const columns = this.#list(from.columns, 1 + this.#below(4));
    return this.#shown(columns, `FROM ${from.sql}${this.#where(from.columns, depth)}`);
  }

  #list(columns: readonly Column[], count: number): readonly Column[] {
    return Array.from({ length: count }, () =>
      this.#below(9) === 0
        ? this.#value(columns)
        : this.#below(2) === 0
          ? this.#one(columns)
          : this.#expr(this.#kind(), columns, 2),
    );
  }

  #shown(columns: readonly Column[], rest: string, word = 'SELECT'): Query {
    const named = columns.map(({ sql, kind }) => ({ sql, kind, name: this.#fresh('c') }));
    const list = named.map(({ sql, name }) => `${sql} AS ${name}`).join(', ');
    return {
      sql: `${word} ${list} ${rest}`,
      columns: named.map(({ name, kind }) => ({ sql: name, kind })),
    };
  }

  /** A table under an alias, the values of one of its columns that is equal to one of `columns`, and the equality. */
  #tied(columns: readonly Column[]) {
    const table = this.#table();
    const alias = this.#fresh('s');
    const own = table.columns.map(({ sql, kind }) => ({ sql: `${alias}.${sql}`, kind }));
    const pairs = own.flatMap(one =>
      columns.flatMap(two => (one.kind === two.kind ? [`${one.sql} = ${two.sql}`] : [])),
    );
    const isTied = pairs.length > 0 && this.#below(4) > 0;
    this.#named(isTied ? 'tied subquery' : 'untied subquery');
    const rest = this.#below(2) === 0 ? ` AND ${this.#expr('bool', own, 1).sql}` : '';
    const from = `FROM ${table.sql} AS ${alias} WHERE ${isTied ? this.#one(pairs) : 'TRUE'}${rest}`;
    return { own, from };
  }

  /** Whether a subquery finds something. */
  #found(columns: readonly Column[]): string {
    const { own, from } = this.#tied(columns);
    const not = this.#below(2) === 0 ? 'NOT ' : '';
    const pairs = columns.flatMap(one =>
      own.flatMap(two => (one.kind === two.kind ? [[one.sql, two.sql] as const] : [])),
    );
    if (pairs.length === 0 || this.#below(2) === 0) {
      this.#named(`${not.toLowerCase()}exists`);
      return `${not}EXISTS (SELECT 1 ${from})`;
    }
    this.#named(`${not.toLowerCase()}in a subquery`);
    const [of, value] = this.#one(pairs);
    return `${of} ${not}IN (SELECT ${value} ${from})`;
  }

  /** A subquery as a value: of one row. */
  #value(columns: readonly Column[]): Column {
    const { own, from } = this.#tied(columns);
    const value = this.#one(own);
    const [key] = own;
    switch (this.#below(3)) {
      case 0:
        this.#named('subquery of a count');
        return { sql: `(SELECT COUNT(${value.sql}) ${from})`, kind: 'int' };
      case 1:
        this.#named('subquery of an aggregate');
        return { sql: `(SELECT MAX(${value.sql}) ${from})`, kind: value.kind };
      default:
        this.#named('subquery of the first row');
        return { ...value, sql: `(SELECT ${value.sql} ${from} ORDER BY ${key?.sql} LIMIT 1)` };
    }
  }

  /** Items of lists, and records of arrays. */
  #unnest(depth: number): Query {
    this.#relations += 1;
    const [of, item, inner] = [0, 1, 2].map(() => this.#fresh('r'));
    const join = () => {
      const word = this.#one(['CROSS JOIN', 'LEFT JOIN']);
      this.#named(`${word.toLowerCase()} unnest`);
      return word;
    };
    const place: Column[] = [];
    const offset = () => {
      if (this.#below(2) === 0) return '';
      this.#named('with offset');
      place.push({ sql: 'place', kind: 'int' });
      return ' WITH OFFSET AS place';
    };
    if (this.#below(4) === 0) {
      this.#named('items of a parameter');
      const from = `FROM u AS ${of} ${join()} UNNEST(${this.#one(['@ids', '@none'])}) AS ${item}`;
      const columns: Column[] = [`${of}.k`, `${of}.v`, item ?? ''].map(sql => ({
        sql,
        kind: 'int',
      }));
      return this.#shown(this.#list(columns, 3), `${from}${this.#where(columns, depth)}`);
    }
    if (this.#below(2) === 0) {
      this.#named('items');
      const isText = this.#below(2) === 0;
      const from = `FROM tagged AS ${of} ${join()} UNNEST(${of}.${isText ? 'tags' : 'nums'}) AS ${item}${offset()}`;
      const value: Column = { sql: item ?? '', kind: isText ? 'text' : 'int' };
      const columns: Column[] = [{ sql: `${of}.id`, kind: 'int' }, value, ...place];
      return this.#shown(this.#list(columns, 3), `${from}${this.#where(columns, depth)}`);
    }
    this.#named('records');
    const records = `FROM deep AS ${of} ${join()} UNNEST(${of}.metadata) AS ${item}`;
    const columns: Column[] = [
      { sql: `${of}.id`, kind: 'text' },
      { sql: `${of}.n`, kind: 'int' },
      { sql: `${item}.project`, kind: 'text' },
      { sql: `${item}.code`, kind: 'int' },
      { sql: `${item}.level`, kind: 'text' },
    ];
    const isDeep = this.#below(2) === 0;
    const requests = isDeep ? ` ${join()} UNNEST(${item}.request) AS ${inner}` : '';
    const from = `${records}${requests}${offset()}`;
    if (isDeep) {
      this.#named('records in records');
      columns.push({ sql: `${inner}.path`, kind: 'text' }, { sql: `${inner}.ms`, kind: 'int' });
    }
    const all = [...columns, ...place];
    return this.#shown(this.#list(all, 3), `${from}${this.#where(all, depth)}`);
  }

  #kind(): Kind {
    return this.#one(['int', 'text', 'bool', 'instant'] as const);
  }

  #where(columns: readonly Column[], depth: number): string {
    const choice = this.#below(6);
    if (choice > 3) return '';
    this.#named('where');
    if (this.#below(3) === 0)
      return ` WHERE ${this.#found(columns)} ${this.#one(['OR', 'AND'])} ${this.#expr('bool', columns, 1).sql}`;
    const condition = this.#expr('bool', columns, 2).sql;
    if (choice > 1 || depth <= 0)
      return ` WHERE ${condition}${choice > 1 ? ` OR ${this.#one(columns).sql} IS NOT NULL` : ''}`;
    const sub = this.#query(depth - 2);
    const found = sub.columns.find(({ kind }) => columns.some(one => one.kind === kind));
    if (found === undefined) return ` WHERE ${condition}`;
    this.#named('in subquery');
    const of = this.#one(columns.filter(({ kind }) => kind === found.kind)).sql;
    return ` WHERE ${of} IN (SELECT ${found.sql} FROM (${sub.sql})) AND (${condition} OR TRUE)`;
  }

  #join(depth: number): Query {
    const [left, right] = [this.#from(depth - 1), this.#from(depth - 1)];
    const all = [...left.columns, ...right.columns];
    const pairs = left.columns.flatMap(one =>
      right.columns.flatMap(two => (one.kind === two.kind ? [`${one.sql} = ${two.sql}`] : [])),
    );
    const word = this.#one(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', 'CROSS JOIN']);
    const isCross = word === 'CROSS JOIN' || pairs.length === 0;
    this.#named(isCross ? 'cross join' : word.toLowerCase());
    if (isCross) return this.#shown(this.#list(all, 3), `FROM ${left.sql} CROSS JOIN ${right.sql}`);
    const own = word === 'RIGHT JOIN' ? left.columns : right.columns;
    const more =
      word !== 'FULL JOIN' && this.#below(3) === 0 ? ` AND ${this.#expr('bool', own, 1).sql}` : '';
    if (more !== '') this.#named('join condition');
    const from = `FROM ${left.sql} ${word} ${right.sql} ON ${this.#one(pairs)}${more}`;
    return this.#shown(this.#list(all, 3), `${from}${this.#where(all, 0)}`);
  }

  #group(depth: number): Query {
    this.#named('group by');
    const from = this.#from(depth - 1);
    const keys = Array.from({ length: this.#below(3) }, () => this.#one(from.columns));
    const own = [...new Map(keys.map(key => [key.sql, key])).values()];
    const measures = Array.from({ length: 1 + this.#below(2) }, () =>
      this.#aggregate(from.columns),
    );
    const by = own.length === 0 ? '' : ` GROUP BY ${own.map(({ sql }) => sql).join(', ')}`;
    const isHaving = by !== '' && this.#below(3) === 0;
    if (isHaving) this.#named('having');
    const having = isHaving ? ` HAVING COUNT(*) > 1` : '';
    const where = this.#where(from.columns, 0);
    return this.#shown([...own, ...measures], `FROM ${from.sql}${where}${by}${having}`);
  }

  #aggregate(columns: readonly Column[]): Column {
    const column = this.#one(columns);
    switch (this.#below(6)) {
      case 5: {
        const number = columns.find(({ kind }) => kind === 'int');
        if (number === undefined) return { sql: 'COUNT(*)', kind: 'int' };
        this.#named('sum');
        const sum = `SUM(SAFE_CAST(${number.sql} / 1000000 AS INT64))`;
        return { sql: this.#one([`SUM(${number.sql} & 1023)`, sum]), kind: 'int' };
      }
      case 0:
        this.#named('count');
        return { sql: 'COUNT(*)', kind: 'int' };
      case 1:
        this.#named('count distinct');
        return { sql: `COUNT(DISTINCT ${column.sql})`, kind: 'int' };
      case 2:
        this.#named('countif');
        return { sql: `COUNTIF(${this.#expr('bool', columns, 1).sql})`, kind: 'int' };
      case 3:
        this.#named('min');
        return { sql: `MIN(${column.sql})`, kind: column.kind };
      default:
        this.#named('max');
        return { sql: `MAX(${column.sql})`, kind: column.kind };
    }
  }

  #union(depth: number): Query {
    const word = this.#one(SETS);
    this.#named(word.toLowerCase());
    const kinds = [this.#kind(), this.#kind()];
    const parts = [0, 1].map(() => {
      const from = this.#from(depth - 1);
      const columns = kinds.map(kind => this.#expr(kind, from.columns, 1));
      return this.#shown(columns, `FROM ${from.sql}${this.#where(from.columns, 0)}`);
    });
    const [first] = parts;
    const sql = parts.map(part => part.sql).join(` ${word} `);
    return { sql, columns: first?.columns ?? [] };
  }

  /** Functions whose value is the same for rows that are equal in order. */
  #window(depth: number): Query {
    this.#named('window');
    const from = this.#from(depth - 1);
    const [one, two, three] = [0, 1, 2].map(() => this.#one(from.columns).sql);
    const partition = this.#below(2) === 0 ? '' : `PARTITION BY ${one} `;
    const order = `ORDER BY ${two}${this.#below(2) === 0 ? ' DESC' : ''}`;
    const fn = this.#one(['RANK()', 'DENSE_RANK()', 'COUNT(*)', `COUNT(${three})`]);
    const window: Column = { sql: `${fn} OVER (${partition}${order})`, kind: 'int' };
    return this.#shown(
      [this.#one(from.columns), window],
      `FROM ${from.sql}${this.#where(from.columns, 0)}`,
    );
  }

  #distinct(depth: number): Query {
    this.#named('distinct');
    const from = this.#from(depth - 1);
    return this.#shown(this.#list(from.columns, 2), `FROM ${from.sql}`, 'SELECT DISTINCT');
  }

  #withQuery(depth: number): Query {
    this.#named('with');
    const inner = this.#query(depth - 1);
    const [name, one, two] = [this.#fresh('w'), this.#fresh('r'), this.#fresh('r')];
    const isTwice = this.#below(2) === 0;
    const [first] = inner.columns;
    if (!isTwice || first === undefined) {
      const where = this.#where(inner.columns, 0);
      const query = this.#shown(this.#list(inner.columns, 2), `FROM ${name}${where}`);
      return { ...query, sql: `WITH ${name} AS (${inner.sql}) ${query.sql}` };
    }
    this.#named('with, read twice');
    this.#relations += 1;
    const columns = inner.columns.flatMap(({ sql, kind }) => [
      { sql: `${one}.${sql}`, kind },
      { sql: `${two}.${sql}`, kind },
    ]);
    const from = `FROM ${name} AS ${one} JOIN ${name} AS ${two} ON ${one}.${first.sql} = ${two}.${first.sql}`;
    const query = this.#shown(this.#list(columns, 2), from);
    return { ...query, sql: `WITH ${name} AS (${inner.sql}) ${query.sql}` };
  }

  #expr(kind: Kind, columns: readonly Column[], depth: number): Column {
    return { sql: this.#text(kind, columns, depth), kind };
  }

  #text(kind: Kind, columns: readonly Column[], depth: number): string {
    const fitting = columns.filter(column => column.kind === kind);
    if (depth <= 0 || this.#below(4) === 0)
      return fitting.length > 0 && this.#below(4) > 0
        ? this.#one(fitting).sql
        : this.#one(LITERALS[kind]);
    const of = (inner: Kind) => this.#text(inner, columns, depth - 1);
    switch (this.#below(6)) {
      case 0:
        this.#named('if');
        return `IF(${of('bool')}, ${of(kind)}, ${of(kind)})`;
      case 1:
        this.#named('coalesce');
        return `COALESCE(${of(kind)}, ${of(kind)})`;
      case 2:
        this.#named('case');
        return `CASE WHEN ${of('bool')} THEN ${of(kind)} WHEN ${of('bool')} THEN ${of(kind)} END`;
      default:
        return this.#own(kind, of);
    }
  }

  #own(kind: Kind, of: (kind: Kind) => string): string {
    switch (kind) {
      case 'int':
        return this.#number(of);
      case 'text':
        this.#named('text function');
        return this.#one([
          `CONCAT(${of('text')}, ${of('text')})`,
          `CAST(${of('int')} AS STRING)`,
          `UPPER(${of('text')})`,
          `SUBSTR(${of('text')}, 2)`,
        ]);
      case 'instant':
        this.#named('trunc');
        return this.#one([
          `TIMESTAMP_TRUNC(${of('instant')}, HOUR)`,
          `TIMESTAMP_SUB(${of('instant')}, INTERVAL 1 DAY)`,
        ]);
      case 'bool':
        return this.#condition(of);
    }
  }

  /** No number grows so large that its arithmetic fails: that is what `corpus/failing.sql` is for. */
  #number(of: (kind: Kind) => string): string {
    switch (this.#below(4)) {
      case 0:
        this.#named('length');
        return this.#one([`LENGTH(${of('text')})`, `GREATEST(${of('int')}, ${of('int')})`]);
      case 1:
        this.#named('arithmetic');
        return `(${of('int')} ${this.#one(['+', '-'])} ${of('int')})`;
      case 2:
        this.#named('whole quotient');
        return this.#one([
          `DIV(${of('int')}, 3)`,
          `MOD(${of('int')}, 5)`,
          `SAFE.DIV(${of('int')}, ${of('int')})`,
          `MOD(${of('int')}, NULLIF(${of('int')}, 0))`,
        ]);
      default:
        this.#named('safe function');
        return this.#one([
          `(SAFE_ADD(${of('int')}, 9223372036854775807) & 1023)`,
          `SAFE_CAST(${of('text')} AS INT64)`,
          `SAFE_CAST(SAFE_DIVIDE(${of('int')}, ${of('int')}) AS INT64)`,
          `SAFE.ABS(${of('int')})`,
        ]);
    }
  }

  #inParameter(of: (kind: Kind) => string): string {
    this.#named('in a list parameter');
    const not = this.#one(['', 'NOT ']);
    return this.#below(2) === 0
      ? `(${of('int')} ${not}IN UNNEST(${this.#one(['@ids', '@none'])}))`
      : `(${of('text')} ${not}IN UNNEST(@words))`;
  }

  #condition(of: (kind: Kind) => string): string {
    const kind = this.#kind();
    const operator = this.#one(['=', '!=', '<', '<=', '>', '>=']);
    switch (this.#below(7)) {
      case 0:
        this.#named('and');
        return `(${of('bool')} AND ${of('bool')})`;
      case 1:
        this.#named('or');
        return `(${of('bool')} OR ${of('bool')})`;
      case 2:
        this.#named('not');
        return `(NOT ${of('bool')})`;
      case 3:
        this.#named('is null');
        return `(${of(kind)} IS NULL)`;
      case 4:
        if (this.#below(3) === 0) return this.#inParameter(of);
        this.#named('in');
        return `(${of(kind)} ${this.#one(['IN', 'NOT IN'])} (${of(kind)}, ${of(kind)}))`;
      case 5:
        this.#named('between');
        return `(${of('int')} BETWEEN ${of('int')} AND ${of('int')})`;
      default:
        this.#named('comparison');
        return `(${of(kind)} ${operator} ${of(kind)})`;
    }
  }
}
