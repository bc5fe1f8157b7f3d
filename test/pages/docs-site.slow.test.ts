/** The site of the documentation, where its packages are installed: every link of every page leads somewhere. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

const SITE = join(ROOT, 'docs-site');
const VITEPRESS = join(SITE, 'node_modules/vitepress/bin/vitepress.js');
const isInstalled = existsSync(VITEPRESS);
if (!isInstalled) {
  process.stderr.write('`npm run docs` has not installed VitePress: its site is not tested.\n');
}

describe.skipIf(!isInstalled)('the site of the documentation', () => {
  const [folder, other] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'quern-docs-'))) as [
    string,
    string,
  ];
  afterAll(() => {
    for (const one of [folder, other]) rmSync(one, { recursive: true, force: true });
  });
  const build = (...args: readonly string[]) =>
    spawnSync(process.execPath, [VITEPRESS, 'build', ...args], { encoding: 'utf8' });
  const { status, stderr } = isInstalled
    ? build(SITE, '--outDir', folder)
    : { status: null, stderr: '' };
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.html'),
  );
  const texts = new Map(pages.map(name => [name, readFileSync(join(folder, name), 'utf8')]));

  it('has a page for each page of the documentation', () => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Error') });
    const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
    const wanted = documents
      .filter(name => name.endsWith('.md') && name !== 'README.md')
      .map(name => name.replace(/\.md$/, '.html'));
    expect(wanted.length).toBeGreaterThan(80);
    expect(wanted.filter(name => !texts.has(name))).toEqual([]);
    expect(texts.get('index.html')).toContain('read-only query endpoints over a warehouse');
    expect(texts.get('overview.html')).toMatch(
      /href="\/diagnostics\/[a-z-]+\.html"[^>]*>Diagnostics</,
    );
  });

  it('shows braces as they are written, also where Vue would compute their content', () => {
    expect(texts.get('saved-sql.html')).toContain('<code>{{Type(name)}}</code>');
    expect(texts.get('diagnostics/unknown-hole.html')).toContain('<code>{{package}}</code>');
    expect([...texts].filter(([, text]) => text.includes('#123;'))).toEqual([]);
  });

  it('fails to build if VitePress fails to render a page', () => {
    mkdirSync(join(other, '.vitepress'));
    for (const name of ['node_modules', '.vitepress/theme'])
      symlinkSync(join(SITE, name), join(other, name));
    for (const [text, built] of [
      ['fine', 0],
      ['{{ nothing.at.all }}', 1],
    ] as const) {
      writeFileSync(join(other, 'page.md'), `# A page\n\n${text}\n`);
      expect(build(other).status, text).toBe(built);
    }
  });

  it('has a search in its own pages, and a theme for the dark', () => {
    const scripts = readdirSync(join(folder, 'assets'), { recursive: true, encoding: 'utf8' });
    expect(scripts.filter(name => /localSearchIndex\w*\.[\w-]+\.js$/.test(name))).not.toEqual([]);
    expect(texts.get('language.html')).toMatch(/VPNavBarSearch/);
    expect(texts.get('language.html')).toMatch(/VPSwitchAppearance/);
  });

  it('has no link and no picture that leads nowhere', () => {
    const broken = [...texts].flatMap(([name, text]) =>
      [...text.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)]
        .map(([, address = '']) => address.replaceAll('&amp;', '&'))
        .filter(address => !leadsSomewhere(name, address))
        .map(address => `${name}: ${address}`),
    );
    expect(broken).toEqual([]);
  });

  it('loads nothing from elsewhere', () => {
    const elsewhere = [...texts].flatMap(([name, text]) =>
      [...text.matchAll(/<(?:img|link|script)\b[^>]*?\s(?:href|src)="(?:https?:)?\/\/[^"]*"/g)].map(
        ([element]) => `${name}: ${element}`,
      ),
    );
    expect(elsewhere).toEqual([]);
  });

  function leadsSomewhere(from: string, address: string): boolean {
    if (/^https?:/.test(address)) return true;
    const { pathname, hash } = new URL(address, `http://site/${from}`);
    const path = decodeURIComponent(pathname).slice(1);
    const target = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    const text = texts.get(target);
    if (hash !== '') return text?.includes(` id="${decodeURIComponent(hash.slice(1))}"`) === true;
    return text !== undefined || existsSync(join(folder, target));
  }
});
