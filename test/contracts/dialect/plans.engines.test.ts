/**
 * Plans that the language cannot say yet, built by hand: each is cut into steps, printed for every dialect, and answers on its
 * engine the rows that plain code computes here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import * as exprs from '../../../generator/core/expr/calls.ts';
import type {
  AggregateExpr,
  ColumnExpr,
  PlanExpr,
  SortKey,
  SqlExpr,
} from '../../../generator/core/expr/expr.ts';
import { makeLiteral } from '../../../generator/core/expr/literals.ts';
import { mapNode } from '../../../generator/core/expr/walk.ts';
import type {
  Plan,
  ProjectRelation,
  Relation,
  Step,
} from '../../../generator/core/plan/relation.ts';
import { mapPlan } from '../../../generator/core/plan/walk-plan.ts';
import type { Field, Source } from '../../../generator/core/spec/source.ts';
import type { Value as Literal, Scalar } from '../../../generator/core/types/scalar.ts';
import type { FunctionName } from '../../../generator/functions/names.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { inSteps } from '../../../generator/plan/steps/steps.ts';
import { print } from '../../../generator/sql/print.ts';
import { field } from '../../compiler/language/support.ts';
import { all as allOf, type Engines, engineFor, openEngines } from '../../engines/open-engines.ts';
import type { Value } from '../../engines/test-engine.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const dialects = [...DIALECTS.values()].map(dialect => [dialect.name, dialect] as const);

// ---- data -----------------------------------------------------------------------------------------------------------

interface Order {
  readonly id: bigint;
  readonly customer: bigint | null;
  readonly day: string;
  readonly amount: bigint;
}
/** With customers that nobody has, days without a text, ties, and an order of nobody. */
const ORDERS: readonly Order[] = [
  { id: 1n, customer: 10n, day: 'mon', amount: 5n },
  { id: 2n, customer: 10n, day: 'mon', amount: 7n },
  { id: 3n, customer: 10n, day: 'tue', amount: 7n },
  { id: 4n, customer: 20n, day: 'tue', amount: 1n },
  { id: 5n, customer: null, day: 'tue', amount: 2n },
  { id: 6n, customer: 99n, day: 'wed', amount: 4n },
  { id: 7n, customer: 20n, day: 'wed', amount: 4n },
];
interface Customer {
  readonly id: bigint;
  readonly country: string;
}
const CUSTOMERS: readonly Customer[] = [
  { id: 10n, country: 'de' },
  { id: 20n, country: 'fr' },
  { id: 30n, country: 'fr' },
];

function source(name: string, columns: readonly Field[]): Source {
  const table = { name: [name], records: 'nested' as const, where: null };
  const tables = Object.fromEntries([...DIALECTS.keys()].map(dialect => [dialect, table]));
  return {
    name,
    title: null,
    invalid: 'error' as const,
    description: null,
    columns,
    keys: [],
    scope: [],
    tables,
  };
}
const required = { nullable: false };
const orders = source('orders', [
  field('id', 'int64', required),
  field('customer', 'int64'),
  field('day', 'string', required),
  field('amount', 'int64', required),
]);
const customers = source('customers', [
  field('id', 'int64', required),
  field('country', 'string', required),
]);

beforeAll(async () => {
  const shape = { layout: 'nested' } as const;
  const whole = { type: 'int64', required: true } as const;
  const text = { type: 'string', required: true } as const;
  const tables = [
    {
      ...shape,
      name: 'orders',
      columns: { id: whole, customer: { type: 'int64' as const }, day: text, amount: whole },
      rows: ORDERS.map(order => ({ ...order })),
    },
    {
      ...shape,
      name: 'customers',
      columns: { id: whole, country: text },
      rows: CUSTOMERS.map(customer => ({ ...customer })),
    },
  ];
  for (const engine of allOf(engines)) await engine.load(tables);
});

// ---- building plans -------------------------------------------------------------------------------------------------

const ordersTable: Relation = { node: 'table', name: 'orders', source: orders };
const customersTable: Relation = { node: 'table', name: 'customers', source: customers };

function column(relation: string, name: string, scalar: Scalar, nullable = false): ColumnExpr {
  return { kind: 'column', relation, path: [name], scalar, nullable };
}
const literal = (scalar: Scalar, value: Literal) => makeLiteral(scalar, value);
const call = (fn: FunctionName, scalar: Scalar, ...args: readonly PlanExpr[]) =>
  exprs.makeCall(fn, scalar, args);
