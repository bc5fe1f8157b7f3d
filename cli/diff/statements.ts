/** Changes to one endpoint's SQL. The saved query of each engine shows, in one text, which rows are returned. */
import type { ManifestEndpoint, ManifestEngine } from '../../generator/core/output/manifest.ts';
import { listed } from '../../generator/core/report/words.ts';
import { unifiedPatch } from '../../generator/write/patch.ts';
import type { Tell } from './changes.ts';

export function compareStatements(
  before: ManifestEndpoint,
  now: ManifestEndpoint,
  tell: Tell,
): void {
  const [old, fresh] = [Object.keys(before.engines), Object.keys(now.engines)];
  for (const engine of old.filter(name => !fresh.includes(name)))
    tell('engine-removed', engine, `The endpoint is no longer available on ${engine}`);
  for (const engine of fresh.filter(name => !old.includes(name)))
    tell('engine-added', engine, `The endpoint is available on ${engine}`);
  const changed = fresh.filter(name => {
    const [was, is] = [before.engines[name], now.engines[name]];
    return (
      was !== undefined && is !== undefined && textsOf(was, before.name) !== textsOf(is, now.name)
    );
  });
  const [first] = changed;
  if (first === undefined) return;
  const patch = patchOf(first, before.engines[first], now.engines[first]);
  if (meansTheSame(changed, before, now)) {
    tell('text-changed', null, 'The text of `query` changed, but its translations did not', patch);
    return;
  }
  tell('statement-changed', null, `The SQL for ${listed(changed)} changed`, patch);
}

/**
 * Whether every changed text is GoogleSQL with translations for the other engines: if no translation changed, the
 * meaning did not change.
 */
function meansTheSame(
  changed: readonly string[],
  { engines: before }: ManifestEndpoint,
  { engines: now }: ManifestEndpoint,
): boolean {
  const isWritten = (name: string) => before[name]?.own === true && now[name]?.own === true;
  const isTranslated = (name: string) =>
    [before, now].every(side => side[name] !== undefined && side[name].own === undefined);
  return changed.every(isWritten) && Object.keys(now).some(isTranslated);
}

/** Everything that makes up a statement. The first lines name the endpoint, which may be another name. */
function textsOf({ saved, choices, texts, statements }: ManifestEngine, name: string): string {
  const nameless = texts.map(text => {
    const isHead = [',', '\n'].some(after => text.startsWith(`-- ${name}${after}`));
    return isHead ? text.replace(name, '') : text;
  });
  return JSON.stringify([saved, choices, nameless, statements]);
}

function patchOf(
  engine: string,
  before: ManifestEngine | undefined,
  now: ManifestEngine | undefined,
): string {
  const bytes = (side: ManifestEngine | undefined) => Buffer.from(`${savedText(side)}\n`);
  return unifiedPatch(`${engine}.sql`, bytes(before), bytes(now));
}

function savedText(engine: ManifestEngine | undefined): string {
  const pieces = engine?.saved.sql ?? [];
  return pieces
    .map(piece => engine?.texts[typeof piece === 'number' ? piece : piece.sql] ?? '')
    .join('');
}
