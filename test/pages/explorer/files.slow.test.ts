import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { buildExplorer } from '../../../explorer/build.mjs';
import { createExplorer } from '../../../server/pages/explorer.ts';
import { ROOT } from '../../support/root.ts';

const FOLDER = join(ROOT, 'templates/explorer');

describe('the files of the explorer', async () => {
  const built = await buildExplorer();

  test('are those that the sources give, each time the same', async () => {
    expect([...(await buildExplorer())]).toEqual([...built]);
    expect(existsSync(FOLDER)).toBe(true);
    const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true });
    const names = files.filter(one => one.isFile()).map(one => join(one.parentPath, one.name));
    const wanted = [...built.keys()].map(name => join(FOLDER, name));
    expect(names.sort()).toEqual(wanted.sort());
    for (const [name, text] of built) expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text);
  });

  const page = built.get('index.html') ?? '';
  /** The parts that the page asks for at once. */
  const first = [...page.matchAll(/modulepreload" href="\.\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );

  test('are 57,500 bytes at most when the page opens, without the charts, the code and the numbers', () => {
    const names = ['index.html', 'explorer.css', 'explorer.js', ...first];
    const sent = names.map(name => gzipSync(built.get(name) ?? ''));
    expect(sent.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(57_500);
    for (const word of ['u-legend', 'package main', 'Slowest, by mean time']) {
      const scripts = [...built].filter(
        ([name, text]) => name.endsWith('.js') && text.includes(word),
      );
      expect(scripts.map(([name]) => names.includes(name))).toEqual([false]);
    }
  });

  test('are asked for at once, where the script imports them', () => {
    const script = built.get('explorer.js') ?? '';
    const imported = /(?:import|from)\s*"\.\/(explorer\/[^"]+)"/g;
    const names = [...script.matchAll(imported)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect([...first].sort()).toEqual([...new Set(names)].sort());
  });

  test('name the licences of all that they contain', () => {
    const licences = built.get('LICENSES.txt') ?? '';
    for (const name of ['preact', 'uplot', '@tanstack/virtual-core']) {
      expect(licences).toMatch(new RegExp(`^${name}\\n\\n.*MIT`, 'm'));
    }
  });

  test('are kept by browsers under an address of their own, the page itself is not', () => {
    const { page, script, style, part } = createExplorer({ asksKey: true, followsNews: false });
    const html = String(page().body?.identity.bytes.toString());
    for (const [file, answer] of [
      ['explorer.js', script()],
      ['explorer.css', style()],
    ] as const) {
      expect(answer.headers['Cache-Control']).toContain('immutable');
      expect(answer.body?.identity.bytes.toString()).toBe(built.get(file));
      const tag = answer.body?.identity.etag().replaceAll('"', '');
      expect(html).toContain(`"./${file}?v=${tag}"`);
    }
    for (const [file, text] of built) {
      const [, name] = /^explorer\/(.+)/.exec(file) ?? [];
      if (name === undefined) continue;
      expect(part(name)?.body?.identity.bytes.toString()).toBe(text);
      expect(part(name)?.headers['Cache-Control']).toContain('immutable');
    }
    expect(part('../index.html')).toBeNull();
    expect(page().headers['Cache-Control']).toBe('no-cache');
    expect(page().headers['Content-Security-Policy']).not.toContain('unsafe');
    expect(html).toContain('<body data-key>');
  });

  test('have the names of all engines for people', () => {
    const titles = [...DIALECTS.values()].map(({ name, title }) => [name, title]);
    const scripts = [...built].filter(([name]) => name.endsWith('.js')).map(([, text]) => text);
    expect(scripts.some(text => text.includes(JSON.stringify(Object.fromEntries(titles))))).toBe(
      true,
    );
  });

  test('name no other place', () => {
    for (const name of ['index.html', 'explorer.css']) {
      expect(built.get(name)).not.toMatch(/https?:|@import|url\((?!data:|"data:)/);
    }
  });

  test('come from sources that set no markup', () => {
    const sources = readdirSync(join(ROOT, 'explorer'), { recursive: true, encoding: 'utf8' });
    const scripts = sources.filter(file => /\.tsx?$/.test(file));
    const setting = scripts.filter(file =>
      /innerHTML|insertAdjacent|eval\(|new Function/i.test(
        readFileSync(join(ROOT, 'explorer', file), 'utf8'),
      ),
    );
    expect(scripts.length).toBeGreaterThan(40);
    expect(setting).toEqual([]);
  });
});
