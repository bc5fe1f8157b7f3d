/**
 * Counts the work of `generate` for a further endpoint: calls of functions and bytes of garbage. Neither depends on the machine or
 * on what else it does, so they show what a change saves where seconds do not. `npm run bench:work` prints the sums and the functions
 * with the most of both; `-- 100` prints as many of each.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../server/pages/templates.ts';
import { inputs, putFiles } from './support/projects.ts';

const DIST = new URL('dist/', packageRoot()).href;
const BIN = fileURLToPath(`${DIST}cli/bin.js`);
/** Endpoints of the two projects whose difference counts. */
const [FEW, MANY] = [30, 120];

/** A number for each function, by its name and its place in the sources. */
type Counts = ReadonlyMap<string, number>;

/** A method of V8's inspector before the run, one behind it, and how the answer of the latter is counted. */
interface Probe {
  readonly what: string;
  readonly unit: number;
  readonly start: readonly [method: string, params: object];
  readonly stop: string;
  readonly count: (answer: string) => Counts;
}

const PROBES: readonly Probe[] = [
  {
    what: 'calls',
    unit: 1,
    start: ['Profiler.startPreciseCoverage', { callCount: true, detailed: false }],
    stop: 'Profiler.takePreciseCoverage',
    count: countCalls,
  },
  {
    what: 'kB of garbage',
    unit: 1000,
    start: [
      'HeapProfiler.startSampling',
      {
        samplingInterval: 16_384,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      },
    ],
    stop: 'HeapProfiler.stopSampling',
    count: countGarbage,
  },
];

function main(): void {
  const most = Number(process.argv[2] ?? 25);
  for (const probe of PROBES) {
    const [few, many] = [counted(probe, FEW), counted(probe, MANY)];
    const further = [...many].map(([place, count]): [string, number] => {
      return [place, (count - (few.get(place) ?? 0)) / (MANY - FEW) / probe.unit];
    });
    const sum = further.reduce((all, [, count]) => all + count, 0);
    process.stdout.write(`\nA further endpoint: ${Math.round(sum)} ${probe.what}\n`);
    for (const [place, count] of further.sort(([, a], [, b]) => b - a).slice(0, most))
      process.stdout.write(`${count.toFixed(1).padStart(9)}  ${place}\n`);
  }
}

/** The counts of the probe in a run of `generate` from nothing. */
function counted({ start, stop, count }: Probe, size: number): Counts {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  try {
    putFiles(folder, inputs(size));
    const words = ['--import', probing(start, stop), BIN, 'generate'];
    const { status, output } = spawnSync(process.execPath, words, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    if (status !== 0) throw new Error(String(output[2]));
    return count(String(output[3]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A module that asks the inspector, and writes its last answer when the process ends. */
function probing([method, params]: Probe['start'], stop: string): string {
  const [domain] = method.split('.');
  const text = `
    import { Session } from 'node:inspector';
    import { writeFileSync } from 'node:fs';
    const session = new Session();
    session.connect();
    session.post('${domain}.enable');
    session.post('${method}', ${JSON.stringify(params)});
    process.on('exit', () => session.post('${stop}', (_, answer) => writeFileSync(3, JSON.stringify(answer))));`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

function countCalls(answer: string): Counts {
  const { result }: Coverage = JSON.parse(answer);
  const counts = new Map<string, number>();
  for (const { url, functions } of result.filter(script => script.url.startsWith(DIST))) {
    const lines = linesOf(url);
    for (const { functionName, ranges } of functions) {
      const { startOffset = 0, count = 0 } = ranges[0] ?? {};
      const line = lines.findLastIndex(start => start <= startOffset);
      add(counts, placeOf(functionName, url, line, startOffset - (lines[line] ?? 0)), count);
    }
  }
  return counts;
}

/** At which characters the lines of a script begin. */
function linesOf(url: string): readonly number[] {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

interface Sampled {
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly selfSize: number;
  readonly children: readonly Sampled[];
}

/** The bytes that each function makes itself, and V8 for it. */
function countGarbage(answer: string): Counts {
  const { profile }: { readonly profile: { readonly head: Sampled } } = JSON.parse(answer);
  const counts = new Map<string, number>();
  const visit = ({ callFrame, selfSize, children }: Sampled, around: string): void => {
    const { functionName, url, lineNumber, columnNumber } = callFrame;
    const own = url === '' ? around : placeOf(functionName, url, lineNumber, columnNumber);
    add(counts, own, selfSize);
    for (const child of children) visit(child, own);
  };
  visit(profile.head, 'V8');
  return counts;
}

function add(counts: Map<string, number>, place: string, count: number): void {
  counts.set(place, (counts.get(place) ?? 0) + count);
}

const sources = new Map<string, SourceMap>();

/** A function by its name, its file and its line. `line` and `column` count from 0. */
function placeOf(name: string, url: string, line: number, column: number): string {
  const shown = name === '' ? 'anonymous' : name;
  if (!url.startsWith(DIST)) return `${shown} ${url}`;
  const map =
    sources.get(url) ??
    new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
  sources.set(url, map);
  const entry = map.findEntry(line, column);
  return 'originalSource' in entry
    ? `${shown} ${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}`
    : `${shown} ${url}:${line + 1}`;
}

main();
