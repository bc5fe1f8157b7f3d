/** Prints how many bytes stay in memory for each further endpoint of a project, once its files are planned. */
import { writeSync } from 'node:fs';
import { inputs } from '../../../bench/support/projects.ts';
import { openSpool, spilling } from '../../../cli/generate/spool.ts';
import { planFiles } from '../../../generator/compile.ts';
import { compileKept, type KeptEndpoint } from '../../../generator/compile-kept.ts';
import type { Description } from '../../../generator/emitters/emitter.ts';
import { OWN_OUTPUT as settings } from '../../support/client-files.ts';
import { readTemplates } from '../../support/templates.ts';

const templates = readTemplates();
const spool = openSpool();

/** Each run leaves one endpoint over, which is compiled with the project and stays as it is. */
const SIZE = 50;
const SMALL = SIZE + 1;
const LARGE = 3 * SIZE + 1;

function compiledProject(count: number): readonly unknown[] {
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

/** The bytes that are alive only as long as the project is. Code, which V8 compiles and optimises meanwhile, is not. */
function ownBytes(count: number): number {
  let project: readonly unknown[] | null = compiledProject(count);
  const before = liveBytes();
  const { length } = project;
  project = null;
  return length === 0 ? 0 : before - liveBytes();
}

function liveBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const [small, large] = [ownBytes(SMALL), ownBytes(LARGE)];
writeSync(1, String(Math.round((large - small) / (LARGE - SMALL))));
spool.close();
