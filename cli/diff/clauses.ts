/** Finds the clauses of a specification that changed an endpoint's SQL. */
import type { InputFile } from '../../generator/compile.ts';
import { readTree } from '../../generator/compile-specs.ts';
import { plainData } from '../../generator/core/spec/document.ts';
import { unifiedPatch } from '../../generator/write/patch.ts';
import type { Change } from './changes.ts';

/** Keys that do not affect rows, and keys whose changes have their own codes. */
const OTHERS: ReadonlySet<string> = new Set(
  'endpoint id aliases summary description params max_rows cache tests compat ignore engines pages columns sandbox owner tags deprecated replaced_by sunset'.split(
    ' ',
  ),
);

/**
 * Splits the change of a statement or a view into one for each changed clause. If the clauses are equal, the change stays whole: then a
 * data set, an SQL file or quern itself changed. Leaves out clauses that one of `others`, the endpoint's other changes, covers, unless no
 * change would be left to carry the SQL diff.
 */
export function byClause(
  change: Change,
  before: InputFile,
  now: InputFile,
  others: readonly Change[],
): readonly Change[] {
  const { patch, ...rest } = change;
  const isOwn = ({ path }: Difference) =>
    change.of === null ? !/^views\b/.test(path) : path.startsWith(`views.${change.of}.`);
  const all = differences(clausesOf(before), clausesOf(now), '').filter(isOwn);
  if (all.length === 0) return [change];
  const more = all.filter(one => !isSaid(one, others));
  return (more.length === 0 ? all.slice(0, 1) : more).map(({ path, message, text }, i): Change => {
    const own = text ?? (i === 0 ? patch : undefined);
    const once = own === undefined ? {} : { patch: own };
    return { ...rest, code: 'clause-changed', of: path, message, ...once };
  });
}

type Mapping = Readonly<Record<string, unknown>>;

function clausesOf(input: InputFile): Mapping {
  const root = readTree(input)?.root;
  if (root?.kind !== 'mapping') return {};
  const own = root.entries.filter(({ name }) => !OTHERS.has(name));
  return Object.fromEntries(own.map(({ name, value }) => [name, plainData(value)]));
}

interface Difference {
  /** Keys, joined by dots. */
  readonly path: string;
  readonly before: unknown;
  readonly now: unknown;
  readonly message: string;
  /** Only for texts of several lines: a unified diff. */
  readonly text?: string;
}

/** Whether another change covers it: an added or removed column, or a limit. */
function isSaid({ path, before, now }: Difference, others: readonly Change[]): boolean {
  const [, column] = /^(?:select|group_by)\.([^.]+)$/.exec(path) ?? [];
  if (path === 'limit' && typeof before === 'number' && typeof now === 'number')
    return others.some(({ code }) => code === 'limit-lowered' || code === 'limit-raised');
  return others.some(({ code, of }) => {
    if (of !== column) return false;
    return code === 'column-removed' ? now === undefined : code === 'column-added';
  });
}

/** One for each differing key; mappings that both sides have are compared key by key. */
function differences(before: Mapping, now: Mapping, above: string): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.flatMap(name => {
    const [old, fresh] = [before[name], now[name]];
    if (JSON.stringify(old) === JSON.stringify(fresh)) return [];
    const path = above + name;
    if (isMapping(old) && isMapping(fresh)) return differences(old, fresh, `${path}.`);
    if (isLong(old) && isLong(fresh)) {
      const text = unifiedPatch(path, Buffer.from(old), Buffer.from(fresh));
      return [{ path, before: old, now: fresh, message: `The text of \`${path}\` changed`, text }];
    }
    return [{ path, before: old, now: fresh, message: messageOf(path, old, fresh) }];
  });
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n');
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(path: string, before: unknown, now: unknown): string {
  if (now === undefined) return `\`${path}\` was removed; it was ${shown(before)}`;
  if (before === undefined) return `\`${path}\` is new: ${shown(now)}`;
  if (!Array.isArray(before) || !Array.isArray(now))
    return `\`${path}\` changed from ${shown(before)} to ${shown(now)}`;
  const [old, fresh] = [before.map(shown), now.map(shown)];
  const gone = old.filter(item => !fresh.includes(item));
  const more = fresh.filter(item => !old.includes(item));
  const parts = [
    ...(more.length > 0 ? [`has ${more.join(', ')}`] : []),
    ...(gone.length > 0 ? [`no longer has ${gone.join(', ')}`] : []),
  ];
  return `\`${path}\` ${parts.length > 0 ? parts.join(', and ') : 'has its items in a different order'}`;
}

/** Longer values appear only in the diff of the specification. */
const LONGEST = 80;

function shown(value: unknown): string {
  if (isMapping(value) && value['value'] !== undefined) return shown(value['value']);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replaceAll('`', "'").replace(/\s+/g, ' ');
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}\``;
}
