/** Versions of quern, of Node, and of the packages that engines need. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ENGINES } from '../../engines/index.ts';
import { packageFolder, packageVersion, readPackageFile } from '../project/output/package-files.ts';
import { EXIT } from '../terminal/exit.ts';
import { type Finding, fault, note, ok } from './finding.ts';

const AREA = 'versions';

/** `root`: the project's folder; `running`: the version of Node. */
export function versions(root: string, running = process.versions.node): readonly Finding[] {
  const manifest: unknown = JSON.parse(readPackageFile('package.json') ?? '{}');
  const { engines, dependencies, peerDependencies } = Object(manifest);
  const wanted = String(Object(engines).node).replace(/^>=/, '');
  const { platform, arch } = process;
  const own = `quern ${packageVersion()} on Node ${running}, ${platform} ${arch}`;
  const node = isAtLeast(running, wanted)
    ? ok(AREA, own)
    : fault(AREA, own, `Install Node ${wanted} or newer.`, EXIT.environment);
  const ofEngines = Object.values(ENGINES).flatMap(({ packages }) => packages);
  const always = Object.keys(Object(dependencies)).filter(name => ofEngines.includes(name));
  const optional = Object.keys(Object(peerDependencies)).sort();
  const found = [...always, ...optional].map(name => [name, versionOf(name, root)] as const);
  const there = found.flatMap(([name, version]) =>
    version === null ? [] : [`${name} ${version}`],
  );
  const absent = found.flatMap(([name, version]) => (version === null ? [name] : []));
  return [
    node,
    ok(AREA, there.join(', ')),
    ...(absent.length === 0
      ? []
      : [note(AREA, `not installed, and not needed by every project: ${absent.join(', ')}`, null)]),
  ];
}

function isAtLeast(version: string, wanted: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  const [[major = 0, minor = 0], [least = 0, leastMinor = 0]] = [numbers(version), numbers(wanted)];
  return major > least || (major === least && minor >= leastMinor);
}

/** The version of a package as Node finds it from the project or from quern. */
function versionOf(name: string, root: string): string | null {
  for (const start of [packageFolder(), root]) {
    for (let folder = start; ; folder = dirname(folder)) {
      const file = join(folder, 'node_modules', name, 'package.json');
      if (existsSync(file)) return String(Object(JSON.parse(readFileSync(file, 'utf8'))).version);
      if (dirname(folder) === folder) break;
    }
  }
  return null;
}
