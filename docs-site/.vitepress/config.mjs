/** The site of the documentation: the pages of the repository as they are, with a navigation and a search. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { copyPages, sitePages, sourceOf } from './pages.mjs';

const SITE = join(dirname(fileURLToPath(import.meta.url)), '..');
const ROOT = join(SITE, '..');
const PAGES = sitePages(ROOT);
// VitePress resolves its packages from the folder of the pages
copyPages(ROOT, join(SITE, 'pages'));

/** As GitHub names headings, because links in the pages use those names. */
function headingName(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
}

/** The links in the tables under a heading of the documentation's first page, as entries of the sidebar. */
function entriesUnder(heading) {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/README.md'), 'utf8').split(heading);
  const links = section.split('\n## ')[0].matchAll(/^\|.*?\[([^\]]+)\]\(([^)]+\.md)\)/gm);
  return [...links].map(([, text, path]) => ({ text, link: `/${PAGES.get(`docs/${path}`)}` }));
}

function titled(paths) {
  return paths.map(path => {
    const [, title = path] = /^# (.*)$/m.exec(readFileSync(join(ROOT, path), 'utf8')) ?? [];
    return { text: title.replaceAll('`', ''), link: `/${PAGES.get(path)}` };
  });
}

function pathsLike(pattern) {
  return [...PAGES.keys()].filter(path => pattern.test(path)).sort();
}

export default defineConfig({
  title: 'quern',
  description: 'Short YAML files become typed query endpoints over a warehouse.',
  lang: 'en',
  srcDir: './pages',
  outDir: './dist',
  lastUpdated: false,
  markdown: {
    anchor: { slugify: headingName },
    config: markdown => {
      markdown.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
        const from = sourceOf(PAGES, env.relativePath);
        for (const { children } of tokens) {
          if (children) mapLinks(children, from);
        }
      });
      const { rules } = markdown.renderer;
      for (const name of ['text', 'code_inline']) rules[name] = withBraces(rules[name]);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/author' },
      { text: 'Language', link: '/language' },
      { text: 'Service', link: '/service' },
      { text: 'Changes', link: '/changelog' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'quern', link: '/' },
          { text: 'All pages', link: '/overview' },
        ],
      },
      { text: 'Guides', items: entriesUnder('# Documentation') },
      { text: 'Reference', items: entriesUnder('## Reference') },
      { text: 'Examples', items: titled(pathsLike(/^examples\//)), collapsed: true },
      {
        text: 'Add to quern',
        items: titled(['ARCHITECTURE.md', 'CONTRIBUTING.md', ...pathsLike(/^docs\/adding-/)]),
        collapsed: true,
      },
      {
        text: 'Diagnostics',
        items: titled(pathsLike(/^docs\/diagnostics\//)),
        collapsed: true,
      },
    ],
  },
});

/** Between `{{` and `}}`, Vue computes an expression, also in code. */
function withBraces(rule) {
  return (tokens, index, options, env, renderer) =>
    rule(tokens, index, options, env, renderer).replaceAll('{', '&#123;');
}

/**
 * Links to pages of the site lead there, and a link to a folder of pages to the first of them. The site lacks other files of the
 * repository, so their links become text.
 */
function mapLinks(tokens, from) {
  const open = [];
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', addressOf(token.attrGet('src'), from));
    if (token.type === 'link_open') {
      const href = addressOf(token.attrGet('href'), from);
      open.push(href !== null);
      if (href === null)
        Object.assign(token, { type: 'html_inline', tag: '', content: '', nesting: 0 });
      else token.attrSet('href', href);
    }
    if (token.type === 'link_close' && open.pop() === false)
      Object.assign(token, { type: 'html_inline', tag: '', content: '', nesting: 0 });
  }
}

function addressOf(href, from) {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [path, heading] = href.split('#');
  const target = join(dirname(from), decodeURIComponent(path)).replace(/\/$/, '');
  const inside = pathsLike(/\.md$/).find(path => path.startsWith(`${target}/`));
  const page = PAGES.get(target) ?? PAGES.get(`${target}/README.md`) ?? PAGES.get(inside);
  if (page === undefined) return null;
  return `/${page}${heading === undefined ? '' : `#${heading}`}`;
}
