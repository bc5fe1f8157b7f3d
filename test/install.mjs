/**
 * Installs the packages that only the tests need, from the lock beside this file; costs nothing once that is done. The scripts of
 * the repository that need it begin with it. A folder given as an argument is installed in place of this one.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? import.meta.dirname);
/** Records the installed packages and their platform. `npm ci` begins by removing it. */
const stamp = join(folder, 'node_modules/.installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(folder, 'package.json')))
  .update(readFileSync(join(folder, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) install();

function install() {
  tell(`Installing the packages of ${folder}, which takes a minute or two.`);
  // A silent script would make npm silent as well, about errors too.
  const words = ['ci', '--loglevel=warn'];
  const { status, error } = spawnSync('npm', words, { cwd: folder, stdio: 'inherit' });
  if (status === 0) return writeFileSync(stamp, wanted);
  const why = error?.message ?? `exit code ${status}`;
  tell(`\`npm ci\` failed in ${folder} (${why}): its packages are not installed.`);
  tell('It needs the npm registry.');
  process.exitCode = 1;
}

function tell(line) {
  process.stderr.write(`${line}\n`);
}
