/** Finds the language server of a workspace. It does not use the editor's API. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const BIN = join('dist', 'cli', 'bin.js');

/**
 * The script of the command line. If `path` is not empty, it is in the package at `path`. Otherwise it is in the first folder that has
 * quern in its `node_modules` or in those of a folder above it. `null` if there is none.
 */
function findServer(folders, path) {
  if (path !== '') return existing(join(path, BIN));
  for (const folder of folders) {
    const found = findAbove(folder);
    if (found !== null) return found;
  }
  return null;
}

function findAbove(folder) {
  for (let at = folder; ; at = join(at, '..')) {
    const found = existing(join(at, 'node_modules', 'quern', BIN));
    if (found !== null || at === join(at, '..')) return found;
  }
}

function existing(file) {
  return existsSync(file) ? file : null;
}

module.exports = { findServer };
