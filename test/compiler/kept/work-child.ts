/** Prints how many calls of functions a further endpoint of a project takes until its files are planned. */
import { writeSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { closeProjects, compiledProject, SIZE } from './project.ts';

const OWN = /\/(generator|engines|cli)\//;
const [SMALL, LARGE] = [SIZE, 2 * SIZE];

const session = new Session();
session.connect();

/** The calls of quern's own functions since the last count. */
function takeCalls(): number {
  let calls = 0;
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    for (const { url, functions } of result) if (OWN.test(url)) calls += callsIn(functions);
  });
  return calls;
}

function callsIn(functions: readonly Profiler.FunctionCoverage[]): number {
  return functions.reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
}

function callsOf(count: number): number {
  takeCalls();
  compiledProject(count);
  return takeCalls();
}

session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
compiledProject(SMALL);
const [small, large] = [callsOf(SMALL), callsOf(LARGE)];
writeSync(1, String(Math.round((large - small) / (LARGE - SMALL))));
closeProjects();