const ascending = (...keys: readonly PlanExpr[]): readonly SortKey[] =>
  keys.map(expr => ({ expr, descending: false }));

function project(input: Relation, columns: Readonly<Record<string, PlanExpr>>): Relation {
  const named = Object.entries(columns).map(([name, expr]) => ({ name, expr }));
  return { node: 'project', name: '/answer', input, columns: named };
}
function sum(of: PlanExpr) {
  const typed = { scalar: 'int64', nullable: true } as const;
  return {
    kind: 'aggregate',
    fn: 'sum_int64',
    args: [of],
    rank: null,
    listing: null,
    filter: null,
    ...typed,
  } as const;
}
const COUNT = {
  kind: 'aggregate',
  fn: 'count_rows',
  args: [],
  rank: null,
  listing: null,
  filter: null,
  scalar: 'int64',
  nullable: false,
} as const;

function planOf(answer: Relation, steps: readonly Step[] = []): Plan<SqlExpr> {
  return mapPlan(inSteps({ views: [], steps, answer }), ready);
}
/** These plans make no choices. */
function ready(expr: PlanExpr): SqlExpr {
  if (expr.kind === 'choice') throw new Error('a choice');
  return mapNode(expr, ready);
}

// ---- plain code -----------------------------------------------------------------------------------------------------

