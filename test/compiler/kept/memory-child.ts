/** Prints how many bytes stay in memory for each further endpoint of a project, once its files are planned. */
import { writeSync } from 'node:fs';
import { closeProjects, compiledProject, SIZE } from './project.ts';

/** Each run leaves one endpoint over, which is compiled with the project and stays as it is. */
const SMALL = SIZE + 1;
const LARGE = 3 * SIZE + 1;

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
closeProjects();
