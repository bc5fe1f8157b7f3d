/** A project of many endpoints, and edits of it as people make them on branches. */

/** By the name of an endpoint, a number that decides what its file says. */
export type Endpoints = ReadonlyMap<string, number>;

export interface Edit {
  readonly kind: 'add' | 'change' | 'rename' | 'delete';
  /** The endpoint that the edit begins with, and the name under which it is afterwards; `null` for none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly variant: number;
}

const GROUPS = ['logs', 'shop', 'web'];
const namesOf = (...words: readonly string[]) =>
  GROUPS.flatMap(group => words.map(word => `${group}.${word}`));
const NAMES = namesOf('cart', 'daily', 'errors', 'hosts', 'latency', 'orders', 'paths');
/** Names that only edits make: before, between and after the others. */
const NEW_NAMES = namesOf('alarms', 'bots', 'days', 'funnel', 'joins', 'median', 'zones');

export const BASE: Endpoints = new Map(NAMES.map((name, at) => [name, at]));

/** Numbers from 0 to 1 that follow from the seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Draws an edit of the base; `random` returns numbers from 0 to 1. */
export function drawEdit(random: () => number): Edit {
  const pick = <T>(all: readonly T[]): T => {
    const found = all[Math.floor(random() * all.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  const kind = pick(['add', 'change', 'rename', 'delete'] as const);
  const from = kind === 'add' ? null : pick(NAMES);
  const to = kind === 'delete' ? null : kind === 'change' ? from : pick(NEW_NAMES);
  // a rename alone changes nothing else
  const variant =
    kind === 'rename' ? (BASE.get(from ?? '') ?? 0) : 100 + Math.floor(random() * 900);
  return { kind, from, to, variant };
}

export function applied(endpoints: Endpoints, { from, to, variant }: Edit): Endpoints {
  const others = [...endpoints].filter(([name]) => name !== from);
  return new Map(to === null ? others : [...others, [to, variant]]);
}

/** Whether two edits are of different endpoints, so that a project may have both. */
export function areApart(a: Edit, b: Edit): boolean {
  return (a.from === null || a.from !== b.from) && (a.to === null || a.to !== b.to);
}

/**
 * Whether both edits add or remove entries at one place of a list of all endpoints in the order of their names: no entry that both
 * leave alone stands between. Git then always reports a conflict. No layout of the list avoids it: a line that stays between any two
 * removed entries would have to stay when all entries are removed.
 */
export function shareAPlace(a: Edit, b: Edit): boolean {
  return areAdjacent(listed(a), listed(b));
}

/**
 * Whether one renames an endpoint past the other's place. If the entries that it passes are shorter, Git takes them for what has moved,
 * and may then report a conflict.
 */
export function isMovedPast(a: Edit, b: Edit): boolean {
  const isPast = ({ kind, from, to }: Edit, other: Edit) => {
    const [first = '', last = ''] = [from ?? '', to ?? ''].sort();
    const isBetween = (name: string | null) => name !== null && first < name && name < last;
    return kind === 'rename' && (isBetween(other.from) || isBetween(other.to));
  };
  return isPast(a, b) || isPast(b, a);
}

/** Whether no name that both leave alone stands between two of theirs. */
function areAdjacent(mine: readonly string[], theirs: readonly string[]): boolean {
  const all = [...new Set([...NAMES, ...mine, ...theirs])].sort();
  const isLeft = (name: string) => !mine.includes(name) && !theirs.includes(name);
  return mine.some(one =>
    theirs.some(other => {
      const [first = 0, last = 0] = [all.indexOf(one), all.indexOf(other)].sort((x, y) => x - y);
      return !all.slice(first + 1, last).some(isLeft);
    }),
  );
}

/** The names that an edit adds to a list of names, or removes from it. */
function listed({ kind, from, to }: Edit): readonly string[] {
  return kind === 'change' ? [] : [from, to].flatMap(name => name ?? []);
}

/** From this variant on, an endpoint has many parameters. */
export const LARGE = 1_000;

/** The file of an endpoint. */
export function fileOf(name: string, variant: number): string {
  const many = variant < LARGE ? [] : Array.from({ length: 30 }, (_, i) => `many_${i}`);
  const extra = `extra_${variant}`;
  const columns = ['id, timestamp', 'id, timestamp, size', 'id, timestamp, project, size'];
  const hasExtra = variant % 4 === 0;
  return [
    `endpoint: ${name}`,
    `id: ${idOf(name, variant)}`,
    `summary: Entries of variant ${variant}.`,
    'from: edge_logs',
    'params:',
    ...(variant % 2 === 0 ? ['  least: { type: int64 }'] : []),
    '  project: { type: string, required: true, example: abc }',
    ...(hasExtra ? [`  ${extra}: { type: string }`] : []),
    ...many.map(param => `  ${param}: { type: string, description: The value of ${param}. }`),
    'where:',
    '  - project = @project',
    ...(variant % 2 === 0 ? ['  - { when: least, filter: size >= @least }'] : []),
    ...(hasExtra ? [`  - { when: ${extra}, filter: id = @${extra} }`] : []),
    ...many.map(param => `  - { when: ${param}, filter: id = @${param} }`),
    `select: [${columns[variant % 3]}]`,
    'order_by: [timestamp desc, id]',
    ...(variant % 5 === 0 ? ['pages: { size: 20 }'] : []),
    '',
  ].join('\n');
}

/** The identifier of an endpoint. One that was only renamed keeps it: its variant is below 100. */
function idOf(name: string, variant: number): string {
  const known = NAMES.indexOf(name);
  const number = variant < 100 ? variant : known === -1 ? 1000 + NEW_NAMES.indexOf(name) : known;
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
