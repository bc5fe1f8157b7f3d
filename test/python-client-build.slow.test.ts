/** The Python client as a package: built by pip, installed into an environment of its own, and used there. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import python from '../generator/emitters/clients/python.ts';
import { writeGenerated } from '../generator/write/index.ts';
import { clientFiles } from './client-files.ts';
import { compiled, ownInputs } from './openapi-fixture.ts';
import { written } from './python-client-package.ts';

const TOOLS = ['ensurepip', 'pip', 'setuptools', 'venv', 'wheel'];
const HAS_TOOLS = `
import importlib.util, sys
sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))
`;
/** Beside the one that is meant by the name stands the one of the system, which its packages are for. */
const builder = ['python3', '/usr/bin/python3'].find(
  command => spawnSync(command, ['-c', HAS_TOOLS, ...TOOLS]).status === 0,
);
if (builder === undefined) {
  process.stderr.write(`skipped: no python3 has ${TOOLS}; the Python client is not built\n`);
}

const NAME = 'Log_endpoints2';
const LONG = 300_000;

const files = clientFiles(python, compiled(ownInputs()), { name: NAME });
const root = written(files.map(({ path, text }) => ({ path: `project/${path}`, text })));
afterAll(() => rmSync(root, { recursive: true }));

const project = join(root, 'project');
const sources = files.flatMap(({ path }) => path.split(/^src\//).slice(1));

/** What the command prints; it runs where nothing of the project can be found, and asks no registry. */
function run(command: string, ...args: readonly string[]): string {
  const own = {
    PIP_NO_INDEX: '1',
    PIP_CONFIG_FILE: '/dev/null',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
  };
  const env = { PATH: process.env['PATH'], HOME: root, ...own };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

const CONSUMER = `
import importlib, importlib.metadata, importlib.resources, json, pkgutil, sys

import ${NAME}

modules = [found.name for found in pkgutil.walk_packages(${NAME}.__path__, "${NAME}.")]
for module in modules:
    importlib.import_module(module)
about = importlib.metadata.metadata("${NAME}")
with ${NAME}.Client("https://logs.example.com", "k") as client:
    methods = [name for name in dir(client) if not name.startswith("_")]
print(json.dumps({
    "where": ${NAME}.__file__.startswith(sys.prefix),
    "modules": modules,
    "typed": importlib.resources.files("${NAME}").joinpath("py.typed").is_file(),
    "about": {key: about.get_all(key) for key in ("Name", "Requires-Python", "Requires-Dist", "Description-Content-Type")},
    "words": about.get_payload(),
    "methods": methods,
}))
`;

describe.skipIf(builder === undefined)('the Python client as a package', () => {
  const environment = join(root, 'environment');
  const wheel = join(root, `wheels/${NAME}-0.0.0-py3-none-any.whl`);

  beforeAll(() => {
    const how = ['--no-build-isolation', '--no-deps', '--wheel-dir', join(root, 'wheels')];
    run(builder ?? '', '-m', 'pip', 'wheel', ...how, project);
    run(builder ?? '', '-m', 'venv', environment);
    run(join(environment, 'bin/python'), '-m', 'pip', 'install', '--no-deps', wheel);
  }, LONG);

  it('holds every module and the mark of types in its wheel, and nothing else', () => {
    const list =
      'import json, sys, zipfile; print(json.dumps(zipfile.ZipFile(sys.argv[1]).namelist()))';
    const names: readonly string[] = JSON.parse(run(builder ?? '', '-c', list, wheel));
    const own = names.filter(name => !name.includes('.dist-info/'));
    expect([...own].sort()).toEqual([...sources].sort());
    expect(own).toContain(`${NAME}/py.typed`);
  });

  it('holds what it is built from in its archive of sources', () => {
    const build = [
      'import json, os, sys, tarfile',
      'from setuptools import build_meta',
      'os.chdir(sys.argv[1])',
      'name = build_meta.build_sdist("dist")',
      'print(json.dumps(tarfile.open(f"dist/{name}").getnames()))',
    ].join('\n');
    const lines = run(builder ?? '', '-W', 'ignore', '-c', build, project)
      .trim()
      .split('\n');
    const names: readonly string[] = JSON.parse(lines.at(-1) ?? '');
    const inside = names.map(name => name.replace(/^[^/]*\//, ''));
    const all = files.map(({ path }) => path).filter(path => path !== '.gitignore');
    expect(inside).toEqual(expect.arrayContaining(all));
  });

  it('leaves nothing behind that keeps the next generation from being written', async () => {
    const repository = join(root, 'repository');
    const directory = join(repository, 'generated');
    const how = ['--no-build-isolation', '--no-deps', '--wheel-dir', join(root, 'others')];
    run('git', 'init', '-q', repository);
    await writeGenerated({ directory, files });
    run(builder ?? '', '-m', 'pip', 'wheel', ...how, directory);
    expect(readdirSync(directory)).toContain('build');
    expect(readdirSync(join(directory, 'src'))).toContain(`${NAME}.egg-info`);
    const changed = files.map(({ path, text }) => ({ path, text: `${text}\n` }));
    expect(await writeGenerated({ directory, files: changed })).toMatchObject({ status: 'done' });
  });

  it('is imported where it is installed, and says what it is', () => {
    const seen = JSON.parse(run(join(environment, 'bin/python'), '-I', '-c', CONSUMER));
    const modules = sources.flatMap(path => {
      const name = path.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.');
      return path.endsWith('.py') && name !== NAME ? [name] : [];
    });
    expect({ ...seen, modules: [...seen.modules].sort() }).toEqual({
      where: true,
      modules: modules.sort(),
      typed: true,
      about: {
        Name: [expect.stringMatching(/^log[-_]endpoints2$/i)],
        'Requires-Python': ['>=3.9'],
        'Requires-Dist': null,
        'Description-Content-Type': ['text/markdown'],
      },
      words: expect.stringContaining(`from ${NAME} import Client`),
      methods: [
        'close',
        'functions_invocation_stats',
        'logs_all',
        'usage_api_counts',
        'with_response',
      ],
    });
  });
});
