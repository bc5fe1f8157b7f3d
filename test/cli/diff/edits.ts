/**
 * Random edits of random endpoints. A kind of edit is drawn first, so that each is judged often; a quarter of the edits put
 * parts of another endpoint in place.
 */
import fc from 'fast-check';
import { column, type Endpoint, endpoint, IDS, type Param, param } from './random.ts';

export interface Pair {
  readonly before: Endpoint;
  /** `null` where the endpoint is gone. */
  readonly now: Endpoint | null;
}

/** The endpoint after the edit; the same one where it has nothing to edit. */
type Edit = (before: Endpoint) => Endpoint | null;

const NAMES = ['a', 'b', 'c', 'd'];
const COLUMNS = ['u', 'v', 'w', 'x'];

const at = fc.nat(1_000);
const only = (edit: Edit) => fc.constant(edit);

/** One parameter that `fits`, with other options. */
function changed(
  fits: (options: Param['options']) => boolean,
  change: (options: Param['options']) => Param['options'],
): fc.Arbitrary<Edit> {
  return at.map(i => before => {
    const found = Object.entries(before.params).filter(([, { options }]) => fits(options));
    const one = found[i % Math.max(1, found.length)];
    if (one === undefined) return before;
    const [name, { options, isList }] = one;
    return {
      ...before,
      params: { ...before.params, [name]: { options: change(options), isList } },
    };
  });
}

/** One more entry, or another one in place of one. */
function put<T>(key: 'params' | 'columns', names: readonly string[], value: fc.Arbitrary<T>) {
  return fc.tuple(fc.constantFrom(...names), value).map(
    ([name, one]): Edit =>
      before => ({ ...before, [key]: { ...before[key], [name]: one } }),
  );
}

function dropped(key: 'params' | 'columns'): fc.Arbitrary<Edit> {
  return at.map(i => before => {
    const entries = Object.entries(before[key]);
    if (entries.length === 1) return before;
    return { ...before, [key]: Object.fromEntries(entries.toSpliced(i % entries.length, 1)) };
  });
}

/** Parts of another endpoint. */
const mixed: fc.Arbitrary<Edit> = fc
  .tuple(
    endpoint,
    fc.array(fc.constantFrom('params', 'columns', 'aliases', 'maxRows', 'ignore'), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([other, keys]) => before => ({
    ...before,
    ...Object.fromEntries(keys.map(key => [key, other[key]])),
  }));

const isEnum = ({ enum: values }: Param['options']) => Array.isArray(values);
const isText = ({ type }: Param['options']) => type === 'string';
const isNumber = ({ type }: Param['options']) => type === 'int64';
const isLoose = ({ otherwise }: Param['options']) => otherwise === 'default';
const isWide = (options: Param['options']) =>
  isEnum(options) && (options['enum'] as readonly string[]).length > 1;
const isOptional = ({ required, default: usual }: Param['options']) =>
  required === undefined && usual === undefined;

/** Without the last value, and without an alias of it. */
function narrowed({ aliases: _, ...options }: Param['options']): Param['options'] {
  return { ...options, enum: (options['enum'] as readonly string[]).slice(0, -1) };
}

function without(key: string): (options: Param['options']) => Param['options'] {
  return options => Object.fromEntries(Object.entries(options).filter(([name]) => name !== key));
}

const TARGETED: readonly fc.Arbitrary<Edit>[] = [
  only(() => null),
  only(before => ({ ...before, name: before.name === 'entries' ? 'log.entries' : 'entries' })),
  only(before => ({ ...before, id: IDS.find(id => id !== before.id) ?? before.id })),
  only(before =>
    before.aliases.length === 0 ? before : { ...before, aliases: before.aliases.slice(1) },
  ),
  only(before => (before.ignore.length === 0 ? before : { ...before, ignore: [] })),
  only(before => ({ ...before, maxRows: before.maxRows - 1 })),
  only(before => ({ ...before, page: before.page === null ? 2 : null })),
  dropped('params'),
  dropped('columns'),
  put('params', NAMES, param),
  put('columns', COLUMNS, column),
  changed(isOptional, options => ({ ...options, required: true })),
  changed(isWide, narrowed),
  changed(isLoose, without('otherwise')),
  changed(isText, options => ({ ...options, max_length: 2 })),
  changed(isText, options => ({ ...options, pattern: '[a-z]+' })),
  changed(isNumber, options => ({ ...options, max: 9 })),
  changed(
    ({ type, accept, list, enum: values, ...others }) =>
      type === 'string' && Object.keys(others).length === 0,
    () => ({ list: 'string' }),
  ),
  changed(({ separator }) => separator !== undefined, without('separator')),
  changed(({ accept }) => accept !== undefined, without('accept')),
  changed(isText, () => ({ type: 'uuid' })),
];

/** Endpoints with something to edit. */
const pairs = (edit: fc.Arbitrary<Edit>) =>
  fc
    .tuple(endpoint, edit)
    .map(([before, change]): Pair => ({ before, now: change(before) }))
    .filter(({ before, now }) => before !== now);

export const edited: fc.Arbitrary<Pair> = fc.oneof(...TARGETED.map(pairs), {
  weight: TARGETED.length / 3,
  arbitrary: pairs(mixed),
});