function grouped<T>(rows: readonly T[], key: (row: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
const total = (rows: readonly Order[]) => rows.reduce((all, { amount }) => all + amount, 0n);
const largest = (values: readonly bigint[]) => [...values].sort((a, b) => Number(b - a))[0] ?? null;
const countryOf = (order: Order) =>
  CUSTOMERS.find(({ id }) => id === order.customer)?.country ?? null;

interface Case {
  readonly plan: Plan<SqlExpr>;
  readonly wanted: readonly (readonly Value[])[];
}

const amounts = (relation: string) => column(relation, 'amount', 'int64');
const perDay: Relation = {
  node: 'aggregate',
  name: '/per_day',
  input: ordersTable,
  keys: [
    { name: 'day', expr: column('orders', 'day', 'string') },
    { name: 'customer', expr: column('orders', 'customer', 'int64', true) },
  ],
  measures: [{ name: 'amount', expr: sum(amounts('orders')) }],
};

/** The countries of customers that may be named in more than one way, as a step of its own. */
const countries: Step = {
  name: '/countries',
  relation: {
    node: 'project',
    name: '/countries',
    input: customersTable,
    columns: [
      { name: 'id', expr: column('customers', 'id', 'int64') },
      { name: 'country', expr: column('customers', 'country', 'string') },
    ],
  },
};
const read = (name: string, step = name): Relation => ({ node: 'read', name, step });
const joined = (kind: 'inner' | 'left'): Relation => ({
  node: 'join',
  toOne: false,
  kind,
  left: ordersTable,
  right: read('/c', '/countries'),
  on: call('eq', 'bool', column('orders', 'customer', 'int64', true), column('/c', 'id', 'int64')),
});

/** The customers of orders, one of them NULL, as a step that two expressions read. */
const named: Step = {
  name: '/named',
  relation: {
    node: 'project',
    name: '/named',
    input: ordersTable,
    columns: [{ name: 'customer', expr: column('orders', 'customer', 'int64', true) }],
  },
};
const isNamed: PlanExpr = {
  kind: 'within',
  of: column('customers', 'id', 'int64'),
  column: column('/named', 'customer', 'int64', true),
  scalar: 'bool',
  nullable: false,
};
const unnamed = call('not', 'bool', isNamed);

const CASES: Readonly<Record<string, Case>> = {
  'values that are not among those of a step, one of which is NULL': {
    plan: planOf(
      project(
        {
          node: 'sort',
          input: {
            node: 'filter',
            input: customersTable,
            predicates: [{ when: null, expr: unnamed }],
          },
          keys: ascending(column('customers', 'id', 'int64')),
        },
        {
          id: column('customers', 'id', 'int64'),
          found: call('if', 'int64', isNamed, literal('int64', 1n), literal('int64', 0n)),
        },
      ),
      [named],
    ),
    wanted: CUSTOMERS.filter(({ id }) => ORDERS.every(({ customer }) => customer !== id)).map(
      ({ id }) => [id, 0n],
    ),
  },
  'an aggregation of an aggregation': {
    // the largest sum of a day and a customer, by day
    plan: planOf(
      project(
        {
          node: 'sort',
          input: {
            node: 'aggregate',
            name: '/largest',
            input: perDay,
            keys: [{ name: 'day', expr: column('/per_day', 'day', 'string') }],
            measures: [
              {
                name: 'amount',
                expr: {
                  kind: 'aggregate',
                  fn: 'max',
                  args: [column('/per_day', 'amount', 'int64', true)],
                  rank: null,
                  listing: null,
                  filter: null,
                  scalar: 'int64',
                  nullable: true,
                },
              },
              { name: 'customers', expr: COUNT },
            ],
          },
          keys: ascending(column('/largest', 'day', 'string')),
        },
        {
          day: column('/largest', 'day', 'string'),
          amount: column('/largest', 'amount', 'int64', true),
          customers: column('/largest', 'customers', 'int64'),
        },
      ),
    ),
    wanted: grouped(ORDERS, ({ day }) => day).map(of => {
      const sums = grouped(of, ({ customer }) => String(customer)).map(total);
      return [of[0]?.day ?? '', largest(sums), BigInt(sums.length)];
    }),
  },
  'an inner join': {
    plan: planOf(
      project(
        { node: 'sort', input: joined('inner'), keys: ascending(column('orders', 'id', 'int64')) },
        { id: column('orders', 'id', 'int64'), country: column('/c', 'country', 'string') },
      ),
      [countries],
    ),
    wanted: ORDERS.flatMap(order => {
      const country = countryOf(order);
      return country === null ? [] : [[order.id, country]];
    }),
  },
  'a left join, of which some rows find nothing': {
    plan: planOf(
      project(
        { node: 'sort', input: joined('left'), keys: ascending(column('orders', 'id', 'int64')) },
        {
          id: column('orders', 'id', 'int64'),
          country: column('/c', 'country', 'string', true),
          found: column('/c', 'id', 'int64', true),
        },
      ),
      [countries],
    ),
    wanted: ORDERS.map(order => {
      const country = countryOf(order);
      return [order.id, country, country === null ? null : order.customer];
    }),
  },
  'groups of a left join': {
    plan: planOf(
      project(
        {
          node: 'sort',
          input: {
            node: 'aggregate',
            name: '/by_country',
            input: {
              node: 'filter',
              input: joined('left'),
              predicates: [
                {
                  when: null,
                  expr: call('gt', 'bool', amounts('orders'), literal('int64', 1n)),
                },
              ],
            },
            keys: [{ name: 'country', expr: column('/c', 'country', 'string', true) }],
            measures: [{ name: 'amount', expr: sum(amounts('orders')) }],
          },
          keys: ascending(column('/by_country', 'country', 'string', true)),
        },
        {
          country: column('/by_country', 'country', 'string', true),
          amount: column('/by_country', 'amount', 'int64', true),
        },
      ),
      [countries],
    ),
    wanted: grouped(
      ORDERS.filter(({ amount }) => amount > 1n),
      order => countryOf(order) ?? '',
    ).map(of => [of[0] === undefined ? null : countryOf(of[0]), total(of)]),
  },
  'a step that is read twice': {
    // pairs of customers of one country
    plan: planOf(
      project(
        {
          node: 'sort',
          input: {
            node: 'filter',
            input: {
              node: 'join',
              toOne: false,
              kind: 'inner',
              left: read('/a', '/countries'),
              right: read('/b', '/countries'),
              on: call(
                'eq',
                'bool',
                column('/a', 'country', 'string'),
                column('/b', 'country', 'string'),
              ),
            },
            predicates: [
              {
                when: null,
                expr: call('lt', 'bool', column('/a', 'id', 'int64'), column('/b', 'id', 'int64')),
              },
            ],
          },
          keys: ascending(column('/a', 'id', 'int64')),
        },
        { first: column('/a', 'id', 'int64'), second: column('/b', 'id', 'int64') },
      ),
      [countries],
    ),
    wanted: [[20n, 30n]],
  },
  'a union of steps with columns of other names and in another order': {
    plan: planOf(
      project(
        {
          node: 'sort',
          input: {
            node: 'union',
            name: '/all',
            columns: ['id', 'label'],
            inputs: [
              {
                relation: read('/countries'),
                columns: [
                  column('/countries', 'id', 'int64'),
                  column('/countries', 'country', 'string'),
                ],
              },
              {
                relation: {
                  node: 'project',
                  name: '/days',
                  input: ordersTable,
                  columns: [
                    { name: 'day', expr: column('orders', 'day', 'string') },
                    { name: 'id', expr: column('orders', 'id', 'int64') },
                  ],
                },
                columns: [column('/days', 'id', 'int64'), column('/days', 'day', 'string')],
              },
            ],
          },
          keys: ascending(column('/all', 'id', 'int64')),
        },
        { id: column('/all', 'id', 'int64'), label: column('/all', 'label', 'string') },
      ),
      [countries],
    ),
    wanted: [
      ...ORDERS.map(({ id, day }) => [id, day]),
      ...CUSTOMERS.map(({ id, country }) => [id, country]),
    ],
  },
  'windows over stored rows, and a condition on them': {
    // a running sum by customer, of the rows that are not the customer's first
    plan: planOf(
      project(
        {
          node: 'sort',
          input: {
            node: 'filter',
            input: {
              node: 'window',
              name: '/ranked',
              kept: null,
              input: ordersTable,
              columns: [
                { name: 'place', expr: windowOf('row_number', [], false) },
                { name: 'running', expr: windowOf('sum_int64', [amounts('orders')], true) },
              ],
            },
            predicates: [
              {
                when: null,
                expr: call('gt', 'bool', column('/ranked', 'place', 'int64'), literal('int64', 1n)),
              },
            ],
          },
          keys: ascending(column('/ranked', 'id', 'int64')),
        },
        {
          id: column('/ranked', 'id', 'int64'),
          place: column('/ranked', 'place', 'int64'),
          running: column('/ranked', 'running', 'int64', true),
        },
      ),
    ),
    wanted: ORDERS.flatMap(order => {
      const before = ORDERS.filter(o => o.customer === order.customer && o.id <= order.id);
      return before.length > 1 ? [[order.id, BigInt(before.length), total(before)]] : [];
    }),
  },
  'a share of the total, as a window over groups': {
    plan: planOf(
      project(
        {
          node: 'sort',
          input: {
            node: 'window',
            name: '/shares',
            kept: null,
            input: perDay,
            columns: [
              {
                name: 'total',
                expr: {
                  kind: 'window',
                  fn: 'sum_int64',
                  args: [column('/per_day', 'amount', 'int64', true)],
                  partitionBy: [],
                  orderBy: [],
                  frame: null,
                  scalar: 'int64',
                  nullable: true,
                },
              },
            ],
          },
          keys: ascending(
            column('/shares', 'day', 'string'),
            column('/shares', 'customer', 'int64', true),
          ),
        },
        {
          day: column('/shares', 'day', 'string'),
          amount: column('/shares', 'amount', 'int64', true),
          total: column('/shares', 'total', 'int64', true),
        },
      ),
    ),
    wanted: grouped(ORDERS, ({ day, customer }) => `${day} ${customer ?? ''}`).map(of => [
      of[0]?.day ?? '',
      total(of),
      total(ORDERS),
    ]),
  },
};

/** Orders whose customer is not among those of orders that cost less than `amount`, of which some have none. */
function outside(amount: bigint): Case {
  const cheap: Step = {
    name: '/cheap',
    relation: {
      node: 'project',
      name: '/cheap',
      input: {
        node: 'filter',
        input: ordersTable,
        predicates: [
          { when: null, expr: call('lt', 'bool', amounts('orders'), literal('int64', amount)) },
        ],
      },
      columns: [{ name: 'customer', expr: column('orders', 'customer', 'int64', true) }],
    },
  };
  const within: PlanExpr = {
    kind: 'within',
    of: column('orders', 'customer', 'int64', true),
    column: column('/cheap', 'customer', 'int64', true),
    scalar: 'bool',
    nullable: true,
  };
  const isOutside = { ...call('not', 'bool', within), nullable: true };
  const rows: Relation = {
    node: 'sort',
    input: { node: 'filter', input: ordersTable, predicates: [{ when: null, expr: isOutside }] },
    keys: ascending(column('orders', 'id', 'int64')),
  };
  const among = ORDERS.filter(order => order.amount < amount).map(({ customer }) => customer);
  return {
    plan: planOf(project(rows, { id: column('orders', 'id', 'int64') }), [cheap]),
    wanted: ORDERS.filter(({ customer }) => customer !== null && !among.includes(customer)).map(
      ({ id }) => [id],
    ),
  };
}
function windowOf(fn: 'row_number' | 'sum_int64', args: readonly PlanExpr[], nullable: boolean) {
  return {
    kind: 'window',
    fn,
    args,
    partitionBy: [column('orders', 'customer', 'int64', true)],
    orderBy: ascending(column('orders', 'id', 'int64')),
    frame: fn === 'row_number' ? null : { unit: 'rows' as const, from: null, to: 0 },
    scalar: 'int64',
    nullable,
  } as const;
}

const SETS = {
  'not among values of which one is NULL': outside(4n),
  'not among no values': outside(0n),
};

/** 0 or -0, which are equal. */
const zero = call(
  'multiply',
  'float64',
  call(
    'float64_from_int64',
    'float64',
    call('subtract', 'int64', amounts('orders'), literal('int64', 4n)),
  ),
  literal('float64', 0),
);
const zeros: ProjectRelation = {
  node: 'project',
  name: '/zeros',
  input: ordersTable,
  columns: [
    { name: 'id', expr: column('orders', 'id', 'int64') },
    { name: 'zero', expr: zero },
  ],
};
const onlyZeros: ProjectRelation = { ...zeros, columns: zeros.columns.slice(1) };
const zeroOf = (relation: string) => column(relation, 'zero', 'float64');

/** How many rows a relation has, or what another measure makes of them. */
function measured(input: Relation, steps: readonly Step[], expr: AggregateExpr<PlanExpr> = COUNT) {
  const all: Relation = {
    node: 'aggregate',
    name: '/all',
    input,
    keys: [],
    measures: [{ name: 'n', expr }],
  };
  return planOf(project(all, { n: column('/all', 'n', 'int64') }), steps);
}

const ZEROS: Readonly<Record<string, Case>> = {
  'both zeros are one group': {
    plan: measured(read('/groups'), [
      {
        name: '/groups',
        relation: {
          node: 'aggregate',
          name: '/groups',
          input: ordersTable,
          keys: [{ name: 'zero', expr: zero }],
          measures: [],
        },
      },
    ]),
    wanted: [[1n]],
  },
  'both zeros are one of the different values': {
    plan: measured(ordersTable, [], { ...COUNT, fn: 'count_distinct', args: [zero] }),
    wanted: [[1n]],
  },
  'both zeros are among values of which one is a zero': {
    plan: measured(
      {
        node: 'filter',
        input: ordersTable,
        predicates: [
          {
            when: null,
            expr: {
              kind: 'within',
              of: zero,
              column: zeroOf('/zeros'),
              scalar: 'bool',
              nullable: false,
            },
          },
        ],
      },
      [
        {
          name: '/zeros',
          relation: {
            ...onlyZeros,
            input: {
              node: 'filter',
              input: ordersTable,
              predicates: [
                { when: null, expr: call('gt', 'bool', amounts('orders'), literal('int64', 5n)) },
              ],
            },
          },
        },
      ],
    ),
    wanted: [[BigInt(ORDERS.length)]],
  },
  'each zero joins both': {
    plan: measured(
      {
        node: 'join',
        kind: 'inner',
        toOne: false,
        left: read('/one', '/zeros'),
        right: read('/other', '/zeros'),
        on: call('eq', 'bool', zeroOf('/one'), zeroOf('/other')),
      },
      [{ name: '/zeros', relation: zeros }],
    ),
    wanted: [[BigInt(ORDERS.length ** 2)]],
  },
};

describe.each(Object.entries({ ...CASES, ...SETS, ...ZEROS }))('%s', (_, { plan, wanted }) => {
  test('has rows to compare', () => expect(wanted.length).toBeGreaterThan(0));

  test.each(dialects)('%s', async (name, dialect) => {
    const { sql } = print(lower(plan, dialect), dialect, 'test');
    const { rows } = await engineFor(engines, name).run(sql.join(''));
    expect({ name, rows }).toEqual({ name, rows: wanted });
  });
});

test('a relation that is no step where one is due is a bug, and is told as one', () => {
  const input: Relation = {
    node: 'limit',
    input: ordersTable,
    count: 1,
    skip: null,
    isCap: false,
  };
  const day = column('orders', 'day', 'string');
  const keys = [{ name: 'day', expr: day }];
  const answers: readonly Relation[] = [
    project({ node: 'sort', input, keys: [] }, { day }),
    project(
      { node: 'aggregate', name: '/days', input, keys, measures: [] },
      { day: column('/days', 'day', 'string') },
    ),
    project({ node: 'window', name: '/rows', kept: null, input, columns: [] }, { day }),
  ];
  for (const answer of answers)
    for (const [, dialect] of dialects)
      expect(() => print(lower(planOf(answer), dialect), dialect, 'test')).toThrow(
        'must be a step',
      );
});
