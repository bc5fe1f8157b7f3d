/** The text of nested calls grows by the same length with each level, also if a spelling repeats its arguments. */
import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import type { CallExpr, Expr, LiteralExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import { mapNode, partsOf, visitExpr } from '../../../generator/core/expr/walk.ts';
import type { Relation } from '../../../generator/core/plan/relation.ts';
import type { Type } from '../../../generator/core/types/scalar.ts';
import {
  EXACT_FUNCTIONS,
  FUNCTIONS,
  type FunctionName,
} from '../../../generator/functions/names.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { type Dialect, spells } from '../../../generator/sql/dialect.ts';
import { print } from '../../../generator/sql/print.ts';
import { canWrite } from '../../support/spelled.ts';
import { usually } from '../../support/usually.ts';
import { SCALAR_EXPRESSIONS, source, typed } from './expressions.ts';

/** An expression whose arguments are columns and literals. */
type Call = Exclude<SqlExpr, { kind: 'column' | 'literal' | 'param' | 'now' | 'item' }>;

const TABLE: Relation<SqlExpr> = { node: 'table', name: source.name, source };

function column(name: string, scalar: Type, nullable = true): SqlExpr {
  return { kind: 'column', relation: source.name, path: [name], scalar, nullable };
}

const literal = (value: bigint | string, scalar: Type): LiteralExpr => {
  return { kind: 'literal', value, scalar, nullable: false };
};

/** Every call of the portable expressions, over columns. */
function portableCalls(dialect: Dialect): readonly Call[] {
  const calls = new Map<string, Call>();
  const add = (expr: Expr): void => {
    if (expr.kind !== 'call' && expr.kind !== 'trunc' && expr.kind !== 'shift') return;
    // no column has a local time, which is the way to an offset alone
    if (partsOf(expr).some(({ scalar }) => scalar === 'datetime')) return;
    const bare = mapNode<Expr, SqlExpr>(expr, part =>
      part.kind === 'literal' ? part : column(letterOf(part.scalar), part.scalar, part.nullable),
    );
    if (bare.kind !== 'call' && bare.kind !== 'trunc' && bare.kind !== 'shift') return;
    calls.set(shapeOf(bare), bare);
  };
  for (const text of SCALAR_EXPRESSIONS)
    if (canWrite(dialect, typed(text, false))) visitExpr(typed(text, false), add);
  return [...calls.values()];
}

/** A column of the table that has the type. */
function letterOf(type: Type): string {
  const found = source.columns.find(one => one.type === type);
  if (found === undefined) throw new Error(`no column is a ${type}`);
  return found.name;
}

/** Functions that decode parameters, or that callers' filters compose, with the types of their arguments. */
const OF_PARAMETERS: readonly (readonly [FunctionName, Type, ...(readonly Type[])])[] = [
  ['fits', 'bool', 'string', 'string'],
  ['add_micros', 'timestamp', 'timestamp', 'int64'],
  ['subtract_micros', 'timestamp', 'timestamp', 'int64'],
  ['floor_micros', 'timestamp', 'timestamp', 'int64'],
  ['count_before', 'int64', 'string', 'string'],
  ['list', 'list<string>', 'string', 'string'],
  ['list_items', 'list<string>', 'string'],
  ['list_size', 'int64', 'list<string>'],
  ['list_join', 'string', 'list<string>', 'string'],
  ['starts_with_any', 'bool', 'string', 'list<string>'],
  ['ends_with_any', 'bool', 'string', 'list<string>'],
  ['like_any', 'bool', 'string', 'list<string>'],
];

function parameterCalls(): readonly Call[] {
  return OF_PARAMETERS.map(([fn, scalar, ...types]) => {
    const args = types.map(type => column(letterOf(type), type));
    return { kind: 'call', fn, args, scalar, nullable: true };
  });
}

/** By function of saved GoogleSQL, what follows its first argument. */
const FURTHER: Readonly<Partial<Record<FunctionName, readonly SqlExpr[]>>> = {
  round_exact: [literal(2n, 'int64')],
  rpad: [literal(9n, 'int64'), literal('x', 'string')],
  json_text: [literal('a', 'string'), literal(0n, 'int64')],
  fixed_text: [literal(2n, 'int64')],
  decimal_round: [literal(2n, 'int64')],
  like: [column('u', 'string')],
  beside: [column('u', 'string')],
  list_split: [literal(',', 'string')],
  list_matches: [literal('a+', 'string'), literal(0n, 'int64')],
  list_concat: [column('u', 'string')],
  list_part: [literal(0n, 'int64'), literal(2n, 'int64')],
  whole_divide: [column('j', 'int64')],
  checked_divide: [column('y', 'float64')],
};
const BINARY: ReadonlySet<string> = new Set([
  'checked_add',
  'checked_subtract',
  'checked_multiply',
]);
const SCALARS = ['int64', 'float64', 'decimal', 'string'] as const;

/** Calls of the functions of saved GoogleSQL: of each type, with and without NULL for a failure. */
function exactCalls(dialect: Dialect): readonly Call[] {
  return EXACT_FUNCTIONS.filter(fn => spells(dialect, fn)).flatMap(fn =>
    SCALARS.flatMap(scalar => {
      const more = BINARY.has(fn) ? [column('j', scalar)] : (FURTHER[fn] ?? []);
      const call: CallExpr<SqlExpr> = {
        kind: 'call',
        fn,
        args: [column('i', scalar), ...more],
        scalar,
        nullable: true,
      };
      return [call, { ...call, orNull: true }];
    }),
  );
}

/** Calls of one shape have one spelling: only units and other short texts choose among several. */
function shapeOf(call: Call): string {
  const parts: string[] = [nameOf(call)];
  mapParts(call, part => {
    const { scalar, nullable } = part;
    const word = part.kind === 'literal' && /^[a-z]+$/.test(`${part.value}`) ? part.value : '';
    parts.push(`${part.kind} ${scalar} ${nullable} ${word}`);
    return part;
  });
  return parts.join();
}

const nameOf = (call: Call) => (call.kind === 'call' ? call.fn : call.kind);

/** `call` inside of itself at the place of one of its arguments. */
function nested(call: Call, place: number, depth: number): SqlExpr {
  let inner: SqlExpr = call;
  for (let level = 1; level < depth; level += 1) {
    let at = -1;
    const below = inner;
    inner = mapParts(call, part => {
      at += 1;
      // the type of a part may decide the spelling
      return at === place ? { ...below, scalar: part.scalar, nullable: part.nullable } : part;
    });
  }
  return inner;
}

function mapParts(call: Call, change: (part: SqlExpr) => SqlExpr): SqlExpr {
  if (call.kind === 'case' || call.kind === 'wire') throw new Error(`a ${call.kind}`);
  return mapNode<SqlExpr, SqlExpr>(call, change);
}

/** The places of arguments that are not literals. */
function placesOf(call: Call): readonly number[] {
  const found: number[] = [];
  let at = -1;
  mapParts(call, part => {
    at += 1;
    if (part.kind === 'column') found.push(at);
    return part;
  });
  return found;
}

const DEEP = usually(30, 3);

/** Its indentation grows with the square of its levels, which is little. */
function textOf(expr: SqlExpr, dialect: Dialect): string {
  const answer = {
    node: 'project',
    name: 'answer',
    input: TABLE,
    columns: [{ name: 'r', expr }],
  } as const;
  return print(lower({ views: [], steps: [], answer }, dialect), dialect, 'test')
    .sql.join('')
    .replace(/\n +/g, '\n');
}

describe.each([...DIALECTS.values()].map(dialect => [dialect.name, dialect] as const))(
  '%s',
  (_, dialect) => {
    const calls = [...portableCalls(dialect), ...parameterCalls(), ...exactCalls(dialect)];

    test('every function is tried', () => {
      const names = new Set<string>(calls.map(nameOf));
      const missing = [...FUNCTIONS, ...EXACT_FUNCTIONS].filter(
        fn => spells(dialect, fn) && !names.has(fn),
      );
      expect(missing).toEqual([]);
    });

    test('a level of nesting adds the same length, however deep', () => {
      const faults: string[] = [];
      for (const call of calls)
        for (const place of placesOf(call)) {
          const length = (depth: number) => textOf(nested(call, place, depth), dialect).length;
          const [one, two, three] = [length(DEEP), length(2 * DEEP), length(3 * DEEP)];
          if (three - two > two - one + 7 * DEEP)
            faults.push(`${nameOf(call)} at ${place}: ${one}, ${two}, ${three}`);
        }
      expect(faults).toEqual([]);
    });
  },
);
