/** The Python client as a package: built by pip, installed into an environment of its own, and used there. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planFile } from '../../../generator/core/output/content.ts';
import { markJoint } from '../../../generator/core/output/marker.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import python from '../../../generator/emitters/clients/python/python.ts';
import { writeGenerated } from '../../../generator/write/index.ts';
import { clientFiles } from '../../support/client-files.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { written } from './package.ts';

const TOOLS = ['ensurepip', 'flit_core', 'pip', 'venv'];
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

/** The files with the markers of those that are written. */
function marked(inputs: ReturnType<typeof ownInputs>): readonly GeneratedFile[] {
  const made = clientFiles(python, compiled(inputs), { name: NAME });
  return made.map(({ path, text }) => planFile(path, ...markJoint(planFile(path, text))));
}

const files = marked(ownInputs());
const root = written(files.map(({ path, text }) => ({ path: `project/${path}`, text })));
afterAll(() => rmSync(root, { recursive: true }));

const project = join(root, 'project');
const sources = files.flatMap(({ path }) => path.split(/^src\//).slice(1));

/** The output of a command, which runs where it finds nothing of the project, and asks no registry. */
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

/** The wheel that pip builds of a folder. */
function builtFrom(folder: string): string {
  const wheels = mkdtempSync(join(root, 'wheels-'));
  // Whatever version of the tool is there must be one that the package asks for.
  const how = ['--no-build-isolation', '--check-build-dependencies', '--no-deps'];
  run(builder ?? '', '-m', 'pip', 'wheel', ...how, '--wheel-dir', wheels, folder);
  const [wheel = ''] = readdirSync(wheels);
  return join(wheels, wheel);
}

/** What a wheel holds. */
function packed(wheel: string): readonly string[] {
  const list =
    'import json, sys, zipfile; print(json.dumps(zipfile.ZipFile(sys.argv[1]).namelist()))';
  return JSON.parse(run(builder ?? '', '-c', list, wheel));
}

/** What the archive of a folder's sources holds, which lies in `dist` then. */
function archived(folder: string): readonly string[] {
  const build = [
    'import json, os, sys, tarfile',
    'from flit_core import buildapi',
    'os.chdir(sys.argv[1])',
    'os.makedirs("dist")',
    'name = buildapi.build_sdist("dist")',
    'print(json.dumps(tarfile.open(f"dist/{name}").getnames()))',
  ].join('\n');
  return JSON.parse(run(builder ?? '', '-c', build, folder));
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
  let wheel = '';

  beforeAll(() => {
    wheel = builtFrom(project);
    run(builder ?? '', '-m', 'venv', environment);
    run(join(environment, 'bin/python'), '-m', 'pip', 'install', '--no-deps', wheel);
  }, LONG);

  it('holds every module and the mark of types in its wheel, and nothing else', () => {
    const own = packed(wheel).filter(name => !name.includes('.dist-info/'));
    expect([...own].sort()).toEqual([...sources].sort());
    expect(own).toContain(`${NAME}/py.typed`);
  });

  it('holds what it is built from in its archive of sources', () => {
    const inside = archived(project).map(name => name.replace(/^[^/]*\//, ''));
    const all = files.map(({ path }) => path).filter(path => path !== '.gitignore');
    expect([...inside].sort()).toEqual(['PKG-INFO', ...all].sort());
  });

  it('leaves nothing behind, so that an endpoint that has gone is in no later wheel', async () => {
    const directory = join(root, 'fewer');
    await writeGenerated({ directory, files });
    const before = readdirSync(directory, { recursive: true });
    expect(packed(builtFrom(directory))).toContain(`${NAME}/endpoints/logs_all.py`);
    expect(readdirSync(directory, { recursive: true })).toEqual(before);
    const inputs = ownInputs().filter(({ path }) => !path.endsWith('logs.all.yaml'));
    const fewer = marked(inputs);
    expect(await writeGenerated({ directory, files: fewer })).toMatchObject({ status: 'done' });
    const names = packed(builtFrom(directory));
    expect(names).toContain(`${NAME}/endpoints/usage_api_counts.py`);
    expect(names).not.toContain(`${NAME}/endpoints/logs_all.py`);
  });

  it('keeps no generation from being written by an archive and by what runs', async () => {
    const repository = join(root, 'repository');
    const directory = join(repository, 'generated');
    run('git', 'init', '-q', repository);
    await writeGenerated({ directory, files });
    archived(directory);
    run(builder ?? '', '-m', 'compileall', '-q', directory);
    expect(readdirSync(directory)).toContain('dist');
    expect(readdirSync(join(directory, 'src', NAME))).toContain('__pycache__');
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
        'arrow',
        'close',
        'functions_invocation_stats',
        'logs_all',
        'usage_api_counts',
        'usage_statuses',
        'with_response',
      ],
    });
  });
});
