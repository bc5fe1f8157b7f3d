/** Changes to the views of one sandbox, which callers' statements read, and to their columns. */
import type { ManifestField, ManifestView } from '../../generator/core/output/manifest.ts';
import { unifiedPatch } from '../../generator/write/patch.ts';
import type { Tell } from './changes.ts';
import { compareColumns } from './columns.ts';

export function compareViews(
  before: readonly ManifestView[],
  now: readonly ManifestView[],
  tell: Tell,
): void {
  const later = new Map(now.map(view => [view.name, view]));
  const known = new Set(before.map(({ name }) => name));
  for (const view of before) {
    const { name } = view;
    const found = later.get(name);
    if (found === undefined) tell('view-removed', name, `The view \`${name}\` was removed`);
    else {
      compareColumns(columnsOf(view), columnsOf(found), tell, `${name}.`);
      compareRows(view, found, tell);
    }
  }
  for (const { name } of now.filter(view => !known.has(view.name)))
    tell('view-added', name, `Statements may read the view \`${name}\``);
}

/** Types as statements see them: records may be arrays. */
function columnsOf({ columns, repeated }: ManifestView): readonly ManifestField[] {
  if (repeated === undefined) return columns;
  return columns.map(column => (column.type === 'record' ? { ...column, array: true } : column));
}

function compareRows(before: ManifestView, now: ManifestView, tell: Tell): void {
  const changed = Object.keys(now.engines).find(engine => {
    const [was, is] = [before.engines[engine], now.engines[engine]];
    return was !== undefined && JSON.stringify(was) !== JSON.stringify(is);
  });
  if (changed === undefined) return;
  const bytes = ({ engines }: ManifestView) =>
    Buffer.from(`${engines[changed]?.texts.join('\n') ?? ''}\n`);
  const patch = unifiedPatch(`${now.name}.${changed}.sql`, bytes(before), bytes(now));
  tell('statement-changed', now.name, `The SQL of the view \`${now.name}\` changed`, patch);
}
