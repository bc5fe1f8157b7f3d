/** The pages of the site: which file of the repository stands at which address. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** By the paths in the repository: addresses in the site, such as `guides/author.html`. */
export function sitePages(root) {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md') && name !== 'README.md')
    .map(name => [`docs/${name}`, `${name.slice(0, -3)}.html`]);
  const examples = readdirSync(join(root, 'examples')).map(name => [
    `examples/${name}/README.md`,
    `examples/${name}.html`,
  ]);
  return new Map([
    ['README.md', 'index.html'],
    ['docs/explorer.webp', 'explorer.webp'],
    ['docs/README.md', 'overview.html'],
    ['ARCHITECTURE.md', 'architecture.html'],
    ['CONTRIBUTING.md', 'contributing.html'],
    ['CHANGELOG.md', 'changelog.html'],
    ...docs,
    ...examples,
  ]);
}

/** Copies the pages to a folder, each to the path of its address. */
export function copyPages(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, address] of sitePages(root)) {
    cpSync(join(root, path), join(folder, address.replace(/\.html$/, '.md')));
  }
}

/** The path in the repository of a page that was copied. */
export function sourceOf(pages, copied) {
  const address = copied.replace(/\.md$/, '.html');
  return [...pages].find(([, page]) => page === address)?.[0];
}
