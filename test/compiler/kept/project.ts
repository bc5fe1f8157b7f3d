/** A project that is compiled in groups and planned, as `generate` does. */
import { inputs } from '../../../bench/support/projects.ts';
import { openSpool, spilling } from '../../../cli/generate/spool.ts';
import { planFiles } from '../../../generator/compile.ts';
import { compileKept, type KeptEndpoint } from '../../../generator/compile-kept.ts';
import type { Description } from '../../../generator/emitters/emitter.ts';
import { OWN_OUTPUT as settings } from '../../support/client-files.ts';
import { readTemplates } from '../../support/templates.ts';

const templates = readTemplates();
const spool = openSpool();

/** The endpoints of a group. */
export const SIZE = 50;

/** All that the project keeps in memory. */
export function compiledProject(count: number): readonly unknown[] {
  const known = new Map<string, KeptEndpoint>();
  const store = {
    get: (key: string) => known.get(key) ?? null,
    put: (key: string, kept: KeptEndpoint) => void known.set(key, kept),
  };
  const planned = (description: Description) => planFiles({ description, settings, templates });
  const makePieces = (group: Description) => void planned(group);
  const groups = { size: SIZE, makePieces, spill: spilling(spool) };
  const { description } = compileKept(inputs(count), { dialects: null }, store, groups);
  return [known, description, planned(description)];
}

/** Removes the file in which groups leave their texts. */
export function closeProjects(): void {
  spool.close();
}
