/** Random statements of GoogleSQL over the tables of the corpus, and the constructs that each holds. A seed gives one statement. */
import { list, shown, where } from './clauses.ts';
import { Draw, isCompared, type Query } from './draw.ts';
import { expr } from './expressions.ts';
import { group } from './groups.ts';
import { unnest } from './unnests.ts';

export interface Random {
  readonly sql: string;
  readonly holds: ReadonlySet<string>;
  /** How many tables and subqueries it reads. */
  readonly relations: number;
}

/** How many constructs there are. */
export const CONSTRUCTS = 80;

/** A statement for each seed, always the same. */
export function randomStatement(seed: number): Random {
  const draw = new Draw(seed, query);
  const { sql } = draw.query(3);
  return { sql, holds: draw.holds, relations: draw.relations };
}

function query(draw: Draw, depth: number): Query {
  const makers = [
    () => select(draw, depth),
    () => select(draw, depth),
    () => join(draw, depth),
    () => join(draw, depth),
    () => group(draw, relation(draw, depth - 1)),
    () => union(draw, depth),
    () => unnest(draw, depth),
    () => windowed(draw, depth),
    () => distinct(draw, depth),
    () => unpivot(draw, depth),
    () => withQuery(draw, depth),
  ];
  return depth <= 0 ? select(draw, 0) : draw.one(makers)();
}

/** A relation that may stand behind FROM, under an alias, and its columns by it. */
function relation(draw: Draw, depth: number): Query {
  const alias = draw.fresh('r');
  const isTable = depth <= 0 || draw.below(3) === 0;
  const { sql, columns } = isTable ? draw.table() : draw.query(depth - 1);
  return {
    sql: `${isTable ? sql : `(${sql})`} AS ${alias}`,
    columns: columns.map(({ sql, kind }) => ({ sql: `${alias}.${sql}`, kind })),
  };
}

function select(draw: Draw, depth: number): Query {
  const from = relation(draw, depth);
  const columns = list(draw, from.columns, 1 + draw.below(4));
  return shown(draw, columns, `FROM ${from.sql}${where(draw, from.columns, depth)}`);
}

function join(draw: Draw, depth: number): Query {
  const [left, right] = [relation(draw, depth - 1), relation(draw, depth - 1)];
  const all = [...left.columns, ...right.columns];
  const pairs = left.columns.flatMap(one =>
    right.columns.flatMap(two => (isCompared(one, two) ? [`${one.sql} = ${two.sql}`] : [])),
  );
  const word = draw.one(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', 'CROSS JOIN']);
  const isCross = word === 'CROSS JOIN' || pairs.length === 0;
  draw.named(isCross ? 'cross join' : word.toLowerCase());
  if (isCross) return shown(draw, list(draw, all, 3), `FROM ${left.sql} CROSS JOIN ${right.sql}`);
  const isMore = word !== 'FULL JOIN' && draw.below(3) === 0;
  const more = isMore ? ` AND ${expr(draw, 'bool', all, 1).sql}` : '';
  if (isMore) draw.named('join condition');
  const from = `FROM ${left.sql} ${word} ${right.sql} ON ${draw.one(pairs)}${more}`;
  return shown(draw, list(draw, all, 3), `${from}${where(draw, all, 0)}`);
}

const SETS = ['UNION ALL', 'UNION DISTINCT', 'INTERSECT DISTINCT', 'EXCEPT DISTINCT'] as const;

function union(draw: Draw, depth: number): Query {
  const word = draw.one(SETS);
  draw.named(word.toLowerCase());
  const kinds = [draw.kind(), draw.kind()];
  const parts = [0, 1].map(() => {
    const from = relation(draw, depth - 1);
    const columns = kinds.map(kind => expr(draw, kind, from.columns, 1));
    return shown(draw, columns, `FROM ${from.sql}${where(draw, from.columns, 0)}`);
  });
  const [first] = parts;
  const sql = parts.map(part => part.sql).join(` ${word} `);
  return { sql, columns: first?.columns ?? [] };
}

/** Functions whose value is the same for rows that are equal in order. */
function windowed(draw: Draw, depth: number): Query {
  draw.named('window');
  const from = relation(draw, depth - 1);
  const [one, two, three] = [0, 1, 2].map(() => draw.column(from.columns).sql);
  const partition = draw.below(2) === 0 ? '' : `PARTITION BY ${one} `;
  const order = `ORDER BY ${two}${draw.below(2) === 0 ? ' DESC' : ''}`;
  const shares = ['PERCENT_RANK()', 'CUME_DIST()'].map(
    of => `CAST(ROUND(1000 * ${of} OVER (${partition}${order})) AS INT64)`,
  );
  const plain = ['RANK()', 'DENSE_RANK()', 'COUNT(*)', `COUNT(${three})`];
  const fn = draw.one([...plain.map(of => `${of} OVER (${partition}${order})`), ...shares]);
  const window = { sql: fn, kind: 'int' } as const;
  return shown(
    draw,
    [draw.column(from.columns), window],
    `FROM ${from.sql}${where(draw, from.columns, 0)}`,
  );
}

function distinct(draw: Draw, depth: number): Query {
  draw.named('distinct');
  const from = relation(draw, depth - 1);
  return shown(draw, list(draw, from.columns, 2), `FROM ${from.sql}`, 'SELECT DISTINCT');
}

/** Two columns of one kind become rows. */
function unpivot(draw: Draw, depth: number): Query {
  draw.named('unpivot');
  const from = relation(draw, depth - 1);
  const kind = draw.kind();
  const [one, two, kept, item, name] = ['c', 'c', 'c', 'v', 'k'].map(of => draw.fresh(of));
  const [first, second] = [1, 2].map(() => expr(draw, kind, from.columns, 1).sql);
  // a text names no column twice
  const columns = [`${first} AS ${one}`, `IFNULL(${second}, ${second}) AS ${two}`];
  const other = draw.column(from.columns);
  const nulls = draw.one(['', ' INCLUDE NULLS']);
  // the analyser leaves out every column that is the same as an unpivoted one
  const rows = `(SELECT IFNULL(${other.sql}, ${other.sql}) AS ${kept}, ${columns.join(', ')} FROM ${from.sql})`;
  return shown(
    draw,
    [
      { sql: kept ?? '', kind: other.kind },
      { sql: item ?? '', kind },
      { sql: name ?? '', kind: 'text' },
    ],
    `FROM ${rows} UNPIVOT${nulls} (${item} FOR ${name} IN (${one}, ${two}))`,
  );
}

function withQuery(draw: Draw, depth: number): Query {
  draw.named('with');
  const inner = draw.query(depth - 1);
  const [name, one, two] = [draw.fresh('w'), draw.fresh('r'), draw.fresh('r')];
  const isTwice = draw.below(2) === 0;
  const [first] = inner.columns;
  if (!isTwice || first === undefined) {
    const condition = where(draw, inner.columns, 0);
    const query = shown(draw, list(draw, inner.columns, 2), `FROM ${name}${condition}`);
    return { ...query, sql: `WITH ${name} AS (${inner.sql}) ${query.sql}` };
  }
  draw.named('with, read twice');
  draw.reads();
  const columns = inner.columns.flatMap(({ sql, kind }) => [
    { sql: `${one}.${sql}`, kind },
    { sql: `${two}.${sql}`, kind },
  ]);
  const from = `FROM ${name} AS ${one} JOIN ${name} AS ${two} ON ${one}.${first.sql} = ${two}.${first.sql}`;
  const query = shown(draw, list(draw, columns, 2), from);
  return { ...query, sql: `WITH ${name} AS (${inner.sql}) ${query.sql}` };
}
