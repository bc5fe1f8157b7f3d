/** A copy of the project in which bugs are planted one after another, and the tests that have to find them are run. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Mutant, planted } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Milliseconds of one test: some bugs are found because nothing ends any more. */
const PATIENCE = '300000';
/** Random endpoints over several relations, the first of those that CI judges. */
const SPECS = '120';
/** Packages are shared, and what was built is none of the tests' business. */
const NOT_COPIED = /(^|\/)(node_modules|\.git|dist|\.quern)$/;

export interface Workshop {
  /** The test that fails first; `null` where none does. */
  readonly find: (mutant: Mutant) => Promise<string | null>;
  /** The same of the project as it is. */
  readonly runUnchanged: (tests: Pick<Mutant, 'tests' | 'only'>) => Promise<string | null>;
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
  const find = async (mutant: Mutant): Promise<string | null> => {
    const file = join(folder, mutant.file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, planted(mutant, text));
    try {
      return await firstFailure(folder, mutant);
    } finally {
      writeFileSync(file, text);
    }
  };
  return {
    find,
    runUnchanged: tests => firstFailure(folder, tests),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Throws where a file of tests cannot be read: that says nothing of the bug. */
async function firstFailure(
  folder: string,
  { tests, only }: Pick<Mutant, 'tests' | 'only'>,
): Promise<string | null> {
  const output = join(folder, 'mutant-report.json');
  rmSync(output, { force: true });
  const names = only === null ? [] : ['--testNamePattern', only];
  const options = [
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
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined)
      return `${relative(folder, name).replaceAll('\\', '/')}: ${failed.fullName}`;
  }
  const ran = testResults.some(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'passed'),
  );
  if (!ran)
    throw new Error(`no test ran: ${testResults.map(one => one.message).join('\n')}${told}`);
  return null;
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
    env: { ...env, QUERN_SPECS: SPECS },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (told += part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(told));
  });
}
