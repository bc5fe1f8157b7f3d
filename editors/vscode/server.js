/** Finds the language server of a workspace. It does not use the editor's API. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const BIN = join('dist', 'cli', 'bin.js');

/**
 * The script of the command line: of the package at `path`, where that is not empty, or else of the first folder, or a folder above
 * it, that has quern among its packages; `null` where neither has one.
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
