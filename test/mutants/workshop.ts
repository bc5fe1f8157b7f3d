/** A copy of the project in which bugs are planted one after another, and the tests that have to find them are run. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Mutant, planted } from './mutants.ts';
import { COMMANDS, type Found } from './results.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Milliseconds of one test: some bugs are found because nothing ends any more. */
const PATIENCE = '300000';
/** Packages are shared, and what was built is none of the tests' business. */
const NOT_COPIED = /(^|\/)(node_modules|\.git|dist|\.quern)$/;

export interface Workshop {
  /** The test that fails first, by the first command that finds one; `null` where none does. */
  readonly find: (mutant: Mutant) => Promise<Found | null>;
  /** The same of the project as it is. */
  readonly runUnchanged: (tests: Tests) => Promise<Found | null>;
  readonly close: () => void;
}

export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'quern-mutants-'));
  cpSync(ROOT, folder, {
    recursive: true,
    filter: path => !NOT_COPIED.test(relative(ROOT, path).replaceAll('\\', '/')),
  });
  for (const packages of ['node_modules', 'test/node_modules']) {
    symlinkSync(join(ROOT, packages), join(folder, packages), 'junction');
  }
  const firstFound = async (tests: Tests): Promise<Found | null> => {
    let ran = false;
    for (const { command, projects } of COMMANDS) {
      const { failed, passed } = await judged(folder, tests, projects);
      if (failed !== null) return { foundBy: failed, command };
      ran ||= passed;
    }
    if (!ran) throw new Error(`no test ran of ${tests.tests.join(', ')}`);
    return null;
  };
  const find = async (mutant: Mutant): Promise<Found | null> => {
    const file = join(folder, mutant.file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, planted(mutant, text));
    try {
      return await firstFound(mutant);
    } finally {
      writeFileSync(file, text);
    }
  };
  return {
    find,
    runUnchanged: firstFound,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Tests = Pick<Mutant, 'tests' | 'only'>;

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

interface Judged {
  /** The test that failed first. */
  readonly failed: string | null;
  /** Whether any test passed: these projects may have none of the tests. */
  readonly passed: boolean;
}

async function judged(
  folder: string,
  { tests, only }: Tests,
  projects: readonly string[],
): Promise<Judged> {
  const output = join(folder, 'mutant-report.json');
  rmSync(output, { force: true });
  const names = only === null ? [] : ['--testNamePattern', only];
  const options = [
    ...projects.flatMap(project => ['--project', project]),
    '--passWithNoTests',
    '--testTimeout',
    PATIENCE,
    '--bail',
    '1',
    '--maxWorkers',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    output,
  ];
  const told = await vitest(folder, ['run', ...tests, ...names, ...options]);
  const { testResults }: Report = JSON.parse(readReport(output, told));
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) {
      const file = relative(folder, name).replaceAll('\\', '/');
      return { failed: `${file}: ${failed.fullName}`, passed: false };
    }
    // a file that cannot be read says nothing of the bug
    if (assertionResults.length === 0 && message !== '') throw new Error(`${message}\n${told}`);
  }
  const passed = testResults.some(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'passed'),
  );
  return { failed: null, passed };
}

function readReport(file: string, told: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`the tests reported nothing: ${told}`);
  }
}

/** Resolves to what it printed. */
function vitest(folder: string, args: readonly string[]): Promise<string> {
  const { VITEST: _, QUERN_TEST_RESULTS: __, ...env } = process.env;
  const command = [join(folder, 'node_modules/vitest/vitest.mjs'), ...args];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (told += part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(told));
  });
}
