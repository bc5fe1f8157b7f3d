/** Changes to the columns of one endpoint's rows. */
import type { ManifestColumn, ManifestField } from '../../generator/core/output/manifest.ts';
import type { Tell } from './changes.ts';

type Column = ManifestField & Partial<Pick<ManifestColumn, 'encode'>>;

/** `above`: the record that contains the columns, followed by a dot. */
export function compareColumns(
  before: readonly Column[],
  now: readonly Column[],
  tell: Tell,
  above = '',
): void {
  const later = new Map(now.map(column => [column.name, column]));
  const known = new Set(before.map(({ name }) => name));
  for (const column of before) {
    const path = above + column.name;
    const found = later.get(column.name);
    if (found === undefined) tell('column-removed', path, `The column \`${path}\` was removed`);
    else compareColumn(column, found, path, tell);
  }
  for (const { name } of now.filter(column => !known.has(column.name)))
    tell('column-added', above + name, `The column \`${above}${name}\` was added`);
  if (above !== '') return;
  const kept = (columns: readonly Column[], others: ReadonlySet<string>) =>
    columns.map(({ name }) => name).filter(name => others.has(name));
  const [old, fresh] = [kept(before, new Set(later.keys())), kept(now, known)];
  if (old.join('\n') !== fresh.join('\n'))
    tell('column-ordered', null, `The columns are in another order: ${fresh.join(', ')}`);
}

function compareColumn(before: Column, now: Column, path: string, tell: Tell): void {
  const [old, fresh] = [formOf(before), formOf(now)];
  if (old !== fresh)
    tell('column-type', path, `The column \`${path}\` changed from ${old} to ${fresh}`);
  else if (before.fields !== undefined && now.fields !== undefined)
    compareColumns(before.fields, now.fields, tell, `${path}.`);
  if (!before.nullable && now.nullable)
    tell('column-nullable', path, `The column \`${path}\` may be NULL`);
  if (before.nullable && !now.nullable)
    tell('column-required', path, `The column \`${path}\` is never NULL`);
  if (before.unit !== now.unit)
    tell('unit-changed', path, `The column \`${path}\` ${unitWords(before.unit, now.unit)}`);
}

/** How a value is represented in JSON. */
function formOf({ type, encode = 'plain', array }: Column): string {
  const form = encode === 'plain' ? `\`${type}\`` : `\`${type}\` written as \`${encode}\``;
  return array === true ? `${form} in an array` : form;
}

function unitWords(old: string | undefined, fresh: string | undefined): string {
  if (fresh === undefined) return `no longer has the unit \`${old}\``;
  return `has the unit \`${fresh}\`${old === undefined ? '' : ` instead of \`${old}\``}`;
}
